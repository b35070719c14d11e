#!/usr/bin/env python3
"""Makes a set for `mrz-bench` in which the same pages have 1, 3, 12 and 48 megapixels.

    enlarge_samples.py Samples /tmp/sizes       (needs Pillow)
    for mp in 1 3 12 48; do mrz-bench /tmp/sizes --filter mp$mp --jobs 1; done

The pages are the first photographs of passports in the labelled set, enlarged: what is measured is how time grows with
pixels, not how much is read.
"""
import json
import pathlib
import sys

from PIL import Image

PAGES = 8
LONG_SIDES = {1: 1155, 3: 2000, 12: 4000, 48: 8000}


def main(samples: pathlib.Path, out: pathlib.Path) -> None:
    (out / "images").mkdir(parents=True, exist_ok=True)
    labels = [json.loads(line) for line in (samples / "labels.jsonl").read_text().splitlines()]
    pages = [page for page in labels if page["image"].startswith("td3/") and "scan" not in page["image"]][:PAGES]
    with open(out / "labels.jsonl", "w", encoding="utf-8") as file:
        for number, page in enumerate(pages):
            picture = Image.open(samples / page["image"]).convert("RGB")
            for megapixels, side in LONG_SIDES.items():
                scale = side / max(picture.size)
                size = (round(picture.width * scale), round(picture.height * scale))
                name = f"images/{number}-{megapixels}.jpg"
                picture.resize(size, Image.Resampling.BICUBIC).save(out / name, quality=90)
                condition = f"mp{megapixels}"
                label = {"image": name, "format": page["format"], "lines": page["lines"]}
                file.write(json.dumps(label | {"conditions": [condition], "levels": {condition: 1}}) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
