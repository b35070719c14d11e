"""Letters of which a part is all but gone: little is left of it, and what is plain to see is another letter.

`make.py --families remains`. Functions as those of `attacks.py`.
"""
import cv2
import numpy as np

import attacks
from grounds import LESS
from page import CAPITAL, CELL


def left_over(page, line, column, part, share, rng, words):
    """Leaves so much of the ink of a part of a letter."""
    left, top, _, _ = page.box(line, column)
    a, b, c, d = part
    mask = np.zeros(page.ink.shape, np.float32)
    x, wide = left + 0.12 * CELL, 0.76 * CELL
    corners = np.float32([(x + a * wide, top + b * CAPITAL), (x + c * wide, top + b * CAPITAL),
                          (x + c * wide, top + d * CAPITAL), (x + a * wide, top + d * CAPITAL)])
    cv2.fillPoly(mask, [np.int32(corners * 8)], 1.0, cv2.LINE_AA, 3)
    mask = cv2.GaussianBlur(mask, (0, 0), words.uniform(0.4, 2))
    page.ink *= 1 - mask * (1 - share)


def worn(words, rng, page, picture):
    """A part of a letter is worn, wiped or bleached to 6 to 25 % of its ink, so that another letter is left."""
    letters = [place for place in attacks.names(page, words) if page.lines[place[0]][place[1]] in LESS]
    letters = letters or attacks.places(page, words, "".join(LESS))
    if not letters:
        return attacks.half(words, rng, page, picture)
    line, column = words.choice(letters)
    part, other = words.choice(LESS[page.lines[line][column]])
    left_over(page, line, column, part, words.uniform(0.06, 0.25), rng, words)
    page.lines[line] = page.lines[line][:column] + other + page.lines[line][column + 1:]
    picture[:] = page.laid()


MARKS = {"worn": worn}
