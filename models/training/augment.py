"""More damage to a finished strip, other every time that it is seen: `damaged(rng, strip, middles)`.

A line is drawn once and learnt from many times. What a rectifier, a printer or a camera could have done differently is
done here to the strip: place, size and slant; weight of the strokes, dots, voids; blur, noise, waves, contrast.
"""
import cv2
import numpy as np

from flatten import stretch

PAPER = 240
CELL = 20


def _moved(rng, strip, middles):
    """Place, size, slant and bend, by as much as the rectifier's fit may be wrong by."""
    height, width = strip.shape
    scale = 1 + np.clip(rng.normal(0, 0.012), -0.03, 0.03)
    tall = 1 + np.clip(rng.normal(0, 0.03), -0.08, 0.08)
    # A zone seen from the side keeps its slant, up to half a pixel a row, not the same everywhere.
    lean, turning = (rng.uniform(-0.6, 0.6), rng.normal(0, 0.15)) if rng.random() < 0.25 else (rng.normal(0, 0.05), 0)
    down, across = np.clip(rng.normal(0, 0.6), -1.6, 1.6), rng.uniform(-2, 2)
    wave, phase = rng.uniform(0, 0.7), rng.uniform(0, 6.3)
    # Where the new picture's pixel comes from.
    u, v = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)
    slant = lean + turning * (u / width - 0.5)
    x = ((u - width / 2) / scale + width / 2 - across)[None] + (v - height / 2)[:, None] * slant[None]
    y = ((v - height / 2) / tall + height / 2 - down)[:, None] + (wave * np.sin(u * (6.3 / width) + phase))[None]
    moved = cv2.remap(strip, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR,
                      borderMode=cv2.BORDER_REPLICATE)
    return moved, (middles - width / 2 + across) * scale + width / 2


def _field(rng, shape, grain):
    """Smooth noise of unit strength."""
    coarse = rng.standard_normal((int(shape[0] / grain) + 2, int(shape[1] / grain) + 2), dtype=np.float32)
    return cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC)


def _printed(rng, ink):
    """Other print of the same line: `ink` is 0 on paper."""
    kind = rng.random()
    if kind < 0.30:
        size = (2, 3) if rng.random() < 0.3 else (3, 2) if rng.random() < 0.4 else (3, 3)
        other = (cv2.erode if rng.random() < 0.5 else cv2.dilate)(ink, np.ones(size, np.uint8))
        share = rng.uniform(0.2, 0.8)
        return ink * (1 - share) + other * share
    y, x = np.arange(ink.shape[0], dtype=np.float32)[:, None], np.arange(ink.shape[1], dtype=np.float32)[None]
    if kind < 0.62:
        down, across = (rng.uniform(1.9, 4.2) for _ in range(2))
        if rng.random() < 0.7:
            across = down * rng.uniform(0.9, 1.1)
        a, b = np.cos(2 * np.pi * (y / down + rng.random())), np.cos(2 * np.pi * (x / across + rng.random()))
        raster = a * b if rng.random() < 0.5 else (a + b) / 2
        dotted = ink * np.clip((raster - rng.uniform(-0.9, -0.1)) * rng.uniform(0.8, 1.6) + 0.5, 0, 1)
        share = rng.uniform(0.3, 1)
        dotted = ink * (1 - share) + dotted * share
        return cv2.GaussianBlur(dotted, (0, 0), rng.uniform(0.4, 0.9)) if rng.random() < 0.6 else dotted
    if kind < 0.90:
        voids = _field(rng, ink.shape, rng.choice([1.5, 3, 8])) + 0.6 * _field(rng, ink.shape, 20)
        return ink * np.clip((voids + rng.uniform(0.3, 2)) * rng.uniform(0.7, 2), rng.uniform(0, 0.5), 1)
    streaks = np.repeat(_field(rng, (ink.shape[0], 2), rng.choice([1, 2, 4]))[:, :1], ink.shape[1], 1)
    return ink * np.clip(1 - np.maximum(streaks - 0.8, 0) * rng.uniform(0.3, 1), 0, 1)


def _motion(rng):
    """The kernel of a hand that moved, by two to eight pixels in any direction."""
    reach = min(rng.exponential(1.6) + 1, 4)
    angle = rng.choice([0, 0, np.pi / 2, rng.uniform(0, np.pi)])
    kernel = np.zeros((11, 11), np.float32)
    ends = [(int(16 * (5 + k * reach * np.cos(angle))), int(16 * (5 + k * reach * np.sin(angle)))) for k in (-1, 1)]
    cv2.line(kernel, *ends, 1.0, 1, cv2.LINE_AA, 4)
    return kernel / kernel.sum()


def _seen(rng, light):
    """Another lens."""
    kind = rng.random()
    if kind < 0.4:
        return cv2.GaussianBlur(light, (0, 0), rng.uniform(0.4, 1.5))
    if kind < 0.75:
        return cv2.filter2D(light, -1, _motion(rng), borderType=cv2.BORDER_REPLICATE)
    return light + (light - cv2.GaussianBlur(light, (0, 0), rng.uniform(0.7, 1.6))) * rng.uniform(0.3, 1.5)


def _engraved(rng, shape):
    """Bundles of fine curves, as a guilloche shows between and behind characters."""
    height, width = shape
    layer, x = np.zeros(shape, np.float32), np.arange(-8, width + 8, 4)
    for _ in range(rng.integers(1, 4)):
        swing, period, phase = rng.uniform(2, 40), rng.uniform(20, 400), rng.uniform(0, 6.3)
        slope, gap, shift = rng.normal(0, 1), rng.uniform(3, 14), rng.uniform(0, 0.6)
        y = swing * np.sin(x * (6.3 / period) + phase) + slope * (x - width / 2)
        for k in range(-10, 10) if abs(slope) < 0.5 else range(-int(width / gap), int(width / gap)):
            bundle = y + k * gap + swing * 0.3 * np.sin(x * (6.3 / period) + phase + k * shift) + height / 2
            if bundle.max() > 0 and bundle.min() < height:
                points = np.stack([x, bundle], 1).clip(-2000, 2000)
                cv2.polylines(layer, [(points * 8).astype(np.int32)], False, 1.0, 1, cv2.LINE_AA, 3)
    return cv2.GaussianBlur(layer, (0, 0), rng.uniform(0.4, 1.1))


def _ghosts(rng, shape):
    """Short strokes fainter than the print: beside an L one makes it look like a U, and it is none."""
    height, width = shape
    layer = np.zeros(shape, np.float32)
    for _ in range(rng.integers(2, max(3, width // 30))):
        x, y = rng.uniform(0, width), rng.uniform(2, height - 2)
        angle = rng.choice([0, np.pi / 2, np.pi / 2, rng.uniform(0, np.pi)]) + rng.normal(0, 0.1)
        reach = rng.uniform(2, 10)
        ends = [(int((x + k * reach * np.cos(angle)) * 8), int((y + k * reach * np.sin(angle)) * 8)) for k in (-1, 1)]
        cv2.line(layer, *ends, rng.uniform(0.5, 1), int(rng.integers(1, 4)), cv2.LINE_AA, 3)
    return cv2.GaussianBlur(layer, (0, 0), rng.uniform(0.4, 1.0))


def _shone_through(rng, ink):
    """The line's own characters once more, fainter, over others: what such a stroke makes of an L is no U."""
    away = int(rng.integers(1, 12)) * CELL * rng.choice([-1, 1]) + int(rng.integers(-3, 4))
    other = np.roll(ink, (int(rng.integers(-1, 2)), away), (0, 1))
    where = np.clip(_field(rng, ink.shape, rng.choice([8, 20, 60])) + rng.uniform(-0.5, 1.5), 0, 1)
    return ink + other * where * rng.uniform(0.15, 0.55) * (1 - ink / PAPER)


def _disturbed(rng, light):
    """Waves, blots, another exposure, noise: grey levels are added."""
    height, width = light.shape
    if rng.random() < 0.15:
        x, y = np.arange(width, dtype=np.float32)[None], np.arange(height, dtype=np.float32)[:, None]
        wave = np.sin(x * rng.normal(0, 0.5) + y * rng.normal(0, 0.5) + rng.uniform(0, 4) * np.sin(x * rng.uniform(0, 0.1)))
        light = light + wave * rng.uniform(5, 35)
    if rng.random() < 0.08:
        light = light + _field(rng, light.shape, rng.choice([6, 15, 40])) * rng.uniform(5, 30)
    if rng.random() < 0.2:
        light = light + _engraved(rng, light.shape) * rng.uniform(-70, 15)
    if rng.random() < 0.25:
        light = light - _ghosts(rng, light.shape) * rng.uniform(20, 95)
    if rng.random() < 0.06:
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        layer = np.zeros_like(light)
        end = (int(x + rng.normal(0, 60)), int(y + rng.normal(0, 25)))
        cv2.line(layer, (int(x), int(y)), end, 1.0, int(rng.integers(1, 7)), cv2.LINE_AA)
        light = light + layer * rng.uniform(-120, 90)
    if rng.random() < 0.35:
        grain = rng.standard_normal(light.shape, dtype=np.float32)
        if rng.random() < 0.5:
            grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.2)) * 1.7
        light = light + grain * rng.uniform(2, 28)
    return light


def damaged(rng, strip, middles):
    """Another strip of the same line and the middles of its characters there."""
    if rng.random() < 0.8:
        strip, middles = _moved(rng, strip, middles)
    if rng.random() < 0.45:
        light = strip.astype(np.float32)
        if rng.random() < 0.4:
            light = PAPER - _printed(rng, PAPER - light)
        if rng.random() < 0.4:
            light = PAPER - _shone_through(rng, PAPER - light)
        if rng.random() < 0.3:
            light = _seen(rng, light)
        light = _disturbed(rng, light)
        if rng.random() < 0.25:
            light = PAPER * np.clip(light / PAPER, 0, 2) ** rng.uniform(0.6, 1.6)
        strip = stretch(np.clip(light, 0, 255).astype(np.uint8))
    return strip, middles
