"""What lies under a document: tables, cloth, papers, keyboards, and hands that hold it. RGB float32 pictures."""

import cv2
import numpy as np

from .noise import bump, fractal, ramp, smooth_noise
from .sheet import Sheet

WORDS = """the of and report total order page item date notes north window letter account table minutes agreed figure
shall annual meeting garden copy draft within until market river office number return second early paper""".split()


def wood(rng, size) -> np.ndarray:
    width, height = size
    tone = np.float32(((150, 108, 70), (112, 76, 50), (186, 150, 108), (84, 58, 42))[int(rng.integers(4))])
    grain = cv2.resize(
        rng.standard_normal((max(8, height // 2), max(4, width // 60)), dtype=np.float32),
        size,
        interpolation=cv2.INTER_CUBIC,
    )
    rings = np.sin(fractal(rng, size, max(size) / 3, 3) * 5 + ramp(size, np.pi / 2) * rng.uniform(14, 34))
    shade = 1 + 0.09 * grain + 0.07 * rings
    board = height // int(rng.integers(2, 5))
    for y in range(board, height, board):
        shade[y : y + 2] *= 0.55
        shade[y + 2 :] *= rng.uniform(0.93, 1.05)
    image = tone * shade[..., None]
    return image if rng.random() < 0.5 else np.ascontiguousarray(np.rot90(wood_square(image, size)))


def wood_square(image, size):
    return cv2.resize(image, size[::-1], interpolation=cv2.INTER_AREA)


def cloth(rng, size) -> np.ndarray:
    width, height = size
    tone = np.float32(
        ((96, 106, 122), (150, 140, 126), (60, 66, 84), (120, 60, 60), (196, 190, 178))[int(rng.integers(5))]
    )
    period = rng.uniform(3.2, 7)
    ys, xs = np.ogrid[:height, :width]
    warp = np.sin(xs * (2 * np.pi / period)) * (((ys // period) % 2) * 2 - 1)
    weft = np.sin(ys * (2 * np.pi / period)) * (((xs // period) % 2) * 2 - 1)
    folds = fractal(rng, size, max(size) / 3, 2)
    shade = 1 + 0.09 * (warp + weft).astype(np.float32) + 0.08 * smooth_noise(rng, size, 1.5) + 0.13 * folds
    return tone * shade[..., None]


def plain(rng, size) -> np.ndarray:
    tone = np.float32(
        ((206, 206, 202), (52, 52, 56), (230, 226, 216), (110, 116, 124), (28, 26, 26))[int(rng.integers(5))]
    )
    shade = 1 + 0.10 * fractal(rng, size, max(size) / 2, 3) + 0.025 * smooth_noise(rng, size, 1)
    return tone * shade[..., None] * (0.88 + 0.24 * ramp(size, rng.uniform(0, 6.3)))[..., None]


def speckled(rng, size) -> np.ndarray:
    """Laminate or stone."""
    tone = np.float32(((170, 168, 162), (96, 92, 90), (204, 196, 184))[int(rng.integers(3))])
    spots = np.clip(smooth_noise(rng, size, 2.2) - 1.1, 0, 1.2) - 0.8 * np.clip(
        smooth_noise(rng, size, 3.5) - 1.2, 0, 1
    )
    return tone * (1 + 0.3 * spots + 0.05 * fractal(rng, size, 120, 3))[..., None]


def keyboard(rng, size) -> np.ndarray:
    width, height = size
    sheet = Sheet(np.full((height, width, 3), 44, np.float32), 1.0)
    key = width / rng.uniform(11, 17)
    rows = ("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")
    y = -key * rng.uniform(0, 1)
    for k in range(int(height / key) + 2):
        x = -key * rng.uniform(0, 1)
        for letter in (rows[k % 4] * 3)[: int(width / key) + 3]:
            sheet.box(x + 2, y + 2, key - 5, key - 5, (66, 66, 70))
            sheet.box(x + 5, y + 3, key - 11, key - 11, (80, 80, 84))
            sheet.text(x + key * 0.2, y + key * 0.15, letter, key * 0.32, "sans", (220, 220, 220))
            x += key
        y += key
    return sheet.page * (1 + 0.03 * smooth_noise(rng, size, 1))[..., None]


def printed_page(rng, width: int, height: int) -> np.ndarray:
    """A sheet of typed paper, `width` x `height` px."""
    sheet = Sheet(np.full((height, width, 3), (244, 243, 238), np.float32), 1.0)
    em = max(7.0, width / rng.uniform(34, 60))
    y = em * 3
    face = ("serif", "sans", "mono")[int(rng.integers(3))]
    while y < height - em * 2:
        if rng.random() < 0.88:
            count = int(rng.integers(6, 13))
            text = " ".join(WORDS[int(i)] for i in rng.integers(0, len(WORDS), count))
            sheet.text(em * 3, y, text[: int(width / em * 1.5)], em, face, (50, 50, 54))
        y += em * 1.5
    return sheet.page


def paste(image: np.ndarray, patch: np.ndarray, centre, angle: float, shadow: float = 0.35) -> None:
    """Lays a patch on the picture, turned, with a soft shadow."""
    h, w = patch.shape[:2]
    turn = cv2.getRotationMatrix2D((w / 2, h / 2), angle, 1)
    turn[:, 2] += np.float64(centre) - (w / 2, h / 2)
    size = image.shape[1::-1]
    mask = cv2.warpAffine(np.ones((h, w), np.float32), turn, size, flags=cv2.INTER_LINEAR)[..., None]
    dark = cv2.GaussianBlur(np.roll(mask[..., 0], (4, 3), (0, 1)), (0, 0), 5)[..., None]
    image *= 1 - shadow * dark * (1 - mask)
    image += (cv2.warpAffine(patch, turn, size, flags=cv2.INTER_LINEAR) - image) * mask


def clutter(rng, image: np.ndarray, level: int) -> None:
    """Papers, pens, coins, cups and notes on the table; more of them at higher levels."""
    height, width = image.shape[:2]
    for _ in range(level):
        where = rng.uniform(0, width), rng.uniform(0, height)
        kind = int(rng.integers(5))
        if kind <= 1:
            page = printed_page(rng, int(width * rng.uniform(0.3, 0.6)), int(width * rng.uniform(0.4, 0.7)))
            paste(image, page, where, rng.uniform(-40, 40))
        elif kind == 2:
            pen = np.full(
                (int(width * 0.022), int(width * rng.uniform(0.25, 0.4)), 3), rng.uniform(20, 160, 3), np.float32
            )
            pen *= np.linspace(0.6, 1.5, len(pen), dtype=np.float32)[:, None, None]
            paste(image, pen, where, rng.uniform(0, 180), 0.5)
        elif kind == 3:
            note = np.full((width // 6, width // 6, 3), (244, 226, 120), np.float32)
            sheet = Sheet(note, 1.0)
            for k in range(4):
                sheet.text(
                    8, 8 + k * width / 32, WORDS[int(rng.integers(len(WORDS)))].upper(), width / 44, "sans-italic"
                )
            paste(image, note, where, rng.uniform(-25, 25), 0.25)
        else:
            radius = width * rng.uniform(0.03, 0.09)
            disc = bump((width, height), where, (radius, radius), hardness=16)[..., None]
            ring = bump((width, height), where, (radius * 0.8, radius * 0.8), hardness=16)[..., None]
            image += (np.float32(rng.uniform(90, 230, 3)) - image) * disc
            image *= 1 - 0.25 * ring


def fingers(rng, image: np.ndarray, tips: list, towards: list, thick: float, clear: np.ndarray) -> None:
    """Finger ends `thick` px wide lying over `tips`, coming in from `towards`; none that would cover any of `clear`."""
    skin = np.float32(((222, 172, 146), (196, 142, 112), (122, 82, 62))[int(rng.integers(3))])
    size = image.shape[1::-1]
    for tip, outward in zip(tips, towards):
        outward = np.float64(outward) / (np.linalg.norm(outward) + 1e-9)
        outward = outward + np.array([-outward[1], outward[0]]) * rng.uniform(-0.5, 0.5)
        outward /= np.linalg.norm(outward)
        mask = np.zeros(size[::-1], np.float32)
        for t in np.linspace(0, 1, 90):
            radius = thick * (0.46 + 0.10 * min(1, t * 9) + 0.35 * t)
            at = np.float64(tip) + outward * (t * max(size))
            cv2.circle(mask, tuple(int(v * 16) for v in at), int(radius * 16), 1.0, -1, cv2.LINE_AA, 4)
        if float((mask * clear).max()) > 0:
            continue
        inside = cv2.distanceTransform((mask > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / (thick / 2)
        shade = 0.55 + 0.5 * np.sqrt(np.clip(inside, 0, 1)) + 0.02 * smooth_noise(rng, size, 3)
        angle = float(np.arctan2(outward[1], outward[0]))
        nail = bump(size, np.float64(tip) + outward * thick * 0.12, (thick * 0.36, thick * 0.28), angle, 9)[..., None]
        colour = skin * shade[..., None] * (1 - nail) + np.float32((238, 200, 190)) * (shade[..., None] * 0.95) * nail
        soft = cv2.GaussianBlur(mask, (0, 0), 1.2)[..., None]
        dark = cv2.GaussianBlur(np.roll(mask, (int(thick * 0.12), int(thick * 0.08)), (0, 1)), (0, 0), thick * 0.14)[
            ..., None
        ]
        image *= 1 - 0.4 * dark * (1 - soft)
        image += (colour - image) * soft


GROUNDS = {"wood": wood, "cloth": cloth, "plain": plain, "speckled": speckled, "keyboard": keyboard}


def table(rng, size: tuple[int, int], kind: str | None = None, level: int = 0) -> np.ndarray:
    """A background of the kind named (or any) with clutter of the level given."""
    if kind == "scanner":
        return np.full((size[1], size[0], 3), (247, 247, 246), np.float32) + smooth_noise(rng, size, 1)[..., None] * 0.7
    kind = kind or ("wood", "wood", "cloth", "plain", "plain", "speckled")[int(rng.integers(6))]
    image = GROUNDS[kind](rng, size).astype(np.float32)
    clutter(rng, image, level * 2)
    return image
