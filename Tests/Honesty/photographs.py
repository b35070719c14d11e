"""Attacks pictures as they are: python photographs.py --program P --pictures DIR --seed S --out DIR [--each N]

`make.py` prints its own documents. The print and the paper of others differ, so a rule that was chosen there must hold here
too. The folder of pictures has a `labels.jsonl` with "image" and "lines", as `Samples` has. What the program verifies
rightly is cut out, once left alone and N times attacked by the marks of `attacks.py`. The labels are those of `make.py`.
"""
import argparse
import json
import os
import random
import sys
from dataclasses import dataclass, replace

import cv2
import numpy as np

from make import touched        # first: it says where the specimens are
import attacks
import judge
from page import CAPITAL, CELL, Page

# Of another page there is no more to lay over a photograph than its zone's surroundings.
FAMILIES = [family for family in attacks.MARKS if family != "overlapped"]
# The height of capitals over the distance of two lines (ICAO Doc 9303-3, 4.4).
CAP_SHARE = 0.61
# What is straightened, and what is cut out, round the zone, in characters.
MARGIN, ROOM = 3, 15
# Half of the widest stroke, in pixels of a page: a square so large and no smaller holds some paper.
STROKE = 9


@dataclass
class StraightPage(Page):
    """The zone of a photograph as a page: its paper and ink, told apart, and what neither of them explains."""
    rest: np.ndarray

    def laid(self) -> np.ndarray:
        return super().laid() + self.rest


def straightened(picture: np.ndarray, quad, lines: list[str]) -> tuple[StraightPage, np.ndarray]:
    """The page of the zone with the corners `quad`, and the way from it to the picture."""
    pitch = CAPITAL / CAP_SHARE
    left = top = MARGIN * CELL
    right, bottom = left + len(lines[0]) * CELL, top + (len(lines) - 1) * pitch + CAPITAL
    corners = np.float32([(left, top), (right, top), (right, bottom), (left, bottom)])
    matrix = cv2.getPerspectiveTransform(corners, np.float32(quad))
    size = round(right + left), round(bottom + top)
    seen = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                               borderMode=cv2.BORDER_REPLICATE)
    paper = cv2.GaussianBlur(cv2.morphologyEx(seen, cv2.MORPH_CLOSE, np.ones((2 * STROKE + 1,) * 2)), (0, 0), STROKE / 2)
    zone = seen[round(top):round(bottom), round(left):round(right)].reshape(-1, 3)
    zone = zone[zone.sum(axis=1).argsort()]
    colour = np.median(zone[:len(zone) // 20], axis=0)
    ink = np.clip((paper - seen).mean(axis=2) / np.maximum(0.05, (paper - colour).mean(axis=2)), 0, 1)
    page = StraightPage(paper, ink, colour, list(lines), left, [top + i * pitch for i in range(len(lines))], "ocrb", 0)
    page.rest = seen - Page.laid(page)
    return page, matrix


def attacked(words, rng, family: str, picture: np.ndarray, page: StraightPage, matrix: np.ndarray, pitch: float):
    """The picture with a mark of `family` on its zone, and what of each character's cell was changed."""
    page = replace(page, ink=page.ink.copy())
    before = page.laid().astype(np.float32)
    after = before.copy()
    attacks.MARKS[family](words, rng, page, after)
    change = after - before
    if pitch < CELL:
        # What lies between two pixels of the picture is in either.
        change = cv2.GaussianBlur(change, (0, 0), 0.45 * CELL / pitch)
    return picture + cv2.warpPerspective(change, matrix, picture.shape[1::-1]), touched(page, before, after)


def cut(picture: np.ndarray, quad, pitch: float) -> tuple[np.ndarray, np.ndarray]:
    """The zone with some room round it, and its corners there."""
    points = np.float32(quad)
    low = np.maximum(0, points.min(axis=0) - ROOM * pitch).astype(int)
    high = np.minimum(picture.shape[1::-1], points.max(axis=0) + ROOM * pitch).astype(int)
    # OpenCV has blue first, the attacks red.
    return picture[low[1]:high[1], low[0]:high[0], ::-1].astype(np.float32) / 255, points - np.float32(low)


def verified(path: str, folder: str):
    """The results in a file whose lines are those of the labels: of first pages, which is what OpenCV reads."""
    with open(os.path.join(folder, "labels.jsonl")) as file:
        labels = {row["image"]: row["lines"] for row in map(json.loads, file) if row.get("page", 1) == 1}
    with open(path) as file:
        for row in map(json.loads, file):
            image = os.path.relpath(row["source"], folder)
            if row["status"] == "verified" and row["page"] == 1 and row["lines"] == labels.get(image):
                yield image, row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--pictures", required=True)
    parser.add_argument("--seed", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--each", type=int, default=20, help="how many attacks of each picture")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    os.makedirs(os.path.join(options.out, "images"), exist_ok=True)
    originals = os.path.join(options.out, "originals.jsonl")
    judge.run(options.program, options.pictures, originals, options.jobs)
    number = 0
    with open(os.path.join(options.out, "labels.jsonl"), "w") as labels:
        for image, row in verified(originals, options.pictures):
            picture = cv2.imread(os.path.join(options.pictures, image), cv2.IMREAD_COLOR)
            if picture is None:         # a document, or a format that OpenCV does not read
                continue
            lines = row["lines"]
            pitch = float(np.linalg.norm(np.subtract(row["quad"][1], row["quad"][0]))) / len(lines[0])
            original, quad = cut(picture, row["quad"], pitch)
            page, matrix = straightened(original, quad, lines)
            for copy in range(options.each + 1):
                words = random.Random(f"{options.seed}/{image}/{copy}")
                rng = np.random.default_rng(words.getrandbits(64))
                family, shown, changed = words.choice(FAMILIES), original, {}
                if copy > 0:
                    shown, changed = attacked(words, rng, family, original, page, matrix, pitch)
                name = f"images/{number:06d}.jpg"
                number += 1
                cv2.imwrite(os.path.join(options.out, name), (shown[..., ::-1] * 255).clip(0, 255).astype(np.uint8),
                            [cv2.IMWRITE_JPEG_QUALITY, words.choice((80, 90, 95))])
                labels.write(json.dumps({
                    "image": name, "family": family, "attacked": copy > 0, "format": row["format"], "lines": lines,
                    "other": None, "valid": not (family == "foreign" and copy > 0),
                    "touched": [[*place, share] for place, share in sorted(changed.items())], "pitch": round(pitch, 1),
                }) + "\n")
    if number == 0:
        sys.exit(f"{options.program} verifies none of {options.pictures} rightly")


if __name__ == "__main__":
    main()
