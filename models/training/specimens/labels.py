"""One line of labels.jsonl for each picture."""

import json
from pathlib import Path

import numpy as np

from .mrz import check_digits_valid
from .photograph import Photo


def degrees(quad: np.ndarray, flipped: bool) -> float:
    """Clockwise angle of the text in the picture; of the picture flipped left to right when it is mirrored."""
    dx, dy = (quad[1] - quad[0] + quad[2] - quad[3]) * ((-1, 1) if flipped else (1, 1))
    return round(float(np.degrees(np.arctan2(dy, dx))) % 360, 1) % 360


def entry(flat, quad: np.ndarray) -> dict:
    return {"format": flat.format, "lines": flat.lines, "corners": [[round(float(v), 1) for v in p] for p in quad]}


def label(
    image: str,
    photo: Photo | None,
    conditions: dict[str, int],
    page: int = 1,
    tags: tuple[str, ...] = (),
    flipped: bool = False,
    level: int | None = None,
) -> dict:
    """The label of a picture; `photo` is None, or without documents, where there is no MRZ to read."""
    level = max(conditions.values(), default=0) if level is None else level
    found = [entry(d, q) for d, q in photo.documents] if photo else []
    first = found[0] if found else {"format": "NONE", "lines": [], "corners": []}
    out = {
        "image": image,
        "page": page,
        **first,
        "conditions": sorted(conditions) + list(tags),
        "level": level,
        "levels": dict(sorted(conditions.items())),
        "orientation": degrees(photo.documents[0][1], flipped) if found else 0,
        "mirrored": flipped,
        "check_digits_valid": all(check_digits_valid(f["format"], f["lines"]) for f in found) if found else False,
        "readable_by_human": bool(found),
        "difficulty": ("easy", "easy", "medium", "medium", "hard", "hard")[level],
    }
    if len(found) > 1:
        out["documents"] = found
    return out


def write(path: Path, rows: list[dict]) -> None:
    path.write_text("".join(json.dumps(r, ensure_ascii=True) + "\n" for r in rows))
