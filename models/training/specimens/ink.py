"""MRZ print: lines of OCR-B as a coverage mask, with the unevenness of real printers."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw

from .fonts import OCRB_ADVANCE, font
from .mrz import CHARACTER_PITCH
from .noise import smooth_noise

FINE = 28  # px per mm at which the print is formed before it is reduced to the page's scale


@dataclass(frozen=True)
class Print:
    """How a printer lays down the MRZ."""

    face: str = "ocrb"
    weight: float = 0.0  # mm added to every edge of a stroke; negative for thin print
    raggedness: float = 0.15  # unevenness of the stroke edge, 0 to 1
    voids: float = 0.0  # share of ink missing in speckles and ribbon streaks
    dots: float = 0.0  # strength of a laser engraver's dot raster
    density: float = 0.95  # darkness of the ink, 0 to 1
    jitter: float = 0.02  # mm of per-character misplacement
    skew: float = 0.0  # degrees of the lines against the document edge


@lru_cache(maxsize=256)
def glyph(face: str, character: str) -> np.ndarray:
    """Coverage of one character in a cell of one pitch by two, baseline at two thirds of the height."""
    width = round(CHARACTER_PITCH * FINE)
    size = round(width / OCRB_ADVANCE)
    cell = Image.new("L", (width + 2 * PAD, 2 * width))
    ImageDraw.Draw(cell).text((PAD, round(width * 4 / 3)), character, font=font(face, size), fill=255, anchor="ls")
    return np.asarray(cell)


PAD = 8
CAPITAL = 0.725 * CHARACTER_PITCH / OCRB_ADVANCE  # mm, height of a capital of size 1


def lay(lines: list[str], line_pitch: float, style: Print, scale: float, rng: np.random.Generator):
    """The coverage (float 0 to 1) at `scale` px per mm and the margin in mm round the text block.

    The text block reaches from the left edge of the first cell to the right edge of the last one and from the
    capitals' top of the first line to the baseline of the last.
    """
    margin = 2.0
    columns = max(map(len, lines))
    width, height = columns * CHARACTER_PITCH, (len(lines) - 1) * line_pitch + CAPITAL
    fine = np.zeros((round((height + 2 * margin) * FINE), round((width + 2 * margin) * FINE)), np.uint8)
    cell = round(CHARACTER_PITCH * FINE)
    for row, line in enumerate(lines):
        baseline = (margin + CAPITAL + row * line_pitch) * FINE
        for column, character in enumerate(line):
            if style.voids >= 1:
                continue
            dx, dy = rng.normal(0, style.jitter * FINE, 2)
            x = round((margin + column * CHARACTER_PITCH) * FINE + dx) - PAD
            y = round(baseline - cell * 4 / 3 + dy)
            mark = glyph(style.face, character)
            stamp(fine, mark, x, y)
    return finish(fine, style, scale, rng), margin


def stamp(canvas: np.ndarray, mark: np.ndarray, x: int, y: int) -> None:
    x0, y0 = max(x, 0), max(y, 0)
    x1, y1 = min(x + mark.shape[1], canvas.shape[1]), min(y + mark.shape[0], canvas.shape[0])
    if x1 > x0 and y1 > y0:
        area = canvas[y0:y1, x0:x1]
        np.maximum(area, mark[y0 - y : y1 - y, x0 - x : x1 - x], out=area)


def finish(fine: np.ndarray, style: Print, scale: float, rng: np.random.Generator) -> np.ndarray:
    """Spreads or thins the ink, roughens its edge, takes out voids and reduces to `scale`."""
    spread = 0.09 * FINE
    soft = cv2.GaussianBlur(fine, (0, 0), spread).astype(np.float32) / 255
    # A blurred edge falls about 0.4/sigma per pixel: moving the threshold by that moves the edge by one pixel.
    threshold = 0.5 - style.weight * FINE * 0.4 / spread
    size = fine.shape[::-1]
    if style.raggedness > 0:
        rough = smooth_noise(rng, size, 0.12 * FINE) * 0.9 + smooth_noise(rng, size, 0.9 * FINE) * 0.5
        threshold = threshold + rough * style.raggedness * 0.25
    mask = np.clip((soft - threshold) * 4 + 0.5, 0, 1)
    if style.voids > 0:
        speckle = smooth_noise(rng, size, 0.10 * FINE) + 0.6 * smooth_noise(rng, size, 1.5 * FINE)
        mask *= np.clip((speckle + 2.2 - 2.4 * style.voids) * 2, 1 - 0.85 * min(1, style.voids * 2), 1)
        for _ in range(round(style.voids * 6)):
            y = rng.integers(0, fine.shape[0])
            mask[y : y + max(1, round(0.06 * FINE))] *= rng.uniform(0.2, 0.7)
    if style.dots > 0:
        ys, xs = np.ogrid[: fine.shape[0], : fine.shape[1]]
        period = 0.16 * FINE
        raster = np.cos(xs * (2 * np.pi / period)) * np.cos(ys * (2 * np.pi / period))
        mask *= 1 - style.dots * 0.5 * (1 - raster.astype(np.float32))
    out = cv2.resize(mask, None, fx=scale / FINE, fy=scale / FINE, interpolation=cv2.INTER_AREA)
    return out * style.density
