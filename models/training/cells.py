"""Cells of strips as the program cuts them, with what each shows: python cells.py KIND FIRST LAST OUT [options]

What the verifier learns from (`verifier.py`). KIND is `attacks` (the pictures of Tests/Honesty, half of them attacked),
`ordinary` (those on which light, paper and cameras leave their traces and every character is whole) or `photographs`
(specimens, drawn and photographed; nothing is done to them). OUT/KIND-NNNN.npz holds for every number
FIRST...LAST the strips of N pictures side by side, and of every cell: the strip, its middle in it in pixels, the character
printed there (its place in `CLASSES`; `PAPER` beyond the ends of a line, `FOREIGN` where no MRZ has such a character), the
share of it that was changed after it was printed, and the picture's number. PROGRAM names the program. With --high the strips show
what stands above and below the lines as well; with --conditions each photograph has one of those only.
"""
import argparse
import functools
import json
import os
import subprocess
import sys
import tempfile
import time

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../../Tests/Honesty"))

import attacks
import make
from specimens import studio
from specimens.people import CASES
from specimens.photograph import photograph, scan
from specimens.stress import FORMATS, mixture

PROGRAM = os.environ.get("PROGRAM", os.path.join(HERE, "../../.build/release/mrz-bench"))
CLASSES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
PAPER, FOREIGN = len(CLASSES), -1
PITCH, MARGIN = 20, 2               # of the strips: pixels a cell, cells beyond each end
# Left out of training, so that what is measured on them is new to the network.
HELD_OUT = ("stapled", "hologram", "overlapped", "specked")
FAMILIES = [f for f in attacks.FAMILIES if f not in (*HELD_OUT, "mixed", "files", "small", "dated", "joint")]
# What makes no character another one, and leaves each where it is in the picture.
ORDINARY = ["shadowed", "leaved", "handheld"] * 3 + ["creased", "stained"] * 2 + [
    "sleeved", "panelled", "lined", "banded", "shown", "kinegram", "patterned", "glared", "dotted", "flickering", "screened", "grainy",
    "denoised", "sharpened", "dim", "bright", "warm", "equalized"]
WEIGHTED = FAMILIES + ["half", "strokes", "overprinted", "foreign", "joint", "dated", "small"]
# Conditions under which a character may be gone altogether are taken up to this level only.
MILD = {"glare": 3, "overlay": 3, "print": 4, "contrast": 4, "lowlight": 4, "noise": 4, "motion": 3, "defocus": 4}

cv2.setNumThreads(1)


def attacked(number, k):
    """One picture of Tests/Honesty: its bytes, ending, lines, middles and changed places."""
    family = WEIGHTED[(number * 31 + k) % len(WEIGHTED)]
    data, kind, label, middles = make.picture_of("train", number * 100_000 + k, family, k % 3 > 0)
    return data, kind, label["lines"], middles, {(i, j): share for i, j, share in label["touched"]}


def ordinary(number, k):
    """One picture of `ORDINARY`, as `attacked`: nothing of it counts as changed."""
    data, kind, label, middles = make.picture_of("train", number * 100_000 + k, ORDINARY[(number * 31 + k) % len(ORDINARY)], True)
    return data, kind, label["lines"], middles, {}


def photographed(number, k, chosen=()):
    """One specimen, photographed as the stress sets are, or in one of the `chosen` conditions."""
    words, rng = studio.generators(f"cells-1/{number}/{k}")
    if chosen:
        conditions = {words.choice(chosen): words.randint(1, 5)}
    else:
        conditions = {words.choice(studio.ALL): words.randint(1, 5)} if words.random() < 0.7 else mixture(words)
    conditions = {c: min(level, MILD.get(c, 5)) for c, level in conditions.items()}
    layout, turn = words.choice(FORMATS), words.choice((0.0, 0.0, 0.0, 90.0, 180.0))
    pitch = words.uniform(8, 20)
    flat = studio.draw(layout, words, rng, conditions, pitch, words.choice(CASES) if words.random() < 0.5 else "plain")
    if words.random() < 0.2 and set(conditions) <= {"print", "contrast", "pattern", "seethrough", "inverted"}:
        photo = scan([flat], rng, pitch, turn)
    else:
        photo = photograph([flat], rng, conditions, pitch, turn, crop=True, margin=0.1)
    ok, data = cv2.imencode(".jpg", cv2.cvtColor(photo.image, cv2.COLOR_RGB2BGR),
                            [cv2.IMWRITE_JPEG_QUALITY, photo.quality if "jpeg" in conditions else words.choice((55, 70, 82, 90))])
    return data.tobytes(), ".jpg", photo.documents[0][0].lines, photo.cells[0], {}


def placed(row, middles):
    """The number of the line that a strip shows and the middles of its characters' cells, in pixels; None where not certain.

    Strips are cut along the band's own curves, so that characters stand in cells of one width; the corners of the band tell
    which cell is whose.
    """
    corners = np.float32(row["quad"])
    across = np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])
    along = np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])
    columns, count = row["columns"], row["lineCount"]
    tall = across / along * columns
    flat = np.float32([[0, 0], [columns, 0], [columns, tall], [0, tall]])
    matrix = cv2.getPerspectiveTransform(corners, flat)
    lines = [cv2.perspectiveTransform(np.float32(line)[None], matrix)[0] for line in middles]
    # From the top of the first line's capitals to the foot of the last one's; a capital is about 1.15 cells high.
    expected = 0.575 + (tall - 1.15) / max(1, count - 1) * row["line"] if count > 1 else tall / 2
    away = [abs(float(np.median(line[:, 1])) - expected) for line in lines]
    best = int(np.argmin(away))
    x = (lines[best][:, 0] + MARGIN) * PITCH
    steps = np.diff(x)
    if away[best] > 0.5 or len(steps) == 0 or steps.min() <= 0 or not 17 < np.median(steps) < 23:
        return None
    columns = np.arange(len(x))
    first = round(float(np.median(x / PITCH - 0.5 - columns)))
    snapped = (first + columns + 0.5) * PITCH
    # Where the curves run away from the characters, nobody knows which is where.
    return (best, snapped) if np.abs(snapped - x).max() < 0.8 * PITCH else None


def cells_of(lines, changed, line, x, width):
    """(middle, class, changed share) of every cell of a strip that shows it whole, and of the paper beside the line."""
    found = []
    for column, (middle, character) in enumerate(zip(x, lines[line])):
        share = changed.get((line, column), 0.0)
        if PITCH <= middle <= width - PITCH:
            found.append((middle, CLASSES.find(character) if character in CLASSES else FOREIGN, share))
    for column, middle in ((0, x[0] - PITCH), (len(x) - 1, x[-1] + PITCH)):
        if PITCH / 2 <= middle <= width - PITCH / 2 and changed.get((line, column), 0.0) == 0:
            found.append((middle, PAPER, 0.0))
    return found


def strips_of(take, number, count, cut=()):
    """(strip, its cells, the picture's number) of every line that the program's first search finds, with its options `cut`."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as scratch:
        truth = {}
        for k in range(count):
            data, kind, lines, middles, changed = take(number, k)
            path = os.path.join(scratch, f"{k:05d}{kind}")
            with open(path, "wb") as file:
                file.write(data)
            truth[path] = (lines, middles, changed, k)
        out = os.path.join(scratch, "strips")
        os.mkdir(out)
        subprocess.run([PROGRAM, "strips", "--first", *cut, *truth, "--out", out], check=True, capture_output=True)
        with open(os.path.join(out, "strips.jsonl")) as file:
            for row in map(json.loads, file):
                lines, middles, changed, k = truth[row["image"]]
                where = placed(row, middles)
                if where is None:
                    continue
                strip = cv2.imread(os.path.join(out, row["file"]), cv2.IMREAD_GRAYSCALE)
                found = cells_of(lines, changed, *where, strip.shape[1])
                if found:
                    yield strip, found, k


def write(path, rows):
    strips, cells, pictures = zip(*rows)
    table = np.concatenate([np.column_stack([np.full(len(c), i), np.array(c), np.full(len(c), k)])
                            for i, (c, k) in enumerate(zip(cells, pictures))])
    np.savez(path, pixels=np.concatenate(strips, axis=1), widths=np.int32([s.shape[1] for s in strips]),
             cells=table.astype(np.float32))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("attacks", "ordinary", "photographs"))
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("out")
    parser.add_argument("--count", type=int, default=250)
    parser.add_argument("--high", action="store_true")
    parser.add_argument("--conditions", type=lambda names: tuple(names.split(",")), default=())
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    take = {"attacks": attacked, "ordinary": ordinary,
            "photographs": functools.partial(photographed, chosen=options.conditions)}[options.kind]
    for number in range(options.first, options.last + 1):
        path = os.path.join(options.out, f"{options.kind}-{number:04d}.npz")
        if not os.path.exists(path):
            begun = time.process_time()
            rows = list(strips_of(take, number, options.count, ["--high"] if options.high else []))
            write(path, rows)
            print(f"{path}: {len(rows)} strips, {time.process_time() - begun:.0f} s CPU", flush=True)


if __name__ == "__main__":
    main()
