#!/usr/bin/env python3
"""Makes many pictures of documents out of the few in Samples, each a little different: cut by a few pixels, lighter or
darker, compressed anew. For measuring; they are not to be committed. Needs opencv-python-headless and numpy.

    Tests/scripts/multiply_samples.py 10000 /tmp/pictures
"""

import argparse
import json
import random
from pathlib import Path

import cv2
import numpy as np

SAMPLES = Path(__file__).resolve().parents[2] / "Samples"


def sources():
    """The pictures of one page that have a zone, in the order of their labels."""
    labels = [json.loads(line) for line in (SAMPLES / "labels.jsonl").read_text().splitlines()]
    names = [label["image"] for label in labels if label.get("lines") and label["page"] == 1]
    return [SAMPLES / name for name in dict.fromkeys(names) if names.count(name) == 1 and "three-pages" not in name]


def varied(picture, chance):
    top, bottom, left, right = (chance.randrange(0, 9) for _ in range(4))
    cut = picture[top : picture.shape[0] - bottom, left : picture.shape[1] - right]
    gain, shift = chance.uniform(0.94, 1.04), chance.uniform(-6, 6)
    return np.clip(cut.astype(np.float32) * gain + shift, 0, 255).astype(np.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    pictures = [(path.stem, cv2.imread(str(path))) for path in sources()]
    # What OpenCV does not read, such as GIF, is left out.
    pictures = [(name, picture) for name, picture in pictures if picture is not None and picture.size < 9_000_000]
    for number in range(arguments.count):
        # A thousand to a folder.
        folder = arguments.folder / f"{number // 1000:03}"
        folder.mkdir(parents=True, exist_ok=True)
        name, picture = pictures[number % len(pictures)]
        quality = [cv2.IMWRITE_JPEG_QUALITY, chance.randrange(80, 96)]
        cv2.imwrite(str(folder / f"{number:06}-{name}.jpg"), varied(picture, chance), quality)


if __name__ == "__main__":
    main()
