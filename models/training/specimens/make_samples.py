"""Builds Samples/: `python -m specimens.make_samples --out ../../Samples` (in models/training)."""

import argparse
import shutil
from pathlib import Path

from . import labels, storage, studio
from .negatives import KINDS, negative
from .people import CASES
from .photograph import photograph, scan

SEED = "samples-1"
FOLDERS = {
    "TD1": "td1",
    "TD2": "td2",
    "TD3": "td3",
    "MRVA": "mrva",
    "MRVB": "mrvb",
    "FRA-ID": "fra-id",
    "FRA-DL": "licences",
    "CHE-DL": "licences",
}
# Formats in the order in which single conditions are dealt out: the commoner ones more often.
DEAL = ("TD3", "TD1", "MRVA", "TD2", "TD3", "TD1", "MRVB", "FRA-ID", "TD3", "TD1", "FRA-DL", "CHE-DL")
MIXTURES = (
    {"rotation": 3, "lowlight": 3, "motion": 2},
    {"perspective": 3, "glare": 3},
    {"curvature": 2, "shadow": 3, "clutter": 3},
    {"lowres": 2, "jpeg": 2},
    {"noise": 3, "defocus": 2, "rotation": 2},
    {"inverted": 3, "perspective": 2},
    {"moire": 2, "rotation": 3},
    {"pattern": 3, "defocus": 2},
    {"print": 3, "jpeg": 3},
    {"shadow": 4, "rotation": 4, "clutter": 5},
    {"glare": 2, "curvature": 3},
    {"contrast": 3, "noise": 2},
    {"seethrough": 3, "perspective": 3},
    {"overlay": 3, "motion": 2},
    {"rotation": 5, "perspective": 4},
    {"lowlight": 4, "clutter": 4},
    {"curvature": 4, "glare": 2},
    {"lowres": 3, "noise": 2},
)


class Builder:
    """Numbers, names, saves and labels the pictures."""

    def __init__(self, out: Path):
        self.out, self.rows, self.count = out, [], 0
        self.cases = 0

    def case(self, layout: str) -> str:
        """Every second document shows one of the standard's hard cases, each format in turn."""
        self.cases += 1
        return CASES[1:][self.cases // 2 % (len(CASES) - 1)] if self.cases % 2 else "plain"

    def path(self, folder: str, name: str, suffix: str) -> Path:
        self.count += 1
        (self.out / folder).mkdir(parents=True, exist_ok=True)
        return self.out / folder / f"{self.count:03d}-{name}.{suffix}"

    def record(self, path: Path, photo, conditions, **options) -> None:
        self.rows.append(labels.label(path.relative_to(self.out).as_posix(), photo, conditions, **options))

    def photograph(
        self,
        layout: str,
        name: str,
        conditions: dict[str, int],
        tags=(),
        orientation=0,
        turn=0.0,
        folder=None,
        flip=False,
        case=None,
        **options,
    ) -> None:
        words, rng = studio.generators(f"{SEED}/{self.count}")
        fixed = {k: options.pop(k) for k in ("pitch",) if k in options}
        pitch = fixed.get("pitch") or usual_pitch(layout, words)
        booklet = layout == "TD3" and "pitch" not in fixed and words.random() < 0.25
        pitch = min(pitch, 13.5) if booklet else pitch
        flat = studio.draw(layout, words, rng, conditions, pitch, case or self.case(layout), booklet)
        photo = photograph([flat], rng, conditions, pitch, turn, held=words.random() < 0.3, **options)
        if flip:
            photo = studio.mirrored(photo)
        quality = (
            photo.quality if "jpeg" in conditions else words.choice((34, 42, 52, 64)) if not noisy(conditions) else 34
        )
        path = self.path(folder or FOLDERS[layout], name, "jpg")
        storage.save_jpeg(path, photo.image, quality, orientation)
        self.record(path, photo, conditions, tags=tuple(tags), flipped=flip)

    def scan(
        self,
        layout: str,
        kind: str,
        suffix: str,
        folder=None,
        case=None,
        pitch=None,
        turn=0.0,
        conditions=None,
        fronts=False,
    ):
        words, rng = studio.generators(f"{SEED}/{self.count}")
        pitch = pitch or usual_pitch(layout, words)
        conditions = conditions or {}
        flat = studio.draw(layout, words, rng, conditions, pitch, case or self.case(layout), False)
        sides = [studio.card_front(flat.record, rng, pitch, layout), flat] if fronts else [flat]
        photo = scan(sides, rng, pitch, turn)
        path = self.path(folder or FOLDERS[layout], f"scan-{kind}" + ("-turned" if turn else ""), suffix)
        if suffix == "jpg":
            storage.save_jpeg(path, photo.image, 66, gray=kind == "gray", progressive=kind == "progressive")
        else:
            storage.save_kind(path, photo.image, kind)
        self.record(path, photo, conditions, tags=("scan",) + (("rotation",) if turn else ()))

    def two(self, layouts: tuple[str, str], conditions: dict[str, int], turn=0.0, flat_scan=False) -> None:
        words, rng = studio.generators(f"{SEED}/{self.count}")
        pitch = words.uniform(12, 14)
        both = [studio.draw(f, words, rng, conditions, pitch, self.case(f), False) for f in layouts]
        photo = scan(both, rng, pitch, turn) if flat_scan else photograph(both, rng, conditions, pitch, turn)
        path = self.path("two", "-".join(layouts).lower(), "jpg")
        storage.save_jpeg(path, photo.image, 60)
        self.record(path, photo, conditions, tags=("two",) + (("scan",) if flat_scan else ()))

    def negative(self, kind: str, number: int) -> None:
        words, rng = studio.generators(f"{SEED}/{self.count}")
        conditions = (
            {},
            {"rotation": 2},
            {"perspective": 2},
            {"shadow": 3},
            {"noise": 2},
            {"rotation": 4, "glare": 2},
        )[number % 6]
        if not (
            kind.startswith("page-")
            or kind
            in (
                "listing",
                "receipt",
                "table",
                "barcodes",
                "payment_slip",
                "word_search",
                "dump",
                "keys",
                "boarding_pass",
                "chevrons",
                "letter",
                "music",
            )
        ):
            conditions = {}
        photo = negative(kind, words, rng, conditions)
        path = self.path("negatives", kind.lower().replace("_", "-"), "png" if number == 2 else "jpg")
        if path.suffix == ".png":
            storage.save_kind(path, photo.image, "png-gray")
        else:
            storage.save_jpeg(path, photo.image, 42)
        self.record(path, None, conditions, tags=(kind.split("-")[0].replace("_", "-"),))


def usual_pitch(layout: str, words) -> float:
    """Characters of 12 to 20 px: less for the wide formats, so that pictures stay about a megapixel."""
    return words.uniform(12, 16.5) if layout in ("TD3", "MRVA") else words.uniform(13, 20)


def noisy(conditions: dict[str, int]) -> bool:
    return any(c in conditions for c in ("noise", "lowlight", "moire"))


def build(out: Path) -> list[dict]:
    for folder in (*FOLDERS.values(), "two", "negatives", "formats"):
        shutil.rmtree(out / folder, ignore_errors=True)
    b = Builder(out)
    singles(b)
    scans(b)
    turns(b)
    for k, mixture in enumerate(MIXTURES):
        layout = DEAL[(5 * k + 2) % len(DEAL)]
        b.photograph(layout, "mixed", dict(mixture), turn=words_turn(k))
    kinds(b)
    pairs(b)
    for number, kind in enumerate(KINDS + ("listing", "table", "payment_slip", "page-TD3")):
        b.negative(kind, number)
    labels.write(out / "labels.jsonl", b.rows)
    return b.rows


def words_turn(k: int) -> float:
    return (0.0, 0.0, 180.0, 0.0, 90.0, 0.0, 270.0)[k % 7]


def singles(b: Builder) -> None:
    """Every condition at every level, dealt round the formats."""
    k = 0
    for level in (1, 2, 3, 4, 5):
        for condition in studio.ALL:
            layout = "TD3" if condition == "curvature" and level % 2 else DEAL[k % len(DEAL)]
            b.photograph(layout, f"{condition}-{level}", {condition: level}, crop=condition == "glare" and level == 2)
            k += 1


def scans(b: Builder) -> None:
    """Flat scans of every format, with the cases of the standard that readers forget."""
    for layout, case in (
        ("TD3", "german"),
        ("TD3", "full-optional"),
        ("TD3", "truncated"),
        ("TD3", "wrong-check-digit"),
        ("TD3", "letter-o"),
        ("TD1", "long-number"),
        ("TD1", "birth-unknown"),
        ("TD1", "wrong-check-digit"),
        ("TD2", "long-number"),
        ("TD2", "no-secondary"),
        ("MRVA", "full-optional"),
        ("MRVB", "sex-unspecified"),
        ("FRA-ID", "plain"),
        ("FRA-ID", "many-names"),
        ("FRA-ID", "composed-name"),
        ("FRA-DL", "plain"),
        ("CHE-DL", "plain"),
    ):
        b.scan(layout, "rgb", "jpg", case=case)
    for layout in ("TD1", "TD1", "TD1"):
        b.scan(layout, "both-sides", "jpg", fronts=True)
    for layout, turn in (("TD3", 90.0), ("TD1", 180.0), ("TD2", 270.0), ("FRA-ID", 180.0), ("MRVB", 90.0)):
        b.scan(layout, "rgb", "jpg", turn=turn)
    for layout in ("TD3", "TD1", "TD2"):
        b.scan(layout, "png-gray", "png", pitch=13)


def turns(b: Builder) -> None:
    """Quarter turns and every EXIF orientation; pictures of a front camera."""
    for layout, turn in (
        ("TD3", 90.0),
        ("TD1", 180.0),
        ("MRVA", 270.0),
        ("TD2", 180.0),
        ("CHE-DL", 90.0),
        ("FRA-DL", 180.0),
    ):
        b.photograph(layout, f"turned-{turn:.0f}", {}, tags=("rotation",), turn=turn)
    for orientation in range(1, 9):
        layout = DEAL[orientation]
        b.photograph(layout, f"exif-{orientation}", {}, tags=("exif",), orientation=orientation)
    b.photograph("TD3", "mirrored", {}, tags=("mirrored",), flip=True)
    b.photograph("TD1", "mirrored", {}, tags=("mirrored",), flip=True)


def kinds(b: Builder) -> None:
    """File kinds and pixel formats."""
    for kind, suffix, layout in (
        ("png-rgb", "png", "TD1"),
        ("png-palette", "png", "TD3"),
        ("png-16", "png", "CHE-DL"),
        ("png-alpha", "png", "FRA-DL"),
        ("png-bilevel", "png", "TD2"),
        ("tiff-lzw", "tif", "TD1"),
        ("tiff-g4", "tif", "TD3"),
        ("tiff-gray", "tiff", "MRVB"),
        ("webp", "webp", "TD3"),
        ("webp-lossless", "webp", "TD2"),
        ("bmp-gray", "bmp", "FRA-ID"),
        ("bmp-rgb", "bmp", "FRA-DL"),
        ("gif", "gif", "MRVA"),
        ("pgm", "pgm", "TD1"),
        ("ppm", "ppm", "FRA-DL"),
        ("gray", "jpg", "TD3"),
        ("progressive", "jpg", "MRVA"),
    ):
        small = kind.split("-")[0] in ("bmp", "ppm", "pgm", "gif") or kind in (
            "png-16",
            "png-rgb",
            "png-alpha",
            "tiff-lzw",
        )
        b.scan(layout, kind, suffix, folder="formats", pitch=11.5 if small else 14.0)
    pages(b)
    b.photograph("TD3", "twelve-megapixels", {"clutter": 2}, folder="formats", pitch=62.0, case="plain", ground="plain")


def pages(b: Builder) -> None:
    """A TIFF of three pages: a letter, a passport, a card."""
    words, rng = studio.generators(f"{SEED}/{b.count}")
    first = negative("keys", words, rng)
    shots = [(None, first.image)]
    for layout in ("TD3", "TD1"):
        photo = scan([studio.draw(layout, words, rng, {}, 13.0, booklet=False)], rng, 13.0)
        shots.append((photo, photo.image))
    path = b.path("formats", "three-pages", "tiff")
    storage.save_pages(path, [s[1] for s in shots])
    for page, (photo, _) in enumerate(shots, 1):
        b.record(path, photo, {}, page=page, tags=("multipage",) + (("scan",) if photo else ()))


def pairs(b: Builder) -> None:
    b.two(("TD3", "TD1"), {"clutter": 1})
    b.two(("TD1", "TD1"), {})
    b.two(("TD3", "MRVA"), {"rotation": 2})
    b.two(("TD2", "CHE-DL"), {"shadow": 2})
    b.two(("FRA-ID", "FRA-DL"), {"perspective": 2})
    b.two(("TD1", "MRVB"), {}, turn=90.0)
    b.two(("TD3", "TD3"), {}, flat_scan=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    rows = build(parser.parse_args().out)
    print(f"{len(rows)} labels")


if __name__ == "__main__":
    main()
