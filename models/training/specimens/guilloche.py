"""Security print: pastel grounds, families of waves, rosettes and microprint."""

import cv2
import numpy as np

from .noise import bump, ramp, smooth_noise

SHIFT = 4  # fractional bits of the coordinates handed to OpenCV

PALETTES = (  # ground, second ground, line colours
    ((238, 240, 232), (214, 228, 238), ((92, 138, 170), (176, 132, 150), (120, 160, 120))),
    ((246, 236, 222), (238, 214, 214), ((190, 110, 110), (200, 160, 90), (120, 130, 170))),
    ((230, 240, 228), (244, 240, 214), ((90, 150, 110), (180, 170, 80), (130, 110, 160))),
    ((234, 230, 242), (220, 236, 240), ((120, 100, 170), (90, 150, 170), (190, 120, 160))),
    ((244, 244, 240), (228, 230, 236), ((130, 140, 160), (170, 150, 140), (110, 150, 150))),
    ((250, 232, 232), (226, 232, 246), ((200, 90, 110), (90, 120, 190), (150, 150, 120))),
    ((226, 240, 244), (240, 240, 226), ((60, 140, 170), (210, 150, 80), (80, 160, 120))),
)


def ground(rng: np.random.Generator, size: tuple[int, int], palette) -> np.ndarray:
    """A blend of two pastels, float32 RGB."""
    t = ramp(size, rng.uniform(0, 2 * np.pi))[..., None]
    t = (
        t
        + 0.6
        * bump(size, (rng.uniform(0, size[0]), rng.uniform(0, size[1])), (size[0] * 0.4, size[1] * 0.5))[..., None]
    )
    t = np.clip(t, 0, 1)
    page = np.float32(palette[0]) * (1 - t) + np.float32(palette[1]) * t
    return page + smooth_noise(rng, size, 1)[..., None] * 1.2


def polyline(canvas: np.ndarray, xs, ys, colour, thickness: int = 1) -> None:
    points = np.stack([xs, ys], -1) * (1 << SHIFT)
    cv2.polylines(canvas, [points.astype(np.int32)], False, colour, thickness, cv2.LINE_AA, SHIFT)


def waves(canvas: np.ndarray, rng: np.random.Generator, colour, scale: float, pitch: float, thickness: int = 1) -> None:
    """A family of parallel waves whose phase drifts from one to the next, over the whole canvas."""
    height, width = canvas.shape[:2]
    xs = np.arange(-8, width + 9, max(2.0, scale * 0.5))
    wavelength, long = rng.uniform(8, 30) * scale, rng.uniform(40, 110) * scale
    amplitude, swell = rng.uniform(0.6, 4) * scale, rng.uniform(2, 9) * scale
    drift, phase = rng.uniform(-0.35, 0.35), rng.uniform(0, 6.3)
    slope = rng.uniform(-0.25, 0.25)
    base = amplitude * 1.0
    y, k = -swell - amplitude - abs(slope) * width, 0
    while y < height + swell + amplitude + abs(slope) * width:
        ys = (
            y
            + slope * xs
            + base * np.sin(2 * np.pi * xs / wavelength + phase + k * drift)
            + swell * np.sin(2 * np.pi * xs / long + phase * 1.7 + k * drift * 0.3)
        )
        polyline(canvas, xs, ys, colour, thickness)
        y += pitch * scale
        k += 1


def rosette(canvas: np.ndarray, rng: np.random.Generator, centre, radius: float, colour) -> None:
    """Nested closed curves with petals, as a rose engine turns them."""
    angle = np.linspace(0, 2 * np.pi, 720)
    petals, second = int(rng.integers(5, 14)), int(rng.integers(17, 40))
    for k in range(int(rng.integers(8, 18))):
        r = (
            radius
            * (0.25 + 0.75 * (k + 1) / 18)
            * (1 + 0.22 * np.cos(petals * angle + k * 0.22) + 0.06 * np.cos(second * angle - k * 0.4))
        )
        polyline(canvas, centre[0] + r * np.cos(angle), centre[1] + r * np.sin(angle), colour)


def weave(page: np.ndarray, rng: np.random.Generator, palette, scale: float, strength: float) -> np.ndarray:
    """The page with guilloche printed over all of it. `strength` 0.3 is faint, 1 strong."""
    layer = page.copy()
    for colour in palette[2][: int(rng.integers(2, 4))]:
        waves(layer, rng, colour, scale, rng.uniform(0.9, 2.2))
    height, width = page.shape[:2]
    for _ in range(int(rng.integers(2, 5))):
        where = (rng.uniform(0, width), rng.uniform(0, height))
        rosette(layer, rng, where, rng.uniform(9, 22) * scale, palette[2][int(rng.integers(0, 3))])
    return page + (layer - page) * np.float32(min(1.0, 0.55 * strength))
