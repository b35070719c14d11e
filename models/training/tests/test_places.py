"""Fast checks of the tools that train with the places of characters."""
import os
import sys
import tempfile
import unittest

import numpy as np
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import augment  # noqa: E402
import blend  # noqa: E402
import learn  # noqa: E402
import lstmf  # noqa: E402
import placed  # noqa: E402
import settle  # noqa: E402
import tessfile  # noqa: E402
import tessnet  # noqa: E402
from camera import centres  # noqa: E402
from make_lines import sample  # noqa: E402

MODELS = [os.path.join(HERE, "../..", name) for name in ("ocrb.traineddata", "second-reader.traineddata")]


def logistic(x):
    return 1 / (1 + np.exp(-x))


def remembered(x, gates):
    """Tesseract's long short-term memory, step by step; gates: cell input, input, forget, output."""
    state = output = np.zeros(gates[0].shape[0])
    found = []
    for features in x:
        ci, gi, gf, go = (g @ np.concatenate([features, output, [1]]) for g in gates)
        state = logistic(gf) * state + np.tanh(ci) * logistic(gi)
        output = np.tanh(state) * logistic(go)
        found.append(output)
    return np.array(found)


class Files(unittest.TestCase):
    def test_a_model_survives_being_read_and_written(self):
        for path in MODELS:
            with open(path, "rb") as file:
                data = file.read()
            count, parts = tessfile.components(data)
            self.assertEqual(tessfile.assembled(count, parts), data)
            network = tessfile.parse(parts[tessfile.NETWORK])
            for integer in (True, False):
                again = tessfile.parse(tessfile.serialised(network, integer))
                self.assertEqual(again.spec, network.spec)
                self.assertEqual(again.root.weights(), network.root.weights())
                self.assertEqual(bool(again.flags & tessfile.INT_MODE), integer)

    def test_eight_bits_are_within_half_a_step(self):
        matrix = np.random.default_rng(1).normal(size=(5, 9))
        values, scales = tessfile.quantised(matrix)
        self.assertLessEqual(np.abs(values * scales[:, None] - matrix).max(), scales.max() / 2 + 1e-12)

    def test_a_blend_lies_half_way(self):
        one, other = (tessnet.load(MODELS[0]) for _ in range(2))
        before = {name: value.clone() for name, value in one.state_dict().items()}
        with torch.no_grad():
            for weights in other.parameters():
                weights += 2
        moved = {name for name, value in other.state_dict().items() if not torch.equal(value, before[name])}
        for name, value in blend.blend([one, other]).state_dict().items():
            self.assertTrue(torch.allclose(value, before[name] + (name in moved), atol=1e-6))
        self.assertTrue(moved)

    def test_lines_survive_being_written(self):
        rng = np.random.default_rng(2)
        lines = [(rng.integers(0, 256, (32, 20 * n), np.uint8), "A<B9"[:n], np.arange(n, dtype=np.float32) * 20)
                 for n in (4, 2, 3)]
        with tempfile.TemporaryDirectory() as folder:
            placed.write(os.path.join(folder, "a.npz"), lines)
            found = placed.read(os.path.join(folder, "a.npz"))
        for (strip, text, middles), line in zip(found, lines, strict=True):
            self.assertEqual(text, line[1])
            self.assertTrue(np.array_equal(strip, line[0]) and np.array_equal(middles, line[2]))


    def test_lines_of_lstmtraining_are_taken_over(self):
        strip = np.random.default_rng(6).integers(0, 256, (32, 90), np.uint8)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.lstmf")
            lstmf.write(path, [lstmf.page(strip, "AB<", 0), lstmf.page(strip, "C", 1)])
            (first, text, middles), second = settle.without_places(path)
        self.assertTrue(np.array_equal(first, strip))
        self.assertEqual((text, second[1], middles.tolist()), ("AB<", "C", [0, 20, 40]))


class Network(unittest.TestCase):
    def test_memory_is_tesseracts(self):
        rng = np.random.default_rng(3)
        gates = [rng.normal(size=(8, 5 + 8 + 1)) for _ in range(4)]
        x = rng.normal(size=(6, 5))
        for direction, order in (("right", slice(None)), ("left", slice(None, None, -1))):
            layer = tessnet.Memory(gates, direction, summary=False)
            y = layer(torch.from_numpy(x).float()[None, None]).detach().numpy()[0, 0]
            np.testing.assert_allclose(y, remembered(x[order], gates)[order], atol=1e-5)
        down = tessnet.Memory(gates, "down", summary=True)
        y = down(torch.from_numpy(x).float()[None, :, None]).detach().numpy()[0, 0, 0]
        np.testing.assert_allclose(y, remembered(x, gates)[-1], atol=1e-5)
        for a, b in zip(down.matrices(), gates):
            np.testing.assert_allclose(a, b, atol=1e-6)

    def test_blocks_and_neighbours_are_laid_out_column_by_column(self):
        x = torch.arange(4 * 6.0).reshape(1, 4, 6, 1)
        self.assertEqual(tessnet.Stacking(2, 2)(x)[0, 1, 2].tolist(), [16, 22, 17, 23])
        pick = np.zeros((1, 10))
        pick[0, 1 * 3 + 2] = 1     # of the column itself the row below
        self.assertEqual(tessnet.Dense(pick, "Linear", (1, 1))(x)[0, 1, 2].item(), 14)

    def test_a_written_model_reads_as_the_one_in_memory(self):
        for path in MODELS:
            network = tessnet.load(path)
            picture = torch.randn(2, 32, 240, 1, generator=torch.Generator().manual_seed(4))
            with torch.no_grad():
                scores = network(picture)
                for integer in (True, False):
                    again = tessnet.TessNet(network.file(integer))(picture)
                    self.assertLess((again.exp() - scores.exp()).abs().max().item(), 0.02)

    def test_a_rendered_line_is_read(self):
        strip, text, _ = sample("first", "places", 0, 0)
        network = tessnet.load(MODELS[0])
        with torch.no_grad():
            scores = network(torch.from_numpy(tessnet.levelled(strip))[None, :, :, None])
        self.assertEqual(network.texts(scores), [text])


class Places(unittest.TestCase):
    def test_centres_of_an_even_fit(self):
        cell = np.tile((np.arange(200) + 0.5) / 20 - 1.5, (32, 1))
        np.testing.assert_allclose(centres(cell, 3), [40, 60, 80], atol=1e-4)
        # Characters beyond the strip are put where they would stand.
        np.testing.assert_allclose(centres(cell, 10)[-1], 220, atol=1e-3)

    def test_damage_moves_a_character_and_its_place_together(self):
        rng = np.random.default_rng(5)
        for _ in range(20):
            strip = np.full((32, 300), 240, np.uint8)
            strip[6:26, 148:153] = 20
            moved, middles = augment._moved(rng, strip, np.array([150.5]))
            dark = 240 - moved.astype(float).min(axis=0)
            self.assertLess(abs((dark * (np.arange(300) + 0.5)).sum() / dark.sum() - middles[0]), 1.5)

    def test_steps_near_a_character_want_it_and_those_between_want_nothing(self):
        wanted = learn.targets(np.array([22.0, 42.0]), [7, 8], 16, 4, 38)
        self.assertEqual(wanted[5], 7)
        self.assertEqual(wanted[10], 8)
        self.assertEqual(wanted[7], 38)
        self.assertTrue((wanted[:3] == 38).all() and (wanted[13:] == 38).all())

    def test_characters_count_in_their_own_cells_only(self):
        network = tessnet.load(MODELS[0])
        scores = torch.full((20, 39), -9.0)
        scores[:, network.blank] = 0
        scores[5, network.classes["A"]] = scores[14, network.classes["B"]] = 1
        self.assertEqual(learn.in_cells(scores, np.array([22.0, 42.0, 62.0]), network), ["A", "", "B"])

    def test_places_that_are_off_are_corrected(self):
        network = tessnet.load(MODELS[0])
        strip, text, middles = next(line for line in (sample("first", "settle", 0, i) for i in range(9))
                                    if len(line[1]) > 20)
        with torch.no_grad():
            scores = network(torch.from_numpy(tessnet.levelled(strip))[None, :, :, None])[0]
        reference = settle.settled((strip, text, middles), scores, network)
        wrong = settle.settled((strip, text, middles + 7), scores, network)
        np.testing.assert_allclose(wrong[2], reference[2], atol=0.5)
        self.assertIsNone(settle.settled((strip, "<" * len(text), middles), scores, network))

    def test_lines_come_in_the_shares_that_were_asked_for(self):
        strip = np.zeros((32, 100), np.uint8)
        kinds = {kind: ([(strip, kind, None)] * 50, share) for kind, share in (("a", 3), ("b", 1))}
        texts = [line[1] for batch in learn.Lines(kinds, 8, 1).pool() for line in batch]
        self.assertEqual(len(texts), 8 * learn.POOL)
        self.assertEqual(texts.count("b"), 2 * learn.POOL)


if __name__ == "__main__":
    unittest.main()
