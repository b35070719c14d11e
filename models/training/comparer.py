"""Trains the comparer: do these two cells of a page show the same, whole and clean? python comparer.py OUT --data FOLDER [--minutes M]

The verifier has never seen the page that it judges. The comparer sees the cell in question beside another one of the same page that
shows, plainly, the character which is claimed of it: how this printer, paper and camera draw it. It learns from the cells that the
verifier tells least well. So those that are damaged (as they are in the pictures of `cells.py`, or by `verifier.damaged`) are claimed
to be what the verifier takes them for, and clean ones count the more the less plain they are.

--data holds what `cells.py` made; the pairs are kept in OUT/pairs. OUT/state.pt is the network, OUT/verifier.bin the file that the
program reads: --verifier, with this network as its comparer.
"""
import argparse
import copy
import glob
import os

import numpy as np
import torch
from torch import nn

import verifier
from cells import CLASSES, FOREIGN, PAPER
from verifier import CLEAN, DAMAGED, HEIGHT, SIZES, WIDTH, Verifier
from verifierfile import stored, written

FILLER = len(CLASSES) - 1
CHANNELS = 3                        # the cell in question, the other one, and how much they differ
LEAST_SPREAD = 1.3                  # as the program has it
ROWS, COLUMNS = slice(1, HEIGHT - 1), slice(13, 35)     # of which a shift is judged
SHIFTS = [(across, down) for down in (0, -1, 1) for across in (0, 1, -1, 2, -2, 3, -3, 4, -4)]
# Where the cells of a pair come from.
AS_PRINTED, ATTACKED, MISREAD, DAMAGED_HERE = range(4)


def moved(cell, across, down):
    """A cell whose content is so many pixels further left and up; its edges go on."""
    rows = np.clip(np.arange(HEIGHT) + down, 0, HEIGHT - 1)
    columns = np.clip(np.arange(WIDTH) + across, 0, WIDTH - 1)
    return cell[rows][:, columns]


def aligned(cell, other):
    """The other cell, moved by as many pixels as it takes to be most like the first."""
    candidates = [moved(other, *shift) for shift in SHIFTS]
    distances = [((cell[ROWS, COLUMNS] - each[ROWS, COLUMNS]) ** 2).sum() for each in candidates]
    return candidates[int(np.argmin(distances))]


@torch.no_grad()
def logits(networks, seen):
    """What the verifier says of cells."""
    judge = verifier.together(networks)
    parts = [judge(torch.from_numpy(np.ascontiguousarray(seen[i:i + 2048]))[:, None]).numpy() for i in range(0, len(seen), 2048)]
    return np.concatenate(parts)


class Pairs:
    """Pairs of cells: pixels, whether they show the same, how far the claim falls below its page's, where they come from."""

    def __init__(self):
        self.pixels, self.same, self.fall, self.kind = [], [], [], []

    def add(self, cell, others, same, fall, kind):
        for other in others:
            self.pixels.append((np.stack([cell, aligned(cell, other)]) * 255).round().astype(np.uint8))
            self.same.append(same)
            self.fall.append(fall)
            self.kind.append(kind)

    def arrays(self):
        return {"pixels": np.array(self.pixels), "same": np.array(self.same, bool), "fall": np.float32(self.fall),
                "kind": np.array(self.kind, np.uint8)}


def pairs_of(path, networks, rng, rounds=6):
    """The pairs of a file of `cells.py`."""
    with np.load(path) as file:
        pixels, table = file["pixels"], file["cells"]
        starts = np.concatenate([[0], np.cumsum(file["widths"])])
    which, page = table[:, 0].astype(int), table[:, 4].astype(int)
    cells = np.column_stack([table[:, 1] + starts[which], starts[which], starts[which + 1], table[:, 2:4]])
    seen = verifier.crops(pixels, cells)
    odds = logits(networks, seen)[:, :len(CLASSES)]
    classes, share = cells[:, 3].astype(int), cells[:, 4]
    own = odds[np.arange(len(cells)), classes.clip(0, FILLER)]
    clean = (share <= CLEAN) & (classes >= 0) & (classes <= FILLER)
    # Labels are wrong where a strip was cut beside its line.
    clean &= ~((own < -6) & (odds.max(1) > 0))
    median, spread = np.zeros(len(cells)), np.ones(len(cells))
    for number in np.unique(page):
        claims = np.sort(own[(page == number) & clean & (classes != FILLER)])
        if len(claims) >= 12:
            median[page == number] = claims[len(claims) // 2]
            spread[page == number] = max(LEAST_SPREAD, claims[len(claims) // 2] - claims[len(claims) // 6])
    known = median > 2
    fall = (median - own) / spread
    exemplars = {}
    for i in np.flatnonzero(clean & known & (fall < 3)):
        exemplars.setdefault((page[i], classes[i]), []).append(i)
    pairs = Pairs()

    def add(cell, claim, i, same, how_far, kind):
        others = [k for k in exemplars.get((page[i], claim), ()) if k != i]
        pairs.add(cell, [seen[k] for k in rng.permutation(others)[:2]], same, how_far, kind)

    for i in np.flatnonzero(clean & known & (fall < 8)):
        # Most are plain, and a third are fillers.
        if rng.random() < (1 if fall[i] > 1.5 else 0.12) * (0.25 if classes[i] == FILLER else 1):
            add(seen[i], classes[i], i, True, fall[i], AS_PRINTED)
    for i in np.flatnonzero((((share >= DAMAGED) & (classes != PAPER)) | (classes == FOREIGN)) & known):
        claim = int(odds[i].argmax())
        how_far = (median[i] - odds[i, claim]) / spread[i]
        if how_far < 7:
            add(seen[i], claim, i, False, how_far, ATTACKED)
    others = odds.copy()
    others[np.arange(len(cells)), classes.clip(0, FILLER)] = -np.inf
    for i in np.flatnonzero(clean & known):
        claim = int(others[i].argmax())
        how_far = (median[i] - others[i, claim]) / spread[i]
        if how_far < 7:
            add(seen[i], claim, i, False, how_far, MISREAD)
    anywhere = np.flatnonzero(clean)
    by_class = [found if len(found := np.flatnonzero(clean & (classes == k))) else anywhere for k in range(len(CLASSES))]
    chosen = np.flatnonzero(clean & known & (classes != FILLER))
    for _ in range(rounds):
        over = verifier.crops(pixels, cells[verifier.partners(rng, cells, chosen, clean, anywhere, by_class)], rng)
        marred, changed = verifier.damaged(rng, verifier.crops(pixels, cells[chosen]), share[chosen], over)
        kept = np.flatnonzero(changed >= DAMAGED)
        found = logits(networks, marred[kept])[:, :len(CLASSES)]
        for row, k in zip(found, kept):
            how_far = (median[chosen[k]] - row.max()) / spread[chosen[k]]
            if how_far < 6:
                add(marred[k], int(row.argmax()), chosen[k], False, how_far, DAMAGED_HERE)
    return pairs.arrays()


def load(paths):
    """The pairs of several files as one."""
    files = [np.load(path) for path in paths]
    return {name: np.concatenate([file[name] for file in files]) for name in ("pixels", "same", "fall", "kind")}


def channels(pairs):
    """What the network sees of pairs, 0 white to 1 black."""
    return np.concatenate([pairs, np.abs(pairs[:, :1] - pairs[:, 1:])], 1)


def varied(rng, pixels):
    """Pairs as floats: moved together, with other ink and noise every time."""
    across, down = rng.integers(-2, 3), rng.integers(-1, 2)
    rows, columns = np.clip(np.arange(HEIGHT) + down, 0, HEIGHT - 1), np.clip(np.arange(WIDTH) + across, 0, WIDTH - 1)
    pairs = pixels[:, :, rows][:, :, :, columns].astype(np.float32) / 255
    count = len(pairs)
    pairs *= rng.uniform(0.9, 1.06, (count, 1, 1, 1)) * (1 + rng.normal(0, 0.02, (count, 2, 1, 1)))
    some = np.flatnonzero(rng.random(count) < 0.3)
    pairs[some] += rng.standard_normal(pairs[some].shape, dtype=np.float32) * rng.uniform(0, 0.06, (len(some), 1, 1, 1))
    return np.clip(pairs, 0, 1)


@torch.no_grad()
def measured(network, pairs):
    """By how far a claim falls: the share of pairs that differ which pass where nine of ten, or half, of those do that do not."""
    odds = np.concatenate([network(torch.from_numpy(channels(part.astype(np.float32) / 255))).numpy()[:, 0]
                           for part in np.array_split(pairs["pixels"], max(1, len(pairs["pixels"]) // 4096))])
    lines = []
    for low, high in ((1, 2.2), (2.2, 3.6), (3.6, 5), (5, 7)):
        inside = (pairs["fall"] > low) & (pairs["fall"] <= high)
        same = odds[inside & pairs["same"]]
        for name, kind in (("attacked", ATTACKED), ("misread", MISREAD), ("damaged here", DAMAGED_HERE)):
            differing = odds[inside & (pairs["kind"] == kind)]
            if len(same) > 5 and len(differing) > 5:
                lines.append(f"fall {low} to {high}, {len(same)} the same, {len(differing)} {name}: "
                             f"{np.mean(differing > np.quantile(same, 0.1)):.3f}, {np.mean(differing > np.median(same)):.3f} pass")
    return lines


def begun(first):
    """A comparer with a verifying network's features of the cell in question."""
    network = Verifier(SIZES, CHANNELS, 1)
    with torch.no_grad():
        network.first.weight[:, 1:] *= 0.7
        network.first.weight[:, :1] = first.first.weight
        network.first.bias.copy_(first.first.bias)
        for layer, known in ((network.second, first.second), (network.third, first.third)):
            layer.weight.copy_(known.weight)
            layer.bias.copy_(known.bias)
    return network


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--data", required=True)
    parser.add_argument("--verifier", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "../verifier.bin"))
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(5)
    parts = stored(options.verifier)
    networks = [verifier.unpacked(each) for each in parts.verifying]
    kept = os.path.join(options.out, "pairs")
    os.makedirs(kept, exist_ok=True)
    for number, path in enumerate(sorted(glob.glob(os.path.join(options.data, "*.npz")))):
        into = os.path.join(kept, os.path.basename(path))
        if not os.path.exists(into):
            found = pairs_of(path, networks, np.random.default_rng(number))
            np.savez(into + ".part.npz", **found)
            os.rename(into + ".part.npz", into)
            print(f"{into}: {len(found['same'])} pairs, {found['same'].mean():.2f} the same", flush=True)
    paths = sorted(glob.glob(os.path.join(kept, "*.npz")))
    test, pairs = load(paths[9::10]), load([path for i, path in enumerate(paths) if i % 10 != 9])
    fall, same = pairs["fall"], pairs["same"]
    weight = np.where(same, np.select([fall > 3.3, fall > 2.2, fall > 1.5], [6, 4, 2], 1),
                      np.select([pairs["kind"] == ATTACKED, fall < 3.6], [4, 2], 1)).astype(float)
    chances = np.cumsum(weight / weight.sum())
    rng = np.random.default_rng(5)
    network = begun(networks[-1])
    average = copy.deepcopy(network)
    network = network.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=1e-3)
    print(f"{len(same)} pairs, {len(test['same'])} to test", flush=True)

    def drawn_loss():
        chosen = np.searchsorted(chances, rng.random(384)).clip(0, len(same) - 1)
        seen = torch.from_numpy(channels(varied(rng, pairs["pixels"][chosen]))).contiguous(memory_format=torch.channels_last)
        # Half the bits, where the processor can: twice the steps in the same time.
        with torch.autocast("cpu", dtype=torch.bfloat16):
            odds = network(seen)[:, 0]
        return nn.functional.binary_cross_entropy_with_logits(odds.float(), torch.from_numpy(same[chosen].astype(np.float32)))

    verifier.learn(network, average, optimizer, drawn_loss, 1.5e-3, options.minutes, 120,
                   lambda: print("  " + "\n  ".join(measured(average, test)), flush=True))
    torch.save(average.state_dict(), os.path.join(options.out, "state.pt"))
    written(os.path.join(options.out, "verifier.bin"), parts._replace(comparing=[verifier.packed(average)]))
    print("\n".join(measured(average, test)))


if __name__ == "__main__":
    main()
