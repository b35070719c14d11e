"""Letters in another ink: what was printed there before is gone, and the page was printed in one ink.

`make.py --families inks`. Functions as those of `attacks.py`. The ink of an honest page of this family has a colour of its own as well.
"""
import numpy as np

from attacks import names
from page import CELL

INKS = ((0.1, 0.2, 0.75), (0.75, 0.15, 0.15), (0.1, 0.5, 0.2), (0.6, 0.15, 0.6), (0.55, 0.3, 0.05), (0.0, 0.5, 0.6))


def toned(words, page, share):
    """The ink of a page with a share of a colour in it."""
    return page.colour * (1 - share) + np.float32(words.choice(INKS)) * share


def mixed(words, page):
    """Mixes into the ink of a page a little of a colour."""
    page.colour = toned(words, page, words.choice((0, 0, words.uniform(0, 0.5))))


def painted(page, picture, box, ink):
    """Prints anew in another ink what stands in a box of the page (left, top, right, bottom)."""
    x0, y0, x1, y1 = (int(v) for v in box)
    margin = int(0.2 * CELL)
    here = slice(max(0, y0 - margin), y1 + margin), slice(max(0, x0), x1)
    mask = page.ink[here][..., None]
    picture[here] = page.paper[here] * (1 - mask) + ink * mask


def tinted(words, rng, page, picture):
    """One or two letters of a name stand in an ink that has a quarter to all of another colour."""
    ink = toned(words, page, words.uniform(0.25, 1))
    line, first = words.choice(names(page, words))
    for column in range(first, first + words.randint(1, 2)):
        if column < len(page.lines[line]) and page.lines[line][column].isalpha():
            painted(page, picture, page.box(line, column), ink)


MARKS = {"inks": tinted}
