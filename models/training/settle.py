"""Corrects the places of characters by where a network reads them: python settle.py MODEL IN OUT

IN and OUT are folders of .npz files (placed.py); IN may hold .lstmf files, which know no places. The corners of a band tell where its characters are only as far as the
zone is flat and not cut off; in one strip of twenty they are off by half a cell and more. A network that was trained
on all of them (learn.py) reads each character where it stands. A parabola through the differences moves all characters
of a line; a line that is read too differently, or whose characters do not lie on such a curve, is left out.
"""
import os
import struct
import sys

import cv2
import numpy as np
import torch

import mix
import placed
import tessnet
from evaluate import distance
from learn import CELL
from measure import aligned

MOST_ERRORS, STRAY, LEAST = 0.35, 0.3, 0.8   # share of errors; cells off the curve; share of what is read on the curve


def runs(scores, network):
    """The characters of the best path and the middles of their runs, in pixels."""
    text, places, start = "", [], 0
    classes = scores.argmax(-1).tolist()
    for step in range(1, len(classes) + 1):
        if step == len(classes) or classes[step] != classes[start]:
            if classes[start] != network.blank:
                text += network.characters.get(classes[start], " ")
                places.append((start + step) / 2 * network.stride)
            start = step
    return text, np.array(places)


def settled(line, scores, network):
    """The line with its characters' places corrected; None where it can't be trusted."""
    strip, text, middles = line
    read, places = runs(scores, network)
    if distance(text, read) > MOST_ERRORS * len(text):
        return None
    pairs = [(i, j) for i, j in aligned(text, read) if i is not None and j is not None and text[i] == read[j]]
    if len(pairs) < 6:
        return None
    at = np.array([middles[i] for i, _ in pairs])
    away = np.array([places[j] for _, j in pairs]) - at
    middle, reach = at.mean(), np.ptp(at)
    kept = np.abs(away - np.median(away)) < CELL
    for _ in range(2):
        if kept.sum() < LEAST * len(pairs):
            return None
        curve = np.polyfit((at[kept] - middle) / reach, away[kept], 2)
        kept = np.abs(away - np.polyval(curve, (at - middle) / reach)) < STRAY * CELL
    if kept.sum() < LEAST * len(pairs):
        return None
    return strip, text, (middles + np.polyval(curve, (middles - middle) / reach)).astype(np.float32)


def without_places(path):
    """The lines of a training file of lstmtraining, their characters evenly apart from the strip's left edge on."""
    found = []
    for page in mix.pages(path):
        at = 4 + struct.unpack_from("<I", page)[0] + 4          # behind the name and the number
        (size,) = struct.unpack_from("<I", page, at)
        strip = cv2.imdecode(np.frombuffer(page, np.uint8, size, at + 4), cv2.IMREAD_GRAYSCALE)
        at += 4 + size
        (length,) = struct.unpack_from("<I", page, at)          # of the language
        at += 4 + length
        (length,) = struct.unpack_from("<I", page, at)
        text = page[at + 4:at + 4 + length].decode()
        found.append((strip, text, (np.arange(len(text)) * float(CELL)).astype(np.float32)))
    return found


@torch.no_grad()
def main():
    model, source, target = sys.argv[1:]
    torch.set_num_threads(1)
    network = tessnet.load(model)
    os.makedirs(target, exist_ok=True)
    for name in sorted(os.listdir(source)):
        stem, kind = os.path.splitext(name)
        path = os.path.join(target, stem + ".npz")
        if kind not in (".npz", ".lstmf") or os.path.exists(path):
            continue
        lines = (placed.read if kind == ".npz" else without_places)(os.path.join(source, name))
        kept, moved = [], []
        for line in lines:
            picture = torch.from_numpy(tessnet.levelled(line[0]))[None, :, :, None]
            if (found := settled(line, network(picture)[0], network)) is not None:
                kept.append(found)
                moved.append(np.ptp(found[2] - line[2]) / CELL)
        placed.write(path, kept)
        print(f"{name}: {len(kept)} of {len(lines)} lines; bent by half a cell and more: "
              f"{sum(m > 0.5 for m in moved)}", flush=True)


if __name__ == "__main__":
    main()
