"""One zone on paper: the lines of an invented document, printed cell by cell, before any camera has seen them.

All lengths are pixels of the page, `CELL` to a character. A page is a float picture of three channels, 0 black to 1
white, and knows where each of its characters stands.
"""
import random
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw

from specimens.fonts import OCRB_ADVANCE, font
from specimens.mrz import LAYOUTS

CELL = 36
CAPITAL = 0.725 / OCRB_ADVANCE * CELL     # height of a capital
FACES = ("ocrb", "ocrb", "ocrb", "ocrb-sharp")
PAD = 6


@dataclass
class Page:
    paper: np.ndarray                     # height x width x 3
    ink: np.ndarray                       # height x width, 0 none to 1 all
    colour: np.ndarray                    # of the ink, 3
    lines: list[str]                      # what is printed
    left: float                           # of the first cell
    tops: list[float]                     # of the capitals of each line
    face: str

    def centre(self, line: int, column: float) -> tuple[float, float]:
        return self.left + (column + 0.5) * CELL, self.tops[line] + CAPITAL / 2

    def box(self, line: int, column: int, end: int | None = None) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the capitals of a cell, or of all those before the one at `end`."""
        right = self.left + (end or column + 1) * CELL
        return self.left + column * CELL, self.tops[line], right, self.tops[line] + CAPITAL

    def laid(self) -> np.ndarray:
        """The picture: ink on paper."""
        return self.paper * (1 - self.ink[..., None]) + self.colour * self.ink[..., None]


@lru_cache(maxsize=512)
def glyph(face: str, character: str) -> np.ndarray:
    """Coverage of one character, the baseline at two thirds of two cells' height."""
    cell = Image.new("L", (CELL + 2 * PAD, 2 * CELL))
    size = round(CELL / OCRB_ADVANCE) if face.startswith("ocrb") else round(CELL / 0.62)
    draw = ImageDraw.Draw(cell)
    drawn = font(face, size)
    x = PAD if face.startswith("ocrb") else PAD + (CELL - draw.textlength(character, font=drawn)) / 2
    draw.text((x, round(CELL * 4 / 3)), character, font=drawn, fill=255, anchor="ls")
    return np.asarray(cell, np.float32) / 255


def put(ink: np.ndarray, face: str, character: str, x: float, top: float, share: float = 1.0) -> None:
    """Prints one character into the cell that begins at `x`, its capitals' top at `top`."""
    mark = glyph(face, character) * share
    x0, y0 = round(x) - PAD, round(top + CAPITAL - CELL * 4 / 3)
    a, b = max(x0, 0), max(y0, 0)
    c, d = min(x0 + mark.shape[1], ink.shape[1]), min(y0 + mark.shape[0], ink.shape[0])
    if c > a and d > b:
        np.maximum(ink[b:d, a:c], mark[b - y0:d - y0, a - x0:c - x0], out=ink[b:d, a:c])


def noise(rng: np.random.Generator, shape: tuple[int, int], grain: float) -> np.ndarray:
    """Smooth noise of about unit strength."""
    coarse = rng.standard_normal((int(shape[0] / grain) + 3, int(shape[1] / grain) + 3), dtype=np.float32)
    return cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_LINEAR)


def paper(words: random.Random, rng: np.random.Generator, height: int, width: int) -> np.ndarray:
    """Tinted paper, mostly with a faint pattern of lines."""
    tint = np.float32([words.uniform(0.86, 1), words.uniform(0.88, 1), words.uniform(0.86, 1)])
    shade = np.ones((height, width), np.float32) * words.uniform(0.86, 0.98)
    shade += noise(rng, (height, width), 3) * words.uniform(0, 0.012)
    if words.random() < 0.6:
        y, x = np.mgrid[:height, :width].astype(np.float32)
        for _ in range(words.randint(1, 3)):
            across, along = words.uniform(-0.25, 0.25), words.uniform(-0.25, 0.25)
            bend = np.sin(x * words.uniform(0.005, 0.03) + words.uniform(0, 6)) * words.uniform(0, 9)
            wave = np.cos(x * across + (y + bend) * along)
            shade -= np.clip(wave - words.uniform(0.3, 0.9), 0, 1) * words.uniform(0.02, 0.22)
    return np.clip(shade[..., None] * tint, 0, 1)


def printed(words: random.Random, rng: np.random.Generator, layout: str, lines: list[str], extra: int = 0) -> Page:
    """A page with `lines` on it, as one printer would have printed them; `extra` cells of room at the right."""
    form = LAYOUTS[layout]
    pitch = form.line_pitch / 2.54 * CELL * words.uniform(0.97, 1.03)
    margin = words.uniform(1.2, 3.5) * CELL
    above = words.uniform(0.8, 4.5) * CELL
    columns = max(map(len, lines))
    width = round(2 * margin + (columns + extra) * CELL)
    tops = [above + i * pitch for i in range(len(lines))]
    height = round(tops[-1] + CAPITAL + words.uniform(0.6, 2.5) * CELL)
    face = words.choice(FACES)
    ink = np.zeros((height, width), np.float32)
    jitter = words.choice((0, 0.2, 0.5, 0.9))
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            put(ink, face, character, margin + column * CELL + rng.normal(0, jitter), tops[row] + rng.normal(0, jitter))
    if above > 3 * CELL and words.random() < 0.6:
        name = words.choice(("sans", "serif", "sans-bold", "mono"))
        cell = Image.new("L", (width, int(above - 1.6 * CELL)))
        draw = ImageDraw.Draw(cell)
        for i in range(2):
            text = words.choice(("Nationality/Nationalité", "Date of birth 12.08.1974", "SPECIMEN", "Authority 04", "No."))
            draw.text((words.uniform(0, width * 0.6), i * 30), text, font=font(name, words.randint(16, 28)), fill=255)
        ink[: cell.size[1]] = np.maximum(ink[: cell.size[1]], np.asarray(cell, np.float32) / 255)
    ink = worn(words, rng, ink)
    colour = np.float32([1, 1, 1]) * words.uniform(0.02, 0.25) + np.float32([0, 0, words.uniform(0, 0.08)])
    return Page(paper(words, rng, height, width), ink, colour, lines, margin, tops, face)


def worn(words: random.Random, rng: np.random.Generator, ink: np.ndarray) -> np.ndarray:
    """Ink spread or thinned, its edges a little ragged, some of it missing."""
    sigma = words.uniform(1.0, 1.8)
    soft = cv2.GaussianBlur(ink, (0, 0), sigma)
    threshold = 0.5 - words.uniform(-0.9, 1.1) * 0.4 / sigma
    if words.random() < 0.6:
        soft = soft + noise(rng, ink.shape, words.choice((1.7, 3, 6))) * words.uniform(0.01, 0.09)
    ink = np.clip((soft - threshold) * 3.5 + 0.5, 0, 1)
    if words.random() < 0.2:
        ink = ink * np.clip(noise(rng, ink.shape, words.choice((2, 5))) * 0.5 + words.uniform(1.0, 1.8), 0.3, 1)
    return (ink * words.uniform(0.82, 1)).astype(np.float32)
