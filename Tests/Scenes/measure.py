"""Pages rendered in space: python measure.py --program P [--seed S] [--count N] [--families A,B] [--keep DIR]

Renders invented documents that are bent, creased, out of focus, under lamps, held or shown by screens (`scenes.py`), N for
each family and level. Prints how many are read exactly, how many of those are verified, and how many are verified wrongly.
Ends with 1 where one is.
"""
import argparse
import collections
import json
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

import cv2

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "Typefaces")]
from measure_typefaces import results_by_picture  # noqa: E402
import scenes  # noqa: E402

LEVELS = (1, 2, 3, 4, 5)


def draw(job):
    seed, family, level, number, folder = job
    layout = scenes.LAYOUTS[number % len(scenes.LAYOUTS)]
    image, lines = scenes.photographed(family, level, layout, f"{seed}/{family}/{level}/{number}")
    name = f"{family}-{level}-{number:03d}.jpg"
    cv2.imwrite(os.path.join(folder, "images", name), cv2.cvtColor(image, cv2.COLOR_RGB2BGR),
                [cv2.IMWRITE_JPEG_QUALITY, 88])
    return {"name": name, "family": family, "level": level, "lines": lines}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--seed", default="scenes-1")
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--families", default=",".join(scenes.FAMILIES))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", help="a folder for the pictures, labels and results")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        os.makedirs(os.path.join(folder, "images"), exist_ok=True)
        jobs = [(options.seed, family, level, number, folder) for family in options.families.split(",")
                for level in LEVELS for number in range(options.count)]
        with ProcessPoolExecutor(options.jobs) as workers:
            truth = list(workers.map(draw, jobs))
        with open(os.path.join(folder, "labels.jsonl"), "w") as labels:
            labels.writelines(json.dumps(label) + "\n" for label in truth)
        judge(truth, folder, options)


def judge(truth, folder, options):
    found = results_by_picture(folder, options)
    of, exact, verified, wrong = (collections.Counter() for _ in range(4))
    for label in truth:
        place, lines, read = (label["family"], label["level"]), label["lines"], found[label["name"]]
        sure = [result["lines"] for result in read if result["status"] == "verified"]
        of[place] += 1
        exact[place] += any(result.get("lines") == lines for result in read)
        verified[place] += lines in sure
        wrong[place] += any(other != lines for other in sure)
    print(f"{'':10} read exactly, of {options.count} a level" + " " * 7 + "verified")
    print(f"{'family':10} " + " ".join(f"{level:>5}" for level in LEVELS * 2))
    for family in options.families.split(","):
        row = [counts[family, level] for counts in (exact, verified) for level in LEVELS]
        print(f"{family:10} " + " ".join(f"{n:5}" for n in row))
    print(f"of {of.total()}: {exact.total()} exact, {verified.total()} verified, {wrong.total()} verified wrongly")
    sys.exit(wrong.total() > 0 or not exact.total())


if __name__ == "__main__":
    main()
