"""Local normalisation of a rectified strip. The program's recogniser input reproduces this exactly.

Input and output: H x W uint8, dark print on light, H = 32. All constants are for that height.

1. Blur: separable 3 taps (BLUR), borders replicated, in floating point.
2. Per column, sort the 32 blurred values: light = sorted[LIGHT_RANK], dark = sorted[DARK_RANK].
3. light: running maximum over 2*REACH+1 columns; dark: running minimum. Outside columns do not take part.
4. Both: PASSES box means over 2*BOX+1 columns, borders replicated.
5. range = light - dark; usual = the upper median of range, sorted[W / 2];
   span = max(range, FLOOR, usual * SHARE): the noise of the empty ends is not blown up to full contrast.
   value = PAPER - (light - blurred) / span * SPAN, clipped to 0...255 and truncated: empty paper becomes PAPER.
6. Histogram of all pixels: low = smallest value with cumulative count >= 1 % of the pixels, high likewise 99 %.
   out = (value - low) * 235 / max(high - low, 1) + 10, clipped to 0...255 and truncated.
"""
import numpy as np
from scipy.ndimage import maximum_filter1d, minimum_filter1d, uniform_filter1d

HEIGHT = 32
BLUR = np.array([0.107, 0.786, 0.107], np.float32)
LIGHT_RANK, DARK_RANK = 26, 2
REACH = 14
BOX, PASSES = 9, 3
FLOOR, SHARE = 8.0, 0.25
SPAN, PAPER = 225.0, 240.0


def _blur(a):
    p = np.pad(a, 1, mode="edge")
    rows = BLUR[0] * p[:-2] + BLUR[1] * p[1:-1] + BLUR[2] * p[2:]
    return BLUR[0] * rows[:, :-2] + BLUR[1] * rows[:, 1:-1] + BLUR[2] * rows[:, 2:]


def _smooth(v):
    for _ in range(PASSES):
        v = uniform_filter1d(v, 2 * BOX + 1, mode="nearest")
    return v


def stretch(strip):
    """Step 6: the 1st and 99th percentile go to 10 and 245."""
    counts = np.cumsum(np.bincount(strip.ravel(), minlength=256))
    low = int(np.searchsorted(counts, 0.01 * strip.size))
    high = int(np.searchsorted(counts, 0.99 * strip.size))
    value = (strip.astype(np.float32) - low) * (235.0 / max(high - low, 1)) + 10.0
    return np.clip(value, 0, 255).astype(np.uint8)


def flatten(strip):
    assert strip.dtype == np.uint8 and strip.shape[0] == HEIGHT
    a = _blur(strip.astype(np.float32))
    ranked = np.partition(a, (DARK_RANK, LIGHT_RANK), axis=0)
    size = 2 * REACH + 1
    light = _smooth(maximum_filter1d(ranked[LIGHT_RANK], size, mode="nearest"))
    dark = _smooth(minimum_filter1d(ranked[DARK_RANK], size, mode="nearest"))
    reach = light - dark
    usual = np.sort(reach)[reach.size // 2]
    span = np.maximum(reach, max(FLOOR, SHARE * usual))
    value = PAPER - (light - a) / span * SPAN
    return stretch(np.clip(value, 0, 255).astype(np.uint8))
