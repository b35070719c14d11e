"""Letters of which a part is all but gone: little is left of it, or nothing, and what is plain to see is another letter.

`make.py --families remains`. Functions as those of `attacks.py`.
"""
import cv2
import numpy as np

import attacks
from grounds import corners, less, soft_mask


def worn(words, rng, page, picture):
    """A part of a letter is worn, wiped or bleached to 6 to 25 % of its ink, so that another letter is left."""
    part = less(words, page)
    if part is None:
        return attacks.half(words, rng, page, picture)
    share = words.uniform(0.06, 0.25)
    page.ink *= 1 - soft_mask(words, page, corners(part)) * (1 - share)
    picture[:] = page.laid()


def erased(words, rng, page, picture):
    """A part of a letter is erased as telephones do it: what lies round about goes on over it, so that another letter is left."""
    part = less(words, page)
    if part is None:
        return attacks.half(words, rng, page, picture)
    mask = (soft_mask(words, page, corners(part)) > words.uniform(0.05, 0.5)).astype(np.uint8)
    seen = (np.clip(picture, 0, 1) * 255).astype(np.uint8)
    picture[:] = cv2.inpaint(seen, mask, words.choice((2, 3, 5)), words.choice((cv2.INPAINT_NS, cv2.INPAINT_TELEA))).astype(np.float32) / 255


MARKS = {"worn": worn, "erased": erased}
