"""A set of any size for measuring: `python -m specimens.stress --seed N --count M --out DIR` (in models/training).

Of every twenty pictures two are negatives, three mix two to four conditions, one shows two documents; the others have
one condition each, levels and conditions in turn. A third of the pictures is turned by 90, 180 or 270 degrees.
"""

import argparse
from pathlib import Path

from . import labels, storage, studio
from .negatives import KINDS, negative
from .people import CASES
from .photograph import photograph, scan

FORMATS = ("TD3", "TD1", "TD3", "TD2", "TD1", "MRVA", "TD3", "MRVB", "TD1", "FRA-ID", "TD2", "FRA-DL", "MRVA", "CHE-DL")
# Bars to reading that do not add up to something nobody can read when they come together.
MIXABLE = (
    "rotation",
    "perspective",
    "curvature",
    "glare",
    "shadow",
    "clutter",
    "lowlight",
    "noise",
    "defocus",
    "motion",
    "lowres",
    "jpeg",
    "moire",
    "pattern",
    "print",
    "contrast",
)
SHARPNESS = {"defocus", "motion", "lowres", "jpeg", "noise", "lowlight", "moire", "print", "contrast", "pattern"}


def build(seed: int, count: int, out: Path) -> list[dict]:
    (out / "images").mkdir(parents=True, exist_ok=True)
    rows, single, other = [], 0, 0
    for k in range(count):
        words, rng = studio.generators(f"stress-{seed}/{k}")
        kind = k % 20
        name = f"images/{k:05d}.jpg"
        turn = words.choice((90.0, 180.0, 270.0)) if words.random() < 1 / 3 else 0.0
        if kind in (6, 13):
            conditions = {words.choice(("rotation", "shadow", "noise", "perspective")): words.randint(1, 4)}
            shown = KINDS[(other + seed) % len(KINDS)]
            photo, other, tags = negative(shown, words, rng, conditions), other + 1, (shown,)
        elif kind == 19:
            conditions = {words.choice(("rotation", "perspective", "shadow", "glare")): words.randint(1, 3)}
            pitch, tags = words.uniform(12, 16), ("two",)
            both = [studio.draw(words.choice(FORMATS), words, rng, conditions, pitch, booklet=False) for _ in range(2)]
            photo = photograph(both, rng, conditions, pitch, turn)
        else:
            if kind in (4, 9, 16):
                conditions, tags = mixture(words), ("mixed",)
            else:
                n = len(studio.ALL)
                # One step through the conditions is one step through the levels: all pairs come up in 5 n pictures.
                conditions = {studio.ALL[(single + 7 * seed) % n]: (single + single // (5 * n) + seed) % 5 + 1}
                single, tags = single + 1, ()
            photo = one(words, rng, conditions, FORMATS[(k + seed) % len(FORMATS)], turn)
        quality = photo.quality if "jpeg" in conditions else words.choice((55, 70, 82, 90))
        storage.save_jpeg(out / name, photo.image, quality)
        rows.append(
            labels.label(name, photo, conditions, tags=tags + (("turned",) if turn and photo.documents else ()))
        )
    labels.write(out / "labels.jsonl", rows)
    return rows


def one(words, rng, conditions: dict[str, int], layout: str, turn: float):
    pitch = words.uniform(12.5, 21)
    case = words.choice(CASES) if words.random() < 0.5 else "plain"
    flat = studio.draw(layout, words, rng, conditions, pitch, case)
    if (
        not set(conditions) - {"print", "contrast", "pattern", "seethrough", "inverted", "overlay"}
        and words.random() < 0.3
    ):
        return scan([flat], rng, pitch, turn)
    return photograph([flat], rng, conditions, pitch, turn, held=words.random() < 0.35, crop=words.random() < 0.12)


def mixture(words) -> dict[str, int]:
    """Two to four conditions; those that cost sharpness or contrast share one budget of levels."""
    chosen = words.sample(MIXABLE, words.choice((2, 2, 3, 4)))
    costly = [c for c in chosen if c in SHARPNESS]
    highest = {0: 4, 1: 4, 2: 2}.get(len(costly), 1)
    return {c: words.randint(1, highest if c in SHARPNESS else 3) for c in chosen}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    print(f"{len(build(options.seed, options.count, options.out))} pictures")


if __name__ == "__main__":
    main()
