"""Ways to read strips, for `measure.py`. A reader takes paths of strips and gives rows as `evaluate.read` does.

`own` reads as the program does, `tesseract` the same strips through Tesseract, `general` is for a model of any print,
`peer` for another model of OCR-B: each gets the strips as it reads them best.
"""
import json
import os
import subprocess

import cv2
import numpy as np

from evaluate import read

NATURAL = 25 / 20           # a strip's cells are squeezed to 20 px; print has about 25 for capitals 24 px high
AT_ONCE = 400


def own(program, model):
    """The program's own recogniser: CPU time of the network and of decoding, the probability of every character."""

    def rows(paths):
        found = []
        for start in range(0, len(paths), AT_ONCE):
            command = [program, "glyphs", *paths[start:start + AT_ONCE], "--model", model]
            output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            for line in map(json.loads, output.splitlines()):
                readings = [glyph["readings"] for glyph in line["glyphs"]]
                confidences = [100 * r[0][1] for r in readings]
                found.append(("".join(r[0][0] for r in readings), line["ms"], 0, [[c for c, _ in r] for r in readings],
                              confidences))
        return found

    return rows


def tesseract(model):
    return lambda paths: read(model, paths, choices=True)


def general(model, scratch):
    return lambda paths: read(model, [reshaped(path, scratch, 0) for path in paths], whitelist=True)


def reshaped(path, scratch, cut):
    """The strip at its natural width, `cut` of the rows above and below the capitals taken off."""
    target = os.path.join(scratch, f"{cut}-" + path.replace("/", "-") + ".png")
    if not os.path.exists(target):
        image = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
        image = image[cut:image.shape[0] - cut]
        cv2.imwrite(target, cv2.resize(image, None, fx=NATURAL, fy=1, interpolation=cv2.INTER_CUBIC))
    return target


def native(path, scratch):
    """The line as the photograph has it, with a margin of 10 % of its height; the reshaped strip without a photograph."""
    folder = os.path.dirname(path)
    index = os.path.join(folder, "strips.jsonl")
    if not os.path.exists(index):
        return reshaped(path, scratch, 2)
    target = os.path.join(scratch, "native-" + path.replace("/", "-") + ".png")
    if not os.path.exists(target):
        with open(index) as file:
            row = next(r for r in map(json.loads, file) if r["file"] == os.path.basename(path))
        corners = np.float32(row["quad"])
        along = max(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[3]))
        across = max(np.linalg.norm(corners[3] - corners[0]), np.linalg.norm(corners[2] - corners[1]))
        capital = 1.0 * along / row["columns"]
        top = (across - capital) / max(1, row["lineCount"] - 1) * row["line"] - 0.1 * capital
        left, size = 0.6 * capital, (int(along + 1.2 * capital), int(1.2 * capital + 0.5))
        flat = np.float32([[left, -top], [left + along, -top], [left + along, across - top], [left, across - top]])
        picture = cv2.imread(row["image"])
        if row["light"]:
            picture = 255 - picture
        matrix = cv2.getPerspectiveTransform(corners, flat)
        cv2.imwrite(target, cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_CUBIC,
                                                borderMode=cv2.BORDER_REPLICATE))
    return target


def enlarged(path, scratch):
    """The same, 44 rows high with a border: small print is read much better so."""
    target = os.path.join(scratch, "enlarged-" + path.replace("/", "-") + ".png")
    if not os.path.exists(target):
        image = cv2.imread(native(path, scratch), cv2.IMREAD_GRAYSCALE)
        image = cv2.resize(image, None, fx=44 / image.shape[0], fy=44 / image.shape[0], interpolation=cv2.INTER_CUBIC)
        cv2.imwrite(target, cv2.copyMakeBorder(image, 8, 8, 16, 16, cv2.BORDER_REPLICATE))
    return target


PREPARATIONS = {
    "strip": lambda path, scratch: reshaped(path, scratch, 0),
    "10 % margin": lambda path, scratch: reshaped(path, scratch, 2),
    "native": native,
    "enlarged": enlarged,
}


def peer(model, scratch, preparation, mode):
    prepare = PREPARATIONS[preparation]
    return lambda paths: read(model, [prepare(path, scratch) for path in paths], psm=mode)
