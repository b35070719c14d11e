"""Light and lens: what happens to a picture between the table and the file. Levels run from 1 (slight) to 5."""

import io

import cv2
import numpy as np
from PIL import Image

from .noise import bump, fractal, ramp, smooth_noise


def at(level: int, *values: float) -> float:
    """The value for a level from 1 to 5."""
    return values[level - 1]


def defocus(image, level: int, pitch: float, rng):
    """A disc of confusion; its diameter is given in character pitches."""
    diameter = at(level, 0.13, 0.20, 0.27, 0.34, 0.41) * pitch
    return cv2.filter2D(image, -1, disc(diameter / 2))


def disc(radius: float) -> np.ndarray:
    n = int(np.ceil(radius)) + 1
    ys, xs = np.mgrid[-n : n + 1, -n : n + 1]
    kernel = np.clip(radius + 0.5 - np.hypot(xs, ys), 0, 1)
    return (kernel / kernel.sum()).astype(np.float32)


def motion(image, level: int, pitch: float, rng):
    """A hand's shake: a short, slightly bent path. Its length is given in character pitches."""
    length = at(level, 0.16, 0.25, 0.34, 0.42, 0.50) * pitch
    angle, bow = rng.uniform(0, np.pi), rng.uniform(-0.18, 0.18)
    n = int(np.ceil(length)) + 2
    kernel = np.zeros((2 * n + 1, 2 * n + 1), np.float32)
    for t in np.linspace(-0.5, 0.5, 8 * n):
        along, side = t * length, bow * length * (4 * t * t - 0.5)
        x = n + along * np.cos(angle) - side * np.sin(angle)
        y = n + along * np.sin(angle) + side * np.cos(angle)
        x0, y0 = int(x), int(y)
        for dx in (0, 1):
            for dy in (0, 1):
                kernel[y0 + dy, x0 + dx] += (1 - abs(x - x0 - dx)) * (1 - abs(y - y0 - dy))
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def glare(image, level: int, where, reach: float, rng):
    """Reflections of lamps over the point `where`, about `reach` px long; they wash out, and clip in their core."""
    size = image.shape[1::-1]
    peak = at(level, 45, 75, 105, 130, 150)
    total = np.zeros(size[::-1], np.float32)
    for k in range(1 + int(rng.integers(0, 3))):
        # The first one lies on the MRZ, others near it.
        centre = np.float64(where) + rng.normal(0, reach * (0.25 if k else 0.02), 2)
        radii = reach * rng.uniform(0.12, 0.34), reach * rng.uniform(0.06, 0.16)
        total = np.maximum(total, bump(size, centre, radii, rng.uniform(0, np.pi), rng.uniform(2, 3.4)))
    veil = 0.25 * cv2.GaussianBlur(total, (0, 0), reach * 0.08)
    tint = np.float32((1.0, 0.98, 0.93))
    return image + (total + veil)[..., None] * peak * tint


def shadow(image, level: int, where, reach: float, rng):
    """The shadow of a hand or phone with a soft edge across the point `where`."""
    size = image.shape[1::-1]
    depth = at(level, 0.28, 0.42, 0.55, 0.67, 0.78)
    angle = rng.uniform(0, 2 * np.pi)
    mask = np.zeros(size[::-1], np.float32)
    direction, side = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    edge = np.float64(where) + direction * rng.uniform(-0.2, 0.2) * reach
    for k in range(int(rng.integers(1, 4))):
        offset = side * rng.uniform(-0.6, 0.6) * reach
        wide = rng.uniform(0.3, 1.0) * reach
        quad = [
            edge + offset - side * wide,
            edge + offset + side * wide,
            edge + offset + side * wide + direction * 5 * reach,
            edge + offset - side * wide + direction * 5 * reach,
        ]
        cv2.fillPoly(mask, [np.int32(quad)], 1.0)
    soft = reach * at(level, 0.10, 0.07, 0.05, 0.03, 0.015)
    return image * (1 - depth * cv2.GaussianBlur(mask, (0, 0), max(1.0, soft)))[..., None]


def low_light(image, level: int, pitch: float, rng):
    """Underexposure, warm light, and the sensor noise that brightening brings up."""
    gain = at(level, 0.62, 0.48, 0.38, 0.31, 0.26)
    dim = image * gain * np.float32((1.06, 0.96, 0.78))
    return grain(dim, at(level, 3, 5, 7, 9, 11) * min(1.0, pitch / 14), rng) * rng.uniform(1.0, 1.35)


def grain(image, sigma: float, rng):
    """Shot and read noise, and blotches of colour such as a phone's noise reduction leaves."""
    size = image.shape[1::-1]
    level = np.sqrt(np.clip(image.mean(-1), 4, 255) / 110)
    out = image + (smooth_noise(rng, size, 1) * sigma * (0.4 + 0.6 * level))[..., None]
    for channel in range(3):
        out[..., channel] += smooth_noise(rng, size, 2.5) * sigma * 0.35
    return out


def noise(image, level: int, pitch: float, rng):
    return grain(image, at(level, 6, 11, 17, 24, 31) * min(1.0, pitch / 15), rng)


def moire(image, level: int, pitch: float, rng):
    """A picture of a screen: its raster, and the beats of the raster with the sensor."""
    height, width = image.shape[:2]
    strength = at(level, 0.05, 0.09, 0.14, 0.19, 0.24)
    ys, xs = np.mgrid[:height, :width].astype(np.float32)
    warp = fractal(rng, (width, height), max(width, height) / 1.5, 2) * 6
    out = image.copy()
    angle, period = rng.uniform(0, np.pi), rng.uniform(0.35, 1.1) * pitch
    for channel in range(3):
        a = angle + channel * rng.uniform(0.01, 0.06)
        beat = np.sin(2 * np.pi * (xs * np.float32(np.cos(a)) + ys * np.float32(np.sin(a)) + warp) / np.float32(period))
        raster = np.sin(2 * np.pi * xs / 2.9 + channel * 2.1) * np.sin(2 * np.pi * ys / 3.1)
        out[..., channel] *= 1 + strength * (beat + 0.35 * raster)
    return out * 1.04 + 6


def illuminate(image, rng, strength: float = 0.16):
    """A room's uneven light and the colour of its lamps."""
    size = image.shape[1::-1]
    field = 1 - strength / 2 + strength * ramp(size, rng.uniform(0, 6.3))
    field *= 1 - 0.10 * (1 - bump(size, (size[0] / 2, size[1] / 2), (size[0] * 0.7, size[1] * 0.7)))
    warmth = rng.uniform(-0.05, 0.07)
    return image * field[..., None] * np.float32((1 + warmth, 1, 1 - warmth)) * rng.uniform(0.82, 1.04)


def lens(image, rng):
    """The blur that every camera has, and the sharpening that every phone applies."""
    soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.45, 0.7))
    if rng.random() < 0.6:
        soft += (soft - cv2.GaussianBlur(soft, (0, 0), 1.6)) * rng.uniform(0.2, 0.6)
    return grain(soft, rng.uniform(0.7, 1.8), rng)


def jpeg(image: np.ndarray, quality: int) -> np.ndarray:
    """Through a JPEG file and back, uint8."""
    file = io.BytesIO()
    Image.fromarray(image).save(file, "JPEG", quality=quality)
    return np.asarray(Image.open(file).convert("RGB"))


JPEG_QUALITY = (50, 32, 22, 15, 11)
