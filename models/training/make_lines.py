"""Renders lines: python make_lines.py KIND FIRST LAST OUTDIR [--count N] [--seed S]

KIND first: 12 to 36 random characters, plain; short: 4 to 13 characters, levels 0 to 3; full: whole lines, all levels;
faces: the same in the typefaces of typefaces.py that are learnt;
validation: FIRST...LAST are the levels, writes PNG and truth for evaluate.py. --places: writes .npz files with the place
of every character (placed.py) in place of .lstmf files.
Each file depends on nothing but KIND, its number and the seed.
"""
import argparse
import json
import os
import random
import time

import cv2
import numpy as np

import lstmf
import mrztext
import placed
import typefaces
from camera import photograph

# Shares of the levels 0...4 in the full lines.
FULL_LEVELS = (0.12, 0.24, 0.28, 0.22, 0.14)


def sample(kind, seed, number, index):
    """(strip, text, middles of the characters in the strip)"""
    r = random.Random(f"{seed}/{kind}/{number}/{index}")
    rng = np.random.default_rng(r.getrandbits(64))
    if kind == "first":
        text, level = mrztext.draw(r, mrztext.ALPHABET, r.randint(12, 36)), 0
    elif kind == "short":
        text, level = mrztext.short(r, 4, 13), r.randint(0, 3)
    elif kind in ("full", "faces"):
        text, level = mrztext.line(r), r.choices(range(5), FULL_LEVELS)[0]
    else:
        text, level = r.choice(mrztext.document(r)) if r.random() < 0.85 else mrztext.line(r), number
    typeface = None
    if kind == "faces":
        typeface = typefaces.ROOT + r.choice(list(typefaces.LEARNT.values()))[1]
    strip, middles = photograph(r, rng, text, level, plain=kind == "first", typeface=typeface)
    return strip, text, middles


def write_training_file(kind, seed, number, count, folder, places):
    path = os.path.join(folder, f"{kind}{number:04d}." + ("npz" if places else "lstmf"))
    if os.path.exists(path):
        return
    samples = [sample(kind, seed, number, i) for i in range(count)]
    if places:
        placed.write(path, samples)
    else:
        lstmf.write(path + ".part", [lstmf.page(strip, text, i) for i, (strip, text, _) in enumerate(samples)])
        os.rename(path + ".part", path)


def write_validation_level(seed, level, count, folder):
    truth = []
    for i in range(count):
        image, text, _ = sample("validation", seed, level, i)
        name = f"level{level}-{i:04d}.png"
        cv2.imwrite(os.path.join(folder, name), image)
        truth.append([name, text])
    with open(os.path.join(folder, f"level{level}.json"), "w") as file:
        json.dump(truth, file)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("kind", choices=["first", "short", "full", "faces", "validation"])
    p.add_argument("first", type=int)
    p.add_argument("last", type=int)
    p.add_argument("folder")
    p.add_argument("--count", type=int, default=1000)
    p.add_argument("--seed", default="ocrb-1")
    p.add_argument("--places", action="store_true")
    o = p.parse_args()
    os.makedirs(o.folder, exist_ok=True)
    for number in range(o.first, o.last + 1):
        start = time.time()
        if o.kind == "validation":
            write_validation_level(o.seed, number, o.count, o.folder)
        else:
            write_training_file(o.kind, o.seed, number, o.count, o.folder, o.places)
        print(f"{o.kind} {number}: {(time.time() - start) / o.count * 1e3:.1f} ms a line", flush=True)


if __name__ == "__main__":
    main()
