"""Pictures without a readable MRZ, many of which look a little as if they had one."""

import random

import numpy as np

from . import people, scene, studio
from .document import FlatDocument
from .fonts import OCRB_ADVANCE
from .noise import fractal, ramp, smooth_noise
from .photograph import Photo, photograph
from .sheet import Sheet

CAPITALS, DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"


def paper(width: float, height: float, scale: float = 6.0, colour=(246, 245, 240)) -> Sheet:
    return Sheet(np.full((round(height * scale), round(width * scale), 3), colour, np.float32), scale)


def word(rng, alphabet: str, low: int, high: int) -> str:
    return "".join(alphabet[int(i)] for i in rng.integers(0, len(alphabet), rng.integers(low, high + 1)))


def listing(words, rng) -> Sheet:
    """A program on a screen: capitals, digits and shift operators in a fixed pitch."""
    dark = rng.random() < 0.5
    sheet = paper(150, 100, 6, (30, 32, 38) if dark else (250, 250, 250))
    inks = ((220, 220, 220), (130, 190, 240), (230, 180, 110)) if dark else ((30, 30, 30), (20, 60, 160), (140, 40, 40))
    for k in range(22):
        parts = [f"{k + 1:3d}  " + "    " * int(rng.integers(0, 4)), word(rng, CAPITALS + "_", 4, 14)]
        parts.append((" <<= ", " = 1 << ", "<<", " < ", "[", " == 0x")[int(rng.integers(6))])
        parts += [
            word(rng, DIGITS + "ABCDEF", 2, 10),
            (";", " << 24 | ", "];", ")")[int(rng.integers(4))],
            word(rng, CAPITALS, 0, 8),
        ]
        sheet.text(4, 3 + k * 4.3, "".join(parts), 3.2, "dejavu-mono", inks[int(rng.integers(3))])
    return sheet


def receipt(words, rng) -> Sheet:
    sheet = paper(80, 170, 6)
    sheet.text(40, 5, "CORNER SHOP UTOPIA", 4.6, "mono-bold", anchor="middle")
    for k in range(26):
        sheet.text(4, 16 + k * 4.6, word(rng, CAPITALS, 4, 14), 3.4, "mono", (60, 60, 66))
        sheet.text(
            76,
            16 + k * 4.6,
            f"{rng.integers(0, 90)}.{rng.integers(0, 100):02d}",
            3.4,
            "mono",
            (60, 60, 66),
            anchor="right",
        )
    sheet.text(4, 138, "-" * 34, 3.4, "mono")
    sheet.text(4, 143, "TOTAL", 5, "mono-bold")
    sheet.barcode(12, 151, 56, 12, rng)
    return sheet


def table(words, rng) -> Sheet:
    """Columns of codes: as regular as an MRZ, but with rules and gaps."""
    sheet = paper(160, 110, 6)
    face = ("mono", "ocrb", "sans")[int(rng.integers(3))]
    for row in range(16):
        sheet.box(5, 8 + row * 6, 150, 0.2, (150, 150, 150))
        for column in range(6):
            sheet.text(8 + column * 25, 9.5 + row * 6, word(rng, CAPITALS + DIGITS, 5, 8), 3.1, face)
    return sheet


def barcodes(words, rng) -> Sheet:
    sheet = paper(120, 80, 6)
    for k in range(3):
        sheet.barcode(8, 6 + k * 24, 90, 14, rng)
        sheet.text(20, 21 + k * 24, " ".join(word(rng, DIGITS, 5, 5) for _ in range(4)), 3.4, "ocrb")
    sheet.matrix_code(102, 8, 14, rng)
    return sheet


def payment_slip(words, rng) -> Sheet:
    """The code line of a payment form: OCR-B in the same pitch, with signs that no MRZ has."""
    sheet = paper(150, 90, 6, (250, 236, 226))
    for k in range(6):
        sheet.box(6, 8 + k * 9, 60, 0.25, (200, 120, 100))
        sheet.text(7, 4 + k * 9, word(rng, CAPITALS, 5, 12) + " " + word(rng, CAPITALS, 4, 9), 3.2, "sans")
    line = f"01{word(rng, DIGITS, 11, 11)}>{word(rng, DIGITS, 26, 26)}+ {word(rng, DIGITS, 9, 9)}>"
    sheet.text(12, 74, line, 2.54 / OCRB_ADVANCE, "ocrb", (24, 24, 28))
    return sheet


def word_search(words, rng) -> Sheet:
    sheet = paper(110, 110, 6)
    for row in range(16):
        for column in range(16):
            sheet.text(6 + column * 6.2, 6 + row * 6.2, word(rng, CAPITALS, 1, 1), 4, "sans-bold")
    return sheet


def dump(words, rng) -> Sheet:
    """Blocks of hexadecimal digits in OCR-B, sixteen lines of sixty: too many lines to be an MRZ."""
    sheet = paper(190, 110, 6)
    for k in range(16):
        sheet.text(6, 6 + k * 6.2, " ".join(word(rng, DIGITS + "ABCDEF", 4, 4) for _ in range(13)), 3.5, "ocrb")
    return sheet


def keys(words, rng) -> Sheet:
    sheet = paper(130, 70, 6, (236, 240, 246))
    sheet.text(8, 5, "LICENCE KEYS", 6, "sans-bold")
    for k in range(5):
        sheet.text(8, 18 + k * 9, "-".join(word(rng, CAPITALS + DIGITS, 5, 5) for _ in range(6)), 4.2, "mono-bold")
    return sheet


def boarding_pass(words, rng) -> Sheet:
    sheet = paper(180, 75, 6)
    sheet.box(0, 0, 180, 10, (40, 70, 130))
    sheet.text(6, 2, "BOARDING PASS   SPECIMEN AIR", 5, "sans-bold", (250, 250, 250))
    for k in range(10):
        sheet.text(8 + k % 5 * 26, 18 + k // 5 * 18, word(rng, CAPITALS, 4, 7), 2.4, "sans", (110, 110, 110))
        sheet.text(8 + k % 5 * 26, 22 + k // 5 * 18, word(rng, CAPITALS + DIGITS, 3, 6), 6, "mono-bold")
    sheet.text(
        8,
        60,
        "M1" + word(rng, CAPITALS, 8, 8) + "/" + word(rng, CAPITALS, 6, 6) + " " + word(rng, CAPITALS + DIGITS, 22, 22),
        3.5,
        "mono",
    )
    sheet.matrix_code(145, 22, 28, rng)
    return sheet


def chevrons(words, rng) -> Sheet:
    """Rows of angle signs, as on a decorated ribbon."""
    sheet = paper(140, 90, 6, (232, 226, 214))
    for row in range(9):
        sheet.text(4, 4 + row * 9.5, "<" * 44, 4.2, "ocrb", (60, 60, 90) if row % 2 else (150, 60, 60))
    return sheet


def letter(words, rng) -> Sheet:
    return Sheet(scene.printed_page(rng, 900, 1150), 6.0)


def music(words, rng) -> Sheet:
    sheet = paper(150, 110, 6)
    for staff in range(4):
        for k in range(5):
            sheet.box(6, 12 + staff * 25 + k * 2, 138, 0.25, (30, 30, 30))
        for k in range(26):
            x, y = 14 + k * 5, 11.5 + staff * 25 + float(rng.integers(0, 9))
            sheet.box(x, y, 2, 1.4, (20, 20, 20))
            sheet.box(x + 1.8, y - 6, 0.3, 7, (20, 20, 20))
    return sheet


def sheets() -> dict:
    return {
        f.__name__: f
        for f in (
            listing,
            receipt,
            table,
            barcodes,
            payment_slip,
            word_search,
            dump,
            keys,
            boarding_pass,
            chevrons,
            letter,
            music,
        )
    }


def bare(picture: np.ndarray) -> Photo:
    return Photo(np.clip(picture, 0, 255).astype(np.uint8), [], 70)


def scenery(kind: str, rng, size=(960, 720)) -> Photo:
    """Pictures that are no document: cloth, a keyboard, a sky, a wall, nothing at all."""
    if kind == "sky":
        tone = np.float32((120, 160, 220)) + np.float32((120, 80, 20)) * ramp(size, 1.4)[..., None]
        cloud = np.clip(fractal(rng, size, 300, 5), 0, 1.6)[..., None]
        return bare(tone + (250 - tone) * cloud * 0.6)
    if kind == "bricks":
        picture = (
            scene.plain(rng, size) * 0.2
            + np.float32((150, 84, 66)) * (1 + 0.08 * smooth_noise(rng, size, 2))[..., None]
        )
        for row, y in enumerate(range(0, size[1], 44)):
            picture[y : y + 6] = (186, 180, 170)
            for x in range(-50 * (row % 2), size[0], 100):
                picture[y : y + 44, max(0, x) : max(0, x + 6)] = (186, 180, 170)
        return bare(picture)
    if kind == "white":
        return bare(np.full((size[1], size[0], 3), 252, np.float32))
    if kind == "static":
        return bare(
            128 + 60 * rng.standard_normal((size[1] // 2, size[0] // 2, 1)).astype(np.float32) * np.ones(3, np.float32)
        )
    if kind == "desk":
        return bare(scene.table(rng, size, "wood", 4))
    return bare(scene.GROUNDS[kind](rng, size))


def cut_off(words: random.Random, rng, layout: str, side: str, pitch: float) -> Photo:
    """A document whose MRZ the picture's edge cuts: through the upper line's height, or after a few characters."""
    flat = studio.draw(layout, words, rng, {}, pitch, booklet=False)
    photo = photograph([flat], rng, {}, pitch, margin=0.16 if side == "bottom" else 0.6)
    quad = photo.documents[0][1]
    line = np.linalg.norm(quad[3] - quad[0]) - (len(flat.lines) - 1) * pitch * (1.665 if len(flat.lines) == 3 else 2.5)
    if side == "bottom":
        photo.image = photo.image[: int(quad[:2, 1].min() + 0.35 * line)]
    elif side == "left":
        photo.image = photo.image[:, int(quad[1, 0] - 5.5 * pitch) :]
    else:
        photo.image = photo.image[:, : int(quad[0, 0] + 5.5 * pitch)]
    photo.image = np.ascontiguousarray(photo.image)
    photo.documents = []
    return photo


def without_zone(words: random.Random, rng, layout: str, pitch: float, conditions: dict[str, int]) -> Photo:
    """A portrait page or a card's front that carries no MRZ."""
    return photograph([studio.card_front(people.invent(layout, words), rng, pitch, layout)], rng, conditions, pitch)


def negative(
    kind: str, words: random.Random, rng, conditions: dict[str, int] | None = None, pitch: float = 15.0
) -> Photo:
    """A picture without an MRZ of one of the KINDS."""
    conditions = conditions or {}
    if kind.startswith("cut-"):
        _, side, layout = kind.split("-")
        return cut_off(words, rng, layout, side, pitch)
    if kind.startswith("page-"):
        return without_zone(words, rng, kind[5:], pitch, conditions)
    if kind not in sheets():
        return scenery(kind, rng)
    sheet = sheets()[kind](words, rng)
    flat = FlatDocument(np.clip(sheet.page, 0, 255).astype(np.uint8), sheet.scale, "NONE", None, [], None, [], 0.3)
    return photograph([flat], rng, conditions, min(pitch, 13.0), margin=0.08)


KINDS = tuple(sheets()) + (
    "page-TD1",
    "page-TD2",
    "page-TD3",
    "cut-bottom-TD3",
    "cut-left-TD3",
    "cut-right-TD1",
    "cut-bottom-TD2",
    "cloth",
    "keyboard",
    "sky",
    "bricks",
    "white",
    "static",
    "desk",
    "wood",
)
