"""Random fields that everything else is made of."""

import cv2
import numpy as np


def smooth_noise(rng: np.random.Generator, size: tuple[int, int], radius: float) -> np.ndarray:
    """Gaussian noise of unit variance whose features are about `radius` px wide; (height, width) float32."""
    width, height = size
    step = max(1.0, radius)
    small = rng.standard_normal((int(height / step) + 3, int(width / step) + 3), dtype=np.float32)
    if step <= 1.0:
        return small[:height, :width]
    grown = cv2.resize(small, (int(small.shape[1] * step), int(small.shape[0] * step)), interpolation=cv2.INTER_LINEAR)
    return grown[:height, :width] * 1.35


def fractal(rng: np.random.Generator, size: tuple[int, int], largest: float, octaves: int = 4) -> np.ndarray:
    """Sum of halving features, roughly within -2 to 2."""
    total = np.zeros((size[1], size[0]), np.float32)
    weight = 1.0
    for _ in range(octaves):
        total += smooth_noise(rng, size, largest) * weight
        largest /= 2.1
        weight *= 0.55
    return total / 1.5


def ramp(size: tuple[int, int], angle: float) -> np.ndarray:
    """A plane from 0 to 1 across the picture in the direction of `angle` radians."""
    width, height = size
    ys, xs = np.mgrid[:height, :width].astype(np.float32)
    plane = xs * np.float32(np.cos(angle)) + ys * np.float32(np.sin(angle))
    return (plane - plane.min()) / max(1e-6, float(np.ptp(plane)))


def bump(size: tuple[int, int], centre, radii, angle: float = 0.0, hardness: float = 2.0) -> np.ndarray:
    """A smooth elliptic hill of height 1; `hardness` 2 is a Gaussian, more makes a flatter top."""
    width, height = size
    ys, xs = np.mgrid[:height, :width].astype(np.float32)
    dx, dy = xs - np.float32(centre[0]), ys - np.float32(centre[1])
    c, s = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    r = ((dx * c + dy * s) / np.float32(radii[0])) ** 2 + ((dy * c - dx * s) / np.float32(radii[1])) ** 2
    return np.exp(-np.power(r, hardness / 2))
