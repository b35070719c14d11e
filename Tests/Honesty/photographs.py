"""Attacks photographs instead of drawn pages: python photographs.py --program P --pictures DIR --seed S --out DIR

`make.py` prints its own documents. Real print is less even than that, so a rule that was chosen there must hold here too.
DIR has a `labels.jsonl` with "image" and "lines", as `Samples` has. Of each picture that the program verifies rightly,
--each copies are cut out and attacked, and one is left alone. `judge.py` holds the results against the labels.
"""
import argparse
import json
import os
import random
import subprocess

import cv2
import numpy as np

# Of the straightened zone, in pixels: a column, and a line.
CELL, LINE = 40, 68
# Of the ink of a character so much shows beside one that is printed over it, or it is hidden.
MIN_SHOWN = 0.25


class Zone:
    """The zone of a photograph: a picture cut out round it, and the way between its cells and that picture."""

    def __init__(self, picture, quad, lines):
        self.lines, points = lines, np.float32(quad)
        long = float(np.ptp(points, axis=0).max())
        low = np.maximum(0, points.min(axis=0) - [0.15 * long, 0.35 * long]).astype(int)
        high = np.minimum(picture.shape[1::-1], points.max(axis=0) + [0.15 * long, 0.35 * long]).astype(int)
        self.picture = picture[low[1]:high[1], low[0]:high[0]].astype(np.float32)
        self.size = (CELL * len(lines[0]), LINE * len(lines))
        corners = np.float32([(0, 0), (self.size[0], 0), self.size, (0, self.size[1])])
        self.matrix = cv2.getPerspectiveTransform(corners, points - np.float32(low))
        self.straight = cv2.warpPerspective(
            self.picture, np.linalg.inv(self.matrix), self.size, flags=cv2.INTER_LINEAR)
        self.pitch = float(np.linalg.norm(points[1] - points[0])) / len(lines[0])

    def place(self, words):
        """A character: of a name, mostly, where no check digit stands."""
        names = 2 if len(self.lines) == 3 else 0
        line = names if words.random() < 0.8 else words.randrange(len(self.lines))
        return line, words.choice([i for i, c in enumerate(self.lines[line]) if c != "<"])

    def box(self, line, column):
        return column * CELL, line * LINE, (column + 1) * CELL, (line + 1) * LINE

    def tones(self, line, column):
        """The colours of paper and of ink round a cell."""
        near = self.straight[line * LINE:(line + 1) * LINE, max(0, (column - 2) * CELL):(column + 3) * CELL].reshape(-1, 3)
        near = near[near.sum(axis=1).argsort()]
        return np.median(near[len(near) * 6 // 10:len(near) * 95 // 100], axis=0), np.median(near[:len(near) // 12], axis=0)

    def laid(self, rng, straight, mask):
        """The picture with `straight` where `mask` is, both as the zone lies straightened."""
        size = self.picture.shape[1::-1]
        over = cv2.warpPerspective(np.broadcast_to(straight, (*mask.shape, 3)).astype(np.float32), self.matrix, size)
        share = cv2.warpPerspective(mask.astype(np.float32), self.matrix, size, flags=cv2.INTER_AREA)[..., None]
        over = over + rng.normal(0, 2, over.shape)
        return self.picture * (1 - share) + over * share


def blank(zone):
    return np.zeros(zone.size[::-1], np.float32)


def covered(words, rng, zone):
    """Part of a character under a patch, of the paper's colour or of another."""
    line, column = zone.place(words)
    x0, y0, x1, y1 = zone.box(line, column)
    share, mask = words.uniform(0.2, 0.8), blank(zone)
    side = words.choice("lrtbcd")
    corners = {
        "l": [(x0, y0), (x0 + share * CELL, y0), (x0 + share * CELL, y1), (x0, y1)],
        "r": [(x1 - share * CELL, y0), (x1, y0), (x1, y1), (x1 - share * CELL, y1)],
        "t": [(x0, y0), (x1, y0), (x1, y0 + share * LINE), (x0, y0 + share * LINE)],
        "b": [(x0, y1 - share * LINE), (x1, y1 - share * LINE), (x1, y1), (x0, y1)],
        "c": [(x0, y0), (x0 + 2 * share * CELL, y0), (x0, y0 + 2 * share * LINE)],
        "d": [(x1, y1), (x1 - 2 * share * CELL, y1), (x1, y1 - 2 * share * LINE)],
    }[side]
    cv2.fillPoly(mask, [np.int32(corners)], 1.0, cv2.LINE_AA)
    colour = zone.tones(line, column)[0] if words.random() < 0.7 else rng.uniform(60, 255, 3)
    return zone.laid(rng, colour, softened(words, mask)), None


def erased(words, rng, zone):
    """One or two spots of paper where a stroke was."""
    line, column = zone.place(words)
    x0, y0, _, _ = zone.box(line, column)
    mask = blank(zone)
    for _ in range(words.choice((1, 1, 2))):
        middle = int(x0 + words.uniform(0.1, 0.9) * CELL), int(y0 + words.uniform(0.15, 0.85) * LINE)
        cv2.circle(mask, middle, int(words.uniform(0.12, 0.45) * CELL), 1.0, -1, cv2.LINE_AA)
    return zone.laid(rng, zone.tones(line, column)[0], softened(words, mask) * words.uniform(0.7, 1)), None


def stroked(words, rng, zone):
    """One to three strokes of a pen, at least one of them over a character."""
    line, column = zone.place(words)
    x0, y0, _, _ = zone.box(line, column)
    mask = blank(zone)
    for _ in range(words.choice((1, 1, 2, 3))):
        x, y = x0 + words.random() * CELL, y0 + words.uniform(0.1, 0.9) * LINE
        way, half = words.uniform(0, np.pi), words.uniform(0.3, 2) * CELL
        step = np.array([np.cos(way), np.sin(way)]) * half
        ends = np.int32([(x, y) - step, (x, y) + step])
        cv2.line(mask, ends[0].tolist(), ends[1].tolist(), 1.0, max(1, int(words.uniform(0.05, 0.2) * CELL)), cv2.LINE_AA)
    inks = (zone.tones(line, column)[1], zone.tones(line, column)[1], (120, 30, 20), (30, 20, 150), (40, 40, 40))
    return zone.laid(rng, words.choice(inks), softened(words, mask) * words.uniform(0.6, 1)), None


def blended(words, rng, zone):
    """A character of the same document printed over another one."""
    line, column = zone.place(words)
    other = zone.place(words)
    while zone.lines[other[0]][other[1]] == zone.lines[line][column]:
        other = words.randrange(len(zone.lines)), words.randrange(len(zone.lines[0]))
    x0, y0, x1, y1 = zone.box(line, column)
    a, b, c, d = zone.box(*other)
    straight, mask = zone.straight.copy(), blank(zone)
    lower, upper = zone.straight[y0:y1, x0:x1], zone.straight[b:d, a:c]
    straight[y0:y1, x0:x1] = np.minimum(lower, upper)
    mask[y0:y1, x0:x1] = 1
    # Where next to nothing of the lower one shows beside the upper, as of an L under an E, that is what is printed.
    paper = zone.tones(line, column)[0]
    shown = np.maximum(0, upper - lower).sum() / max(1, np.maximum(0, paper - lower).sum())
    read = list(zone.lines)
    read[line] = read[line][:column] + zone.lines[other[0]][other[1]] + read[line][column + 1:]
    return zone.laid(rng, straight, mask), read if shown < MIN_SHOWN else None


def smeared(words, rng, zone):
    """A cell that is blurred, in coarse squares, or pale."""
    line, column = zone.place(words)
    x0, y0, x1, y1 = zone.box(line, column)
    straight, mask = zone.straight.copy(), blank(zone)
    cell, kind = straight[y0:y1, x0:x1], words.choice(("blurred", "coarse", "pale"))
    if kind == "blurred":
        cell = cv2.GaussianBlur(cell, (0, 0), words.uniform(0.08, 0.3) * CELL)
    elif kind == "coarse":
        many = words.randint(2, 5)
        cell = cv2.resize(cv2.resize(cell, (many, 2 * many), interpolation=cv2.INTER_AREA), (CELL, LINE),
                          interpolation=cv2.INTER_NEAREST)
    else:
        share = words.uniform(0.4, 0.85)
        cell = cell * (1 - share) + zone.tones(line, column)[0] * share
    straight[y0:y1, x0:x1] = cell
    mask[y0:y1, x0:x1] = 1
    return zone.laid(rng, straight, mask), None


def softened(words, mask):
    return cv2.GaussianBlur(mask, (0, 0), words.uniform(0.5, 3))


# Each gives the attacked picture and, where that shows other characters, the lines with those.
FAMILIES = {"blended": blended, "covered": covered, "erased": erased, "smeared": smeared, "stroked": stroked}


def verified(program, folder, jobs):
    """The photographs that are verified rightly: path, result."""
    with open(os.path.join(folder, "labels.jsonl")) as file:
        labels = {row["image"]: row for row in map(json.loads, file)}
    out = subprocess.run([program, "--format", "jsonl", "--jobs", str(jobs), folder], capture_output=True, text=True).stdout
    for row in map(json.loads, out.splitlines()):
        label = labels.get(os.path.relpath(row["source"], folder))
        if label and row["status"] == "verified" and row["lines"] == label["lines"] and row["page"] == 1:
            yield row["source"], row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--pictures", required=True)
    parser.add_argument("--seed", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    folder = options.pictures.rstrip("/")
    os.makedirs(os.path.join(options.out, "images"), exist_ok=True)
    number = 0
    with open(os.path.join(options.out, "labels.jsonl"), "w") as labels:
        for source, row in verified(options.program, folder, options.jobs):
            picture = cv2.imread(source, cv2.IMREAD_COLOR)
            if picture is None:         # a format that OpenCV does not read, a document
                continue
            zone = Zone(picture, row["quad"], row["lines"])
            for copy in range(options.each + 1):
                seed = f"{options.seed}/{os.path.relpath(source, folder)}/{copy}"
                words, rng = random.Random(seed), np.random.default_rng(list(seed.encode()))
                family = words.choice(sorted(FAMILIES))
                shown, other = FAMILIES[family](words, rng, zone) if copy else (zone.picture, None)
                name = f"images/{number:06d}.jpg"
                number += 1
                cv2.imwrite(os.path.join(options.out, name), shown.clip(0, 255).astype(np.uint8),
                            [cv2.IMWRITE_JPEG_QUALITY, words.choice((80, 90, 95))])
                labels.write(json.dumps({
                    "image": name, "family": family, "attacked": copy > 0, "format": row["format"], "lines": row["lines"],
                    "valid": True, "other": other, "touched": [], "pitch": round(zone.pitch, 1)}) + "\n")


if __name__ == "__main__":
    main()
