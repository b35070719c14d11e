"""Trains the verifier: is this cell a clean x? python verifier.py OUT --data FOLDER [--minutes M]

The network sees a cell of a strip with half of either neighbour and says of every character, each for itself, whether
the cell shows it whole and clean; where something lies over it or part of it is missing it is to say no to all. What it
learns from is made by `cells.py`, and damaged once more here, other every time that a cell is seen.

OUT/state.pt holds what is needed to go on, OUT/verifier.bin the network (`verifierfile.py`), OUT/mean.bin the mean of its weights and of
those that it was begun with, OUT/both.bin this network and those of --with, which the program asks together. `comparer.py` adds
the networks that the program needs beside these.
"""
import argparse
import copy
import glob
import os
import struct
import time

import numpy as np
import torch
from torch import nn

from cells import CLASSES, FOREIGN, PAPER
from verifierfile import Parts, filled, stored, written

HEIGHT, WIDTH = 32, 48              # pixels seen: a cell of 20 with 14 on either side
HIGH = 58                           # rows of strips that show what stands above and below a line as well
CLEAN, DAMAGED = 0.008, 0.035       # changed share of a cell below which it is clean, from which it is damaged
OUTPUTS = len(CLASSES) + 1          # and bare paper
SIZES = (48, 72, 160)               # features of the three layers below the last
MAX_WEIGHT = 65535                  # what the whole weights of an output may sum up to without their signs (CNetwork)
ACCENT = 0.009                      # changed share from which a mark beside a letter is seen
UNLIKE = 0.03                       # changed share below which a cell shows the character that was laid over it, and only that
# Characters that hide what they are printed over, wholly or nearly.
OVER = {"I": "ZTEFLDBPRHN1", "L": "EDUBZ", "F": "EPRBH", "C": "GOQD0", "O": "QDG08", "P": "RBD", "U": "OGQDL0", "V": "YWMN", "N": "MHWK",
        "T": "ZIEJ7", "A": "RHMK", "H": "BMNWK", "J": "UDO", "E": "BR", "K": "RXHN", "D": "BOQR", "S": "B8GZ", "Y": "XVT", "X": "KW", "R": "BK",
        "Z": "2EB", "1": "TILZ", "3": "8B9", "5": "6S8B", "7": "Z2T", "0": "8O9", "<": "KCXEG", "G": "6QO", "M": "WN", "W": "MN", "B": "8R"}


class Verifier(nn.Module):
    def __init__(self, sizes=SIZES, channels=1, outputs=OUTPUTS, height=HEIGHT):
        super().__init__()
        rows = (height + 8 - 12) // 4 + 1
        first, second, third = sizes
        self.first = nn.Conv2d(channels, first, 12, stride=4, padding=(4, 0))
        self.second = nn.Conv2d(first, second, 3, stride=2, padding=(1, 0))
        self.third = nn.Linear(second * ((rows - 1) // 2 + 1) * 4, third)
        self.last = nn.Linear(third, outputs)

    def forward(self, cells):
        x = torch.relu(self.first(cells))
        x = torch.relu(self.second(x))
        # Row by row, then column by column, the features of one place side by side.
        x = torch.relu(self.third(x.permute(0, 2, 3, 1).flatten(1)))
        return self.last(x)


def packed(network):
    """A network as the program multiplies with it. Of each layer: inputs and outputs; of each output, up to a multiple of 8, what a
    weight of 1 stands for, then its bias, floats; for two inputs at a time the two weights of each output, whole numbers of 16 bits."""
    parts = []
    for layer in (network.first, network.second, network.third, network.last):
        weights = layer.weight.detach()
        # Of a window the rows first, then its columns, then the features of one place.
        rows = (weights.permute(0, 2, 3, 1).flatten(1) if weights.dim() == 4 else weights).numpy().astype(np.float64)
        outputs, inputs = rows.shape
        # Each weight may be rounded up by half a step.
        scales = np.maximum(np.abs(rows).max(1) / 32767, np.abs(rows).sum(1) / (MAX_WEIGHT - inputs / 2))
        whole = np.zeros((filled(outputs, 8), filled(inputs, 2)), "<i2")
        whole[:outputs, :inputs] = np.rint(rows / np.where(scales > 0, scales, 1)[:, None])
        values = np.zeros((2, len(whole)), "<f4")
        values[:, :outputs] = scales, layer.bias.detach()
        pairs = whole.reshape(len(whole), -1, 2).transpose(1, 0, 2)
        parts += [struct.pack("<II", inputs, outputs), values.tobytes(), pairs.tobytes()]
    return b"".join(parts)


def unpacked(data, height=HEIGHT):
    """The network that was `packed`, its weights as they were rounded."""
    layers, at = [], 0
    for _ in range(4):
        inputs, outputs = struct.unpack_from("<II", data, at)
        width = filled(outputs, 8)
        scales, biases = np.frombuffer(data, "<f4", 2 * width, at + 8).reshape(2, width)[:, :outputs]
        pairs = np.frombuffer(data, "<i2", filled(inputs, 2) * width, at + 8 + 8 * width).reshape(-1, width, 2)
        rows = pairs.transpose(1, 0, 2).reshape(width, -1)[:outputs, :inputs] * scales[:, None]
        layers.append((torch.from_numpy(rows), torch.from_numpy(biases.copy())))
        at += 8 + width * (8 + 2 * filled(inputs, 2))
    network = Verifier([len(biases) for _, biases in layers[:3]], layers[0][0].shape[1] // 12 ** 2, len(layers[3][1]), height)
    for layer, (rows, biases) in zip((network.first, network.second, network.third, network.last), layers):
        shape = layer.weight.shape
        if len(shape) == 4:
            rows = rows.reshape(shape[0], shape[2], shape[3], shape[1]).permute(0, 3, 1, 2)
        layer.weight.data.copy_(rows)
        layer.bias.data.copy_(biases)
    return network


def read(path):
    """The verifying networks that were `written`."""
    return [unpacked(data) for data in stored(path).verifying]


def together(networks):
    """What networks say together: the mean of their log odds."""
    return lambda cells: sum(network(cells) for network in networks) / len(networks)


def load_files(paths):
    """The strips of files side by side, and of every cell: middle, row's begin and end, class, share, picture."""
    pixels, cells, at = [], [], 0
    for path in paths:
        with np.load(path) as file:
            starts = np.concatenate([[0], np.cumsum(file["widths"])])
            table = file["cells"]
            which = table[:, 0].astype(int)
            cells.append(np.column_stack([table[:, 1] + starts[which] + at, starts[which] + at, starts[which + 1] + at, table[:, 2:]]))
            pixels.append(file["pixels"])
            at += file["pixels"].shape[1]
    return np.concatenate(pixels, axis=1), np.concatenate(cells)


def crops(pixels, cells, rng=None):
    """What the network sees of each cell: 0 white to 1 black. Beyond a strip its last column goes on."""
    left = np.round(cells[:, 0]).astype(int) - WIDTH // 2
    down = np.zeros(len(cells), int)
    if rng is not None:
        left += rng.integers(-3, 4, len(cells))
        down = rng.integers(-1, 2, len(cells))
    x = np.clip(left[:, None] + np.arange(WIDTH), cells[:, 1:2].astype(int), cells[:, 2:3].astype(int) - 1)
    y = np.clip(np.arange(len(pixels))[None] + down[:, None], 0, len(pixels) - 1)
    return 1 - pixels[y[:, :, None], x[:, None, :]].astype(np.float32) / 255


def soft(distance, width):
    return np.clip(width - distance, 0, 1)


def marks(rng, count):
    """Masks of strokes and covers, count x HEIGHT x WIDTH."""
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    column = lambda low, high: rng.uniform(low, high, (count, 1, 1)).astype(np.float32)
    cx, cy = column(12, 36), column(4, 28)
    way = np.where(rng.random((count, 1, 1)) < 0.6, rng.integers(0, 4, (count, 1, 1)) * np.pi / 4 + rng.normal(0, 0.15, (count, 1, 1)),
                   column(0, np.pi)).astype(np.float32)
    along = (x - cx) * np.cos(way) + (y - cy) * np.sin(way)
    across = -(x - cx) * np.sin(way) + (y - cy) * np.cos(way) + along ** 2 * rng.normal(0, 0.01, (count, 1, 1))
    half = np.exp(column(np.log(2.5), np.log(60)))
    line = soft(np.abs(across), column(0.8, 3.4)) * soft(np.abs(along) - half, 1)
    low, high = column(8, 34), column(2, 26)
    sides = rng.integers(0, 4, (count, 1, 1))
    grain = column(0.4, 2.5)
    edge = np.select([sides == 0, sides == 1, sides == 2], [x - low, low + 6 - x, y - high], high + 4 - y)
    edge = edge + (x - 24) * rng.normal(0, 0.15, (count, 1, 1)) * (sides > 1) + (y - 16) * rng.normal(0, 0.15, (count, 1, 1)) * (sides < 2)
    cover = np.clip(edge / grain + 0.5, 0, 1)
    # A cover of one cell ends where its neighbours begin.
    one = rng.random((count, 1, 1)) < 0.5
    cover = np.where(one & (np.abs(x - 24) > 11), 0, cover)
    spot = np.clip((1 - ((along / column(1.5, 11)) ** 2 + (across / column(1.5, 9)) ** 2)) * 3, 0, 1)
    # A thick bar, upright or level.
    level = rng.random((count, 1, 1)) < 0.5
    bar = soft(np.abs(np.where(level, y - cy, x - cx)), column(2, 7.5)) * np.where(one & (np.abs(x - 24) > 11), 0, 1)
    kind = rng.random((count, 1, 1))
    return np.select([kind < 0.43, kind < 0.76, kind < 0.84], [line, cover, bar], spot).astype(np.float32)


def shrunk(rng, seen):
    """Cells in which the print is smaller and stands on the same foot, as small letters that are shaped as capitals do."""
    count = len(seen)
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    size = rng.uniform(0.62, 0.8, (count, 1, 1)).astype(np.float32)
    foot, middle = HEIGHT - 4, WIDTH / 2
    # The neighbours stay as they are.
    inside = np.abs(x - middle) < 10
    down = np.where(inside, foot - (foot - y) / size, y)
    across = np.where(inside, middle + (x - middle) / np.minimum(1, size * 1.12), x)
    rows = down.round().astype(int)
    columns = across.round().astype(int)
    found = seen[np.arange(count)[:, None, None], rows.clip(0, HEIGHT - 1), np.broadcast_to(columns, rows.shape).clip(0, WIDTH - 1)]
    return np.where(rows < 0, np.minimum(seen, 0.05), found)


def accented(rng, seen):
    """Cells with a mark above the letter or below it: one or two dots, a stroke that leans, a hat."""
    count = len(seen)
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    column = lambda low, high: rng.uniform(low, high, (count, 1, 1)).astype(np.float32)
    dx, radius = x - 24 + column(-2, 2), column(1, 2)
    away = column(2.5, 5.5) * (rng.random((count, 1, 1)) < 0.7)
    # Above, where the capitals begin four rows down; below, where they end at the 28th.
    above = rng.random((count, 1, 1)) < 0.85
    dy = y - np.where(above, column(0, 3.5), column(28.5, 31))
    dots = soft(np.hypot(np.abs(dx) - away, dy), radius + 0.7)
    lean = rng.choice((-1, 1), (count, 1, 1)) * column(0.25, 1.2)
    stroke = soft(np.abs(dy - lean * dx) / np.hypot(1, lean), radius + 0.2) * (np.abs(dx) < column(2, 4.5))
    hat = soft(np.abs(dy - np.abs(lean) * (np.abs(dx) - 2)) / np.hypot(1, lean), radius + 0.2) * (np.abs(dx) < column(3, 6))
    kind = rng.random((count, 1, 1))
    mask = np.select([kind < 0.4, kind < 0.75], [dots, stroke], hat)
    return np.maximum(seen, mask * rng.uniform(0.6, 1, (count, 1, 1))).astype(np.float32)


def damaged(rng, seen, share, other):
    """Marks over two cells of five; the changed share grows by what they change in the middle cell.

    `other` is for every cell another one, of the same line or of a character that is drawn over this one most easily missed.
    """
    count = len(seen)
    chosen = np.flatnonzero(rng.random(count) < 0.4)
    n = len(chosen)
    before, other = seen[chosen].copy(), other[chosen]
    mask = marks(rng, n)
    dark = rng.random((n, 1, 1))
    colour = np.where(dark < 0.5, rng.uniform(0.7, 1, (n, 1, 1)), np.where(dark < 0.85, rng.uniform(0, 0.15, (n, 1, 1)), rng.random((n, 1, 1))))
    strength = np.where(rng.random((n, 1, 1)) < 0.6, 1, rng.uniform(0.4, 1, (n, 1, 1)))
    after = before * (1 - mask * strength) + colour * mask * strength
    kind = rng.random((n, 1, 1))
    # Another character over it, which was rubbed out before or not; a blend of the two; part of the other in its place.
    left = np.where(rng.random((n, 1, 1)) < 0.4, rng.uniform(0.35, 0.85, (n, 1, 1)), 1)
    ink = np.where(rng.random((n, 1, 1)) < 0.5, rng.uniform(0.9, 1.05, (n, 1, 1)), rng.uniform(0.35, 0.9, (n, 1, 1)))
    over = np.maximum(before * left, other * ink)
    after = np.where(kind < 0.24, over, after)
    blend = rng.uniform(0.25, 0.75, (n, 1, 1))
    after = np.where((kind >= 0.24) & (kind < 0.28), before * blend + other * (1 - blend), after)
    after = np.where((kind >= 0.28) & (kind < 0.35), np.where(mask > 0.5, other, before), after)
    # Mostly over this one cell and not over its neighbours.
    beside = (np.abs(np.arange(WIDTH) - WIDTH / 2) > 11)[None, None] & (rng.random((n, 1, 1)) < 0.75)
    after = np.where((kind < 0.35) & beside, before, after)
    moved = np.roll(before, 8, axis=2)
    after = np.where((kind >= 0.35) & (kind < 0.37), np.where(mask > 0.5, moved, before), after)
    after = np.where((kind >= 0.37) & (kind < 0.41), shrunk(rng, before), after).astype(np.float32)
    isAccented = (kind >= 0.41) & (kind < 0.45)
    after = np.where(isAccented, accented(rng, before), after)
    seen[chosen] = after
    changed = np.abs(after - before)[:, :, 14:34].mean(axis=(1, 2))
    # Where nothing is left of what was printed first the cell shows the other character, and nobody could say that it does not.
    unlike = np.abs(after - other * np.minimum(ink, 1))[:, :, 14:34].mean(axis=(1, 2))
    unknown = (kind[:, 0, 0] < 0.35) & (unlike < UNLIKE) & (changed > CLEAN)
    share = share.copy()
    share[chosen] += changed
    share[chosen[unknown]] = (CLEAN + DAMAGED) / 2
    # A mark is small, and makes another letter all the same.
    share[chosen[isAccented[:, 0, 0] & (changed > ACCENT)]] = DAMAGED
    return seen, share


def partners(rng, cells, chosen, clean, anywhere, by_class):
    """Of each chosen cell another that is laid over it: of the same strip, or one of `OVER` from anywhere."""
    near = (chosen + rng.integers(1, 30, len(chosen)) * rng.choice((-1, 1), len(chosen))).clip(0, len(cells) - 1)
    found = np.where((cells[near, 1] == cells[chosen, 1]) & clean[near], near, rng.choice(anywhere, len(chosen)))
    for i in np.flatnonzero(rng.random(len(chosen)) < 0.5):
        character = int(cells[chosen[i], 3])
        names = OVER.get(CLASSES[character], "") if 0 <= character < len(CLASSES) else ""
        if names:
            found[i] = rng.choice(by_class[CLASSES.index(names[rng.integers(len(names))])])
    return found


def varied(rng, seen):
    """Ink, noise and blur, a little other every time."""
    count = len(seen)
    seen = np.clip(seen * rng.uniform(0.88, 1.08, (count, 1, 1)).astype(np.float32) + rng.normal(0, 0.03, (count, 1, 1)).astype(np.float32), 0, 1)
    some = np.flatnonzero(rng.random(count) < 0.25)
    seen[some] += rng.standard_normal(seen[some].shape, dtype=np.float32) * rng.uniform(0, 0.1, (len(some), 1, 1)).astype(np.float32)
    some = np.flatnonzero(rng.random(count) < 0.15)
    part = seen[some]
    a = rng.uniform(0, 0.25, (len(some), 1, 1)).astype(np.float32)
    part[:, :, 1:-1] = part[:, :, 1:-1] * (1 - 2 * a) + (part[:, :, :-2] + part[:, :, 2:]) * a
    part[:, 1:-1] = part[:, 1:-1] * (1 - 2 * a) + (part[:, :-2] + part[:, 2:]) * a
    seen[some] = part
    return np.clip(seen, 0, 1)


def goals(classes, share):
    """What is wanted of every output, and how much it counts."""
    wanted = np.zeros((len(classes), OUTPUTS), np.float32)
    clean = (share <= CLEAN) & (classes != FOREIGN)
    wanted[clean, classes[clean]] = 1
    counted = clean | (share >= DAMAGED) | (classes == FOREIGN)
    return wanted, counted.astype(np.float32)


@torch.no_grad()
def measured(network, pixels, cells):
    """Of clean cells the lowest quantiles of the claim's logit; of damaged ones the share whose best logit stays below those."""
    logits = []
    for part in np.array_split(cells, max(1, len(cells) // 4096)):
        logits.append(network(torch.from_numpy(crops(pixels, part))[:, None]).numpy())
    logits = np.concatenate(logits)
    classes, share = cells[:, 3].astype(int), cells[:, 4]
    clean = (share <= CLEAN) & (classes >= 0) & (classes != PAPER)
    own = logits[np.flatnonzero(clean), classes[clean]]
    bad = logits[((share >= DAMAGED) & (classes != PAPER)) | (classes == FOREIGN)][:, :len(CLASSES)].max(1)
    lines = []
    for quantile in (0.0001, 0.0003, 0.001, 0.003):
        limit = np.quantile(own, quantile)
        lines.append(f"{quantile:.4f}: {limit:6.2f} lets {np.mean(bad > limit):.4f} of {len(bad)} damaged through")
    paper = logits[classes == PAPER]
    return lines + [f"wrong class {np.mean(logits[clean].argmax(1) != classes[clean]):.5f}; paper taken for print "
                    f"{np.mean(paper[:, :len(CLASSES)].max(1) > 0):.4f}"]


@torch.no_grad()
def trusted(network, pixels, cells):
    """The cells but those that the network is sure are another character than the label has: of strips cut beside the line."""
    kept = []
    for part in np.array_split(cells, max(1, len(cells) // 4096)):
        logits = network(torch.from_numpy(crops(pixels, part))[:, None]).numpy()[:, :len(CLASSES)]
        classes = part[:, 3].astype(int)
        isClean = (part[:, 4] <= CLEAN) & (classes >= 0) & (classes < len(CLASSES))
        own = logits[np.arange(len(part)), classes.clip(0, len(CLASSES) - 1)]
        kept.append(~(isClean & (own < -6) & (logits.max(1) > 0)))
    return cells[np.concatenate(kept)]


def mean_loss(logits, wanted, counted):
    """Of what `goals` wants."""
    loss = nn.functional.binary_cross_entropy_with_logits(logits, torch.from_numpy(wanted), reduction="none").sum(1)
    return (loss * torch.from_numpy(counted)).mean()


def learn(network, average, optimizer, drawn_loss, rate, minutes, every, report, clock=time.process_time):
    """Lowers `drawn_loss()`, the loss of cells drawn anew each time, for so many minutes of a clock: with `rate` at first and ever less.

    `average` gets the running mean of the network's weights. Every so many seconds `report` is called, and what is reached printed
    before. The number of steps is what comes back.
    """
    begun, step, total = clock(), 0, minutes * 60
    shown = begun
    while (spent := clock() - begun) < total:
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, step / 200 + 0.05) * max(0.02, 1 - spent / total)
        loss = drawn_loss()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for kept, new in zip(average.parameters(), network.parameters()):
                kept.lerp_(new, max(0.002, 1 / (step + 1)))
        step += 1
        if clock() - shown > every:
            shown = clock()
            print(f"step {step}, {spent / 60:.1f} min, loss {loss.item():.4f}", flush=True)
            report()
    return step


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--data", required=True)
    parser.add_argument("--validation", default="*-09*.npz", help="the files that are only tested on")
    parser.add_argument("--sizes", type=int, nargs=3, default=SIZES, help="features of the three layers below the last")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--begin", help="verifier.bin of an earlier training to go on from")
    parser.add_argument("--trust", help="verifier.bin whose sure contradictions of a label are believed; else that of --begin")
    parser.add_argument("--with", dest="others", help="verifier.bin whose networks are asked as well")
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, at first")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    os.makedirs(options.out, exist_ok=True)
    network = read(options.begin)[0] if options.begin else Verifier(options.sizes)
    average = copy.deepcopy(network)
    network = network.to(memory_format=torch.channels_last)
    optimizer = torch.optim.Adam(network.parameters(), lr=2e-3)
    state = os.path.join(options.out, "state.pt")
    if os.path.exists(state):
        saved = torch.load(state)
        network.load_state_dict(saved["network"])
        average.load_state_dict(saved["average"])
    tests = sorted(glob.glob(os.path.join(options.data, options.validation)))
    pixels, cells = load_files(sorted(set(glob.glob(os.path.join(options.data, "*.npz"))) - set(tests)))
    test_pixels, test_cells = load_files(tests)
    if options.begin or options.trust:
        known = len(cells)
        cells = trusted(together(read(options.trust)) if options.trust else network, pixels, cells)
        print(f"{known - len(cells)} labels of {known} are not believed", flush=True)
    # Fillers are a third of all cells.
    weight = np.where(cells[:, 3] == len(CLASSES) - 1, 0.35, 1.0) * np.where((cells[:, 4] >= DAMAGED) | (cells[:, 3] < 0), 3.0, 1.0)
    size = 512
    print(f"{len(cells)} cells, {np.mean(cells[:, 4] >= DAMAGED):.3f} damaged; {len(test_cells)} to test", flush=True)
    chances = np.cumsum(weight / weight.sum())
    clean = (cells[:, 4] <= CLEAN) & (cells[:, 3] >= 0) & (cells[:, 3] < len(CLASSES))
    anywhere = np.flatnonzero(clean)
    by_class = [np.flatnonzero(clean & (cells[:, 3] == i)) for i in range(len(CLASSES))]

    def drawn_loss():
        chosen = np.searchsorted(chances, rng.random(size)).clip(0, len(cells) - 1)
        part = cells[chosen]
        other = crops(pixels, cells[partners(rng, cells, chosen, clean, anywhere, by_class)], rng)
        seen, share = damaged(rng, crops(pixels, part, rng), part[:, 4], other)
        # Half the bits, where the processor can: twice the steps in the same time.
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = network(torch.from_numpy(varied(rng, seen))[:, None].contiguous(memory_format=torch.channels_last))
        return mean_loss(logits.float(), *goals(part[:, 3].astype(int), share))

    def kept():
        torch.save({"network": network.state_dict(), "average": average.state_dict()}, state)
        written(os.path.join(options.out, "verifier.bin"), Parts([packed(average)]))
        print("  " + "\n  ".join(measured(average, test_pixels, test_cells)), flush=True)

    learn(network, average, optimizer, drawn_loss, options.rate, options.minutes, 90, kept)
    kept()
    if options.others:
        written(os.path.join(options.out, "both.bin"), Parts(stored(options.others).verifying + [packed(average)]))
        print("both\n" + "\n".join(measured(together(read(options.others) + [average]), test_pixels, test_cells)))
    if options.begin:
        # The mean of what was begun with and of what came of it errs where both do.
        with torch.no_grad():
            for kept, first in zip(average.parameters(), read(options.begin)[0].parameters()):
                kept.lerp_(first, 0.5)
        written(os.path.join(options.out, "mean.bin"), Parts([packed(average)]))
        print("mean\n" + "\n".join(measured(average, test_pixels, test_cells)))


if __name__ == "__main__":
    main()
