"""Labelled pictures as strips: the bands that the program's first search finds, paired with the lines of the labels.

A document's band is the one whose strips the readers under test read best, taken together: of every line the least
number of errors that any of them makes counts. So no reader is favoured by what the others did not find.
"""

import json
import os
import subprocess
from collections import defaultdict

from evaluate import distance


def cut(program, dataset, folder):
    """Runs the program: (rows of strips.jsonl of the first search that stand upright, labels with an MRZ)."""
    images = os.path.join(dataset, "images")
    subprocess.run([program, "strips", images, "--out", folder], check=True, capture_output=True)
    with open(os.path.join(folder, "strips.jsonl")) as file:
        rows = [row for row in map(json.loads, file) if row["upright"] and row["search"] == 0]
    with open(os.path.join(dataset, "labels.jsonl")) as file:
        labels = [label for label in map(json.loads, file) if label["lines"]]
    return rows, labels


def pair(program, dataset, folder, readers):
    """(path of the strip, true line) of every labelled line that some band shows; and the number of all lines.

    `readers`: for each, a function from paths to rows that begin with a text.
    """
    rows, labels = cut(program, dataset, folder)
    bands = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        bands[os.path.realpath(row["image"])][row["band"]][row["line"]] = row["file"]
    wanted = {label["image"]: bands[os.path.realpath(os.path.join(dataset, label["image"]))] for label in labels}
    counts = defaultdict(set)
    for label in labels:
        counts[label["image"]].add(len(label["lines"]))
    files = sorted({f for image, found in wanted.items() for lines in found.values() for f in lines.values()
                    if len(lines) in counts[image]})
    paths = [os.path.join(folder, f) for f in files]
    texts = [{f: row[0] for f, row in zip(files, reader(paths))} for reader in readers]
    pairs, total = [], 0
    for label in labels:
        total += len(label["lines"])
        best = None
        for lines in wanted[label["image"]].values():
            if len(lines) != len(label["lines"]):
                continue
            found = [(lines[i], true) for i, true in enumerate(label["lines"])]
            errors = sum(min(distance(true, t[f]) for t in texts) for f, true in found)
            if best is None or errors < best[0]:
                best = errors, found
        if best and best[0] < 0.5 * sum(map(len, label["lines"])):
            pairs += [(os.path.join(folder, f), true) for f, true in best[1]]
    return pairs, total
