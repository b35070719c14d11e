"""Marks that were invented when all rules had been chosen: no network was trained on them, and no threshold chosen. One rule came
of their first pictures since: fillers that no name has.

`make.py --families` takes their names. Functions as those of `attacks.py`.
"""
import cv2
import numpy as np

from attacks import drawn, names, pen
from page import CAPITAL, CELL


def patch(page, words) -> tuple[slice, slice]:
    """Rows and columns of one to three characters of a name, and a little of what is round them."""
    line, column = words.choice(names(page, words))
    x, y, _, _ = page.box(line, column)
    left = max(0, int(x - words.uniform(0, 0.3) * CELL))
    return slice(max(0, int(y - 6)), int(y + CAPITAL + 6)), slice(left, int(x + words.choice((1, 1, 2, 3)) * CELL))


def streaked(words, rng, page, picture):
    """Rows of a whole line that were printed without ink, or with little: a print head that fails."""
    for top in page.tops:
        if words.random() < 0.3:
            continue
        for _ in range(words.choice((1, 1, 2))):
            y = top + words.uniform(-0.1, 1) * CAPITAL
            page.ink[max(0, int(y)):int(y + words.uniform(0.05, 0.35) * CAPITAL)] *= words.choice((0, 0, 0.2, 0.5))
    picture[:] = page.laid()


def smudged(words, rng, page, picture):
    """Some characters wiped: out of focus, or drawn out along a line."""
    for _ in range(words.choice((1, 1, 2))):
        reach = words.uniform(1.5, 7)
        if words.random() < 0.5:
            wiped = cv2.GaussianBlur(picture, (0, 0), reach)
        else:
            size = int(reach * 4) | 1
            way, kernel = words.uniform(0, np.pi), np.zeros((size, size), np.float32)
            dx, dy = np.cos(way) * size / 2, np.sin(way) * size / 2
            cv2.line(kernel, (int(size / 2 - dx), int(size / 2 - dy)), (int(size / 2 + dx), int(size / 2 + dy)), 1.0, 1)
            wiped = cv2.filter2D(picture, -1, kernel / kernel.sum())
        mask = np.zeros(picture.shape[:2], np.float32)
        mask[patch(page, words)] = 1
        mask = cv2.GaussianBlur(mask, (0, 0), 3)[..., None]
        picture[:] = picture * (1 - mask) + wiped * mask


def pixelated(words, rng, page, picture):
    """Some characters made unreadable by squares, as they are before a picture is shown to others."""
    for _ in range(words.choice((1, 1, 2))):
        part = picture[patch(page, words)]
        if not part.size:
            continue
        side = words.randint(4, 14)
        height, width = part.shape[:2]
        small = cv2.resize(part, (max(1, width // side), max(1, height // side)), interpolation=cv2.INTER_AREA)
        part[:] = cv2.resize(small, (width, height), interpolation=words.choice((cv2.INTER_NEAREST, cv2.INTER_LINEAR)))


def eroded(words, rng, page, picture):
    """Ink that is thinner or bolder than it was printed, on all of the page or on a few characters."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (words.choice((3, 5, 7)), words.choice((1, 3, 5, 7))))
    ink = (cv2.erode if words.random() < 0.6 else cv2.dilate)(page.ink, kernel)
    if words.random() < 0.5:
        page.ink[:] = ink
    else:
        for _ in range(words.choice((1, 2))):
            place = patch(page, words)
            page.ink[place] = ink[place]
    picture[:] = page.laid()


def torn(words, rng, page, picture):
    """Torn and put together beside where it was: along a column, or along a line."""
    if words.random() < 0.5:
        line, column = words.choice(names(page, words))
        x = max(0, int(page.box(line, column)[0] + words.uniform(0, 1) * CELL))
        down = int(words.choice((-1, 1)) * words.uniform(2, 0.5 * CAPITAL))
        picture[:, x:] = np.roll(picture[:, x:], (down, int(words.uniform(-0.5, 0.5) * CELL)), (0, 1))
    else:
        y = int(words.choice(page.tops) + words.uniform(0.1, 0.9) * CAPITAL)
        picture[:y] = np.roll(picture[:y], int(words.uniform(-0.9, 0.9) * CELL), 1)


def interlaced(words, rng, page, picture):
    """Every other few rows beside where they belong, as of two half pictures."""
    rows, aside = words.choice((1, 2, 3, 4)), int(words.choice((-1, 1)) * words.uniform(1, 10))
    for y in range(0, picture.shape[0], 2 * rows):
        picture[y:y + rows] = np.roll(picture[y:y + rows], aside, 1)


def ruled(words, rng, page, picture):
    """Ruled lines along the lines of print."""
    colour, strength = pen(words)
    for top in page.tops:
        if words.random() < 0.3:
            continue
        for _ in range(words.choice((1, 1, 2))):
            y = int(top + words.uniform(-0.2, 1.2) * CAPITAL)
            mask = np.zeros(picture.shape[:2], np.float32)
            mask[max(0, y):y + words.randint(1, 6)] = 1
            drawn(picture, mask, page.colour if words.random() < 0.4 else colour, strength)


def ghosted(words, rng, page, picture):
    """Printed twice, the second time fainter and a little aside."""
    aside = words.randint(-8, 8), words.randint(-CELL, CELL)
    np.maximum(page.ink, np.roll(page.ink, aside, (0, 1)) * words.uniform(0.3, 1), out=page.ink)
    picture[:] = page.laid()


def filled(words, rng, page, picture):
    """Letters of which the ink has run together, or thin strokes are gone."""
    for line, column in words.sample(names(page, words), words.choice((1, 2, 3))):
        x0, y0, x1, y1 = (max(0, int(v)) for v in page.box(line, column))
        place = slice(max(0, y0 - 4), y1 + 4), slice(x0, x1)
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (words.choice((5, 9, 13)),) * 2)
        way = words.choice((cv2.MORPH_CLOSE, cv2.MORPH_OPEN, cv2.MORPH_CLOSE))
        page.ink[place] = cv2.morphologyEx(page.ink[place], way, kernel)
    picture[:] = page.laid()


def taped(words, rng, page, picture):
    """Milky tape over some characters."""
    rows, columns = patch(page, words)
    if words.random() < 0.5:
        rows = slice(max(0, rows.start - 40), rows.stop + 40)
    mask = np.zeros(picture.shape[:2], np.float32)
    mask[rows, columns.start:columns.stop + int(words.uniform(0, 6) * CELL)] = 1
    tint = np.float32([1, words.uniform(0.9, 1), words.uniform(0.7, 1)]) * words.uniform(0.7, 1)
    drawn(picture, mask, tint, words.uniform(0.4, 0.9))


def gapped(words, rng, page, picture):
    """A few columns within a letter lost, or there twice: a scanner that stumbles."""
    line, column = words.choice(names(page, words))
    width = int(words.uniform(0.1, 0.6) * CELL)
    x = max(width, int(page.box(line, column)[0] + words.uniform(0, 1) * CELL))
    if words.random() < 0.5:
        picture[:, x:-width] = picture[:, x + width:].copy()
    else:
        picture[:, x + width:] = picture[:, x:-width].copy()


def halftone(words, rng, page, picture):
    """Dark or light stripes over all of the page, or over some characters."""
    y, x = np.mgrid[:picture.shape[0], :picture.shape[1]].astype(np.float32)
    way, period = words.uniform(0, np.pi), words.uniform(3, 9)
    wave = np.cos(2 * np.pi * (x * np.cos(way) + y * np.sin(way)) / period)
    mask = np.clip(wave * words.uniform(1, 4) - words.uniform(0, 1), 0, 1)
    if words.random() < 0.5:
        kept = np.zeros_like(mask)
        kept[patch(page, words)] = 1
        mask *= kept
    drawn(picture, mask, np.float32([words.choice((0.1, 0.95))] * 3), words.uniform(0.4, 1))


MARKS = {"streaked": streaked, "smudged": smudged, "pixelated": pixelated, "eroded": eroded, "torn": torn,
         "interlaced": interlaced, "ruled": ruled, "ghosted": ghosted, "filled": filled, "taped": taped, "gapped": gapped,
         "halftone": halftone}
