"""Ways in which a page says something else than a reader may see, each as its own function.

`FAMILIES` names them. An attack takes the words to draw by, the numbers, and a `Page` or its picture, and changes it in
place. Those before the press choose what is printed (`wording`), the others what happens to the paper (`marked`).
"""
import random
import string

import cv2
import numpy as np

from page import CAPITAL, CELL, Page, glyph, noise, printed, put, worn
from specimens import mrz, people

LAYOUTS = ("TD3", "TD1", "TD2", "MRVA", "MRVB", "TD3", "FRA-ID", "TD3", "TD1")
PLAIN = ("plain", "plain", "plain", "many-names", "full-optional", "composed-name", "short-number", "german",
         "sex-unspecified", "birth-day-unknown")
# Pairs that look alike in OCR-B, with what the check digits' arithmetic makes of a change from the first to the second.
ALIKE = [("O", "0"), ("0", "O"), ("Q", "0"), ("0", "Q"), ("D", "0"), ("0", "D"), ("I", "1"), ("1", "I"), ("B", "8"),
         ("8", "B"), ("S", "5"), ("5", "S"), ("Z", "2"), ("2", "Z"), ("G", "6"), ("6", "G"), ("U", "0"), ("0", "U"),
         ("Z", "7"), ("T", "7"), ("J", "1"), ("L", "1"), ("E", "F"), ("C", "G"), ("O", "D"), ("O", "Q")]


def holder(words: random.Random, layout: str, case: str | None = None):
    return people.printed(layout, words, case or words.choice(PLAIN))


def number_holder(words: random.Random, layout: str, number: str):
    """A document whose number is `number`, its check digits right for that."""
    record = people.invent(layout, words, "plain")
    record = mrz.Record(**{**record.__dict__, "number": number})
    return record, mrz.lines(layout, record)


# --- before the press ---------------------------------------------------------------------------------------------

def joint(words, rng):
    """A number in which look-alikes stand where the weights of their changes cancel, or nearly always would."""
    layout = words.choice(("TD3", "TD1", "TD2", "MRVA", "MRVB"))
    number = list(people.pick(words, people.DIGITS, 9))
    for i in range(words.randint(0, 3)):
        number[i] = words.choice("ABCFHJKLMNPRTVWXY")
    first, second = words.choice([(0, 1), (1, 3), (3, 4), (4, 6), (6, 7), (0, 3), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8),
                                  (0, 4), (1, 6), (3, 7)])
    pair = words.choice(["OO", "OO", "OO", "00", "II", "11", "BS", "85", "SZ", "52", "QQ", "UU", "GG", "66", "DD", "ZJ"])
    number[first], number[second] = pair
    return layout, number_holder(words, layout, "".join(number))[1]


def dated(words, rng):
    """The letter O where a date has a zero."""
    layout = words.choice(("TD3", "TD1", "TD2", "MRVA"))
    _, lines = holder(words, layout, "plain")
    row = 0 if len(lines) == 1 else 1
    spans = [(0, 6), (8, 14)] if layout == "TD1" else [(13, 19), (21, 27)]
    places = [i for a, b in spans for i in range(a, b) if lines[row][i] == "0"]
    if not places:
        return dated(words, rng)
    text = list(lines[row])
    for place in words.sample(places, min(len(places), words.choice((1, 1, 2)))):
        text[place] = "O"
    lines[row] = "".join(text)
    return layout, lines


def overlong(words, rng):
    """Lines of one or two characters more than the layout has."""
    layout = words.choice(("TD3", "TD1", "TD2", "MRVA", "MRVB"))
    _, lines = holder(words, layout)
    extra = words.choice((1, 1, 2, 2, 3))
    kind = words.random()
    for i, line in enumerate(lines):
        tail = "<" * extra if kind < 0.45 else people.pick(words, "0123456789ABCDEFGHKLMNPRSTUVWXYZ", extra)
        if kind < 0.8 or i == 0 and kind < 0.9 or i == 1 and kind >= 0.9:
            lines[i] = line + tail if words.random() < 0.7 else tail + line
    return layout, lines


WORDING = {"joint": joint, "dated": dated, "overlong": overlong}


# --- on the printed page ------------------------------------------------------------------------------------------

def places(page: Page, words, alphabet=None) -> list[tuple[int, int]]:
    wanted = alphabet or string.ascii_uppercase
    return [(i, j) for i, line in enumerate(page.lines) for j, c in enumerate(line) if c in wanted]


def names(page: Page, words) -> list[tuple[int, int]]:
    """Letters in the longest run of letters and fillers: where no check digit stands mostly."""
    found = [p for p in places(page, words) if p[0] == (2 if len(page.lines) == 3 else 0)]
    return found or places(page, words)


def cover_colour(page, words, here) -> np.ndarray:
    kind = words.random()
    if kind < 0.6:
        return here
    if kind < 0.8:
        return np.float32([1, 1, 1]) * words.uniform(0.8, 1)
    return np.float32([words.uniform(0.3, 1) for _ in range(3)])


def half(words, rng, page, picture):
    """Part of a letter covered: correction fluid, a flake, a torn edge."""
    for line, column in words.sample(names(page, words), words.choice((1, 1, 1, 2))):
        x0, y0, x1, y1 = page.box(line, column)
        share = words.uniform(0.2, 0.85)
        shape = words.random()
        mask = np.zeros(picture.shape[:2], np.float32)
        side = words.choice("lrtb")
        edges = {"l": (x0 - 2, y0 - 4, x0 + share * CELL, y1 + 4), "r": (x1 - share * CELL, y0 - 4, x1 + 2, y1 + 4),
                 "t": (x0 - 2, y0 - 4, x1 + 2, y0 + share * CAPITAL), "b": (x0 - 2, y1 - share * CAPITAL, x1 + 2, y1 + 4)}
        a, b, c, d = (int(v) for v in edges[side])
        if shape < 0.5:
            cv2.rectangle(mask, (a, b), (c, d), 1.0, -1)
        elif shape < 0.75:
            lean = words.uniform(-10, 10)
            cv2.fillPoly(mask, [np.int32([(a, b), (c + lean, b), (c - lean, d), (a, d)])], 1.0, cv2.LINE_AA)
        else:
            cv2.ellipse(mask, ((a + c) // 2, (b + d) // 2), (max(1, (c - a) // 2), max(1, (d - b) // 2)), 0, 0, 360, 1.0,
                        -1, cv2.LINE_AA)
        mask = cv2.GaussianBlur(mask, (0, 0), words.uniform(0.4, 2.5))[..., None]
        mask *= words.uniform(0.75, 1)
        x, y = max(0, int(x0)), max(0, int(y0 - 5))
        here = np.median(page.paper[y:int(y1), x:int(x1)].reshape(-1, 3), axis=0)
        picture[:] = picture * (1 - mask) + cover_colour(page, words, here) * mask


def pen(words) -> tuple[np.ndarray, float]:
    colours = ([0.05, 0.05, 0.08], [0.1, 0.1, 0.5], [0.05, 0.05, 0.3], [0.6, 0.1, 0.1], [0.3, 0.3, 0.3], [0.95, 0.95, 0.95])
    return np.float32(words.choice(colours)), words.uniform(0.55, 1)


def drawn(picture, mask, colour, strength) -> None:
    """Lays a coloured mark over the picture."""
    mask = np.clip(mask, 0, 1) * strength
    picture[:] = picture * (1 - mask[..., None]) + colour * mask[..., None]


def strokes(words, rng, page, picture):
    """One to three short strokes of a pen, scratches or folds, at least one of them on a name."""
    for number in range(words.randint(1, 3)):
        line, column = words.choice(names(page, words) if number == 0 or words.random() < 0.6 else places(page, words))
        x, y = page.centre(line, column)
        x, y = x + words.uniform(-0.5, 0.5) * CELL, y + words.uniform(-0.5, 0.5) * CAPITAL
        length = words.choice((0.25, 0.5, 0.8, 1.2, 2, 4, 12)) * CELL * words.uniform(0.8, 1.2)
        way = words.choice((0, 90, 45, 135)) + words.gauss(0, 12) if words.random() < 0.7 else words.uniform(0, 180)
        dx, dy = np.cos(np.radians(way)) * length / 2, np.sin(np.radians(way)) * length / 2
        bend = words.uniform(-0.2, 0.2) * length
        t = np.linspace(0, 1, 24)
        curve = np.stack([x - dx + 2 * dx * t - np.sin(np.pi * t) * bend * np.sin(np.radians(way)),
                          y - dy + 2 * dy * t + np.sin(np.pi * t) * bend * np.cos(np.radians(way))], -1)
        mask = np.zeros(picture.shape[:2], np.float32)
        cv2.polylines(mask, [np.int32(curve * 8)], False, 1.0, words.choice((1, 2, 2, 3, 4, 5)), cv2.LINE_AA, 3)
        if words.random() < 0.5:
            mask = cv2.GaussianBlur(mask, (0, 0), words.uniform(0.3, 1.2)) * 1.4
        colour, strength = pen(words)
        if words.random() < 0.25:
            colour = page.colour
        if words.random() < 0.2:
            colour = np.median(page.paper.reshape(-1, 3), axis=0)
        drawn(picture, mask, colour, strength)


def fold(words, rng, page, picture):
    """A crease across the zone: a light and a dark line side by side, the ink worn off along it."""
    height, width = picture.shape[:2]
    x = page.left + words.uniform(2, max(map(len, page.lines)) - 2) * CELL
    lean = words.uniform(-60, 60)
    for offset, colour in ((0, np.float32([1, 1, 1])), (words.uniform(2, 5), np.float32([1, 1, 1]) * 0.35)):
        mask = np.zeros((height, width), np.float32)
        cv2.line(mask, (int(x + offset), 0), (int(x + offset + lean), height), 1.0, words.choice((1, 2, 3)), cv2.LINE_AA)
        mask *= np.clip(noise(rng, mask.shape, 12) * 0.4 + 0.7, 0, 1)
        drawn(picture, mask, colour, words.uniform(0.35, 1))


def foreign(words, rng, page, picture):
    """Characters that no MRZ has, or of another face, in place of some."""
    fillers = places(page, words, "<")
    letters = places(page, words)
    kind = words.random()
    chosen = [(p, words.choice("{([\u00ab{(")) for p in words.sample(fillers, min(len(fillers), words.choice((1, 1, 2))))]
    if kind > 0.3 or not chosen:
        chosen = []
        for place in words.sample(letters, words.choice((1, 1, 2))):
            character = page.lines[place[0]][place[1]]
            accents = {"A": "ÄÀÅÁ", "C": "Ç", "E": "ÉÈÊË", "I": "ÍÎÏ", "N": "Ñ", "O": "ÖÓØÔ", "U": "ÜÚÛ", "Y": "Ý", "S": "Š",
                       "Z": "Ž"}.get(character)
            roll = words.random()
            if accents and roll < 0.45:
                chosen.append((place, words.choice(accents)))
            elif roll < 0.8:
                chosen.append((place, character.lower()))
            else:
                chosen.append((place, words.choice("&%#*+=/?!§$@")))
    for (line, column), character in chosen:
        x0, y0, x1, y1 = (int(v) for v in page.box(line, column))
        page.ink[max(0, y0 - 8):y1 + 8, max(0, x0):x1] = 0
        mark = np.zeros_like(page.ink)
        put(mark, page.face if words.random() < 0.8 else "sans", character, x0, y0)
        np.maximum(page.ink, worn(words, rng, mark), out=page.ink)
    picture[:] = page.laid()


def overprinted(words, rng, page, picture):
    """A letter printed over another, or a blend of the two."""
    for line, column in words.sample(names(page, words), words.choice((1, 1, 2))):
        before = page.lines[line][column]
        other = words.choice([b for a, b in ALIKE if a == before and b.isalpha()] or list(string.ascii_uppercase.replace(before, "")))
        x0, y0, _, _ = page.box(line, column)
        mark = np.zeros_like(page.ink)
        put(mark, page.face, other, x0 + words.uniform(-3, 3), y0 + words.uniform(-3, 3))
        share = words.uniform(0.35, 1)
        if words.random() < 0.4:
            # Half rubbed out before, but never so that nobody could see it.
            left = words.uniform(0.4, 0.8)
            page.ink[max(0, int(y0) - 6):int(y0 + CAPITAL) + 6, max(0, int(x0)):int(x0 + CELL)] *= left
        np.maximum(page.ink, worn(words, rng, mark) * share, out=page.ink)
    picture[:] = page.laid()


def stamped(words, rng, page, picture):
    """A stamp over the zone: a ring, a bar, some words."""
    mask = np.zeros(picture.shape[:2], np.float32)
    line, column = words.choice(places(page, words))
    x, y = (int(v) for v in page.centre(line, column))
    y += words.randint(-50, 50)
    radius = words.randint(60, 170)
    thick = words.randint(2, 7)
    if words.random() < 0.6:
        cv2.circle(mask, (x, y), radius, 1.0, thick, cv2.LINE_AA)
        cv2.circle(mask, (x, y), int(radius * 0.75), 1.0, max(1, thick - 1), cv2.LINE_AA)
    else:
        box = cv2.boxPoints(((x, y), (radius * 2.4, radius * 0.8), words.uniform(-30, 30)))
        cv2.polylines(mask, [np.int32(box)], True, 1.0, thick, cv2.LINE_AA)
    text = np.zeros(mask.shape, np.uint8)
    cv2.putText(text, words.choice(("PAID", "COPY", "VOID", "17 MAR 2024", "ADMITTED")), (x - radius, y + 10),
                cv2.FONT_HERSHEY_DUPLEX, words.uniform(0.8, 2.2), 255, thick, cv2.LINE_AA)
    mask = np.maximum(mask, text.astype(np.float32) / 255)
    mask *= np.clip(noise(rng, mask.shape, 3) * 0.4 + 0.9, 0, 1)
    drawn(picture, mask, np.float32(words.choice(([0.5, 0.1, 0.15], [0.15, 0.15, 0.55], [0.1, 0.4, 0.2], [0.1, 0.1, 0.1]))),
          words.uniform(0.35, 0.95))


def signed(words, rng, page, picture):
    """A signature that runs into the zone."""
    line, column = words.choice(names(page, words))
    x, y = page.centre(line, column)
    t = np.linspace(0, 1, 160)
    reach = words.uniform(2, 9) * CELL
    curve = np.stack([x + (t - 0.5) * reach + np.sin(t * words.uniform(15, 50)) * words.uniform(4, 18),
                      y + words.uniform(-20, 20) + np.sin(t * words.uniform(12, 45) + 1) * words.uniform(8, 40)], -1)
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.polylines(mask, [np.int32(curve * 8)], False, 1.0, words.choice((1, 2, 3)), cv2.LINE_AA, 3)
    colour, strength = pen(words)
    drawn(picture, mask, colour, strength)


def stapled(words, rng, page, picture):
    """A staple, a hair or a pin: short, straight, of metal or dark, with its shadow."""
    line, column = words.choice(names(page, words))
    x, y = page.centre(line, column)
    way, length = words.uniform(0, np.pi), words.uniform(0.6, 5) * CELL
    a = (int(x - np.cos(way) * length / 2), int(y - np.sin(way) * length / 2))
    b = (int(x + np.cos(way) * length / 2), int(y + np.sin(way) * length / 2))
    thick = words.randint(1, 6)
    for offset, grey in ((thick, 0.3), (0, words.choice((0.1, 0.5, 0.75, 0.9)))):
        mask = np.zeros(picture.shape[:2], np.float32)
        cv2.line(mask, (a[0] + offset, a[1] + offset), (b[0] + offset, b[1] + offset), 1.0, thick, cv2.LINE_AA)
        drawn(picture, mask, np.float32([grey] * 3), words.uniform(0.6, 1))


def hologram(words, rng, page, picture):
    """Bright or coloured film over part of the zone, as strips or a patch with an edge."""
    height, width = picture.shape[:2]
    line, column = words.choice(places(page, words))
    x, y = (int(v) for v in page.centre(line, column))
    mask = np.zeros((height, width), np.float32)
    if words.random() < 0.5:
        cv2.ellipse(mask, (x, y), (words.randint(15, 110), words.randint(10, 70)), words.uniform(0, 180), 0, 360, 1.0, -1)
    else:
        yy, xx = np.mgrid[:height, :width].astype(np.float32)
        mask = np.clip(np.cos((xx * words.uniform(-0.1, 0.1) + yy * words.uniform(-0.1, 0.1))) - 0.4, 0, 1) * 1.6
        mask *= np.exp(-((xx - x) ** 2 / words.uniform(40, 160) ** 2 + (yy - y) ** 2 / 60 ** 2))
    mask = cv2.GaussianBlur(mask, (0, 0), words.uniform(0.5, 5))
    drawn(picture, mask, np.float32([words.uniform(0.7, 1) for _ in range(3)]), words.uniform(0.5, 1))


def fingered(words, rng, page, picture):
    """A finger or a thumb over an end of the zone or a corner of some of its characters."""
    line, column = words.choice(places(page, words))
    x, y = page.centre(line, column)
    if words.random() < 0.5:
        x = page.left + words.choice((0, max(map(len, page.lines)))) * CELL
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.ellipse(mask, (int(x), int(y + words.choice((-1, 1)) * words.uniform(20, 90))),
                (words.randint(18, 70), words.randint(30, 110)), words.uniform(-40, 40), 0, 360, 1.0, -1, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), words.uniform(0.5, 3))
    drawn(picture, mask, np.float32([0.8, 0.6, 0.5]) * words.uniform(0.5, 1.1), 1.0)


def specked(words, rng, page, picture):
    """Dirt, toner dust and dots of ink, some of them on characters."""
    mask = np.zeros(picture.shape[:2], np.float32)
    for _ in range(words.choice((1, 2, 4, 10, 25))):
        line, column = words.choice(names(page, words))
        x, y = page.centre(line, column)
        spot = (int(x + words.gauss(0, 0.5) * CELL), int(y + words.gauss(0, 0.5) * CAPITAL))
        cv2.ellipse(mask, spot, (words.randint(1, 6), words.randint(1, 6)), words.uniform(0, 180), 0, 360, 1.0, -1, cv2.LINE_AA)
    drawn(picture, mask, np.float32([1, 1, 1]) * words.choice((0.05, 0.2, 0.4, 0.95)), words.uniform(0.6, 1))


MARKS = {"half": half, "strokes": strokes, "fold": fold, "foreign": foreign, "overprinted": overprinted, "stamped": stamped,
         "signed": signed, "stapled": stapled, "hologram": hologram, "fingered": fingered, "specked": specked}


# --- two pages ----------------------------------------------------------------------------------------------------

def mixed(words, rng):
    """Line 1 of one page over line 2 of another, with a seam, other paper, other ink or another camera to see.

    Returns the picture of the page and the page with the lines that show; no document says them together.
    """
    layout = words.choice(("TD3", "TD2", "MRVA", "MRVB", "TD3"))
    first = printed(words, rng, layout, holder(words, layout)[1])
    state = words.getstate()
    second = printed(words, rng, layout, holder(words, layout)[1])
    words.setstate(state)
    upper, lower = first.laid(), second.laid()
    seam = int((first.tops[0] + CAPITAL + first.tops[1]) / 2)
    below = int((second.tops[0] + CAPITAL + second.tops[1]) / 2)
    shift = int(first.left - second.left + words.uniform(-0.6, 0.6) * CELL)
    rest = np.roll(lower[below:], shift, axis=1)
    width = min(upper.shape[1], rest.shape[1])
    gap = words.choice((0, 0, 2, 5))
    lower_part = rest[:, :width] * words.uniform(0.7, 1.0)
    if words.random() < 0.5:
        lower_part = cv2.GaussianBlur(lower_part, (0, 0), words.uniform(0.5, 3))
    picture = np.concatenate([upper[:seam, :width], np.full((gap, width, 3), 0.3, np.float32), lower_part])
    if words.random() < 0.5:
        picture[seam - 1:seam + 1] *= words.uniform(0.4, 0.9)
    first.lines = [first.lines[0], second.lines[1]]
    return layout, first, picture.astype(np.float32)


def photographed(words, rng):
    """The upper lines of one photograph over the lower ones of another: pages as light and as tinted as each other, each
    with ink, focus, noise, angle and size of its own.

    Returns the layout, the page with the lines that show, and its picture; no document says them together.
    """
    layout = words.choice(LAYOUTS)
    pages = [printed(words, rng, layout, holder(words, layout)[1]) for _ in range(2)]
    light = pages[0].paper.mean((0, 1)) / pages[1].paper.mean((0, 1)) * words.uniform(0.96, 1.04)
    pages[1].paper = np.clip(pages[1].paper * light, 0, 1)
    cut = words.randrange(1, len(pages[0].tops))
    parts = []
    for page in pages:
        sheet = cv2.GaussianBlur(page.laid().astype(np.float32), (0, 0), words.uniform(0.3, 2))
        sheet += rng.standard_normal((*sheet.shape[:2], 1)).astype(np.float32) * words.choice((0, 0.01, 0.03))
        parts.append(sheet)
    upper, lower = pages
    # The other photograph as it was held: turned, nearer or farther, and beside its place.
    centre = (lower.left, lower.tops[cut])
    held = cv2.getRotationMatrix2D(centre, words.gauss(0, 0.35), words.gauss(1, 0.01))
    held[0, 2] += upper.left - lower.left + words.gauss(0, 0.15) * CELL
    height, width = parts[1].shape[:2]
    parts[1] = cv2.warpAffine(parts[1], held, (width, height), borderMode=cv2.BORDER_REPLICATE)
    seam, below = (int((page.tops[cut - 1] + CAPITAL + page.tops[cut]) / 2) for page in pages)
    below += words.randint(-3, 3)
    width = min(parts[0].shape[1], parts[1].shape[1])
    picture = np.concatenate([parts[0][:seam, :width], parts[1][below:, :width]])
    upper.lines = [*upper.lines[:cut], *lower.lines[cut:]]
    return layout, upper, np.clip(picture, 0, 1)


def overlapped(words, rng, page, picture):
    """Another page over part of this one, its own zone beginning where this one ends, or a corner of it.

    Where all of the other page's zone shows, it may be read.
    """
    layout = words.choice(("TD3", "MRVA", "TD2", "TD1"))
    other = printed(words, rng, layout, holder(words, layout)[1])
    sheet = other.laid()
    height, width = picture.shape[:2]
    x = int(page.left + words.uniform(3, max(map(len, page.lines)) - 2) * CELL)
    y = int(words.uniform(-40, 60))
    part = sheet[:max(0, height - max(0, y)), :max(0, width - x)]
    top = max(0, y)
    part = part[:height - top]
    if part.size:
        picture[top:top + part.shape[0], x:x + part.shape[1]] = part
        if x > 3:
            picture[top:top + part.shape[0], x - 3:x] *= 0.6
    return other.lines


MARKS["overlapped"] = overlapped
# Whole pages that are put together of two.
JOINED = {"mixed": mixed, "photographed": photographed}
FAMILIES = (*WORDING, *MARKS, "mixed", "small", "files")
