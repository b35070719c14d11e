"""Flat specimen documents: a page image with the place of its MRZ."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from . import guilloche, ink
from .faces import fields_of, title_of
from .mrz import CHARACTER_PITCH, LAYOUTS, Record
from .portrait import ghost, portrait
from .sheet import Sheet


@dataclass(frozen=True)
class Look:
    """How a document is made, apart from what it says."""

    palette: int = 0
    guilloche: float = 0.7
    pattern: float = 0.25  # guilloche under the MRZ: 0 a plain band, 1 as strong as elsewhere
    print: ink.Print = field(default_factory=ink.Print)
    ink: tuple[int, int, int] = (26, 26, 30)
    inverted: bool = False  # light print on a dark band
    seethrough: float = 0.0  # mirrored print of the other side
    hologram: float = 0.12
    overlay: float = 0.0  # hologram patches across the MRZ
    stamp: float = 0.0  # a rubber stamp, over visas and pages; clear of the MRZ
    booklet: bool = False  # the page above is shown too
    size_jitter: float = 0.6  # mm of the MRZ against its standard place


@dataclass
class FlatDocument:
    """A document seen straight on. Coordinates are pixels of `image`; quads run clockwise from the top left."""

    image: np.ndarray  # RGB uint8
    scale: float  # px per mm
    format: str
    record: Record | None  # what the visual zone says
    lines: list[str]
    quad: np.ndarray | None  # the MRZ text block, 4x2; None when there is no MRZ
    line_quads: list[np.ndarray]
    corner_radius: float  # mm
    gutter: float | None = None  # mm from the top, for an open booklet

    def cells(self) -> list[np.ndarray]:
        """The centre of every character, one (length, 2) array a line."""
        out = []
        for line, q in zip(self.lines, self.line_quads):
            t = ((np.arange(len(line)) + 0.5) / len(line))[:, None]
            out.append(((q[0] + q[3]) * (1 - t) + (q[1] + q[2]) * t) / 2)
        return out


CARDS = ("TD1", "FRA-DL", "CHE-DL")


def random_look(rng: np.random.Generator, layout: str) -> Look:
    face = "ocrb" if rng.random() < 0.85 else "ocrb-sharp"
    laser = layout in CARDS and rng.random() < 0.35
    style = ink.Print(
        face,
        float(rng.normal(0, 0.018)),
        float(rng.uniform(0.05, 0.3)),
        float(max(0, rng.normal(0, 0.06))),
        0.5 if laser else 0.0,
        float(rng.uniform(0.86, 1)),
        float(rng.uniform(0, 0.04)),
        float(rng.normal(0, 0.25)),
    )
    tints = ((26, 26, 30), (34, 32, 34), (30, 34, 52), (46, 40, 38), (18, 18, 18))
    return Look(
        int(rng.integers(len(guilloche.PALETTES))),
        float(rng.uniform(0.45, 1)),
        float(rng.uniform(0, 0.6)),
        style,
        tints[int(rng.integers(len(tints)))],
        seethrough=float(max(0, rng.normal(0.02, 0.04))),
        hologram=float(rng.uniform(0, 0.25)),
        stamp=0.6 if layout.startswith("MRV") and rng.random() < 0.5 else 0.0,
        booklet=layout == "TD3" and rng.random() < 0.3,
    )


def blank(
    rng: np.random.Generator, width: float, height: float, scale: float, look: Look, strength: float | None = None
) -> Sheet:
    """A page with its security ground and nothing else."""
    palette = guilloche.PALETTES[look.palette]
    page = guilloche.ground(rng, (round(width * scale), round(height * scale)), palette)
    return Sheet(guilloche.weave(page, rng, palette, scale, look.guilloche if strength is None else strength), scale)


def render(
    layout: str, record: Record, lines: list[str], rng: np.random.Generator, look: Look, scale: float
) -> FlatDocument:
    """The document that shows `record` and prints `lines` as its MRZ."""
    shape = LAYOUTS[layout]
    sheet = blank(rng, shape.width, shape.height, scale, look)
    band = 23.2 if len(lines) > 1 else 10.5
    prepare_band(sheet, shape.height - band, band, look, rng)
    photo = portrait(record.primary + record.secondary + record.birth)
    decorate(sheet, layout, record, photo, rng, look)
    quad, line_quads = print_mrz(sheet, layout, lines, rng, look)
    if look.overlay:
        third = shape.width / 3
        for k in range(3):  # side by side: where two overlapped, nobody could read
            where = (k + rng.uniform(-0.05, 0.2)) * third, shape.height - rng.uniform(16, 26)
            sheet.hologram(*where, rng.uniform(0.45, 0.85) * third, rng.uniform(16, 26), look.overlay, rng)
    radius, gutter = (3.2, None) if layout in CARDS else (3.2 if layout == "TD3" else 1.2, None)
    if layout.startswith("MRV"):
        sheet, quad, line_quads = stick(sheet, quad, line_quads, rng, look)
        radius = 3.0
    if look.booklet:
        sheet, quad, line_quads, gutter = open_booklet(sheet, quad, line_quads, rng, look)
    image = np.clip(sheet.page, 0, 255).astype(np.uint8)
    return FlatDocument(image, scale, layout, record, lines, quad, line_quads, radius, gutter)


def without_mrz(
    record: Record, rng: np.random.Generator, look: Look, scale: float, layout: str = "TD1"
) -> FlatDocument:
    """A portrait page, or a card's front, that has no MRZ."""
    shape = LAYOUTS[layout]
    sheet = blank(rng, shape.width, shape.height, scale, look)
    front(sheet, layout, record, portrait(record.primary + record.secondary + record.birth), rng, look, shape.height)
    image = np.clip(sheet.page, 0, 255).astype(np.uint8)
    return FlatDocument(image, scale, "NONE", record, [], None, [], 3.2)


def prepare_band(sheet: Sheet, y: float, height: float, look: Look, rng: np.random.Generator) -> None:
    """Calms, or darkens, the ground where the MRZ goes."""
    top = round(y * sheet.scale)
    area = sheet.page[top:]
    if look.inverted:
        dark = np.float32(((28, 34, 62), (52, 24, 30), (24, 44, 40), (30, 30, 34))[int(rng.integers(4))])
        relief = (area - cv2.GaussianBlur(area, (0, 0), 4 * sheet.scale)) * (0.4 + look.pattern)
        area[:] = dark + relief
        return
    calm = np.float32((246, 246, 242)) * 0.6 + cv2.blur(area, (31, 31)) * 0.4
    area[:] = np.maximum(calm + (area - calm) * np.float32(look.pattern), 105)  # PCS: the ink must stay the darker
    if look.seethrough > 0:
        layer = Sheet(np.zeros_like(sheet.page), sheet.scale)
        for k in range(5):
            text = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVWXYZ0123456789<<<")) for _ in range(34))
            layer.text(rng.uniform(0, 12), y + 1 + k * 4.6, text, 3.2, "mono", (255, 255, 255), 1.0, mirrored=True)
        shade = cv2.GaussianBlur(layer.page[top:], (0, 0), 0.12 * sheet.scale)
        area -= shade * np.float32(min(0.5, look.seethrough))


def print_mrz(sheet: Sheet, layout: str, lines: list[str], rng: np.random.Generator, look: Look):
    """Prints the lines at their standard place and returns the text block and each line as quads in pixels."""
    shape, s = LAYOUTS[layout], sheet.scale
    mask, margin = ink.lay(lines, shape.line_pitch, look.print, s, rng)
    width = max(map(len, lines)) * CHARACTER_PITCH
    height = (len(lines) - 1) * shape.line_pitch + ink.CAPITAL
    left = (shape.width - width) / 2 + rng.uniform(-look.size_jitter, look.size_jitter)
    top = shape.height - shape.bottom + ink.CAPITAL / 2 - height + rng.uniform(-look.size_jitter, look.size_jitter)
    ox, oy = round((left - margin) * s), round((top - margin) * s)
    whole = np.zeros(sheet.page.shape[:2], np.float32)
    h, w = min(mask.shape[0], whole.shape[0] - oy), min(mask.shape[1], whole.shape[1] - max(0, ox))
    whole[oy : oy + h, max(0, ox) : max(0, ox) + w] = mask[:h, max(0, -ox) : max(0, -ox) + w]
    x0, y0 = ox + margin * s, oy + margin * s
    centre = (x0 + width * s / 2, y0 + height * s / 2)
    turn = cv2.getRotationMatrix2D(centre, -look.print.skew, 1)
    if look.print.skew:
        whole = cv2.warpAffine(whole, turn, whole.shape[::-1], flags=cv2.INTER_LINEAR)
    colour = np.float32((238, 238, 232) if look.inverted else look.ink)
    sheet.blend(0, 0, whole, colour)

    def placed(x, y, w, h):
        box = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float64)
        return box @ turn[:, :2].T + turn[:, 2]

    per_line = [
        placed(x0, y0 + k * shape.line_pitch * s, len(t) * CHARACTER_PITCH * s, ink.CAPITAL * s)
        for k, t in enumerate(lines)
    ]
    return placed(x0, y0, width * s, height * s), per_line


def decorate(sheet: Sheet, layout: str, record: Record, photo, rng, look: Look) -> None:
    shape = LAYOUTS[layout]
    free = shape.height - (23.2 if layout != "FRA-DL" else 10.5)
    if layout in ("TD1", "CHE-DL"):
        back(sheet, layout, record, photo, rng, look, free)
    else:
        front(sheet, layout, record, photo, rng, look, free)


def front(sheet: Sheet, layout: str, record: Record, photo, rng, look: Look, free: float) -> None:
    """Title bar, portrait, labels and values, signature: the visual zone above the MRZ."""
    width = LAYOUTS[layout].width
    accent = tuple(int(c * 0.55) for c in guilloche.PALETTES[look.palette][2][0])
    state, kind = title_of(layout, record)
    sheet.box(0, 0, width, 7.2, accent, 0.9 if rng.random() < 0.5 else 0.18)
    light = sheet.page[round(3 * sheet.scale), round(3 * sheet.scale)].mean() < 150
    fit = min(1.0, width / 105)
    sheet.text(4, 1.5, state, 3.9 * fit, "sans-bold", (245, 245, 245) if light else accent)
    sheet.text(width - 4, 2.0, kind, 2.8 * fit, "sans", (245, 245, 245) if light else accent, anchor="right")
    tall = min(free - 12, 36)
    wide = tall * 0.78
    right = rng.random() < 0.25
    px = width - wide - 5 if right else 5
    sheet.picture(px, 9, wide, tall, photo, 0.96, 0.5)
    x = 6 if right else wide + 9
    fields_grid(sheet, layout, record, x, 9, width - wide - 14, tall, rng)
    if free - 9 - tall > 2:
        sheet.signature(px, min(free - 8, 9 + tall - 2), wide - 2, rng)
    extras(sheet, width, free, photo, rng, look, ghost_at=(5 if right else width - 20))


def fields_grid(
    sheet: Sheet, layout: str, record: Record, x: float, y: float, width: float, height: float, rng
) -> None:
    entries = fields_of(layout, record)
    rows = (len(entries) + 1) // 2 + 1
    step = min(height / rows, 7.6)
    face = ("sans", "sans-bold", "mono-bold", "inconsolata", "narrow")[int(rng.integers(5))]
    label, value = min(1.75, step * 0.26), min(3.0, step * 0.46)
    wide, narrow = entries[:2], entries[2:]
    for k, (name, text) in enumerate(wide):
        sheet.text(x, y + k * step, name, label, "sans", (80, 84, 96))
        sheet.text(x, y + k * step + label * 1.25, text[:34], value, face)
    for k, (name, text) in enumerate(narrow):
        fx, fy = x + (k % 2) * width * 0.5, y + (2 + k // 2) * step
        sheet.text(fx, fy, name, label, "sans", (80, 84, 96))
        sheet.text(fx, fy + label * 1.25, text, value, face)


def back(sheet: Sheet, layout: str, record: Record, photo, rng, look: Look, free: float) -> None:
    """The side of a card that carries the MRZ: a few fields, ghost portrait, chip or barcode."""
    width = LAYOUTS[layout].width
    state, kind = title_of(layout, record)
    accent = tuple(int(c * 0.55) for c in guilloche.PALETTES[look.palette][2][0])
    sheet.text(4, 1.5, kind, 2.4, "sans-bold", accent)
    sheet.text(width - 4, 1.5, state, 2.4, "sans", accent, anchor="right")
    x = 4.0
    if rng.random() < 0.35:
        sheet.chip(5, 9)
        x = 21
    entries = fields_of(layout, record)[2:8]
    face = ("sans", "mono-bold", "inconsolata")[int(rng.integers(3))]
    for k, (name, text) in enumerate(entries):
        fx, fy = x + (k % 2) * 24, 6 + (k // 2) * 7.4
        sheet.text(fx, fy, name, 1.6, "sans", (84, 88, 100))
        sheet.text(fx, fy + 2.1, text, 2.5, face)
    if rng.random() < 0.4:
        sheet.barcode(width - 32, free - 7, 27, 5.5, rng)
    else:
        sheet.matrix_code(width - 18, free - 15, 11, rng)
    sheet.picture(width - 31, 6, 11, 14, ghost(photo), 0.5, 1)
    sheet.hologram(width - 34, 8, 16, 14, look.hologram, rng)
    specimen_word(sheet, width, free, rng)


def extras(sheet: Sheet, width: float, free: float, photo, rng, look: Look, ghost_at: float) -> None:
    if rng.random() < 0.6:
        sheet.picture(ghost_at, free - 20, 13, 17, ghost(photo), 0.32, 1.4)
    if look.hologram > 0.04:
        sheet.hologram(rng.uniform(20, max(21, width - 50)), 10, 28, max(12, free - 18), look.hologram, rng)
    if look.stamp:
        sheet.stamp(
            rng.uniform(30, width - 25),
            rng.uniform(20, max(21, free - 14)),
            rng.uniform(10, 14),
            "SPECIMEN OFFICE",
            ((60, 60, 150), (150, 40, 50), (40, 100, 70))[int(rng.integers(3))],
            look.stamp,
            rng,
        )
    specimen_word(sheet, width, free, rng)


def specimen_word(sheet: Sheet, width: float, free: float, rng) -> None:
    red = ((170, 40, 50), (110, 110, 120), (40, 60, 130))[int(rng.integers(3))]
    size = rng.uniform(5, 9)
    sheet.text(
        width * rng.uniform(0.3, 0.5),
        max(6, free * rng.uniform(0.3, 0.6)),
        "SPECIMEN",
        size,
        "sans-bold",
        red,
        rng.uniform(0.18, 0.5),
        angle=rng.uniform(-24, 24),
    )


def stick(sticker: Sheet, quad, line_quads, rng, look: Look):
    """Puts a visa sticker on a passport page."""
    s = sticker.scale
    h, w = sticker.page.shape[:2]
    other = Look(palette=(look.palette + 3) % len(guilloche.PALETTES), guilloche=look.guilloche * 0.5)
    page = blank(rng, max(125.0, w / s + 4), max(88.0, h / s + 7), s, other)
    dx, dy = round((page.page.shape[1] - w) / 2 + rng.uniform(-1, 1) * s), round(rng.uniform(0.5, 2.5) * s)
    turn = cv2.getRotationMatrix2D((w / 2, h / 2), rng.uniform(-1.2, 1.2), 1)
    turn[:, 2] += (dx, dy)
    size = page.page.shape[1::-1]
    mask = cv2.warpAffine(np.ones((h, w), np.float32), turn, size)[..., None]
    shadow = cv2.GaussianBlur(mask[..., 0], (0, 0), 0.4 * s)[..., None]
    placed = cv2.warpAffine(sticker.page, turn, size, flags=cv2.INTER_LINEAR)
    page.page = page.page * (1 - 0.25 * shadow * (1 - mask)) * (1 - mask) + placed * mask
    page.text(size[0] / s / 2, size[1] / s - 5.5, str(rng.integers(6, 40)), 3, "sans", (110, 110, 120), anchor="middle")

    def moved(q):
        return q @ turn[:, :2].T + turn[:, 2]

    return page, moved(quad), [moved(q) for q in line_quads]


def open_booklet(page: Sheet, quad, line_quads, rng, look: Look):
    """Adds the page above the fold."""
    s = page.scale
    h, w = page.page.shape[:2]
    other = Look(palette=(look.palette + 1) % len(guilloche.PALETTES), guilloche=look.guilloche * 0.7)
    upper = blank(rng, w / s, h / s, s, other)
    for k in range(int(rng.integers(4, 9))):
        words = " ".join(
            "".join(rng.choice(list("aeioubcdlmnprstv")) for _ in range(rng.integers(3, 10))) for _ in range(8)
        )
        upper.text(14, 22 + 6 * k, words[:52], 2.6, "serif-italic", (96, 100, 120), 0.7)
    upper.text(w / s / 2, 10, "SPECIMEN", 6, "serif-bold", (120, 100, 120), 0.6, anchor="middle")
    for k in range(3):
        upper.stamp(
            rng.uniform(25, w / s - 25), rng.uniform(45, h / s - 14), 9, "SPECIMEN BORDER", (70, 70, 140), 0.35, rng
        )
    upper.page = upper.page[:, :w]
    both = Sheet(np.vstack([cv2.resize(upper.page, (w, h)), page.page]), s)
    fold = np.abs(np.arange(2 * h, dtype=np.float32) - h) / s
    both.page *= (1 - 0.35 * np.exp(-((fold / 2.2) ** 2)))[:, None, None]
    shift = np.array([0, h], np.float64)
    return both, quad + shift, [q + shift for q in line_quads], h / s
