"""What a camera or a scanner makes of a page: place, size, light, blur, noise, and a file."""
import random

import cv2
import numpy as np

from page import CELL


def taken(words: random.Random, rng: np.random.Generator, sheet: np.ndarray, pitch: float, hard: float = 1.0):
    """The page as a picture of `pitch` pixels a character, BGR uint8; `hard` scales what costs sharpness."""
    height, width = sheet.shape[:2]
    scale = pitch / CELL
    table = words.uniform(0.05, 0.9)
    angle = np.radians(words.gauss(0, 2.5) if words.random() < 0.7 else words.uniform(-14, 14))
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    turn = np.float32([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    placed = (corners - (width / 2, height / 2)) @ turn * scale
    if words.random() < 0.6:
        tilt = words.uniform(0, 0.16) * rng.standard_normal(2) / (width * scale)
        placed = placed / (1 + placed @ tilt.astype(np.float32))[:, None]
    margin = words.uniform(2, 24)
    low, high = placed.min(0), placed.max(0)
    size = np.ceil(high - low + 2 * margin).astype(int)
    matrix = cv2.getPerspectiveTransform(corners, np.float32(placed - low + margin))
    # Reduced by area: smoothed first by what the reduction leaves out.
    soft = cv2.GaussianBlur(sheet, (0, 0), max(0.3, 0.42 / scale)) if scale < 1 else sheet
    image = cv2.warpPerspective(soft, matrix, tuple(int(v) for v in size), flags=cv2.INTER_LINEAR,
                                borderMode=cv2.BORDER_CONSTANT, borderValue=(table, table, table))
    y, x = np.mgrid[: image.shape[0], : image.shape[1]].astype(np.float32)
    if words.random() < 0.7:
        slope = rng.standard_normal(2) * words.uniform(0, 0.25) * hard
        image *= (1 + (x / size[0] - 0.5) * slope[0] + (y / size[1] - 0.5) * slope[1])[..., None]
    image *= words.uniform(0.62, 1.05)
    sharpness = words.random()
    if sharpness < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), 0.25 + words.uniform(0, 0.075) * pitch * hard)
    elif sharpness < 0.75:
        reach = max(1.0, words.uniform(0, 0.28) * pitch * hard)
        kernel = np.zeros((25, 25), np.float32)
        way = words.uniform(0, np.pi)
        cv2.line(kernel, *[tuple(int(round(12 * 16 + s * v * reach * 8)) for v in (np.cos(way), np.sin(way)))
                           for s in (-1, 1)], 1.0, 1, cv2.LINE_AA, 4)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    image = image + rng.standard_normal(image.shape, dtype=np.float32) * words.choice((0.004, 0.012, 0.03)) * hard
    return np.clip(image[..., ::-1] * 255, 0, 255).astype(np.uint8), matrix


def stored(words: random.Random, image: np.ndarray, kind: str = ".jpg") -> bytes:
    options = {".jpg": [cv2.IMWRITE_JPEG_QUALITY, words.choice((55, 70, 82, 90, 95))],
               ".webp": [cv2.IMWRITE_WEBP_QUALITY, words.choice((50, 75, 90))]}.get(kind, [])
    ok, data = cv2.imencode(kind, image, options)
    assert ok
    return data.tobytes()
