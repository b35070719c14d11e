"""The lines of one round: python mix.py OUT.lstmf ROUND KIND=LINES ...   [--seed S] [--data DIR]

Takes whole training files of every KIND (a folder under DIR), in an order drawn from the seed, round after round other
ones until all were used, and shuffles their lines. lstmtraining starts again at the first line with every run: given
the same list of files, rounds would see the same lines over and over.
"""

import argparse
import glob
import os
import random
import struct

import lstmf
from evaluate import ROOT


def pages(path):
    """The serialised pages of a training file: what `lstmf.page` made."""
    with open(path, "rb") as file:
        data = file.read()

    def text(at):
        return at + 4 + struct.unpack_from("<I", data, at)[0]

    (count,) = struct.unpack_from("<I", data, 0)
    at, found = 4, []
    for _ in range(count):
        start = at = at + 1                                     # a flag: the page is there
        at = text(text(text(text(at) + 4)))                     # name, number, picture, language, transcription
        at += 4 + 8 * struct.unpack_from("<I", data, at)[0]     # boxes
        (texts,) = struct.unpack_from("<I", data, at)
        at += 4
        for _ in range(texts):
            at = text(at)
        at += 1
        found.append(data[start:at])
    if at != len(data):
        raise ValueError(f"{path} is not a training file of one text line a page")
    return found


def part(kind, lines, turn, seed, folder):
    """`lines` lines of a kind, the `turn`th lot."""
    paths = sorted(glob.glob(os.path.join(folder, kind, "*.lstmf")))
    random.Random(f"{seed}/{kind}").shuffle(paths)
    skip, found, at = turn * lines, [], 0
    while len(found) < lines:
        path = paths[at % len(paths)]
        at += 1
        with open(path, "rb") as file:
            (count,) = struct.unpack("<I", file.read(4))
        if skip >= count:
            skip -= count
            continue
        found += pages(path)[skip:]
        skip = 0
    return found[:lines]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("out")
    p.add_argument("round", type=int)
    p.add_argument("parts", nargs="+")
    p.add_argument("--seed", default="mix-1")
    p.add_argument("--data", default=os.path.join(ROOT, "data"))
    o = p.parse_args()
    found = []
    for kind, lines in (q.split("=") for q in o.parts):
        found += part(kind, int(lines), o.round, o.seed, o.data)
    random.Random(f"{o.seed}/{o.round}").shuffle(found)
    lstmf.write(o.out, found)


if __name__ == "__main__":
    main()
