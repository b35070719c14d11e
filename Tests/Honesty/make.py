"""Pictures that try to be verified wrongly: python make.py --seed NAME --count N --out DIR [options]

Each picture is attacked in one of the ways of `attacks.py`, or of `unforeseen.py`, `beside.py`, `ordinary.py`, `everyday.py`,
`stickers.py`, `visas.py`, `grounds.py`, `remains.py`, `inks.py`, `stretches.py` or `reprints.py` where those are asked for, or left
as it is: the undisturbed half of its family. It is a function of the seed and its number alone. DIR/labels.jsonl has a line for each:

    image, family, attacked     true: something was done to it
    format, lines               what is printed, character by character
    other                       other lines that may be verified too: those of a second page that lies over the first, and those from which
                                something was taken away
    valid                       a reading of exactly these lines may be verified
    touched                     [line, column, share]: what of a character's cell was changed, places from 0
    pitch                       pixels a character
    space                       with --in-space: how the page lies there, and the level
"""
import argparse
import json
import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../models/training"))

import cv2
import numpy as np

import attacks
import beside
import everyday
import grounds
import inks
import lens
import ordinary
import page as printing
import remains
import reprints
import space
import stickers
import stretches
import unforeseen
import visas
from specimens import mrz

cv2.setNumThreads(1)
MARKS = {**attacks.MARKS, **unforeseen.MARKS, **beside.MARKS, **ordinary.MARKS, **everyday.MARKS, **stickers.MARKS,
         **visas.MARKS, **grounds.MARKS, **remains.MARKS, **inks.MARKS, **stretches.MARKS, **reprints.MARKS}
WORDING = {**attacks.WORDING, **visas.WORDING}
# What is printed so is no MRZ, whatever its characters say.
INVALID = {*attacks.JOINED, "foreign", *beside.MARKS, *stickers.MARKS, *visas.MARKS, *grounds.MARKS, *remains.MARKS, *inks.MARKS,
           *stretches.MARKS, *reprints.MARKS}


def sound(layout: str, lines: list[str]) -> bool:
    """Whether the lines are of the layout, with every check digit right and in its alphabet where it matters here."""
    if [len(line) for line in lines] != list(mrz.LAYOUTS[layout].columns):
        return False
    dates = {"TD1": (1, ((0, 6), (8, 14))), "FRA-ID": (1, ((27, 33),)), "FRA-DL": (0, ())}
    row, spans = dates.get(layout, (1, ((13, 19), (21, 27))))
    if any(character.isalpha() for a, b in spans for character in lines[row][a:b]):
        return False
    return mrz.check_digits_valid(layout, lines)


def touched(page: printing.Page, before: np.ndarray, after: np.ndarray) -> dict[tuple[int, int], float]:
    """Of each character how much of its cell was changed, as a share of the contrast between paper and ink."""
    contrast = max(0.2, float(page.paper.mean()) - float(page.colour.mean()))
    change = np.abs(before - after).max(axis=2)
    found = {}
    for i, line in enumerate(page.lines):
        for j in range(len(line)):
            x0, y0, x1, y1 = (max(0, int(v)) for v in page.box(i, j))
            cell = change[max(0, y0 - 5):y1 + 5, x0:x1]
            if cell.size and cell.max() > 0.02:
                found[i, j] = round(float(cell.mean()) / contrast, 4)
    return found


def picture_of(seed: str, number: int, family: str, attacked: bool, in_space: bool = False, pitches=None):
    """The bytes of a picture, the ending of its name, its label, and the middles of its characters in it by line, of flat
    pages. A character has between `pitches` pixels, by default 8 to 24."""
    words = random.Random(f"{seed}/{number}")
    rng = np.random.default_rng(words.getrandbits(64))
    pitch = words.uniform(11, 24) if words.random() < 0.8 else words.uniform(8, 11)
    layout = words.choice(attacks.LAYOUTS)
    if pitches:
        pitch = words.uniform(*pitches)
    elif family == "small":
        pitch = words.uniform(6, 9) if attacked else words.uniform(13, 20)
    changed, other = {}, None
    if family in attacks.JOINED and attacked:
        layout, page, sheet = attacks.JOINED[family](words, rng)
    else:
        lines = None
        if family in WORDING and attacked:
            layout, lines = WORDING[family](words, rng)
        page = printing.printed(words, rng, layout, lines or attacks.holder(words, layout)[1])
        if family in grounds.MARKS:
            grounds.patterned(words, rng, page)
        if family in inks.MARKS:
            inks.mixed(words, page)
        sheet = page.laid().astype(np.float32)
        if family in MARKS and attacked:
            before = sheet.copy()
            other = MARKS[family](words, rng, page, sheet)
            changed = touched(page, before, sheet)
    label, matrix = {}, None
    if in_space:
        image, label["space"], pitch = space.taken(words, rng, page, sheet.astype(np.float32), pitch)
    else:
        image, matrix = lens.taken(words, rng, sheet, pitch, hard=words.choice((0.15, 0.5, 1.0)))
        if family == "closely" and attacked:
            image = ordinary.cut(words, image, corners(page, matrix), max(map(len, page.lines)))
        if family in everyday.PICTURES and attacked:
            image = everyday.PICTURES[family](words, rng, image, pitch)
    kind = words.choice((".jpg", ".jpg", ".jpg", ".jpg", ".png", ".webp", ".tif")) if family == "files" else ".jpg"
    data = bytearray(lens.stored(words, image, kind))
    if family == "files" and attacked:
        for _ in range(words.choice((1, 1, 2, 4, 10))):
            data[words.randrange(min(len(data) - 1, 400), len(data))] = words.randrange(256)
    valid = sound(layout, page.lines) and not (family in INVALID and attacked)
    return bytes(data), kind, {
        "family": family, "attacked": attacked, "format": layout, "lines": page.lines, "valid": valid,
        "other": other, "touched": [[*place, share] for place, share in sorted(changed.items())], "pitch": round(pitch, 1),
        **label,
    }, [] if in_space else [middles(page, matrix, i) for i in range(len(page.lines))]


def middles(page: printing.Page, matrix: np.ndarray, line: int) -> np.ndarray:
    """The middles of a line's characters in the picture, N x 2."""
    points = np.float32([[page.centre(line, column) for column in range(len(page.lines[line]))]])
    return cv2.perspectiveTransform(points, matrix)[0]


def corners(page: printing.Page, matrix: np.ndarray) -> np.ndarray:
    """The corners of all characters in the picture, 4 x 2."""
    left, top, right, bottom = ordinary.extent(page)
    points = np.float32([[[left, top], [right, top], [right, bottom], [left, bottom]]])
    return cv2.perspectiveTransform(points, matrix)[0]


def make(job):
    seed, number, family, attacked, in_space, pitches, out = job
    data, kind, label, _ = picture_of(seed, number, family, attacked, in_space, pitches)
    name = f"{number // 1000:03d}/{number:06d}{kind}"
    with open(os.path.join(out, "images", name), "wb") as file:
        file.write(data)
    return {"image": f"images/{name}", **label}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--families", default=",".join(attacks.FAMILIES),
                        help="by default those of attacks.py; unforeseen, beside, ordinary, everyday, stickers, grounds, remains, "
                        "stretches: all of that file")
    parser.add_argument("--undisturbed", type=float, default=0.5, help="share that is left as it is")
    parser.add_argument("--in-space", action="store_true", help="pages bent, creased, steep, under lamps, on screens")
    parser.add_argument("--pitch", type=float, nargs=2, metavar=("MIN", "MAX"), help="pixels a character; by default 8 to 24")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    files = {"unforeseen": unforeseen.MARKS, "beside": beside.MARKS, "ordinary": ordinary.MARKS, "stickers": stickers.MARKS,
             "grounds": grounds.MARKS, "remains": remains.MARKS, "stretches": stretches.MARKS,
             "everyday": [*everyday.MARKS, *everyday.PICTURES]}
    families = list(files.get(options.families) or options.families.split(","))
    jobs = []
    for number in range(options.count):
        attacked = random.Random(f"{options.seed}/{number}/attacked").random() >= options.undisturbed
        jobs.append((options.seed, number, families[number % len(families)], attacked, options.in_space,
                     options.pitch, options.out))
    for folder in range((options.count + 999) // 1000):
        os.makedirs(os.path.join(options.out, "images", f"{folder:03d}"), exist_ok=True)
    with ProcessPoolExecutor(options.jobs) as pool, open(os.path.join(options.out, "labels.jsonl"), "w") as labels:
        for label in pool.map(make, jobs, chunksize=16):
            labels.write(json.dumps(label) + "\n")


if __name__ == "__main__":
    main()
