"""A drawn, shaded head and shoulders: nobody in particular."""

import zlib

import cv2
import numpy as np

from .noise import bump, ramp, smooth_noise

SKIN = ((236, 200, 176), (224, 180, 150), (198, 148, 114), (150, 102, 74), (104, 70, 52), (242, 214, 196))
HAIR = ((40, 30, 26), (84, 58, 38), (150, 112, 66), (200, 170, 110), (120, 120, 122), (24, 22, 24), (110, 50, 30))
CLOTH = ((44, 52, 70), (90, 40, 44), (60, 76, 60), (120, 120, 126), (30, 30, 34), (150, 140, 120))
WIDTH, HEIGHT = 210, 270


def ellipse(canvas, centre, axes, colour, angle=0, start=0, end=360, thickness=-1):
    cv2.ellipse(
        canvas,
        (int(centre[0] * 16), int(centre[1] * 16)),
        (int(axes[0] * 16), int(axes[1] * 16)),
        angle,
        start,
        end,
        tuple(float(c) for c in colour),
        thickness,
        cv2.LINE_AA,
        4,
    )


def portrait(name: str) -> np.ndarray:
    """A frontal portrait, HEIGHT x WIDTH RGB uint8; the same for the same name."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    size = (WIDTH, HEIGHT)
    skin, hair = np.float32(SKIN[rng.integers(len(SKIN))]), np.float32(HAIR[rng.integers(len(HAIR))])
    cloth, dark = np.float32(CLOTH[rng.integers(len(CLOTH))]), 0.68
    back = rng.uniform(196, 236)
    image = np.full((HEIGHT, WIDTH, 3), (back, back + 3, back + 6), np.float32) + 14 * ramp(size, 1.2)[..., None]
    cx, cy = WIDTH / 2 + rng.uniform(-4, 4), HEIGHT * 0.43
    w, h = rng.uniform(47, 55), rng.uniform(64, 72)
    long_hair = rng.random() < 0.5
    if long_hair:
        ellipse(image, (cx, cy + 26), (w + 17, h + 34), hair * 0.82)
        ellipse(image, (cx, cy + 70), (w + 20, h * 0.7), hair * 0.78)
    ellipse(image, (cx, HEIGHT + 14), (WIDTH * 0.46, 72), cloth)
    neck = np.array(
        [[cx - 24, cy + 30], [cx + 24, cy + 30], [cx + 32, HEIGHT - 44], [cx, HEIGHT - 24], [cx - 32, HEIGHT - 44]]
    )
    cv2.fillPoly(image, [neck.astype(np.int32)], tuple(map(float, skin * 0.84)), cv2.LINE_AA)
    for side in (-1, 1):
        ellipse(image, (cx + side * (w + 2), cy + 6), (8, 16), skin * 0.86)
    ellipse(image, (cx, cy), (w, h), skin)
    ellipse(image, (cx, cy + h * 0.42), (w * 0.78, h * 0.62), skin)
    image = cv2.GaussianBlur(image, (0, 0), 1.2)
    features(image, rng, cx, cy, w, h, skin, hair, dark)
    crown(image, rng, cx, cy, w, h, hair)
    light = 0.80 + 0.30 * bump(size, (cx - w * 0.3, cy - h * 0.1), (w * 1.5, h * 1.4))
    light -= 0.16 * bump(size, (cx + w * 0.95, cy + 8), (w * 0.55, h))
    light -= 0.14 * bump(size, (cx, cy + h * 1.12), (w * 0.7, 14))
    image = image * light[..., None]
    image += smooth_noise(rng, size, 2)[..., None] * 2 + smooth_noise(rng, size, 14)[..., None] * 2.5
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.8), 0, 255).astype(np.uint8)


def crown(image, rng, cx, cy, w, h, hair) -> None:
    """Hair on top of the head: a cap less the face below an oblique hairline."""
    cap = np.zeros((HEIGHT, WIDTH), np.float32)
    ellipse(cap, (cx, cy - h * 0.12), (w + 7, h * rng.uniform(0.98, 1.08)), (1,))
    parting = rng.uniform(-14, 14)
    ellipse(
        cap,
        (cx + parting, cy + h * 0.32),
        (w * rng.uniform(0.9, 1.02), h * rng.uniform(0.84, 0.98)),
        (0,),
        parting * 0.5,
    )
    cap[int(cy + h * 0.25) :] = 0
    strands = 1 + 0.16 * cv2.blur(rng.standard_normal((HEIGHT, WIDTH), dtype=np.float32), (1, 15)) * 3
    cap = cv2.GaussianBlur(cap, (0, 0), 1.6)[..., None]
    image[:] = image * (1 - cap) + hair * strands[..., None] * cap


def features(image, rng, cx, cy, w, h, skin, hair, dark) -> None:
    iris = np.float32(((70, 50, 36), (80, 110, 130), (70, 96, 70))[rng.integers(3)])
    gap, eye_y = w * 0.43, cy - h * 0.06
    for side in (-1, 1):
        x = cx + side * gap
        ellipse(image, (x, eye_y), (w * 0.27, h * 0.11), skin * 0.86)
        ellipse(image, (x, eye_y + 1), (w * 0.19, h * 0.062), (232, 230, 228))
        ellipse(image, (x, eye_y + 1), (h * 0.06, h * 0.06), iris)
        ellipse(image, (x, eye_y + 1), (h * 0.027, h * 0.027), (18, 16, 16))
        ellipse(image, (x, eye_y + 1), (w * 0.20, h * 0.075), skin * 0.42, 0, 190, 350, 2)
        ellipse(
            image, (x, eye_y - h * 0.13), (w * 0.27, h * 0.07), hair * 0.9, side * 6, 200, 340, int(rng.integers(3, 6))
        )
    nose = np.array([[cx - 3, eye_y + 4], [cx - 9, cy + h * 0.30], [cx + 9, cy + h * 0.30], [cx + 3, eye_y + 4]])
    shade = image.copy()
    cv2.fillPoly(shade, [nose.astype(np.int32)], tuple(map(float, skin * 0.9)), cv2.LINE_AA)
    for side in (-1, 1):
        ellipse(shade, (cx + side * 6, cy + h * 0.31), (4, 2.4), skin * 0.45)
    lips = skin * np.float32((0.86, 0.60, 0.60))
    ellipse(shade, (cx, cy + h * 0.54), (w * 0.34, h * 0.055), lips)
    ellipse(shade, (cx, cy + h * 0.535), (w * 0.34, h * 0.02), lips * dark)
    if rng.random() < 0.25:
        for side in (-1, 1):
            ellipse(shade, (cx + side * gap, eye_y + 2), (w * 0.34, h * 0.19), (40, 40, 44), 0, 0, 360, 2)
        cv2.line(shade, (int(cx - w * 0.1), int(eye_y)), (int(cx + w * 0.1), int(eye_y)), (40, 40, 44), 2, cv2.LINE_AA)
    image[:] = cv2.GaussianBlur(shade, (0, 0), 0.9)


def ghost(photo: np.ndarray) -> np.ndarray:
    """The pale secondary portrait of a card, as gray."""
    gray = cv2.cvtColor(photo, cv2.COLOR_RGB2GRAY)
    return cv2.merge([gray] * 3)
