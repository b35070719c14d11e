"""From an ink map to the strip the recogniser gets: paper, lens, sensor, rectifier, normalisation.

The camera sees the line under a small rotation at its own resolution; all damage of optics and electronics happens
there. The rectifier then samples that picture at 20 px per character and 24 px capitals with the errors that its fit
really has, and `flatten` normalises the strip.
"""
import math

import cv2
import numpy as np

from flatten import HEIGHT, flatten
from glyphs import CAP
from line import draw, noise

PITCH = 20          # strip pixels per character
STRIP_CAP = 24.0    # nominal capital height in the strip
MARGIN = 4.0        # nominal rows above the capitals

# Per level 0...4: pitch of the characters in the camera picture, px; blur in cells; motion in cells; noise to
# contrast; lowest ink contrast; probability scale of disturbances.
_PITCHES = [(22, 44), (15, 40), (11.5, 30), (9, 22), (7, 15)]
_BLUR = [0.02, 0.045, 0.075, 0.1, 0.115]
_MOTION = [0.0, 0.12, 0.25, 0.34, 0.42]
_NOISE = [0.02, 0.05, 0.08, 0.11, 0.14]
_CONTRAST = [120, 70, 45, 30, 22]
_TROUBLE = [0.15, 0.5, 0.8, 1.0, 1.2]
LEVELS = 5

cv2.setNumThreads(1)


def _geometry(r, ink, pitch):
    """Camera pixel = A @ (master x, master y, 1): scale, rotation, shear; with the size of the picture."""
    scale = pitch / ink.pitch
    angle = math.radians(r.gauss(0, 1.2) if r.random() < 0.8 else r.uniform(-5, 5)) * min(1, 34 / ink.cells)
    shear, stretch = r.gauss(0, 0.03), r.uniform(0.88, 1.12)
    c, s = math.cos(angle) * scale, math.sin(angle) * scale
    a = np.array([[c, shear * c - s * stretch], [s, shear * s + c * stretch]])
    height, width = ink.map.shape
    corners = a @ np.array([[0, width, 0, width], [0, 0, height, height]])
    low, high = corners.min(axis=1), corners.max(axis=1)
    shift = -low + [r.random(), r.random()]
    size = (int(high[0] - low[0]) + 2, int(high[1] - low[1]) + 2)
    return np.column_stack([a, shift]), size, scale


def _disc(radius):
    m = int(radius + 1)
    y, x = np.mgrid[-m:m + 1, -m:m + 1]
    k = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return k / k.sum()


def _streak(length, angle):
    m = int(length / 2 + 1)
    y, x = np.mgrid[-m:m + 1, -m:m + 1]
    along = x * math.cos(angle) + y * math.sin(angle)
    across = -x * math.sin(angle) + y * math.cos(angle)
    k = np.clip(length / 2 + 0.5 - np.abs(along), 0, 1) * np.clip(1 - np.abs(across), 0, 1)
    return (k / k.sum()).astype(np.float32)


def _lens(r, a, pitch, level):
    """Defocus, motion, and a slight colour fringe."""
    budget = _BLUR[level] * pitch
    k = r.random()
    if k < 0.45:
        sigma = budget * r.random()
        if sigma > 0.25:
            a = cv2.GaussianBlur(a, (0, 0), sigma)
    elif k < 0.65:
        radius = 2 * budget * r.random()
        if radius > 0.4:
            a = cv2.filter2D(a, -1, _disc(radius), borderType=cv2.BORDER_REPLICATE)
    elif k < 0.85:
        length = _MOTION[level] * pitch * r.random()
        if length > 0.5:
            angle = r.choice([0, math.pi / 2, r.uniform(0, math.pi)])
            a = cv2.filter2D(a, -1, _streak(length + 1, angle), borderType=cv2.BORDER_REPLICATE)
    if r.random() < 0.1:
        reach = 0.06 * pitch
        m = np.float32([[1, 0, r.gauss(0, reach)], [0, 1, r.gauss(0, reach)]])
        moved = cv2.warpAffine(a, m, a.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
        share = r.uniform(0.1, 0.45)
        a = a * (1 - share) + moved * share
    return a


def _paper(r, rng, shape, pitch, contrast, trouble):
    """Added grey of the substrate: fibres, guilloche, blots, see-through print; zero mean is not needed."""
    height, width = shape
    g = np.zeros(shape, np.float32)
    if r.random() < 0.5 * trouble:
        g += noise(rng, height, width, pitch * r.choice([0.12, 0.3, 1, 4])) * (contrast * r.uniform(0.01, 0.08))
    if r.random() < 0.45 * trouble:
        x = np.arange(width, dtype=np.float32)[None] / pitch
        y = np.arange(height, dtype=np.float32)[:, None] / pitch
        for _ in range(r.randint(1, 3)):
            fx, fy = r.gauss(0, 3), r.gauss(0, 5)
            bend = r.uniform(0, 4) * np.sin(x * r.uniform(0.1, 2.5) + r.uniform(0, 6.3))
            wave = np.sin(x * fx + y * fy + bend + r.uniform(0, 6.3))
            if r.random() < 0.6:
                level = r.uniform(0, 0.9)
                wave = np.clip((wave - level) * 4, 0, 1)
            g -= wave * (contrast * r.uniform(0.03, 0.2))
    if r.random() < 0.1 * trouble:
        for _ in range(r.randint(1, 4)):
            at = (int(r.uniform(0, width)), int(r.uniform(0, height)))
            cv2.circle(g, at, max(1, int(pitch * r.uniform(0.1, 1.5))), -contrast * r.uniform(0.05, 0.35), -1)
    if r.random() < 0.08 * trouble:      # print of the other side, or of a page below, mirrored
        seen = (noise(rng, height, width, pitch * 0.18) > r.uniform(0.2, 0.8)).astype(np.float32)
        g -= cv2.GaussianBlur(seen, (0, 0), 0.05 * pitch + 0.4) * (contrast * r.uniform(0.05, 0.22))
    return g


def _table(r, rng, image, matrix, ink, pitch, paper):
    """Beyond the edge of the document: a table, a hand, a holder's dark rim."""
    height, width = image.shape
    x = np.arange(width, dtype=np.float32)[None]
    y = np.arange(height, dtype=np.float32)[:, None]
    for side in (-1, 1):
        if r.random() < 0.72:
            continue
        end = ink.left if side < 0 else ink.left + ink.pitch * ink.cells
        edge = matrix @ [end + side * r.uniform(0.35, 2.8) * ink.pitch, ink.top + CAP / 2, 1]
        away = side * (x - edge[0] + (y - edge[1]) * r.gauss(0, 0.08))
        share = np.clip(away / r.choice([0.6, 1, 0.15 * pitch + 0.5]), 0, 1)
        grey = r.uniform(5, paper * 0.8) if r.random() < 0.75 else r.uniform(paper, 255)
        table = grey + noise(rng, height, width, pitch * r.choice([0.1, 0.5, 2])) * r.choice([0, 3, 10])
        image += (table - image) * share


def _light(r, image, pitch, contrast, trouble):
    height, width = image.shape
    x = np.linspace(-1, 1, width, dtype=np.float32)[None]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    if r.random() < 0.5 * trouble:
        image *= 1 + (x * r.uniform(-1, 1) + y * r.uniform(-0.4, 0.4)) * r.uniform(0.02, 0.3)
    pixel = np.arange(width, dtype=np.float32)[None]
    row = np.arange(height, dtype=np.float32)[:, None]
    if r.random() < 0.16 * trouble:      # the edge of a shadow
        away = pixel - r.uniform(0, width) + (row - height / 2) * r.gauss(0, 2)
        image *= 1 - (1 - r.uniform(0.3, 0.8)) * np.clip(away / (pitch * r.choice([0.05, 0.3, 2])) + 0.5, 0, 1)
    if r.random() < 0.16 * trouble:      # glare: contrast goes as light is added
        for _ in range(r.randint(1, 2)):
            away = pixel - r.uniform(0, width) + (row - height / 2) * r.gauss(0, 1.5)
            veil = np.exp(-(away / (pitch * r.uniform(0.4, 6))) ** 2) * r.uniform(0.2, 0.85)
            image += (r.uniform(225, 262) - image) * veil
    if r.random() < 0.09 * trouble:      # the raster of a screen or of a print, or the beat of both
        fx, fy = r.uniform(0.6, 3.1), r.uniform(-0.6, 0.6)
        if r.random() < 0.5:
            fx, fy = fy, fx
        strength = contrast * r.uniform(0.03, 0.16)
        image += strength * np.sin(pixel * fx + row * fy) * (np.sin(pixel * r.uniform(0, 0.1)) if r.random() < 0.5 else 1)


def _sensor(r, rng, image, pitch, contrast, level, trouble):
    """Noise, the phone's denoising and sharpening, quantisation and JPEG."""
    strength = contrast * _NOISE[level] * r.random() ** 1.5 + r.uniform(0, 1.5)
    grain = rng.standard_normal(image.shape, dtype=np.float32)
    if r.random() < 0.3:
        grain = cv2.GaussianBlur(grain, (0, 0), r.uniform(0.5, 1.1)) * 1.7
    image = image + grain * strength
    k = r.random()
    if k < 0.2:
        soft = cv2.GaussianBlur(image, (0, 0), r.uniform(0.6, 0.09 * pitch + 0.7))
        image = image + (image - soft) * r.uniform(0.4, 2.2)
    elif k < 0.2 + 0.08 * trouble:
        image = cv2.medianBlur(np.clip(image, 0, 255).astype(np.uint8), 3).astype(np.float32)
    image = np.clip(image, 0, 255).astype(np.uint8)
    if r.random() < 0.6:
        lowest = (70, 45, 35, 27, 20)[level]
        quality = int(r.uniform(lowest, 96))
        image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_GRAYSCALE)
    return image


def _clipped_gauss(r, sigma, limit):
    return max(-limit, min(limit, r.gauss(0, sigma)))


def _pad(r):
    """Cells beyond an end: 0.4 to 3, mostly about one; one end in forty cuts its character."""
    k = r.random()
    if k < 0.025:
        return -r.uniform(0.15, 0.45)
    return r.uniform(0.4, 1.5) if k < 0.75 else r.uniform(0.4, 3)


def fit(r, cells, ease, plain=False):
    """Strip pixel -> (cell, fraction of the capital height from its top), with `ease` times the errors of the fit.

    `plain` pads little: Tesseract's first guess of the alignment spreads the characters evenly over the whole strip,
    and a network that knows no character yet learns many times faster where that guess is right.
    """
    left, right = (r.uniform(0.1, 0.3), r.uniform(0.1, 0.3)) if plain else (_pad(r), _pad(r))
    pitch_error = 1 + _clipped_gauss(r, 0.010, 0.03) * ease
    width = round((cells + left + right) * PITCH)
    u, v = np.meshgrid(np.arange(width, dtype=np.float32) + 0.5, np.arange(HEIGHT, dtype=np.float32) + 0.5)
    along = u / width * 2 - 1
    cell = cells / 2 + (u / PITCH - left - cells / 2) / pitch_error
    if r.random() < 0.6:
        cell += ease * r.uniform(0, 0.3) * np.sin(along * r.uniform(0.5, 3.5) + r.uniform(0, 6.3))
    slant = _clipped_gauss(r, 3, 10) if r.random() < 0.9 else r.uniform(-10, 10)
    cell += ease * math.tan(math.radians(slant)) * (v - HEIGHT / 2) / PITCH
    cap = max(20.0, min(27.0, r.gauss(STRIP_CAP, 1.2 * ease)))
    middle = MARGIN + STRIP_CAP / 2 + ease * _clipped_gauss(r, 1.2, 3)
    middle = middle + ease * _clipped_gauss(r, 0.5, 1.5) * along
    middle += ease * r.uniform(0, 1) * np.sin(along * r.uniform(0.5, 4) + r.uniform(0, 6.3))
    return cell, (v - middle) / cap + 0.5


def _sample(r, image, x, y, reduction):
    """The rectifier's sampling: low pass first if it reduces, then linear or cubic interpolation."""
    if reduction > 1.15 and r.random() < 0.9:
        image = cv2.GaussianBlur(image, (0, 0), 0.4 * reduction)
    method = cv2.INTER_LINEAR if r.random() < 0.6 else cv2.INTER_CUBIC
    return cv2.remap(image, x, y, method, borderMode=cv2.BORDER_REPLICATE)


def centres(cell, count):
    """The strip's columns, in pixels from its left edge, where the middles of the `count` characters stand."""
    middle = cell[HEIGHT // 2 - 1:HEIGHT // 2 + 1].mean(axis=0)
    step = (middle[-1] - middle[0]) / (middle.size - 1)
    wanted = np.arange(count) + 0.5
    x = np.interp(wanted, middle, np.arange(middle.size) + 0.5)
    x += np.minimum(wanted - middle[0], 0) / step + np.maximum(wanted - middle[-1], 0) / step
    return x.astype(np.float32)


def photograph(r, rng, text, level, plain=False, typeface=None):
    """One line of text at damage level 0...4: a 32-row uint8 strip and the `centres` of its characters there.

    `plain` leaves out neighbours, surroundings and disturbances: what a network needs to find its first characters.
    `typeface` is the path of a face that is no OCR-B.
    """
    trouble = 0 if plain else _TROUBLE[level]
    ink = draw(r, rng, text, min(1.0, trouble), typeface)
    low, high = _PITCHES[level]
    pitch = math.exp(r.uniform(math.log(low), math.log(high)))
    matrix, size, scale = _geometry(r, ink, pitch)
    printed = ink.map
    if scale < 0.95:
        printed = cv2.GaussianBlur(printed, (0, 0), 0.38 / scale)
    cover = cv2.warpAffine(printed, matrix, size, flags=cv2.INTER_LINEAR)
    paper = r.uniform(100, 250)
    contrast = r.uniform(_CONTRAST[level], max(_CONTRAST[level] + 10, paper * 0.95))
    contrast = min(contrast, paper * 0.97)
    image = paper + _paper(r, rng, cover.shape, pitch, contrast, trouble) - cover * contrast
    if not plain:
        _table(r, rng, image, matrix, ink, pitch, paper)
    image = _lens(r, image, pitch, level)
    _light(r, image, pitch, contrast, trouble)
    image = _sensor(r, rng, image, pitch, contrast, level, trouble)
    cell, height = fit(r, ink.cells, 0.25 if plain else (0.5, 0.8, 1, 1, 1)[level], plain)
    mx = ink.left + cell * ink.pitch - 0.5
    my = ink.top + height * CAP - 0.5
    x = (matrix[0, 0] * mx + matrix[0, 1] * my + matrix[0, 2]).astype(np.float32)
    y = (matrix[1, 0] * mx + matrix[1, 1] * my + matrix[1, 2]).astype(np.float32)
    return flatten(_sample(r, image, x, y, pitch / PITCH)), centres(cell, ink.cells)
