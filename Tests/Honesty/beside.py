"""What an MRZ does not have beside its characters, and print that is hardly there: no reading of such a zone may be verified.

`make.py --families` takes their names. Functions as those of `attacks.py`.
"""
import cv2
import numpy as np

from attacks import drawn
from page import CAPITAL, CELL, put, worn
from PIL import Image, ImageDraw

from specimens.fonts import font

LUMA = np.float32([0.114, 0.587, 0.299])
SIGNS = "\u00b7:-,.'"
VIVID = ([0.05, 0.9, 1.0], [0.35, 1.0, 0.35], [1.0, 0.85, 0.3], [0.3, 0.75, 1.0], [1.0, 0.65, 0.85])


def written(page, words) -> tuple[int, int]:
    """The place of a character that is no filler."""
    places = [(i, j) for i, line in enumerate(page.lines) for j, c in enumerate(line) if c != "<"]
    return words.choice(places)


def sign(page, text: str, x: float, y: float, size: float) -> None:
    """Prints `text` so many pixels high with its middle at a place of the page, in the page's ink. OCR-B lacks some signs."""
    cell = Image.new("L", page.ink.shape[::-1])
    face = font("ocrb" if text.isalnum() else "mono", round(size))
    ImageDraw.Draw(cell).text((x, y), text, font=face, fill=255, anchor="mm")
    np.maximum(page.ink, np.asarray(cell, np.float32) / 255, out=page.ink)


def between(words, rng, page, picture):
    """Punctuation between two characters: D'UBREUIL, 95.01.18."""
    for _ in range(words.choice((1, 1, 2))):
        line, column = written(page, words)
        x, y, _, _ = page.box(line, column)
        sign(page, words.choice(SIGNS), x + words.uniform(0.94, 1.06) * CELL, y + words.uniform(0.3, 1) * CAPITAL, CELL * 1.4)
    picture[:] = page.laid()


def inserted(words, rng, page, picture):
    """A small letter between two of a name, on the line or above it."""
    line, column = written(page, words)
    x, y, _, _ = page.box(line, column)
    rise = words.choice((0.75, 0.75, -0.35))
    sign(page, words.choice("ABCEFHIKLMNOPRSTUVXYZ"), x + CELL, y + rise * CAPITAL, CELL * words.uniform(0.6, 0.85))
    picture[:] = page.laid()


def hung(words, rng, page, picture):
    """Dots, strokes and hooks below characters or above them, digits too: no MRZ has any."""
    for _ in range(words.choice((1, 1, 2))):
        line, column = written(page, words)
        x, y = page.centre(line, column)
        side = words.choice((-1, 1))
        off = side * (CAPITAL / 2 + words.uniform(0.12, 0.3) * CAPITAL)
        reach, thickness = words.uniform(0.05, 0.2) * CELL, words.randint(4, 7)
        mark = np.zeros_like(page.ink)
        if words.random() < 0.5:
            cv2.circle(mark, (round(x), round(y + off)), words.randint(3, 5), 1, -1, cv2.LINE_AA)
        else:
            ends = (round(x - reach), round(y + off)), (round(x + reach), round(y + off + words.uniform(-3, 3)))
            cv2.line(mark, *ends, 1, thickness, cv2.LINE_AA)
        np.maximum(page.ink, worn(words, rng, mark), out=page.ink)
    picture[:] = page.laid()


def behind(words, rng, page, picture):
    """One character more before a line or behind it, whole or a sign."""
    line = words.randrange(len(page.lines))
    column = words.choice((-1, len(page.lines[line])))
    x, y, _, _ = page.box(line, column)
    if words.random() < 0.6:
        put(page.ink, page.face, words.choice("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"), x + words.uniform(-0.1, 0.2) * CELL, y)
    else:
        sign(page, words.choice(".,'\"*"), x + 0.4 * CELL, y + words.uniform(0.2, 1) * CAPITAL, CELL * 1.4)
    picture[:] = page.laid()


def painted(words, rng, page, picture):
    """Strokes and dots in a vivid colour that is as light as the paper: over a part of a character, or to complete it to another."""
    page.paper *= words.uniform(0.72, 0.88)
    picture[:] = page.laid()
    for _ in range(words.choice((1, 1, 2))):
        line, column = written(page, words)
        x, y, _, _ = page.box(line, column)
        light = float((page.paper[int(y):int(y + CAPITAL), max(0, int(x)):int(x + CELL)] @ LUMA).mean())
        colour = np.float32(words.choice(VIVID))
        colour = np.clip(colour * light / float(colour @ LUMA), 0, 1)
        mask = np.zeros(picture.shape[:2], np.float32)
        place = round(x + words.uniform(0.3, 0.7) * CELL), round(y + words.uniform(0.2, 0.8) * CAPITAL)
        if words.random() < 0.5:
            cv2.circle(mask, place, round(words.uniform(0.22, 0.35) * CELL), 1, -1, cv2.LINE_AA)
        else:
            way, length = words.uniform(0, np.pi), words.uniform(0.25, 0.4) * CELL
            step = round(np.cos(way) * length), round(np.sin(way) * length)
            cv2.line(mask, (place[0] - step[0], place[1] - step[1]), (place[0] + step[0], place[1] + step[1]), 1,
                     words.randint(6, 9), cv2.LINE_AA)
        drawn(picture, mask, colour, 1)


def pale(words, rng, page, picture):
    """Print that is a few grey levels darker than even paper: nobody sees it."""
    level = words.uniform(0.5, 0.98)
    page.paper[:] = level
    page.colour[:] = level - words.uniform(4, 10) / 255
    picture[:] = page.laid()


MARKS = {"between": between, "inserted": inserted, "hung": hung, "behind": behind, "painted": painted, "pale": pale}
