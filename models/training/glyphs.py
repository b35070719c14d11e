"""Master bitmaps of single glyphs: 0 paper ... 1 ink, capitals CAP high, on one canvas with a common base line."""
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

CAP = 40                 # capital height of the masters, px
TOP = 14                 # first row of a capital on the canvas
CANVAS_H, CANVAS_W = 68, 60

_OCRB = "/usr/share/fonts/opentype/ocr-b/"
ROUND, SHARP = _OCRB + "OCRB.otf", _OCRB + "OCRBS.otf"
OCR_A = "/usr/share/fonts/truetype/ocr-a/OCRA.ttf"
MONOSPACED = [
    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationMono-Bold.ttf",
    "/usr/share/fonts/truetype/inconsolata/Inconsolata.otf",
    OCR_A, OCR_A,
]
PRINT = ["/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
         "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"]


@lru_cache(maxsize=None)
def _font(path):
    capital = ImageFont.truetype(path, 200).getbbox("H", anchor="ls")
    return ImageFont.truetype(path, round(200 * CAP / (capital[3] - capital[1])))


@lru_cache(maxsize=None)
def advance(path):
    """From one character to the next in a monospaced face, px."""
    return _font(path).getlength("0")


@lru_cache(maxsize=None)
def glyph(path, character):
    """The glyph centred by its advance. Shared: never write to it."""
    font = _font(path)
    image = Image.new("L", (CANVAS_W, CANVAS_H), 0)
    left = CANVAS_W / 2 - font.getlength(character) / 2
    ImageDraw.Draw(image).text((left, TOP + CAP), character, font=font, fill=255, anchor="ls")
    return np.asarray(image, np.float32) / 255


def cut(r, path):
    """One document's variant of a font: glyph proportions differ from cut to cut and printer to printer.

    Returns a function from a character to its bitmap.
    """
    width = r.uniform(0.86, 1.08)
    digits = r.uniform(0.9, 1.0) if r.random() < 0.5 else 1.0
    digit_width = width * (r.uniform(0.88, 1.06) if r.random() < 0.4 else 1.0)
    lean = r.gauss(0, 0.03) if r.random() < 0.3 else 0.0
    zero_width = digit_width * (r.uniform(0.82, 1.05) if r.random() < 0.3 else 1.0)
    filler = r.uniform(0.85, 1.1) if r.random() < 0.3 else 1.0
    cache = {}

    def render(character):
        found = cache.get(character)
        if found is None:
            sx, sy = width, 1.0
            if character.isdigit():
                sx, sy = (zero_width if character == "0" else digit_width), digits
            elif character == "<":
                sx, sy = width * filler, filler
            cx, base = CANVAS_W / 2, TOP + CAP - (CAP * (1 - sy) / 2 if character == "<" else 0)
            matrix = np.float32([[sx, -lean, cx - sx * cx + lean * base], [0, sy, base - sy * (TOP + CAP)]])
            found = cv2.warpAffine(glyph(path, character), matrix, (CANVAS_W, CANVAS_H), flags=cv2.INTER_LINEAR)
            cache[character] = found
        return found

    return render
