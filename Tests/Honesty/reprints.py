"""A field that another printer printed anew, in the ink of the page and on its paper.

`make.py --families reprinted`. Functions as those of `attacks.py`.
"""
import cv2
import numpy as np

from page import CAPITAL, CELL
from stretches import lifted


def reprinted(words, rng, page, picture):
    """All of a field is printed anew by another printer: bolder or thinner, softer, paler, larger or smaller, higher or lower."""
    alone, (_, top, _, bottom) = lifted(words, page)
    size, up = words.choice((1, words.uniform(0.92, 1.08))), words.choice((0, words.uniform(-0.12, 0.12))) * CAPITAL
    y = (top + bottom) / 2
    # The columns stay where they are.
    alone = cv2.warpAffine(alone, np.float32([[1, 0, 0], [0, size, y - size * y + up]]), page.ink.shape[::-1])
    weight = words.uniform(0.05, 0.2) * words.choice((-1, 1))
    soft = cv2.GaussianBlur(alone, (0, 0), abs(weight) * CELL / 4)
    alone = np.clip((soft - 0.5 + weight) * 3 + 0.5, 0, 1) * alone.max()
    alone = cv2.GaussianBlur(alone, (0, 0), words.uniform(0.5, 2.5)) * words.choice((1, words.uniform(0.6, 0.9)))
    np.maximum(page.ink, alone, out=page.ink)
    picture[:] = page.laid()


MARKS = {"reprinted": reprinted}
