"""Fast checks of the training tools: python -m unittest discover -s tests, in models/training."""
import json
import os
import random
import struct
import sys
import tempfile
import unittest

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import alterations  # noqa: E402
import average  # noqa: E402
import lstmf  # noqa: E402
import mrztext  # noqa: E402
import verifierfile  # noqa: E402
from camera import PITCH, photograph  # noqa: E402
from evaluate import distance  # noqa: E402
from flatten import HEIGHT, flatten  # noqa: E402
from make_lines import sample  # noqa: E402


class Verifier(unittest.TestCase):
    MODEL = os.path.join(HERE, "../../verifier.bin")

    def test_what_is_stored_is_written_again(self):
        parts = verifierfile.stored(self.MODEL)
        count = sum(map(len, [*alterations.LARGER.values(), *alterations.STROKES.values()]))
        self.assertEqual([len(part) for part in parts], [2, 1, 1, count])
        with tempfile.NamedTemporaryFile() as file, open(self.MODEL, "rb") as model:
            verifierfile.written(file.name, parts)
            self.assertEqual(file.read(), model.read())

    def test_the_stroke_is_what_the_larger_letter_has_besides(self):
        larger, letter = np.zeros((2, alterations.HEIGHT, alterations.WIDTH), np.float32)
        larger[6:26, 16:19] = larger[6:26, 29:32] = larger[23:26, 16:32] = 1        # a U
        letter[6:26, 18:21] = letter[23:26, 18:34] = 1                              # an L, two pixels beside it
        found = alterations.stroke(larger, letter)
        self.assertTrue(found[6:23, 29:32].all())
        self.assertEqual(found.sum(), 17 * 3)

    def test_a_stroke_is_drawn_where_it_is_said(self):
        cells = np.full((3, alterations.HEIGHT, alterations.WIDTH + 2 * alterations.SPARE), 30, np.uint8)
        cells[:, 6:26, 20:23] = 220
        seen = alterations.drawn(np.random.default_rng(1), cells, [[(.2, .97), (.8, .97)]])
        self.assertTrue((seen[:, 24:30, 22:30].max((1, 2)) > 100).all())        # the foot of an L
        self.assertTrue((seen[:, :20] == cells[:, :20]).all())

    def test_a_discriminant_parts_what_it_learnt(self):
        rng = np.random.default_rng(1)
        letters, others = rng.normal(0, 1, (400, 6)), rng.normal(0, 1, (400, 6)) + (0, 3, 0, 0, -3, 0)
        weights = alterations.discriminant(others, letters)
        self.assertGreater((others @ weights).mean(), (letters @ weights).mean())
        self.assertLess(np.abs(weights[[0, 2, 3, 5]]).max(), np.abs(weights[[1, 4]]).min() / 5)


class Text(unittest.TestCase):
    def test_check_digits_of_the_doc_9303_specimen(self):
        self.assertEqual(mrztext.check_digit("L898902C3"), "6")
        self.assertEqual(mrztext.check_digit("L898902C36" + "7408122" + "1204159" + "ZE184226B<<<<<1"), "0")

    def test_lines_have_the_lengths_of_their_format(self):
        r = random.Random(1)
        for _ in range(200):
            self.assertEqual([len(x) for x in mrztext.td1(r)], [30, 30, 30])
            self.assertEqual([len(x) for x in mrztext.td2(r)], [36, 36])
            self.assertEqual([len(x) for x in mrztext.td3(r)], [44, 44])
            self.assertEqual([len(x) for x in mrztext.visa(r, 44)], [44, 44])
            self.assertEqual([len(x) for x in mrztext.french_identity_card(r)], [36, 36])
            self.assertEqual([len(x) for x in mrztext.french_driving_licence(r)], [30])
            self.assertEqual([len(x) for x in mrztext.swiss_driving_licence(r)], [9, 30, 30])

    def test_composite_check_digits(self):
        r = random.Random(2)
        for _ in range(100):
            a, b, _ = mrztext.td1(r)
            self.assertEqual(b[29], mrztext.check_digit(a[5:30] + b[:7] + b[8:15] + b[18:29]))
            _, b = mrztext.td3(r)
            self.assertEqual(b[43], mrztext.check_digit(b[:10] + b[13:20] + b[21:43]))

    def test_lines_stay_in_the_alphabet(self):
        r = random.Random(3)
        for _ in range(500):
            text = mrztext.line(r)
            self.assertLessEqual(set(text), set(mrztext.ALPHABET))
            self.assertLessEqual(len(text), 44)
            self.assertGreaterEqual(len(text), 1)

    def test_zero_does_not_crowd_out_the_letter_o_in_document_numbers(self):
        r = random.Random(4)
        mixed = [n for n in (mrztext.number(r) for _ in range(20000)) if not n.rstrip("<").isdigit()]
        inner = "".join(n[3:] for n in mixed if any(c.isalpha() for c in n[3:]))
        self.assertGreater(inner.count("O") / (inner.count("O") + inner.count("0")), 0.3)


class Strips(unittest.TestCase):
    def test_a_strip_is_a_function_of_its_seed(self):
        first, text, _ = sample("full", "seed", 3, 7)
        again, same, _ = sample("full", "seed", 3, 7)
        self.assertEqual(text, same)
        self.assertTrue(np.array_equal(first, again))
        self.assertEqual(first.shape[0], HEIGHT)

    def test_every_level_renders_short_and_long_lines(self):
        for level in range(5):
            for text in ("A", "ABC<", "P<UTO" + "<" * 39):
                r = random.Random(level)
                strip, _ = photograph(r, np.random.default_rng(level), text, level)
                self.assertEqual(strip.dtype, np.uint8)
                self.assertGreater(strip.shape[1], PITCH * (len(text) - 1))


class Flatten(unittest.TestCase):
    def test_reproduces_the_recorded_strip(self):
        # The program's own implementation is tested against the same file.
        with open(os.path.join(HERE, "flatten.json")) as file:
            record = json.load(file)
        source = np.array(record["input"], np.uint8).reshape(HEIGHT, -1)
        wanted = np.array(record["output"], np.int16).reshape(HEIGHT, -1)
        self.assertLessEqual(int(np.abs(flatten(source).astype(np.int16) - wanted).max()), 1)

    def test_removes_a_shadow(self):
        strip = np.full((HEIGHT, 400), 200, np.float32)
        strip[8:24, 10:390:20] = 60
        shaded = strip.copy()
        shaded[:, 200:] *= 0.5
        a, b = (flatten(s.astype(np.uint8)).astype(int) for s in (strip, shaded))
        self.assertLess(np.abs(a - b)[:, 260:].mean(), 6)

    def test_empty_paper_becomes_light(self):
        self.assertGreaterEqual(flatten(np.full((HEIGHT, 200), 90, np.uint8)).min(), 10)
        strip = np.full((HEIGHT, 400), 200, np.uint8)
        strip[8:24, 100:300:20] = 60
        self.assertGreater(flatten(strip)[:, :50].min(), 230)


class Files(unittest.TestCase):
    def test_lstmf_page_holds_picture_and_text(self):
        image = np.arange(32 * 40, dtype=np.uint32).reshape(32, 40).astype(np.uint8)
        data = lstmf.page(image, "AB<", 5)
        size, = struct.unpack_from("<I", data, 0)
        number, length = struct.unpack_from("<iI", data, 4 + size)
        self.assertEqual(number, 5)
        start = 4 + size + 8
        stored = cv2.imdecode(np.frombuffer(data[start:start + length], np.uint8), cv2.IMREAD_GRAYSCALE)
        self.assertTrue(np.array_equal(stored, image))
        self.assertTrue(data.endswith(b"\x03\0\0\0AB<\0"))

    def test_distance(self):
        self.assertEqual(distance("KITTEN", "SITTING"), 3)
        self.assertEqual(distance("", "AB"), 2)

    def test_mean_of_weights(self):
        a = struct.pack("<II", 1, 2) + np.array([1.0, 2.0]).tobytes()
        b = struct.pack("<II", 1, 2) + np.array([3.0, 6.0]).tobytes()
        spans = [(8, 2)]
        mean = average.mean([a, b], spans)
        self.assertEqual(np.frombuffer(mean, np.float64, 2, 8).tolist(), [2.0, 4.0])


if __name__ == "__main__":
    unittest.main()
