"""Finds what tells a letter from the remnant of a larger one: python remnants.py DATA --into verifier.bin

A stroke that is erased as telephones do it, with the light, the tint and the grain of the paper round about, leaves another letter: a C
of an O, an L of a U. What is left has the ink and the strokes of the page, so that the verifier takes it for a letter; but an O without
its right side is no C. For each pair of `LARGER` this finds Fisher's linear discriminant between whole letters and larger ones of which
the difference was erased here.

DATA holds what `mrz-bench letters` wrote of pictures with nothing over them; every fourth of those is left out and only measured on.
Of each pair it prints which share of remnants is beyond the limit, and which share of whole letters.
"""
import argparse
import json
import os
import struct

import cv2
import numpy as np

from cells import CLASSES
from verifierfile import stored, written

HEIGHT, WIDTH = 32, 48              # pixels of a strip that are seen of a cell
EDGE = 10                           # columns at either side that are not
BLOCK = 2                           # pixels a side that are taken together
SPARE = 2                           # columns beside a cell, to look beside it
SHIFTS = -1, 0, 1                   # columns by which a cell may stand beside its place
LIMIT = 0.9997                      # share of whole letters that a score of 1 is beyond; half of them are beyond 0
MAX_ERASED = 2500                   # remnants of a pair that are learnt from
RIDGE = 0.003                       # added to the variances, so that the noise of single pixels decides nothing
# The letters that have all of a letter, and a stroke more, and of which the networks do not tell what is left, or just so.
LARGER = {"C": "GO", "F": "E", "L": "U", "O": "Q", "P": "BR"}


def whole(folder, entries):
    """Of each letter the cells that show it whole, with `SPARE` columns beside: 0 paper to 255 ink."""
    found = {}
    for entry in entries:
        cells = 255 - cv2.imread(os.path.join(folder, entry["file"]), cv2.IMREAD_GRAYSCALE)
        for name, cell in zip(entry["letters"], np.split(cells, len(entry["letters"]), axis=1)):
            found.setdefault(name, []).append(cell)
    return {name: np.array(cells) for name, cells in found.items()}


def moved(cells, across, down):
    """What is seen of cells that stand so many pixels beside their places and below them, 0 to 1."""
    x = SPARE + np.asarray(across)[:, None] + np.arange(WIDTH)
    y = np.clip(np.arange(HEIGHT) + np.asarray(down)[:, None], 0, HEIGHT - 1)
    return cells[np.arange(len(cells))[:, None, None], y[:, :, None], x[:, None, :]].astype(np.float32) / 255


def varied(rng, cells):
    """Cells moved, blurred and inked a little differently."""
    seen = moved(cells, rng.integers(-1, 2, len(cells)), rng.integers(-1, 2, len(cells)))
    for each in np.flatnonzero(rng.random(len(seen)) < 0.25):
        seen[each] = cv2.GaussianBlur(seen[each], (0, 0), rng.uniform(0.25, 0.8))
    return np.clip(seen * rng.uniform(0.9, 1.06, (len(seen), 1, 1)).astype(np.float32), 0, 1)


def stroke(larger, letter):
    """What a larger letter has and the other one has not, where that lies over it best: the largest piece."""
    beside = min((np.roll(letter, shift, 1) for shift in range(-4, 5)), key=lambda look: np.abs(larger - look).sum())
    difference = (larger - beside > 0.3).astype(np.uint8)
    difference[:, :12] = difference[:, -12:] = 0
    _, pieces, sizes, _ = cv2.connectedComponentsWithStats(difference)
    return (pieces == 1 + np.argmax(sizes[1:, cv2.CC_STAT_AREA])).astype(np.uint8)


def erased(rng, cells, difference):
    """Cells of which the pixels of `difference` were taken away, and what an eraser takes with them."""
    rows, columns = np.nonzero(difference)
    results = []
    for cell in cells:
        light = 255 - cell[:, SPARE:-SPARE]
        if rng.random() < 0.3:
            side = 2 * int(rng.integers(1, 4)) + 1
            mask = cv2.dilate(difference, np.ones((side, side), np.uint8))
        else:
            # From somewhere inside the letter to well beyond its edge, whichever edge that is.
            reach = lambda edge, inner: rng.integers(-1, 3 + 9 * (edge < inner))
            mask = np.zeros_like(difference)
            top, bottom, left, right = rows.min(), rows.max(), columns.min(), columns.max()
            mask[max(0, top - reach(top, 10)):bottom + reach(-bottom, -21) + 1,
                 max(0, left - reach(left, 19)):right + reach(-right, -28) + 1] = 1
        mask = np.roll(mask, rng.integers(-1, 2, 2), (0, 1))
        # The neighbours stay.
        mask[:, :9] = mask[:, -9:] = 0
        if rng.random() < 0.5:
            after = cv2.inpaint(light, mask, int(rng.integers(1, 4)), int(rng.choice((cv2.INPAINT_NS, cv2.INPAINT_TELEA))))
        else:
            paper, strength = np.percentile(light, rng.uniform(60, 95)), 1 if rng.random() < 0.7 else rng.uniform(0.75, 1)
            soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), rng.uniform(0.1, 1.3)) * strength
            after = light * (1 - soft) + paper * soft
        results.append(255 - np.clip(after, 0, 255).astype(np.uint8))
    return np.pad(np.array(results), ((0, 0), (0, 0), (SPARE, SPARE)), mode="edge")


def features(seen):
    """The means of the blocks of the middle of each cell, row by row."""
    middle = seen[:, :, EDGE:WIDTH - EDGE]
    return middle.reshape(len(seen), HEIGHT // BLOCK, BLOCK, (WIDTH - 2 * EDGE) // BLOCK, BLOCK).mean((2, 4)).reshape(len(seen), -1)


def scores(cells, weights):
    """The least score of each cell over its places."""
    none = np.zeros(len(cells), int)
    return np.min([features(moved(cells, none + shift, none)) @ weights for shift in SHIFTS], axis=0)


def discriminant(remnants, letters):
    """Fisher's linear discriminant: the weights that part the means furthest against the spread of both."""
    spread = (np.cov(remnants.T) + np.cov(letters.T)) / 2
    return np.linalg.solve(spread + RIDGE * np.eye(len(spread)), remnants.mean(0) - letters.mean(0))


def packed(letter, larger, weights, offset):
    """The places of both letters in `CLASSES`, how many weights, what is added to their sum, and the weights."""
    return struct.pack("<IIIf", CLASSES.index(letter), CLASSES.index(larger), len(weights), offset) + weights.astype("<f4").tobytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--into", required=True, help="the verifier.bin that the discriminants are written into")
    options = parser.parse_args()
    rng = np.random.default_rng(3)
    with open(os.path.join(options.data, "letters.jsonl")) as file:
        entries = [json.loads(line) for line in file]
    cells, new = (whole(options.data, [entry for place, entry in enumerate(entries) if (place % 4 == 3) == isNew])
                  for isNew in (False, True))
    usual_looks = {name: letters[:, :, SPARE:-SPARE].astype(np.float32).mean(0) / 255 for name, letters in cells.items()}
    remnants = []
    for letter, others in LARGER.items():
        letters = features(varied(rng, cells[letter]))
        for larger in others:
            difference = stroke(usual_looks[larger], usual_looks[letter])
            drawn = rng.choice(len(cells[larger]), min(len(cells[larger]), MAX_ERASED), replace=False)
            weights = discriminant(features(varied(rng, erased(rng, cells[larger][drawn], difference))), letters)
            low, high = np.quantile(scores(cells[letter], weights), (0.5, LIMIT))
            weights, offset = weights / (high - low), -low / (high - low)
            remnants.append(packed(letter, larger, weights, offset))
            caught = np.mean(scores(erased(rng, new[larger], difference), weights) + offset > 1)
            lost = np.mean(scores(new[letter], weights) + offset > 1)
            print(f"{larger} as {letter}: {caught:.3f} of {len(new[larger])} remnants, {lost:.4f} of {len(new[letter])} letters", flush=True)
    written(options.into, stored(options.into)._replace(remnants=remnants))


if __name__ == "__main__":
    main()
