"""Letters of which a part is all but gone: little is left of it, and what is plain to see is another letter.

`make.py --families remains`. Functions as those of `attacks.py`.
"""
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


MARKS = {"worn": worn}
