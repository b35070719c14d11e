"""Trains the network of surroundings: is this a clean x, and nothing round it? python surroundings.py OUT --data FOLDER [--minutes M]

What an MRZ has nowhere is small: a sign between two letters, a dot or a hook below one, a small letter above. Where it touches a
character no piece of ink is left that stands by itself, and of the character too little is changed for the verifier to notice. This
network sees what the verifier sees and, beyond it, what stands above and below the line. It learns from the same cells; on two in five
of them small marks are drawn here, other every time that a cell is seen.

--data holds what `cells.py --high` made. OUT/state.pt is the network, OUT/verifier.bin the file that the program reads: --verifier,
with this network as that of surroundings.
"""
import argparse
import copy
import glob
import multiprocessing
import os
import time

import numpy as np
import torch

import verifier
from cells import CLASSES, PAPER
from verifier import CLEAN, DAMAGED, HEIGHT, HIGH, SIZES, WIDTH, Verifier, crops, soft
from verifierfile import stored, written

TOP = (HIGH - HEIGHT) // 2          # rows above those that the verifier sees
CAPITALS = 16, 42                   # rows between which capitals stand
SEEN, UNSEEN = 5, 2                 # ink of a mark, in black pixels, from which it is seen and up to which it is not
BLANK = 0.06                        # of paper
MAX_COVERED = 15                    # rows at either edge that may belong to another line
BATCH = 512


def blurred(masks, sigma):
    """Masks, each blurred by its own `sigma` pixels (count x 1 x 1)."""
    weights = [np.exp(-k * k / (2 * sigma ** 2)) for k in range(3)]
    total = weights[0] + 2 * weights[1] + 2 * weights[2]
    for axis in (1, 2):
        padded = np.pad(masks, [(2, 2) if axis == each else (0, 0) for each in range(3)])
        at = lambda k: np.take(padded, range(2 + k, 2 + k + masks.shape[axis]), axis)
        masks = (weights[0] * at(0) + weights[1] * (at(1) + at(-1)) + weights[2] * (at(2) + at(-2))) / total
    return masks


def small_marks(rng, other):
    """Masks of a dot, a short stroke, two dots or a small character, of `other`: between two cells, above one, below or on it."""
    count = len(other)
    y, x = np.mgrid[:HIGH, :WIDTH].astype(np.float32)
    column = lambda low, high: rng.uniform(low, high, (count, 1, 1)).astype(np.float32)
    middle = WIDTH / 2
    where, side = rng.random((count, 1, 1)), rng.choice((-1, 1), (count, 1, 1))
    cx = np.select([where < 0.45, where < 0.9], [middle + side * column(8, 12.5), middle + column(-8, 8)], middle + column(-12, 12))
    cy = np.select([where < 0.45, where < 0.68, where < 0.9],
                   [column(12, 46), CAPITALS[0] - column(-1, 11), CAPITALS[1] + column(-1, 11)], column(8, 50))
    cy = np.clip(cy, 3, HIGH - 4)
    radius = np.exp(column(np.log(0.9), np.log(3)))
    dot = soft(np.hypot(x - cx, (y - cy) / column(0.7, 1.4)), radius + 0.5)
    way = column(0, np.pi)
    along = (x - cx) * np.cos(way) + (y - cy) * np.sin(way)
    across = -(x - cx) * np.sin(way) + (y - cy) * np.cos(way)
    bend = rng.normal(0, 0.08, (count, 1, 1)) * (rng.random((count, 1, 1)) < 0.5)
    stroke = soft(np.abs(across + along ** 2 * bend), column(1.1, 2.3)) * soft(np.abs(along) - column(1.5, 5), 1)
    dots = soft(np.hypot(np.abs(x - cx) - column(2.5, 5), y - cy), np.minimum(radius, 2) + 0.5)
    size = column(0.3, 0.75)
    rows = (HIGH / 2 + (y - cy) / size).round().astype(int)
    columns = (middle + (x - cx) / size).round().astype(int)
    inside = (np.abs(columns - middle) <= 10) & (np.abs(rows - HIGH / 2) <= 14)
    character = other[np.arange(count)[:, None, None], rows.clip(0, HIGH - 1), columns.clip(0, WIDTH - 1)] * inside
    kind = rng.random((count, 1, 1))
    masks = np.select([kind < 0.28, kind < 0.62, kind < 0.7], [dot, stroke, dots], np.clip((character - 0.15) / 0.6, 0, 1))
    return np.clip(blurred(masks.astype(np.float32), column(0.3, 1.6)), 0, 1)


def marked(rng, seen, share, other):
    """Small marks on two clean cells of five; the changed share of those that show one is that of damaged cells."""
    chosen = np.flatnonzero((rng.random(len(seen)) < 0.42) & (share <= CLEAN))
    column = lambda low, high: rng.uniform(low, high, (len(chosen), 1, 1))
    ink = np.where(rng.random((len(chosen), 1, 1)) < 0.75, column(0.75, 1), column(0.4, 0.8))
    before = seen[chosen]
    after = np.maximum(before, small_marks(rng, other[chosen]) * ink).astype(np.float32)
    change = (after - before)[:, :, 10:38].sum((1, 2))
    seen[chosen] = after
    share = share.copy()
    share[chosen] = np.where(change > SEEN, DAMAGED, np.where(change > UNSEEN, (CLEAN + DAMAGED) / 2, share[chosen]))
    return seen, share


def covered(rng, seen):
    """Cells in which rows that may belong to another line are paper, as the program covers them."""
    count = len(seen)
    rows = np.arange(HIGH)[None, :, None]
    covers = lambda: np.where(rng.random((count, 1, 1)) < 0.3, rng.integers(0, MAX_COVERED, (count, 1, 1)), 0)
    return np.where((rows < covers()) | (rows >= HIGH - covers()), BLANK, seen).astype(np.float32)


class Cells:
    """Cells of strips, and what is drawn by chance of them."""

    def __init__(self, pixels, cells):
        self.pixels, self.cells = pixels, cells
        clean = (cells[:, 4] <= CLEAN) & (cells[:, 3] >= 0) & (cells[:, 3] < len(CLASSES))
        self.clean, self.anywhere = clean, np.flatnonzero(clean)
        self.by_class = [np.flatnonzero(clean & (cells[:, 3] == i)) for i in range(len(CLASSES))]
        # Fillers are a third of all cells.
        weight = np.where(cells[:, 3] == len(CLASSES) - 1, 0.35, 1.0) * np.where((cells[:, 4] >= DAMAGED) | (cells[:, 3] < 0), 2.0, 1.0)
        self.chances = np.cumsum(weight / weight.sum())

    def drawn(self, rng, count):
        """Pixels, changed shares and classes of cells that were damaged as the verifier's are, or marked."""
        chosen = np.searchsorted(self.chances, rng.random(count)).clip(0, len(self.cells) - 1)
        part = self.cells[chosen]
        other = crops(self.pixels, self.cells[verifier.partners(rng, self.cells, chosen, self.clean, self.anywhere, self.by_class)], rng)
        seen, share = crops(self.pixels, part, rng), part[:, 4].copy()
        some, inside = np.flatnonzero(rng.random(count) < 0.45), slice(TOP, TOP + HEIGHT)
        seen[some, inside], share[some] = verifier.damaged(rng, seen[some, inside], share[some], other[some, inside])
        seen, share = marked(rng, seen, share, other)
        return covered(rng, verifier.varied(rng, seen)), share, part[:, 3].astype(int)


def load(paths, networks):
    """The cells of files of `cells.py --high`, but those whose label the verifier contradicts."""
    pixels, cells = verifier.load_files(paths)
    return Cells(pixels, verifier.trusted(lambda seen: verifier.together(networks)(seen[:, :, TOP:TOP + HEIGHT]), pixels, cells))


@torch.no_grad()
def measured(network, seen, share, classes):
    """Of clean cells the lowest quantiles of the claim's logit; of damaged and marked ones the share whose claim stays above those."""
    logits = np.concatenate([network(torch.from_numpy(part)[:, None]).numpy() for part in np.array_split(seen, len(seen) // 2048)])
    own = logits[np.arange(len(logits)), classes.clip(0)]
    print_here = (classes >= 0) & (classes != PAPER)
    clean, bad = own[(share <= CLEAN) & print_here], own[(share >= DAMAGED) & print_here]
    return "\n  ".join(f"{q:.4f}: {(limit := np.quantile(clean, q)):6.2f} lets {np.mean(bad > limit):.4f} of {len(bad)} through"
                       for q in (0.0003, 0.001, 0.003, 0.01))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--data", required=True)
    parser.add_argument("--verifier", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "../verifier.bin"))
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    os.makedirs(options.out, exist_ok=True)
    parts = stored(options.verifier)
    networks = [verifier.unpacked(each) for each in parts.verifying]
    paths = sorted(glob.glob(os.path.join(options.data, "*.npz")))
    test = load(paths[9::10], networks).drawn(np.random.default_rng(7), 40_000)
    cells = load([path for i, path in enumerate(paths) if i % 10 != 9], networks)
    print(f"{len(cells.cells)} cells", flush=True)
    network = Verifier(SIZES, height=HIGH)
    with torch.no_grad():
        # The verifier's features of one place.
        for layer, known in ((network.first, networks[-1].first), (network.second, networks[-1].second)):
            layer.load_state_dict(known.state_dict())
    average = copy.deepcopy(network)
    network = network.to(memory_format=torch.channels_last)
    optimizer = torch.optim.Adam(network.parameters())
    # Drawing cells takes as long as learning from them.
    context = multiprocessing.get_context("fork")
    queue = context.Queue(6)

    def feed():
        rng = np.random.default_rng(11)
        while True:
            seen, share, classes = cells.drawn(rng, BATCH)
            queue.put((seen.astype(np.float16), *verifier.goals(classes, share)))

    context.Process(target=feed, daemon=True).start()

    def drawn_loss():
        seen, wanted, counted = queue.get()
        seen = torch.from_numpy(seen.astype(np.float32))[:, None].contiguous(memory_format=torch.channels_last)
        return verifier.mean_loss(network(seen), wanted, counted)

    step = verifier.learn(network, average, optimizer, drawn_loss, 2e-3, options.minutes, 120,
                          lambda: print("  " + measured(average, *test), flush=True), time.time)
    torch.save(average.state_dict(), os.path.join(options.out, "state.pt"))
    written(os.path.join(options.out, "verifier.bin"), parts._replace(surrounding=[verifier.packed(average)]))
    print(f"{step} steps\n  {measured(average, *test)}")


if __name__ == "__main__":
    main()
