"""How far a page may be turned away from the camera: python measure.py --program P [--seed S] [--keep DIR]

Draws invented, valid documents in OCR-B, turns each by 0 to 65 degrees about its upright, its level and its diagonal axis, close
before the lens, and then in the picture by eight angles. Prints how many are read exactly, how many of those are verified,
how many are not found, and how many are verified wrongly. Ends with 1 where one is.
"""
import argparse
import collections
import math
import os
import random
import sys
import tempfile

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Typefaces"))
from measure_typefaces import page, results  # noqa: E402
import typefaces  # noqa: E402
from specimens import mrz, people  # noqa: E402

TILTS = (0, 30, 40, 50, 60, 65)
AXES = {"upright": (0, 1, 0), "level": (1, 0, 0), "diagonal": (0.7071, 0.7071, 0)}
ROLLS = (0, 20, 45, 70, 90, 135, 200, 290)
LAYOUTS = ("TD3", "TD1", "TD2")
DISTANCE = 1.35        # of the lens from the middle of the page, in its longer sides
SIDE, EDGE, TABLE = 1600, 40, 120


def turned(image, tilt, axis, roll, side=SIDE):
    """The page as a camera shows it; `side` is the longer one of the picture in pixels."""
    height, width = image.shape
    turn = cv2.Rodrigues(np.array([0, 0, 1.0]) * math.radians(roll))[0] @ cv2.Rodrigues(
        np.array(AXES[axis]) * math.radians(tilt))[0]
    corners = np.array([[-width, -height, 0], [width, -height, 0], [width, height, 0], [-width, height, 0]]) / 2
    seen = (turn @ corners.T).T
    seen = seen[:, :2] / (seen[:, 2:] + DISTANCE * max(width, height))
    low, high = seen.min(axis=0), seen.max(axis=0)
    seen = (seen - low) * (side - 2 * EDGE) / (high - low).max() + EDGE
    size = np.ceil(seen.max(axis=0)).astype(int) + EDGE
    matrix = cv2.getPerspectiveTransform(np.float32([[0, 0], [width, 0], [width, height], [0, height]]), np.float32(seen))
    twice = cv2.warpPerspective(image, np.diag([2, 2, 1.0]) @ matrix, tuple(int(n) for n in 2 * size), borderValue=TABLE)
    return cv2.resize(twice, tuple(int(n) for n in size), interpolation=cv2.INTER_AREA)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--seed", default="perspective-1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the pictures and results")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(os.path.join(folder, "images"), exist_ok=True)
        truth = draw_all(folder, options.seed)
        judge(truth, folder, options)


def draw_all(folder, seed):
    truth = {}
    rng = np.random.default_rng(1)
    face = typefaces.ROOT + typefaces.STANDARD["OCR-B"][1]
    for tilt in TILTS:
        for axis in AXES:
            for roll in ROLLS:
                for number, layout in enumerate(LAYOUTS):
                    words = random.Random(f"{seed}/{tilt}/{axis}/{roll}/{number}")
                    lines = mrz.lines(layout, people.invent(layout, words))
                    # The lines of real documents are 2.5 pitches apart, of cards 1.67: Doc 9303-4 and -5.
                    image = page(face, lines, 40, spacing=2.6 if len(lines) == 2 else 1.75)
                    image = turned(np.asarray(image), tilt, axis, roll).astype(np.float32)
                    image = np.clip(image + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8)
                    name = f"{len(truth):04d}.png"
                    cv2.imwrite(os.path.join(folder, "images", name), image)
                    truth[name] = ((axis, tilt), lines)
    return truth


def judge(truth, folder, options):
    exact, verified, missing, wrong = (collections.Counter() for _ in range(4))
    for result in results(folder, options):
        place, lines = truth[os.path.basename(result["source"])]
        right = result.get("lines") == lines
        exact[place] += right
        verified[place] += right and result["status"] == "verified"
        wrong[place] += not right and result["status"] == "verified"
        missing[place] += result["status"] == "not_found"
    of = collections.Counter(place for place, _ in truth.values())
    print(f"{'axis':10} {'degrees':>7} {'pages':>6} {'exact':>6} {'verified':>9} {'missing':>8} {'wrong':>6}")
    for place in sorted(of):
        print(f"{place[0]:10} {place[1]:7} {of[place]:6} {exact[place]:6} {verified[place]:9} {missing[place]:8} "
              f"{wrong[place]:6}")
    print(f"{'all':18} {of.total():6} {exact.total():6} {verified.total():9} {missing.total():8} {wrong.total():6}")
    sys.exit(wrong.total() > 0)


if __name__ == "__main__":
    main()
