"""Patches on patterned paper: a piece without the pattern, on which characters stand that were not there, or which hides a part of one.

`make.py --families grounds`. Functions as those of `attacks.py`. Pages of these families have strongly patterned paper whether they are
attacked or not; an honest one should be verified.
"""
import cv2
import numpy as np

from attacks import names, places
from page import CAPITAL, CELL, noise

# What is left of a letter where a part of it is painted out: the part, as shares of its width and its height, and that letter.
LESS = {"E": [((0, 0.62, 1, 1.1), "F")], "R": [((0.5, 0.55, 1.1, 1.1), "P")], "Q": [((0.45, 0.72, 1.1, 1.2), "O")],
        "P": [((0.45, -0.1, 1.1, 1.1), "I")], "B": [((0.4, 0.55, 1.1, 0.85), "P")], "G": [((0.5, 0.42, 1.1, 0.8), "C")],
        "F": [((0.35, 0.3, 1.1, 0.7), "T")], "W": [((0.3, -0.1, 0.7, 0.7), "U")], "M": [((0.3, 0.2, 0.7, 1.1), "H")],
        "H": [((0.35, -0.1, 1.1, 1.1), "I")], "D": [((0.35, -0.1, 1.1, 1.1), "I")], "O": [((0.6, 0.25, 1.1, 0.75), "C")]}


def gratings(words, rng, y, x):
    """Two or three sets of straight lines through each other."""
    total = 0
    for _ in range(words.randint(2, 3)):
        way, period = words.uniform(0, np.pi), words.uniform(0.12, 0.45) * CELL
        wave = np.cos((x * np.cos(way) + y * np.sin(way)) * 2 * np.pi / period + words.uniform(0, 6))
        total = total + np.clip((wave - words.uniform(0.2, 0.85)) * 4, 0, 1)
    return total


def rings(words, rng, y, x):
    """Circles round two middles."""
    total = 0
    for _ in range(2):
        across, down = words.uniform(0, x.shape[1]), words.uniform(-300, 500)
        period = words.uniform(0.15, 0.5) * CELL
        wave = np.cos(np.hypot(x - across, y - down) * 2 * np.pi / period)
        total = total + np.clip((wave - words.uniform(0.1, 0.8)) * 4, 0, 1)
    return total


def dots(words, rng, y, x):
    """A raster of dots, turned."""
    way, period = words.uniform(0, np.pi / 2), words.uniform(0.16, 0.4) * CELL
    u, v = x * np.cos(way) + y * np.sin(way), y * np.cos(way) - x * np.sin(way)
    wave = np.cos(u * 2 * np.pi / period) + np.cos(v * 2 * np.pi / period)
    return np.clip((wave - words.uniform(0.2, 1.3)) * 3, 0, 1)


def grain(words, rng, y, x):
    """Paper of coarse fibres, or a copy's grain."""
    return 0.8 * np.clip(noise(rng, x.shape, words.uniform(1.5, 5)) * 0.6 + 0.4, 0, 2)


def microprint(words, rng, y, x):
    """Rows of words too small to be read."""
    sheet = np.zeros(x.shape, np.uint8)
    scale = words.uniform(0.22, 0.4)
    for row in range(0, sheet.shape[0] + 12, words.randint(7, 13)):
        cv2.putText(sheet, "SPECIMENUTOPIA" * (sheet.shape[1] // 60), (-words.randint(0, 60), row), cv2.FONT_HERSHEY_SIMPLEX, scale, 255, 1,
                    cv2.LINE_AA)
    return sheet.astype(np.float32) / 255


PATTERNS = (gratings, rings, dots, grain, microprint)


def patterned(words, rng, page):
    """Gives a page strongly patterned paper, of 7 to 25 % of its light."""
    height, width = page.ink.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    mark = words.choice(PATTERNS)(words, rng, y, x) * words.uniform(0.07, 0.25)
    swell = 1 + noise(rng, (height, width), words.uniform(60, 300)) * words.choice((0, 0.15, 0.35))
    tint = np.float32([words.uniform(0.3, 1) for _ in range(3)])
    tint /= tint.max()
    base = np.float32([words.uniform(0.85, 1) for _ in range(3)]) * words.uniform(0.88, 1)
    page.paper = np.clip(base * (1 - (mark * np.clip(swell, 0.2, 2))[..., None] * tint), 0, 1).astype(np.float32)


def corners(box):
    x0, y0, x1, y1 = box
    return np.float32([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def soft_mask(words, page, corners):
    """1 within four corners of a page, with soft edges."""
    mask = np.zeros(page.ink.shape, np.float32)
    cv2.fillPoly(mask, [np.int32(corners * 8)], 1.0, cv2.LINE_AA, 3)
    return cv2.GaussianBlur(mask, (0, 0), words.uniform(0.4, 2))


def patch(words, rng, page, box, hides=False):
    """Paper without the pattern over a box of the page (left, top, right, bottom), which may hide the print."""
    x0, y0, x1, y1 = box
    mask = soft_mask(words, page, corners(box) + rng.normal(0, words.choice((0, 1, 2)), (4, 2)).astype(np.float32))[..., None]
    a, b, c, d = max(0, int(y0) - 4), int(y1) + 5, max(0, int(x0) - 4), int(x1) + 5
    here = np.mean(page.paper[a:b, c:d].reshape(-1, 3), axis=0) * (1 + words.gauss(0, 0.008))
    if hides:
        page.ink *= 1 - mask[..., 0]
    page.paper = (page.paper * (1 - mask) + here * mask).astype(np.float32)


def around(words, page, line, first, end):
    """The box of some characters with a little round it."""
    left, top, right, bottom = page.box(line, first, end)
    return (left - words.uniform(0, 0.12) * CELL, top - words.uniform(0.08, 0.3) * CAPITAL,
            right + words.uniform(0, 0.12) * CELL, bottom + words.uniform(0.08, 0.3) * CAPITAL)


def patched(words, rng, page, picture):
    """One to three letters of a name stand on a patch, printed as the page is: others stood there before."""
    line, first = words.choice(names(page, words))
    end = first + 1
    while end < first + 3 and end < len(page.lines[line]) and page.lines[line][end].isalpha() and words.random() < 0.4:
        end += 1
    patch(words, rng, page, around(words, page, line, first, end))
    picture[:] = page.laid()


def erased(words, rng, page, picture):
    """Fillers behind a name stand on a patch, where the name went on before."""
    line = 2 if len(page.lines) == 3 else 0
    first = len(page.lines[line].rstrip("<"))
    count = min(words.randint(2, 9), len(page.lines[line]) - first)
    if count < 2:
        return patched(words, rng, page, picture)
    patch(words, rng, page, around(words, page, line, first, first + count))
    picture[:] = page.laid()


def letter_of(words, page, letters):
    """A place of a name, or else of another field, with one of these letters; None without such a letter."""
    found = [place for place in names(page, words) if page.lines[place[0]][place[1]] in letters] or places(page, words, "".join(letters))
    return words.choice(found) if found else None


def less(words, page):
    """Renames a letter of the page as what is left of it where a part is gone, and returns the box of that part; None without such a
    letter."""
    place = letter_of(words, page, LESS)
    if place is None:
        return None
    line, column = place
    (a, b, c, d), other = words.choice(LESS[page.lines[line][column]])
    page.lines[line] = page.lines[line][:column] + other + page.lines[line][column + 1:]
    left, top, _, _ = page.box(line, column)
    left, wide = left + 0.12 * CELL, 0.76 * CELL
    return left + a * wide, top + b * CAPITAL, left + c * wide, top + d * CAPITAL


def lessened(words, rng, page, picture):
    """A part of a letter is painted out with the colour of the paper, so that another letter is left."""
    printed = list(page.lines)
    part = less(words, page)
    if part is None:
        return patched(words, rng, page, picture)
    patch(words, rng, page, part, hides=True)
    picture[:] = page.laid()
    return printed


MARKS = {"groundpatched": patched, "grounderased": erased, "groundlessened": lessened}
