"""One printed MRZ line as an ink map at master resolution, with its neighbours, rules and overprints.

`Ink.map` is 0 paper ... 1 ink. Character i has its centre at x = left + pitch * (i + 0.5); capitals reach from
`top` to `top + CAP`.
"""
import math
from dataclasses import dataclass

import cv2
import numpy as np

from glyphs import CANVAS_H, CANVAS_W, CAP, MONOSPACED, PRINT, ROUND, SHARP, TOP, advance, cut, glyph
from mrztext import ALPHABET

ROWS = 96          # 28 px, 0.7 capital heights, above and below the capitals
CAP_TOP = 28
PAD_CELLS = 4.5


@dataclass
class Ink:
    map: np.ndarray
    left: float
    pitch: float
    top: int
    cells: int


def noise(rng, height, width, cell):
    """Smooth Gaussian noise of unit strength with a grain of `cell` pixels."""
    coarse = rng.standard_normal((int(height / cell) + 2, int(width / cell) + 2), dtype=np.float32)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)


def _typeset(a, r, face, text, left, pitch, y, jitter):
    height, width = a.shape
    for i, character in enumerate(text):
        g = face(character)
        x = round(left + pitch * (i + 0.5) - CANVAS_W / 2 + r.gauss(0, jitter[0]))
        row = round(y - TOP + r.gauss(0, jitter[1]))
        r0, r1 = max(0, -row), min(CANVAS_H, height - row)
        c0, c1 = max(0, -x), min(CANVAS_W, width - x)
        if r0 < r1 and c0 < c1:
            if jitter[2] and r.random() < 0.1:
                g = g * r.uniform(0.5, 0.95)
            part = a[row + r0:row + r1, x + c0:x + c1]
            np.maximum(part, g[r0:r1, c0:c1], out=part)


def _spread(a, r, rng, damage):
    """Stroke weight, ink spread and ragged edges: a blur and a threshold, both uneven."""
    sigma = r.uniform(1.0, 2.3)
    edge = r.uniform(-1.1, 1.7) if r.random() < 0.7 else r.gauss(0, 0.4)   # outward movement of an edge, px
    edge = max(edge, -0.45 * sigma)
    threshold = 0.5 * (1 - math.erf(edge / (sigma * math.sqrt(2))))
    b = cv2.GaussianBlur(a, (0, 0), sigma)
    if r.random() < 0.25 + 0.3 * damage:
        b += noise(rng, *b.shape, r.choice([1.6, 2.5, 4.5, 7.5])) * r.uniform(0.02, 0.06 + 0.12 * damage)
    if r.random() < 0.2:
        b *= 1 + noise(rng, 2, b.shape[1], r.choice([40, 125]))[:1] * r.uniform(0.03, 0.14)
    return np.clip((b - threshold) / 0.16 + 0.5, 0, 1)


def _dots(a, r):
    """A dot matrix or ink jet print: the strokes sampled on a lattice of round dots."""
    period = CAP / r.uniform(6.5, 14)
    y, x = np.arange(a.shape[0]) + r.random() * period, np.arange(a.shape[1]) + r.random() * period
    lattice = np.outer(np.cos(2 * np.pi * y / period), np.ones_like(x)) + np.cos(2 * np.pi * x / period)[None]
    swollen = cv2.GaussianBlur(a, (0, 0), period * 0.3)
    size = r.uniform(-0.9, 0.1)      # the lattice level at which a dot ends
    return (swollen * np.clip((lattice - size) * 1.5 + 0.5, 0, 1)).astype(np.float32)


def _scratches(a, r):
    for _ in range(r.randint(1, 4)):
        x, y = r.uniform(0, a.shape[1]), r.uniform(0, a.shape[0])
        angle, length = r.uniform(0, math.pi), r.uniform(1, 12) * CAP
        end = (int(x + length * math.cos(angle)), int(y + length * math.sin(angle)))
        cv2.line(a, (int(x), int(y)), end, 0.0, r.randint(1, 4), cv2.LINE_AA)


def _end_print(a, r, left, right):
    """Other print beyond the ends of the line: bars, dots, pieces of words, edges of a photograph."""
    for side in (-1, 1):
        if r.random() < 0.72:
            continue
        start = (left if side < 0 else right) + side * r.uniform(0.3, 2.5) * CAP
        k = r.random()
        if k < 0.35:
            lean, thick = r.uniform(-6, 6), r.randint(1, 10)
            y0 = 0 if r.random() < 0.7 else r.randint(0, ROWS)
            y1 = ROWS if r.random() < 0.7 else r.randint(0, ROWS)
            cv2.line(a, (int(start), y0), (int(start + lean), y1), r.uniform(0.3, 1), thick, cv2.LINE_AA)
        elif k < 0.55:
            x0, x1 = sorted((int(start), int(start + side * r.uniform(0.1, 4) * CAP)))
            y0, y1 = (0, ROWS) if r.random() < 0.5 else sorted((r.randint(-20, ROWS), r.randint(0, ROWS + 20)))
            cv2.rectangle(a, (x0, y0), (x1, y1), r.uniform(0.2, 1), -1)
        elif k < 0.7:
            for _ in range(r.randint(1, 4)):
                centre = (int(start + side * r.uniform(0, 50)), r.randint(0, ROWS))
                cv2.circle(a, centre, r.randint(1, 6), r.uniform(0.4, 1), -1, cv2.LINE_AA)
        else:
            scale = r.choice([r.uniform(0.3, 0.65), r.uniform(1.6, 3)])
            y, path = r.uniform(-20, ROWS - 10), r.choice(PRINT)
            for i in range(r.randint(1, 5)):
                g = glyph(path, r.choice(ALPHABET))[TOP - 2:TOP + CAP + 2, 10:-10]
                g = cv2.resize(g, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
                if r.random() < 0.3:
                    g = np.rot90(g)
                x = int(start + side * i * g.shape[1] - (g.shape[1] if side < 0 else 0))
                row = int(y)
                r0, r1 = max(0, -row), min(g.shape[0], ROWS - row)
                c0, c1 = max(0, -x), min(g.shape[1], a.shape[1] - x)
                if r0 < r1 and c0 < c1:
                    part = a[row + r0:row + r1, x + c0:x + c1]
                    np.maximum(part, g[r0:r1, c0:c1], out=part)


def _rules(a, r):
    """Thin lines along or across the print, and boxes around it."""
    grey = r.uniform(0.25, 1)
    k = r.random()
    if k < 0.5:
        y = r.choice([r.uniform(0, ROWS), CAP_TOP - r.uniform(6, 16), CAP_TOP + CAP + r.uniform(6, 16)])
        cv2.line(a, (0, int(y)), (a.shape[1], int(y + r.gauss(0, 5))), grey, r.randint(1, 3), cv2.LINE_AA)
    elif k < 0.85:
        for _ in range(r.randint(1, 3)):
            x, lean = r.uniform(0, a.shape[1]), r.gauss(0, 60)
            cv2.line(a, (int(x), 0), (int(x + lean), ROWS), grey, r.randint(1, 3), cv2.LINE_AA)
    else:
        top, bottom = CAP_TOP - r.randint(7, 18), CAP_TOP + CAP + r.randint(7, 18)
        cv2.rectangle(a, (r.randint(5, 150), top), (a.shape[1] - r.randint(5, 150), bottom), grey, r.randint(1, 3))


def _overprint(a, r):
    """Strokes of SPECIMEN, stamps and signatures: thick, mostly lighter than the print."""
    layer = np.zeros_like(a)
    for _ in range(r.randint(1, 5)):
        x, y = r.uniform(0, a.shape[1]), r.uniform(-30, ROWS + 30)
        if r.random() < 0.7:
            end = (int(x + r.gauss(0, 80)), int(y + r.gauss(0, 80)))
            cv2.line(layer, (int(x), int(y)), end, 1.0, r.randint(4, 40), cv2.LINE_AA)
        else:
            cv2.ellipse(layer, (int(x), int(y)), (r.randint(30, 200), r.randint(30, 120)), 0, 0, 360, 1.0,
                        r.randint(3, 20), cv2.LINE_AA)
    np.maximum(a, layer * r.uniform(0.1, 0.5), out=a)


def draw(r, rng, text, damage, typeface=None):
    """The ink of one line; `damage` in 0...1 scales how badly it is printed, 0 prints the line alone.

    `typeface` is the path of a face that is no OCR-B; its own spacing is kept in most lines.
    """
    pitch = CAP * r.uniform(0.98, 1.12)
    if typeface and r.random() < 0.75:
        pitch = advance(typeface) * r.uniform(0.96, 1.06)
    cells = len(text)
    left = PAD_CELLS * pitch
    a = np.zeros((ROWS, round(left * 2 + cells * pitch)), np.float32)

    k = r.random()
    face = cut(r, typeface or (ROUND if k < 0.62 else SHARP if k < 0.92 else r.choice(MONOSPACED)))
    jitter = (r.choice([0, 0, 0.3, 0.8]), r.choice([0, 0, 0.4, 1.0]), r.random() < 0.12 * damage)
    _typeset(a, r, face, text, left, pitch, CAP_TOP, jitter)

    # The neighbours: the distance of the lines is 1.67 pitches and more, rarely less.
    if damage > 0 and r.random() < 0.75:
        distance = CAP * r.choice([1.75, 1.75, r.uniform(1.6, 2.0), r.uniform(1.4, 1.75)])
        sides = r.choice([(-1,), (1,), (-1, 1)])
        for side in sides:
            other = text[::-1] if r.random() < 0.3 else "".join(r.choice(text + ALPHABET) for _ in text)
            _typeset(a, r, face, other, left, pitch, CAP_TOP + side * distance, jitter)

    a = _spread(a, r, rng, damage)
    if damage == 0:
        return Ink(a, left, pitch, CAP_TOP, cells)
    if r.random() < 0.05:
        a = _dots(a, r)
    if r.random() < 0.15 * damage:
        _scratches(a, r)
    if r.random() < 0.04 + 0.08 * damage:
        _rules(a, r)
    if r.random() < 0.02 + 0.06 * damage:
        _overprint(a, r)
    _end_print(a, r, left, left + pitch * cells)
    return Ink(a, left, pitch, CAP_TOP, cells)
