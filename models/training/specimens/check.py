"""Checks a labelled folder: `python -m specimens.check FOLDER [--limit MB]`. Lists what is wrong and ends with 1."""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from .mrz import ALPHABET, LAYOUTS, check_digits_valid, lines
from .people import CASES, invent, printed

KEYS = {
    "image",
    "page",
    "format",
    "lines",
    "corners",
    "conditions",
    "level",
    "levels",
    "orientation",
    "mirrored",
    "check_digits_valid",
    "readable_by_human",
    "difficulty",
}
# Published specimens of the standard and of the issuers, which the check digit code must accept.
PUBLISHED = (
    ("TD3", "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<< L898902C36UTO7408122F1204159ZE184226B<<<<<10"),
    ("TD1", "I<UTOD231458907<<<<<<<<<<<<<<< 7408122F1204159UTO<<<<<<<<<<<6 ERIKSSON<<ANNA<MARIA<<<<<<<<<<"),
    ("TD1", "I<UTOD23145890<7349<<<<<<<<<<< 3407127M9507122UTO<<<<<<<<<<<2 STEVENSON<<PETER<JOHN<<<<<<<<<"),
    ("TD2", "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<< D231458907UTO7408122F1204159<<<<<<<6"),
    ("MRVA", "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<< L8988901C4XXX7408122F96121096ZE184226B<<<<<<"),
    ("MRVB", "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<< L8988901C4XXX7408122F9612109<<<<<<<<"),
    ("FRA-ID", "IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<< 9409923102854CORINNE<<<<<<<6512068F4"),
    ("FRA-DL", "D1FRA13AA000026181231MARTIN<<9"),
)


def problems(folder: Path, limit: float | None) -> list[str]:
    found = code_problems()
    rows = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
    for row in rows:
        found += [f"{row.get('image')} page {row.get('page')}: {p}" for p in row_problems(folder, row)]
    keys = [(r["image"], r["page"]) for r in rows]
    found += [f"{k} is labelled twice" for k, n in Counter(keys).items() if n > 1]
    named = {r["image"] for r in rows}
    files = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file() and p.parent != folder}
    found += [f"{f}: no label" for f in sorted(files - named)]
    total = sum((folder / f).stat().st_size for f in files) / 1e6
    if limit and total > limit:
        found.append(f"{total:.1f} MB is more than {limit} MB")
    return found


def row_problems(folder: Path, row: dict) -> list[str]:
    if KEYS - row.keys():
        return [f"keys missing: {sorted(KEYS - row.keys())}"]
    path = folder / row["image"]
    if not path.is_file():
        return ["no such file"]
    with Image.open(path) as picture:
        if row["page"] > getattr(picture, "n_frames", 1):
            return ["no such page"]
        picture.seek(row["page"] - 1)
        size = ImageOps.exif_transpose(picture).size
    out = []
    if row["format"] == "NONE":
        return ["a negative with lines or corners"] if row["lines"] or row["corners"] else []
    documents = row.get("documents", [row])
    if any(documents[0][k] != row[k] for k in ("format", "lines", "corners")):
        out.append("the first document differs from the row")
    for d in documents:
        out += document_problems(d, size, row["mirrored"])
    valid = all(check_digits_valid(d["format"], d["lines"]) for d in documents)
    if not out and valid != row["check_digits_valid"]:
        out.append(f"check digits are {valid}")
    quad = np.array(row["corners"])
    way = (quad[1] - quad[0]) * ((-1, 1) if row["mirrored"] else (1, 1))
    off = (np.degrees(np.arctan2(way[1], way[0])) - row["orientation"] + 180) % 360 - 180
    if abs(off) > 15:
        out.append(f"orientation is off by {off:.0f} degrees")
    return out


def document_problems(d: dict, size: tuple[int, int], mirrored: bool) -> list[str]:
    out = []
    if tuple(map(len, d["lines"])) != LAYOUTS[d["format"]].columns:
        out.append("wrong lengths of lines")
    if any(c not in ALPHABET for line in d["lines"] for c in line):
        out.append("character outside the alphabet")
    quad = np.array(d["corners"], float)
    if quad.shape != (4, 2) or quad.min() < 0 or (quad[:, 0] > size[0]).any() or (quad[:, 1] > size[1]).any():
        return out + ["corners outside the picture"]
    nxt = np.roll(quad, -1, 0)
    area = float((quad[:, 0] * nxt[:, 1] - nxt[:, 0] * quad[:, 1]).sum()) / 2
    if (area > 0) == mirrored or abs(area) < 500:
        out.append("corners in the wrong order")
    return out


def code_problems() -> list[str]:
    """The line builder against published specimens and against its own reading of the check digits."""
    import random

    out = [f"published specimen refused: {f}" for f, text in PUBLISHED if not check_digits_valid(f, text.split())]
    for layout in LAYOUTS:
        for k, case in enumerate(CASES):
            _, text = printed(layout, random.Random(k), case)
            expected = case != "wrong-check-digit" or layout == "CHE-DL"
            if check_digits_valid(layout, text) != expected:
                out.append(f"{layout} {case}: check digits")
            if len(lines(layout, invent(layout, random.Random(k), case))) != len(LAYOUTS[layout].columns):
                out.append(f"{layout} {case}: number of lines")
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=float)
    options = parser.parse_args()
    found = problems(options.folder, options.limit)
    print("\n".join(found) or "all right")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
