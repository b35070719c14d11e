"""A stretch of a line, or of all lines, that is of another document: other paper up to the page's edge, a field in another ink or
that slants.

`make.py --families stretches`. Functions as those of `attacks.py`. What is printed is what there is to be read, and all check digits hold; but
a person sees that the page is none.
"""
import cv2
import numpy as np

from inks import painted, toned
from page import CAPITAL, CELL
from stickers import named, numbered


def tint(words):
    """What the light of a paper is multiplied by, so that it differs from another one by 6 to 25 % in one colour at least."""
    other = np.float32([words.uniform(0.75, 1) for _ in range(3)])
    while np.ptp(other) < 0.06:
        other = np.float32([words.uniform(0.75, 1) for _ in range(3)])
    return other


def papers(words, rng, page, picture):
    """From a column on, the paper of another page: its edge is upright or slants a little."""
    x = page.box(0, words.randint(8, len(page.lines[0]) - 6))[0]
    lean = words.gauss(0, 0.03) * picture.shape[0]
    right = picture.shape[1]
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.fillPoly(mask, [np.int32([(x - lean, 0), (right, 0), (right, picture.shape[0]), (x + lean, picture.shape[0])])], 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), words.uniform(0.4, 1.5))
    page.paper *= 1 - (1 - tint(words)) * mask[..., None]
    picture[:] = page.laid()


def strip(words, rng, page, picture):
    """A strip over one line, from the page's edge to a column, on which characters stand as on the page."""
    row = words.randrange(len(page.lines))
    column = words.randint(5, len(page.lines[row]) - 5)
    left, top, _, bottom = page.box(row, column)
    y0, y1 = (round(v) for v in (top - words.uniform(0.1, 0.35) * CAPITAL, bottom + words.uniform(0.1, 0.35) * CAPITAL))
    across = slice(0, round(left)) if words.random() < 0.5 else slice(round(left), None)
    page.paper[max(0, y0):y1, across] *= tint(words)
    picture[:] = page.laid()


def field(page, words):
    """Line, first column and the column behind the document number, the date of birth or the primary identifier."""
    birth = (1, 0, 7) if len(page.lines) == 3 else (1, 13, 20)
    return words.choice((numbered(page), named(page), birth))


def inked(words, rng, page, picture):
    """All of a field stands in an ink that has two fifths to all of another colour."""
    box = page.box(*field(page, words))
    painted(page, picture, box, toned(words, page, words.uniform(0.4, 1)))


def lifted(words, page):
    """Takes the ink of a field off a page: that ink alone, and the field's left, top, right and bottom."""
    left, top, right, bottom = page.box(*field(page, words))
    margin = 0.25 * CELL
    here = slice(max(0, int(top - margin)), int(bottom + margin)), slice(max(0, int(left)), int(right))
    alone = np.zeros_like(page.ink)
    alone[here] = page.ink[here]
    page.ink[here] = 0
    return alone, (left, top, right, bottom)


def slanted(words, rng, page, picture):
    """All of a field slants by 6 to 12 degrees."""
    alone, (_, top, _, bottom) = lifted(words, page)
    slant = words.choice((-1, 1)) * words.uniform(0.1, 0.21)
    turned = cv2.warpAffine(alone, np.float32([[1, -slant, slant * (top + bottom) / 2], [0, 1, 0]]), page.ink.shape[::-1])
    np.maximum(page.ink, turned, out=page.ink)
    picture[:] = page.laid()


MARKS = {"papers": papers, "strip": strip, "inked": inked, "slanted": slanted}
