"""Stickers over a part of a line, of a paper of their own, with print of their own: nobody knows what lies under them, and nothing
with one may be verified.

`make.py --families stickers`. Functions as those of `attacks.py`.
"""
import cv2
import numpy as np

from page import CAPITAL, CELL, noise


def numbered(page) -> tuple[int, int, int]:
    """Line, first column and the column behind the document number and its check digit."""
    return (0, 5, 15) if len(page.lines) == 3 else (len(page.lines) - 1, 0, 10)


def named(page) -> tuple[int, int, int]:
    """Line, first column and the column behind the primary identifier."""
    row = 2 if len(page.lines) == 3 else 0
    first = 0 if row == 2 else 5
    text = page.lines[row][first:]
    return row, first, first + max(1, len(text.split("<<")[0].rstrip("<")))


def some(page, words, longest: int) -> tuple[int, int, int]:
    row = words.randrange(len(page.lines))
    count = words.randint(1, longest)
    first = words.randint(0, len(page.lines[row]) - count)
    return row, first, first + count


def paper(words, rng, here: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """The paper of a sticker: mostly much like that under it, sometimes plainly another."""
    kind = words.random()
    reach = 0.025 if kind < 0.35 else 0.06 if kind < 0.7 else 0.18
    tint = here * np.float32([1 + words.uniform(-reach, reach * 0.7) for _ in range(3)])
    grain = noise(rng, shape, words.choice((2, 4))) * words.uniform(0, 0.01)
    return np.clip(tint + grain[..., None], 0, 1)


def stuck(words, rng, page, picture, place) -> None:
    row, first, end = place
    left, top, right, bottom = page.box(row, first, end)
    x0, x1 = round(left - words.uniform(0, 0.14) * CELL), round(right + words.uniform(0, 0.14) * CELL)
    y0, y1 = round(top - words.uniform(0.1, 0.6) * CAPITAL), round(bottom + words.uniform(0.1, 0.6) * CAPITAL)
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(picture.shape[1], x1), min(picture.shape[0], y1)
    # The print is the page's own, a little beside its place, so that only the paper tells.
    shift = np.float32([[1, 0, words.gauss(0, 0.03) * CELL], [0, 1, words.gauss(0, 0.03) * CELL]])
    ink = np.zeros_like(page.ink)
    rows = slice(max(0, round(top - 0.08 * CELL)), round(bottom + 0.08 * CELL))
    columns = slice(max(0, round(left)), round(right))
    ink[rows, columns] = page.ink[rows, columns]
    ink = cv2.warpAffine(ink, shift, ink.shape[::-1])[y0:y1, x0:x1, None]
    under = np.percentile(picture[y0:y1, x0:x1].reshape(-1, 3), 75, axis=0).astype(np.float32)
    sheet = paper(words, rng, under, (y1 - y0, x1 - x0))
    if words.random() < 0.4:
        wide, dark = words.randint(1, 3), 1 - words.uniform(0.04, 0.25)
        sheet[-wide:] *= dark
        sheet[:, -wide:] *= dark
    picture[y0:y1, x0:x1] = sheet * (1 - ink) + page.colour * words.uniform(0.9, 1.1) * ink


def over_number(words, rng, page, picture):
    stuck(words, rng, page, picture, numbered(page))


def over_name(words, rng, page, picture):
    stuck(words, rng, page, picture, named(page))


def over_letter(words, rng, page, picture):
    stuck(words, rng, page, picture, some(page, words, 1))


def over_some(words, rng, page, picture):
    stuck(words, rng, page, picture, some(page, words, 14))


MARKS = {"numberstuck": over_number, "namestuck": over_name, "letterstuck": over_letter, "somestuck": over_some}
