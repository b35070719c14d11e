"""Finds what tells a letter from another one that was altered into it: python alterations.py DATA --into verifier.bin

A stroke that is erased as telephones do it, with the light, the tint and the grain of the paper round about, leaves another letter: a C
of an O, an L of a U. A stroke that is drawn with a pen makes another one: an R of a P. What is seen then has the ink and the strokes of the
page, so that the verifier takes it for a letter; but an O without its right side is no C. For each pair of `LARGER` and of `STROKES` this
finds Fisher's linear discriminant between whole letters and others that were altered here.

DATA holds what `mrz-bench letters` wrote of pictures with nothing over them; every fourth of those is left out and only measured on.
Of each pair it prints which share of altered letters is beyond the limit, and which share of whole ones.
"""
import argparse
import functools
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
LIMIT = 0.9997                      # share of whole letters that a score of 1 is beyond at least; half of them are beyond 0
MARGIN = 0.1                        # where altered letters score more, by which share of what 19 of 20 score more it is moved
STRETCH = 0.03                      # of the widths of a letter in different typefaces and sizes
MAX_ALTERED = 2500                  # altered letters of a pair that are learnt from
RIDGE = 0.003                       # added to the variances, so that the noise of single pixels decides nothing
# The letters that have all of a letter, and a stroke more, and of which the networks do not tell what is left, or just so.
LARGER = {"C": "GO", "F": "E", "L": "U", "O": "Q", "P": "BR"}
# The letters that become a letter by a stroke or two, and where those are drawn: as shares of a cell's width, and of the height of
# capitals below their top.
BOTTOM, TOP, LEFT = [(.2, .97), (.82, .97)], [(.15, .03), (.85, .03)], [(.18, .02), (.18, .98)]
RIGHT_SIDE, BOWL, LEG = [(.74, .12), (.88, .5), (.74, .9)], [(.75, .03), (.87, .25), (.74, .48)], [(.42, .55), (.85, 1)]
STROKES = {
    "A": {"H": [[(.18, .05), (.5, 0), (.82, .05)]]},
    "B": {"D": [[(.2, .5), (.8, .5)]], "E": [BOWL, [(.72, .5), (.88, .75), (.75, .97)]],
          "P": [[(.5, .5), (.85, .65), (.8, .92), (.2, .98)]], "R": [BOTTOM], "S": [LEFT]},
    "D": {"L": [[(.3, .02), (.85, .3), (.85, .7), (.3, .98)]]},
    "E": {"C": [[(.25, .5), (.75, .5)]], "F": [BOTTOM], "L": [TOP, [(.2, .48), (.72, .48)]]},
    "G": {"C": [[(.55, .58), (.84, .58), (.84, .95)]]},
    "I": {"T": [BOTTOM]},
    "M": {"N": [[(.5, .5), (.84, .03)]]},
    "O": {"C": [RIGHT_SIDE], "G": [RIGHT_SIDE], "U": [[(.15, .12), (.5, 0), (.85, .12)]]},
    "P": {"F": [BOWL]},
    "Q": {"O": [[(.5, .72), (.9, 1.05)]]},
    "R": {"F": [BOWL, LEG], "P": [LEG]},
    "T": {"I": [TOP], "Y": [TOP]},
    "U": {"L": [[(.82, .02), (.82, .92)]]},
    "W": {"U": [[(.5, .95), (.5, .3)]], "V": [[(.5, .95), (.5, .3)]]},
    "Y": {"V": [[(.5, .6), (.5, 1)]]},
}
CELL, CAPITAL, ABOVE = 20, 24, 4    # pixels of a strip: a cell's width, the height of capitals and what is above them
FINER = 8                           # strokes are drawn so many times as large


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


def stretched(rng, cells):
    """Cells a little wider or narrower, higher or lower, and slanting, as typefaces differ; two in five are bolder or thinner."""
    height, width = cells.shape[1:]
    middle = np.array([(width - 1) / 2, HEIGHT / 2])
    results = []
    for cell in cells:
        matrix = np.eye(2) + rng.normal(0, STRETCH, (2, 2)) * ((1, 0.5), (0.25, 0.5))
        placed = np.column_stack((matrix, middle - matrix @ middle))
        look = cv2.warpAffine(cell, placed, (width, height), borderMode=cv2.BORDER_REPLICATE)
        if rng.random() < 0.4:
            side, share = int(rng.integers(2, 4)), rng.uniform(0, 0.5)
            bolder = rng.choice((cv2.dilate, cv2.erode))(look, np.ones((side, side), np.uint8))
            look = cv2.addWeighted(look, 1 - share, bolder, share, 0)
        results.append(look)
    return np.array(results)


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


def drawn(rng, cells, strokes):
    """Cells with strokes of a pen over them, none of which runs just where it should."""
    results = []
    for cell in cells:
        mask = np.zeros((HEIGHT * FINER, cell.shape[1] * FINER), np.float32)
        thickness = max(1, round(CELL * FINER * rng.uniform(0.04, 0.28)))
        beside = rng.normal(0, (0.03, 0.018))
        for each in strokes:
            points = (np.array(each) + beside + rng.normal(0, 0.025, (len(each), 2))) * (CELL, CAPITAL)
            along = np.linspace(0, len(each) - 1, 12)
            path = np.column_stack([np.interp(along, range(len(each)), points[:, axis]) for axis in (0, 1)])
            path += ((cell.shape[1] - CELL) / 2, ABOVE) + rng.normal(0, 0.15, path.shape)
            cv2.polylines(mask, [np.int32(path * FINER * 16)], False, 1, thickness, cv2.LINE_AA, 4)
        mask = cv2.resize(mask, cell.shape[::-1], interpolation=cv2.INTER_AREA)
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.3, 1.1)) * rng.uniform(0.75, 1)
        ink = np.percentile(cell, 97) * (1 if rng.random() < 0.67 else rng.uniform(0.7, 1.25))
        results.append(np.clip(cell * (1 - mask) + np.maximum(ink, cell) * mask, 0, 255).astype(np.uint8))
    return np.array(results)


def features(seen):
    """The means of the blocks of the middle of each cell, row by row."""
    middle = seen[:, :, EDGE:WIDTH - EDGE]
    return middle.reshape(len(seen), HEIGHT // BLOCK, BLOCK, (WIDTH - 2 * EDGE) // BLOCK, BLOCK).mean((2, 4)).reshape(len(seen), -1)


def scores(cells, weights):
    """The least score of each cell over its places."""
    none = np.zeros(len(cells), int)
    return np.min([features(moved(cells, none + shift, none)) @ weights for shift in SHIFTS], axis=0)


def discriminant(altered, letters):
    """Fisher's linear discriminant: the weights that part the means furthest against the spread of both."""
    spread = (np.cov(altered.T) + np.cov(letters.T)) / 2
    return np.linalg.solve(spread + RIDGE * np.eye(len(spread)), altered.mean(0) - letters.mean(0))


def packed(letter, other, is_drawn, weights, offset):
    """The places of both letters in `CLASSES`, whether a stroke is drawn, how many weights, what is added to their sum, and the weights."""
    head = struct.pack("<IIIIf", CLASSES.index(letter), CLASSES.index(other), is_drawn, len(weights), offset)
    return head + weights.astype("<f4").tobytes()


def alterations(cells):
    """Each letter, by what others are altered into it, and whether a stroke is drawn for that or erased."""
    looks = {name: letters[:, :, SPARE:-SPARE].astype(np.float32).mean(0) / 255 for name, letters in cells.items()}
    for letter, others in LARGER.items():
        yield letter, {other: functools.partial(erased, difference=stroke(looks[other], looks[letter])) for other in others}, False
    for letter, others in STROKES.items():
        yield letter, {other: functools.partial(drawn, strokes=strokes) for other, strokes in others.items()}, True


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
    discriminants = []
    for letter, others, is_drawn in alterations(cells):
        letters = stretched(rng, cells[letter]) if is_drawn else cells[letter]
        usual = features(varied(rng, letters))
        for other, alter in others.items():
            some = cells[other][rng.choice(len(cells[other]), min(len(cells[other]), MAX_ALTERED), replace=False)]
            altered = alter(rng, stretched(rng, some) if is_drawn else some)
            weights = discriminant(features(varied(rng, altered)), usual)
            middle, limit = np.quantile(scores(letters, weights), (0.5, LIMIT))
            if is_drawn:
                limit += MARGIN * max(0, np.quantile(scores(altered, weights), 0.05) - limit)
            weights, offset = weights / (limit - middle), -middle / (limit - middle)
            discriminants.append(packed(letter, other, is_drawn, weights, offset))
            caught = np.mean(scores(alter(rng, new[other]), weights) + offset > 1)
            lost = np.mean(scores(new[letter], weights) + offset > 1)
            print(f"{other} as {letter}: {caught:.3f} of {len(new[other])} altered, {lost:.4f} of {len(new[letter])} whole", flush=True)
    written(options.into, stored(options.into)._replace(discriminants=discriminants))


if __name__ == "__main__":
    main()
