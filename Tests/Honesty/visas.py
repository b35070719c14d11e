"""Large visas of which another paper covers what follows 36 columns: what is left reads as a small visa, and must not be verified.

`make.py --families covered`. Functions as those of `attacks.py`.
"""
import numpy as np

import attacks
from page import CAPITAL, CELL

# So many columns a small visa has.
SMALL = 36


def ending_in_fillers(words, rng):
    """A large visa whose lines end in fillers that a small one does not have."""
    while True:
        _, lines = attacks.holder(words, "MRVA")
        if not any(line[SMALL:].strip("<") for line in lines):
            return "MRVA", lines


def covered(words, rng, page, picture):
    """Paper from the 36th column on, over all of the page or round its lines: mostly 4 to 20 % darker, sometimes much."""
    left = round(page.box(0, SMALL)[0] + words.uniform(0, 0.35) * CELL)
    top, bottom = 0, picture.shape[0]
    if words.random() < 0.3:
        top = max(0, round(page.box(0, 0)[1] - words.uniform(0.3, 1.2) * CAPITAL))
        bottom = round(page.box(1, 0)[1] + words.uniform(1.3, 2.2) * CAPITAL)
    light = words.choice((0.8, 0.86, 0.9, 0.94, 0.95, 0.96)) if words.random() < 0.8 else words.uniform(0.3, 0.75)
    paper = np.median(picture.reshape(-1, 3), axis=0)
    place = picture[top:bottom, left:]
    place[:] = np.clip(paper * light + rng.normal(0, 0.004, place.shape), 0, 1)


WORDING = {"covered": ending_in_fillers}
MARKS = {"covered": covered}
