"""What printers, cameras, screens and messengers make of ordinary pages: lamps that flicker, screens, noise, files sent twice.

As those of `ordinary.py`: a person reads each character, and what is measured is how many such pages are verified.
`make.py --families everyday` draws them. `MARKS` change the page, as functions of `attacks.py` do; `PICTURES` what the camera
took, BGR uint8, of `pitch` pixels a character.
"""
import cv2
import numpy as np

from ordinary import extent, within
from page import CELL, noise


def spots(words, shape, page, count, sizes):
    """Where some spots lie over the characters, 0 to 1: `sizes` in cells."""
    mask = np.zeros(shape, np.float32)
    for _ in range(count):
        x, y = within(words, page)
        size = tuple(int(words.uniform(*sizes) * CELL) for _ in range(2))
        cv2.ellipse(mask, (int(x), int(y)), size, words.uniform(0, 180), 0, 360, 1.0, -1, cv2.LINE_AA)
    return mask


def kinegram(words, rng, page, picture):
    """A pale rainbow over some characters, as of a hologram in the laminate."""
    height, width = picture.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    way, step = words.uniform(0, 2 * np.pi), words.uniform(0.01, 0.05)
    phase = (columns * np.cos(way) + rows * np.sin(way)) * step + noise(rng, (height, width), 90) * 0.6
    rainbow = np.stack([0.5 + 0.5 * np.cos(phase + turn * 2.1) for turn in range(3)], -1)
    mask = cv2.GaussianBlur(spots(words, (height, width), page, 1, (3, 12)), (0, 0), words.uniform(4, 20))
    strength = mask[..., None] * words.uniform(0.06, 0.22)
    picture += strength * (0.6 * rainbow * (1 - 0.5 * picture) - 0.15 * picture)


def patterned(words, rng, page, picture):
    """Coloured waves under the print, stronger than those of most papers."""
    height, width = picture.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    for _ in range(words.randint(2, 4)):
        colour = np.float32([words.uniform(0.5, 0.95) for _ in range(3)])
        bend = np.sin(columns * words.uniform(0.005, 0.04) + words.uniform(0, 6)) * words.uniform(2, 25)
        wave = np.cos(columns * words.uniform(-0.2, 0.2) + (rows + bend) * words.uniform(0.15, 0.8))
        wave = np.clip((wave - words.uniform(0.4, 0.85)) * 4, 0, 1) * words.uniform(0.2, 0.7)
        page.paper += (colour - page.paper) * wave[..., None]
    picture[:] = page.laid()


def glared(words, rng, page, picture):
    """Soft spots of light on laminate."""
    mask = spots(words, picture.shape[:2], page, words.randint(1, 3), (1, 6))
    mask = cv2.GaussianBlur(mask, (0, 0), words.uniform(15, 50)) * words.uniform(0.15, 0.5)
    picture += (1 - picture) * mask[..., None]


def dotted(words, rng, page, picture):
    """Print put together of dots, 12 to 24 to a character."""
    height, width = page.ink.shape
    size = words.choice((1.5, 2, 3))
    dots = cv2.resize(page.ink, (int(width / size), int(height / size)), interpolation=cv2.INTER_AREA)
    dots = np.float32(dots > 0.45 + rng.standard_normal(dots.shape) * words.uniform(0, 0.12))
    ink = cv2.resize(dots, (width, height), interpolation=cv2.INTER_NEAREST)
    page.ink[:] = cv2.GaussianBlur(ink, (0, 0), words.uniform(0.6, 1.2)) * words.uniform(0.75, 0.97)
    picture[:] = page.laid()


def held(words, rng, page, picture):
    """A thumb beside the zone."""
    left, top, right, bottom = extent(page)
    skin = np.float32(words.choice(((0.85, 0.65, 0.55), (0.6, 0.42, 0.33), (0.95, 0.78, 0.7), (0.35, 0.24, 0.2))))
    radius = words.uniform(2, 3.5) * CELL
    off = words.uniform(0.4, 1.2) * CELL + radius
    x, y = words.choice(((left - off, words.uniform(top, bottom)), (right + off, words.uniform(top, bottom)),
                         (words.uniform(left, right), bottom + off)))
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(mask, (int(x), int(y)), int(radius), 1.0, -1, cv2.LINE_AA)
    picture *= (1 - cv2.GaussianBlur(mask, (0, 0), 8) * 0.35)[..., None]
    mask = cv2.GaussianBlur(mask, (0, 0), 1.5)[..., None]
    picture += (skin * (1 + noise(rng, mask.shape[:2], 10)[..., None] * 0.03) - picture) * mask


def curved(words, rng, page, picture):
    """Bent towards the binding, and darker there."""
    height, width = picture.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    away = columns / width if words.random() < 0.5 else 1 - columns / width
    bend = np.exp(-away * words.uniform(2, 5)) * words.uniform(0.5, 2.2) * CELL * words.choice((-1, 1))
    bent = cv2.remap(picture, columns, rows + bend - bend.mean(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    picture[:] = bent * (1 - np.exp(-away * 7) * words.uniform(0.1, 0.5))[..., None]


def stained(words, rng, page, picture):
    """Pale brown stains with a darker rim."""
    stain = np.zeros(picture.shape[:2], np.float32)
    for _ in range(words.randint(1, 3)):
        spot = cv2.GaussianBlur(spots(words, stain.shape, page, 1, (1, 6)), (0, 0), words.uniform(2, 5))
        stain = np.maximum(stain, spot * 0.5 + spot * (1 - spot) * 4 * words.uniform(0.2, 0.5))
    picture *= 1 - (1 - np.float32([0.75, 0.6, 0.4])) * (stain * words.uniform(0.2, 0.7))[..., None]


def eight_bits(image):
    return np.clip(image, 0, 255).astype(np.uint8)


def flickering(words, rng, image, pitch):
    """Bands of a lamp that flickers while a camera reads its rows: 5 to 18 characters from one to the next."""
    rows = np.arange(image.shape[0], dtype=np.float32)
    wave = 0.5 + 0.5 * np.cos(2 * np.pi * rows / (words.uniform(5, 18) * pitch) + words.uniform(0, 2 * np.pi))
    return eight_bits(image * (1 - wave * words.uniform(0.1, 0.45))[:, None, None])


def screened(words, rng, image, pitch):
    """The stripes that the dots of a screen leave in a photograph of it."""
    rows, columns = np.mgrid[:image.shape[0], :image.shape[1]].astype(np.float32)
    way, period, strength = words.uniform(-0.2, 0.2), words.uniform(1.1, 3.5), words.uniform(0.04, 0.16)
    across, down = columns * np.cos(way) + rows * np.sin(way), rows * np.cos(way) - columns * np.sin(way)
    stripes = [np.cos(2 * np.pi * across / period + turn * 2.1) + 0.5 * np.cos(2 * np.pi * down / period) for turn in range(3)]
    return eight_bits(image * (1 + strength * np.stack(stripes, -1)))


def grainy(words, rng, image, pitch):
    """Noise of a sensor in little light."""
    return eight_bits(image + rng.standard_normal(image.shape) * words.uniform(8, 20))


def denoised(words, rng, image, pitch):
    """The same, smoothed by the camera."""
    noisy = grainy(words, rng, image, pitch)
    if words.random() < 0.5:
        return cv2.bilateralFilter(noisy, 5, words.uniform(20, 50), 2)
    return cv2.fastNlMeansDenoisingColored(noisy, None, words.uniform(4, 10), 10, 5, 11)


def sharpened(words, rng, image, pitch):
    """Edges with seams of light and dark."""
    soft = cv2.GaussianBlur(image, (0, 0), words.uniform(0.7, 2.5)).astype(np.float32)
    return eight_bits(image + (image - soft) * words.uniform(0.5, 2.5))


def resent(words, rng, image, pitch):
    """Made smaller or larger and compressed once more, up to three times, as messengers do."""
    for _ in range(words.randint(1, 3)):
        size = words.choice((1, 1, 0.8, 1.2))
        image = cv2.resize(image, None, fx=size, fy=size, interpolation=cv2.INTER_AREA if size < 1 else cv2.INTER_LINEAR)
        image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, words.randint(30, 70)])[1], 1)
    return image


def dim(words, rng, image, pitch):
    """Exposed for too short a time: 15 to 45 % of the light."""
    return eight_bits(image * words.uniform(0.15, 0.45) + rng.standard_normal(image.shape) * words.uniform(0.7, 3))


def bright(words, rng, image, pitch):
    """Exposed for too long: paper that is white all over, and thin print."""
    return cv2.GaussianBlur(eight_bits(image * np.float32(words.uniform(1.25, 1.9))), (0, 0), 0.5)


def warm(words, rng, image, pitch):
    """Under light of another colour."""
    return eight_bits(image * np.float32(words.choice(((0.55, 0.85, 1), (0.4, 0.75, 1), (1, 0.85, 0.65), (0.8, 1, 0.85)))))


def bilevel(words, rng, image, pitch):
    """Black and white alone, as programs that scan documents store them."""
    gray = cv2.cvtColor(cv2.resize(image, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_CUBIC), cv2.COLOR_BGR2GRAY)
    black = cv2.adaptiveThreshold(gray, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 51, words.uniform(18, 32))
    return cv2.cvtColor(black, cv2.COLOR_GRAY2BGR)


def equalized(words, rng, image, pitch):
    """Contrast that was raised place by place."""
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
    lab[..., 0] = cv2.createCLAHE(words.uniform(1.5, 4), (words.choice((4, 8)),) * 2).apply(lab[..., 0])
    return cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)


MARKS = {"kinegram": kinegram, "patterned": patterned, "glared": glared, "dotted": dotted, "held": held, "curved": curved,
         "stained": stained}
PICTURES = {"flickering": flickering, "screened": screened, "grainy": grainy, "denoised": denoised, "sharpened": sharpened,
            "resent": resent, "dim": dim, "bright": bright, "warm": warm, "bilevel": bilevel, "equalized": equalized}
