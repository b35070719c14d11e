"""What lies round and over a zone on ordinary pictures: shadows, sleeves, highlighters, boxes, creases, copies, close cuts.

A person reads each character without effort, and nothing makes another one of any: what is measured here is how many such
pages are verified. `make.py --families ordinary` draws them. Functions as those of `attacks.py`, but for `cut`.
"""
import cv2
import numpy as np

from page import CAPITAL, CELL, noise


def extent(page) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all characters."""
    return (page.left, page.tops[0], page.left + max(map(len, page.lines)) * CELL, page.tops[-1] + CAPITAL)


def within(words, page) -> tuple[float, float]:
    """A point among the characters."""
    left, top, right, bottom = extent(page)
    return words.uniform(left, right), words.uniform(top, bottom)


def darkened(picture, shade, strength) -> None:
    """Less light where `shade` is 1, as a share of what falls there."""
    picture *= (1 - shade * strength)[..., None]


def shadowed(words, rng, page, picture):
    """The straight edge of a shadow, sharp or soft, from any side."""
    x, y = within(words, page)
    way = words.uniform(0, 2 * np.pi)
    rows, columns = np.mgrid[:picture.shape[0], :picture.shape[1]].astype(np.float32)
    off = (columns - x) * np.cos(way) + (rows - y) * np.sin(way)
    darkened(picture, 0.5 + 0.5 * np.tanh(off / words.choice((1.4, 4, 12, 30))), words.uniform(0.15, 0.5))


def leaved(words, rng, page, picture):
    """Shadows of leaves."""
    shade = np.zeros(picture.shape[:2], np.float32)
    for _ in range(words.randint(8, 30)):
        middle = int(words.uniform(0, shade.shape[1])), int(words.uniform(0, shade.shape[0]))
        size = int(words.uniform(1, 4) * CELL), int(words.uniform(0.4, 1.5) * CELL)
        cv2.ellipse(shade, middle, size, words.uniform(0, 180), 0, 360, 1.0, -1, cv2.LINE_AA)
    darkened(picture, cv2.GaussianBlur(shade, (0, 0), words.uniform(2, 10)), words.uniform(0.12, 0.4))


def handheld(words, rng, page, picture):
    """The shadow of a telephone and of the hand that holds it."""
    shade = np.zeros(picture.shape[:2], np.float32)
    x, y = within(words, page)
    size = words.uniform(8, 16) * CELL, words.uniform(5, 9) * CELL
    box = cv2.boxPoints(((x, y + words.uniform(-3, 3) * CELL), size, words.uniform(-30, 30)))
    cv2.fillPoly(shade, [np.int32(box)], 1.0, cv2.LINE_AA)
    cv2.circle(shade, tuple(int(v) for v in box[words.randrange(4)]), int(words.uniform(1, 3) * CELL), 1.0, -1, cv2.LINE_AA)
    darkened(picture, cv2.GaussianBlur(shade, (0, 0), words.uniform(1.5, 14)), words.uniform(0.15, 0.45))


def sleeved(words, rng, page, picture):
    """A plastic sleeve: milky, with a seam and with reflections that lie across."""
    height, width = picture.shape[:2]
    light = np.full((height, width), words.uniform(0.05, 0.2), np.float32)
    for _ in range(words.randint(1, 4)):
        x, lean = words.uniform(0, width), words.uniform(-1, 1) * height
        glint = np.zeros((height, width), np.float32)
        cv2.line(glint, (int(x), 0), (int(x + lean), height), 1.0, words.randint(4, 40), cv2.LINE_AA)
        light += cv2.GaussianBlur(glint, (0, 0), words.uniform(3, 12)) * words.uniform(0.05, 0.25)
    picture += (0.97 - picture) * np.clip(light, 0, 0.5)[..., None]


def panelled(words, rng, page, picture):
    """Printed panels of another tint: beside each other, or one that holds all of the zone."""
    left, top, right, bottom = (int(v) for v in extent(page))
    tint = np.float32([words.uniform(0.8, 1) for _ in range(3)])
    panel = np.zeros(picture.shape[:2], np.float32)
    if words.random() < 0.6:
        panel[:, int(words.uniform(left, right)):] = 1
    else:
        off = int(words.uniform(0.4, 1) * CELL)
        panel[max(0, top - off):bottom + off] = 1
    page.paper *= 1 - (1 - tint) * panel[..., None]
    picture[:] = page.laid()


def lined(words, rng, page, picture):
    """Ruled or squared paper, or the rules of a form: pale lines at equal distances."""
    step, thick = words.uniform(0.4, 2.5) * CELL, words.randint(1, 3)
    colour = np.float32([words.uniform(0.5, 0.8), words.uniform(0.6, 0.85), words.uniform(0.75, 0.95)])
    mask = np.zeros(picture.shape[:2], np.float32)
    squared = words.random() < 0.4
    for y in np.arange(words.uniform(0, step), mask.shape[0], step):
        mask[int(y):int(y) + thick] = 1
    for x in np.arange(words.uniform(0, step), mask.shape[1], step) if squared else ():
        mask[:, int(x):int(x) + thick] = 1
    page.paper += (colour - page.paper) * (mask * words.uniform(0.3, 0.9))[..., None]
    picture[:] = page.laid()


def highlighted(words, rng, page, picture):
    """A highlighter's ink over a part of a line, over a line, or over all of them."""
    colour = np.float32(words.choice(((1, 1, 0.3), (0.5, 1, 0.4), (1, 0.6, 0.8), (0.5, 0.9, 1), (1, 0.8, 0.4))))
    mask = np.zeros(picture.shape[:2], np.float32)
    lines = words.choice((list(range(len(page.lines))), [words.randrange(len(page.lines))], [words.randrange(len(page.lines))]))
    for line in lines:
        first = words.randrange(len(page.lines[line]) - 6)
        last = first + words.randint(5, len(page.lines[line]) - first)
        if words.random() < 0.3:
            first, last = -1, len(page.lines[line]) + 1
        ends = [(int(page.left + column * CELL), int(page.tops[line] + CAPITAL / 2 + words.uniform(-4, 4))) for column in (first, last)]
        cv2.line(mask, *ends, 1.0, int(words.uniform(1.2, 1.9) * CAPITAL), cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), 2) * np.clip(1 + noise(rng, mask.shape, 12) * 0.06, 0, 1)
    picture *= 1 - (1 - colour) * (mask * words.uniform(0.4, 0.9))[..., None]


def framed(words, rng, page, picture):
    """A box round the zone, printed or drawn with a ruler."""
    left, top, right, bottom = extent(page)
    off = words.uniform(0.35, 1.1) * CELL
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.rectangle(mask, (int(left - off), int(top - off)), (int(right + off), int(bottom + off)), 1.0, words.randint(1, 4), cv2.LINE_AA)
    colour = page.colour if words.random() < 0.5 else np.float32([words.uniform(0, 0.7) for _ in range(3)])
    picture += (colour - picture) * (mask * words.uniform(0.5, 1))[..., None]


def creased(words, rng, page, picture):
    """One to three creases, light on one side and dark on the other."""
    rows, columns = np.mgrid[:picture.shape[0], :picture.shape[1]].astype(np.float32)
    for _ in range(words.choice((1, 1, 2, 3))):
        x, y = within(words, page)
        way, wide = words.uniform(0, np.pi), words.uniform(1.5, 6)
        off = ((columns - x) * np.cos(way) + (rows - y) * np.sin(way)) / wide
        slope = off * np.exp(-off * off / 2)
        picture *= (1 + slope * words.choice((-1, 1)) * words.uniform(0.05, 0.25))[..., None]


def copied(words, rng, page, picture):
    """A photocopy of a photocopy: gray, hard, with specks of toner."""
    gray = picture.mean(axis=2)
    for _ in range(words.choice((1, 2, 2))):
        gray = cv2.GaussianBlur(gray, (0, 0), words.uniform(0.8, 2))
        gray = np.clip((gray - words.uniform(0.45, 0.6)) * words.uniform(1.8, 4) + 0.5, 0.03, 0.98)
        specks = (rng.random(gray.shape) > 1 - words.uniform(0, 0.0004)).astype(np.float32)
        gray = gray * (1 - np.clip(cv2.GaussianBlur(specks, (0, 0), 1) * 6, 0, 0.7))
    picture[:] = gray[..., None]


def stamped(words, rng, page, picture):
    """A stamp beside the zone, that touches no character."""
    left, top, right, bottom = extent(page)
    mask = np.zeros(picture.shape[:2], np.uint8)
    middle = int(words.uniform(left, right)), int(words.choice((top - words.uniform(3, 4) * CELL, bottom + words.uniform(3, 4) * CELL)))
    for radius in (2.6, 2.1):
        cv2.circle(mask, middle, int(radius * CELL), 255, 4, cv2.LINE_AA)
    cv2.putText(mask, "VISTO", (middle[0] - 50, middle[1] + 10), cv2.FONT_HERSHEY_SIMPLEX, 1.1, 255, 3, cv2.LINE_AA)
    colour = np.float32(words.choice(((0.2, 0.2, 0.7), (0.75, 0.15, 0.2), (0.1, 0.5, 0.3), (0.1, 0.1, 0.1))))
    picture += (colour - picture) * (np.float32(mask) / 255 * words.uniform(0.4, 0.9))[..., None]


def selected(words, rng, page, picture):
    """Some characters selected on a screen."""
    colour = np.float32(words.choice(((0.6, 0.78, 1), (0.2, 0.5, 0.95), (0.75, 0.75, 0.75))))
    line = words.randrange(len(page.lines))
    first = words.randrange(len(page.lines[line]) - 4)
    last = words.randint(first + 3, len(page.lines[line]))
    x0, y0, _, y1 = page.box(line, first)
    place = slice(max(0, int(y0 - 0.3 * CAPITAL)), int(y1 + 0.3 * CAPITAL)), slice(int(x0), int(x0 + (last - first) * CELL))
    picture[place] *= 1 - (1 - colour) * words.uniform(0.5, 1)


def banded(words, rng, page, picture):
    """Bands across the page in which a printer gave a little less ink."""
    rows = np.arange(picture.shape[0], dtype=np.float32)
    period = words.uniform(0.3, 3) * CELL
    wave = 0.5 + 0.5 * np.cos(2 * np.pi * rows / period + words.uniform(0, 6))
    page.ink *= (1 - wave ** words.choice((1, 4)) * words.uniform(0.05, 0.25))[:, None]
    picture[:] = page.laid()


def shown_through(words, rng, page, picture):
    """The print of the page behind, mirrored and pale."""
    behind = cv2.GaussianBlur(page.ink[:, ::-1], (0, 0), words.uniform(1.5, 4))
    behind = np.roll(behind, (int(words.uniform(-1, 1) * CELL), int(words.uniform(-6, 6) * CELL)), (0, 1))
    page.paper *= (1 - behind * words.uniform(0.04, 0.16))[..., None]
    picture[:] = page.laid()


def closely(words, rng, page, picture):
    """Nothing is done to the page; the picture is `cut`."""


def cut(words, image, corners, columns):
    """The picture cut so that little paper is left round the zone, whose `corners` are 4 x 2: 0.15 to 0.6 of a character."""
    off = words.uniform(0.15, 0.6) * np.linalg.norm(corners[1] - corners[0]) / columns
    low, high = corners.min(0), corners.max(0)
    x0, y0 = (max(0, int(v)) for v in np.floor(low - off))
    x1, y1 = (int(v) for v in np.ceil(high + off))
    return np.ascontiguousarray(image[y0:y1, x0:x1])


MARKS = {"shadowed": shadowed, "leaved": leaved, "handheld": handheld, "sleeved": sleeved, "panelled": panelled, "lined": lined,
         "highlighted": highlighted, "framed": framed, "creased": creased, "copied": copied, "near": stamped, "selected": selected,
         "banded": banded, "shown": shown_through, "closely": closely}
