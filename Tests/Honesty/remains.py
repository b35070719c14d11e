"""Letters of which a part is all but gone, or to which a pen added one: what is plain to see is another letter.

`make.py --families remains`. Functions as those of `attacks.py`; those that take something away return the lines as they were printed,
since enough may be left to read them.
"""
import cv2
import numpy as np

import attacks
from attacks import drawn
from grounds import corners, less, letter_of, soft_mask
from page import CAPITAL, CELL

# What makes a letter of another one: the strokes that it lacks, from corner to corner of its own box.
MORE = {"C": {"G": [[(0.6, 0.6), (1, 0.6), (1, 0.9)]], "O": [[(0.9, 0.15), (1.05, 0.5), (0.9, 0.85)]]},
        "D": {"B": [[(0.05, 0.5), (0.9, 0.5)]]},
        "F": {"E": [[(0.05, 1), (0.95, 1)]], "P": [[(0.95, 0.02), (1.02, 0.25), (0.9, 0.48)]]},
        "I": {"T": [[(0, 0.02), (1, 0.02)]]},
        "L": {"E": [[(0.05, 0.02), (0.95, 0.02)], [(0.05, 0.5), (0.8, 0.5)]], "U": [[(1, 0), (1, 0.9)]]},
        "N": {"M": [[(0.5, 0.5), (1, 0)]]},
        "O": {"Q": [[(0.55, 0.7), (1.05, 1.05)]]},
        "P": {"R": [[(0.4, 0.55), (1, 1)]], "B": [[(0.6, 0.5), (1, 0.7), (0.7, 1), (0.05, 1)]]},
        "U": {"O": [[(0, 0.15), (0.5, 0), (1, 0.15)]]},
        "V": {"Y": [[(0.5, 0.6), (0.5, 1)]], "W": [[(0.5, 0.95), (0.5, 0.35)]]}}


def worn(words, rng, page, picture):
    """A part of a letter is worn, wiped or bleached to 6 to 25 % of its ink, so that another letter is left."""
    printed = list(page.lines)
    part = less(words, page)
    if part is None:
        return attacks.half(words, rng, page, picture)
    share = words.uniform(0.06, 0.25)
    page.ink *= 1 - soft_mask(words, page, corners(part)) * (1 - share)
    picture[:] = page.laid()
    return printed


def erased(words, rng, page, picture):
    """A part of a letter is erased as telephones do it: what lies round about goes on over it, so that another letter is left."""
    printed = list(page.lines)
    part = less(words, page)
    if part is None:
        return attacks.half(words, rng, page, picture)
    mask = (soft_mask(words, page, corners(part)) > words.uniform(0.05, 0.5)).astype(np.uint8)
    seen = (np.clip(picture, 0, 1) * 255).astype(np.uint8)
    picture[:] = cv2.inpaint(seen, mask, words.choice((2, 3, 5)), words.choice((cv2.INPAINT_NS, cv2.INPAINT_TELEA))).astype(np.float32) / 255
    return printed


def completed(words, rng, page, picture):
    """A pen draws what a letter lacks to be another one, more often than not in the ink of the page."""
    place = letter_of(words, page, MORE)
    if place is None:
        attacks.strokes(words, rng, page, picture)
        return
    line, column = place
    strokes = words.choice(list(MORE[page.lines[line][column]].values()))
    left, top, _, _ = page.box(line, column)
    mask = np.zeros(picture.shape[:2], np.float32)
    thickness = max(1, round(CELL * words.uniform(0.04, 0.22)))
    for stroke in strokes:
        points = np.float32([(left + (0.15 + 0.7 * x + words.gauss(0, 0.02)) * CELL, top + (y + words.gauss(0, 0.02)) * CAPITAL)
                             for x, y in stroke])
        cv2.polylines(mask, [np.int32(points * 8)], False, 1.0, thickness, cv2.LINE_AA, 3)
    colour, strength = (page.colour, words.uniform(0.8, 1)) if words.random() < 0.6 else attacks.pen(words)
    drawn(picture, cv2.GaussianBlur(mask, (0, 0), words.uniform(0.3, 1)), colour, strength)


MARKS = {"worn": worn, "erased": erased, "completed": completed}
