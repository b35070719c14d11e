"""Everything that is said of the models, in one run: python measure.py NAME=MODEL ... [--dataset DIR]

Held-out rendered strips by level (data/test), held-out strips that the program cut from drawn photographs by level
(data/cut-test), and the bands that it cuts from a labelled set (--dataset; repeatable): exact lines %, character
errors %, CPU per line of 44 characters; then, for the models, how often the truth stands second among the
alternatives of a wrong character, and how often a character of a stated confidence is right (--plot FILE.svg).
The models are read as the program reads them, and those of --tesseract NAME=MODEL through Tesseract. --eng names Debian's
general model: it is given a whitelist and strips widened to 25 px a cell, which it reads better. --peer NAME=MODEL is
another model of OCR-B: of all preparations and page segmentation modes 7 and 13 the one with the fewest errors is shown.
"""

import argparse
import json
import os
import shutil
import statistics
import tempfile

import bands
import readers
from evaluate import ROOT, distance

PROGRAM = os.environ.get("PROGRAM", os.path.join(ROOT, "bin/mrz-bench"))
# Bounds of 1 - confidence for the reliability diagram.
BOUNDS = (0, 1e-5, 1e-4, 0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.4, 1.01)


def strips(folder, every):
    """By level: (path, text) of every so many strips of a set that make_lines.py or cut_lines.py wrote."""
    sets = {}
    for level in range(5):
        with open(os.path.join(folder, f"level{level}.json")) as file:
            sets[f"level {level}"] = [(os.path.join(folder, name), text) for name, text in json.load(file)[::every]]
    return sets


def aligned(truth, text):
    """Pairs (place in the truth or None, place in the text or None) of a cheapest alignment."""
    table = [list(range(len(text) + 1))]
    for i, t in enumerate(truth, 1):
        row = [i]
        for j, c in enumerate(text, 1):
            row.append(min(table[-1][j] + 1, row[-1] + 1, table[-1][j - 1] + (t != c)))
        table.append(row)
    i, j, pairs = len(truth), len(text), []
    while i or j:
        if i and j and table[i][j] == table[i - 1][j - 1] + (truth[i - 1] != text[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif j and table[i][j] == table[i][j - 1] + 1:
            j -= 1
            pairs.append((None, j))
        else:
            i -= 1
            pairs.append((i, None))
    return pairs[::-1]


class Score:
    """What one reader made of one set."""

    def __init__(self, pairs, rows):
        truths = [true for _, true in pairs]
        self.lines = len(truths)
        self.exact = sum(t == row[0] for t, row in zip(truths, rows))
        self.errors = sum(distance(t, row[0]) for t, row in zip(truths, rows))
        self.characters = sum(map(len, truths))
        self.times = [row[1] for t, row in zip(truths, rows) if len(t) == 44]
        self.bins = [[0, 0, 0.0] for _ in BOUNDS[1:]]
        self.wrong = self.second = self.listed = 0
        for truth, row in zip(truths, rows):
            if len(row[3]) == len(row[0]):
                self.judge(truth, *row[::3], row[4])

    def judge(self, truth, text, symbols, confidences):
        for i, j in aligned(truth, text):
            if j is None:
                continue
            right = i is not None and truth[i] == text[j]
            doubt = 1 - confidences[j] / 100
            which = next(k for k in range(len(self.bins)) if doubt < BOUNDS[k + 1])
            entry = self.bins[which]
            entry[0], entry[1], entry[2] = entry[0] + 1, entry[1] + right, entry[2] + doubt
            if i is not None and not right:
                ranked = list(dict.fromkeys(symbols[j]))
                self.wrong += 1
                self.second += ranked[1:2] == [truth[i]]
                self.listed += truth[i] in ranked

    def cell(self):
        return f"{100 * self.exact / max(1, self.lines):.1f} / {100 * self.errors / max(1, self.characters):.2f}"


def total(scores):
    result = Score([], [])
    for s in scores:
        for name in ("lines", "exact", "errors", "characters", "wrong", "second", "listed"):
            setattr(result, name, getattr(result, name) + getattr(s, name))
        result.times += s.times
        result.bins = [[a + b for a, b in zip(x, y)] for x, y in zip(result.bins, s.bins)]
    return result


def report(title, sets, choices):
    """Prints the table of a set; returns the totals by model. `choices`: by name the readers of which the best counts."""
    print(f"\n**{title}** ({sum(map(len, sets.values()))} lines): exact lines % / character errors %\n")
    print("| model | all | " + "".join(f"{name} | " for name in sets if len(sets) > 1) + "CPU ms |")
    print("|---" * (2 + (len(sets) if len(sets) > 1 else 0)) + "|---|")
    totals = {}
    for name, ways in choices.items():
        tried = []
        for way, reader in ways.items():
            scores = [Score(pairs, reader([path for path, _ in pairs])) for pairs in sets.values()]
            tried.append((total(scores), scores, way))
        both, scores, way = min(tried, key=lambda t: t[0].errors)
        totals[name] = both
        cells = "".join(f"{s.cell()} | " for s in scores if len(scores) > 1)
        spent = f"{statistics.median(both.times):.1f}" if both.times else "–"
        print(f"| {name}{f' ({way})' if way else ''} | {both.cell()} | {cells}{spent} |", flush=True)
    return totals


def chosen(o, scratch):
    """By name the ways to read that are tried, and the names of those that state no probabilities of their own."""
    pairs = {kind: [m.split("=", 1) for m in getattr(o, kind)] for kind in ("models", "tesseract", "peer")}
    choices = {name: {"": readers.own(PROGRAM, model)} for name, model in pairs["models"]}
    choices |= {name: {"": readers.tesseract(model)} for name, model in pairs["tesseract"]}
    for name, model in pairs["peer"]:
        choices[name] = {f"{preparation}, mode {mode}": readers.peer(model, scratch, preparation, mode)
                         for preparation in readers.PREPARATIONS for mode in (7, 13)}
    if o.eng:
        choices["eng"] = {"": readers.general(o.eng, scratch)}
    return choices, {name for name in choices if name not in dict(pairs["models"])}


def alternatives(totals, others):
    print("\n| model | wrong characters | truth second | truth listed |\n|---|---|---|---|")
    for name, score in totals.items():
        if name not in others:
            wrong = max(1, score.wrong)
            print(f"| {name} | {score.wrong} | {score.second / wrong:.0%} | {score.listed / wrong:.0%} |")


def reliability(totals, others):
    print("\nStated doubt (1 - confidence) and observed share of wrong characters, with their number:\n")
    ranges = [f"{low:g}–{min(high, 1):g}" for low, high in zip(BOUNDS, BOUNDS[1:])]
    print("| model | " + " | ".join(ranges) + " |\n" + "|---" * (len(ranges) + 1) + "|")
    for name, score in totals.items():
        if name not in others:
            cells = [f"{1 - right / n:.4f} of {n}" if n else "–" for n, right, _ in score.bins]
            print(f"| {name} | " + " | ".join(cells) + " |")


def plot(totals, others, path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    matplotlib.rcParams["svg.hashsalt"] = "reliability"
    figure, axes = plt.subplots(figsize=(4.6, 4.2))
    axes.plot([1e-5, 1], [1e-5, 1], color="0.75", lw=1)
    for name, score in totals.items():
        if name not in others:
            points = [(doubt / n, max(1 - right / n, 1e-5)) for n, right, doubt in score.bins if n >= 20]
            axes.plot(*zip(*points), marker="o", ms=3, lw=1.2, label=name)
    axes.set(xscale="log", yscale="log", xlabel="stated: 1 − confidence", ylabel="observed: share of wrong characters")
    axes.legend(frameon=False)
    axes.grid(alpha=0.2)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("models", nargs="*")
    p.add_argument("--tesseract", action="append", default=[])
    p.add_argument("--peer", action="append", default=[])
    p.add_argument("--eng")
    p.add_argument("--dataset", action="append", default=[])
    p.add_argument("--plot")
    p.add_argument("--every", type=int, default=1, help="take every so many of the drawn strips only")
    p.add_argument("--data", default=os.path.join(ROOT, "data"))
    o = p.parse_args()
    scratch = tempfile.mkdtemp()
    try:
        choices, others = chosen(o, scratch)
        report("Rendered strips", strips(os.path.join(o.data, "test"), o.every), choices)
        totals = report("Strips cut from drawn photographs", strips(os.path.join(o.data, "cut-test"), o.every), choices)
        alternatives(totals, others)
        reliability(totals, others)
        if o.plot:
            plot(totals, others, o.plot)
        own = [way for name, ways in choices.items() if name not in others for way in ways.values()]
        for dataset in o.dataset:
            folder = os.path.join(scratch, os.path.basename(dataset))
            pairs, lines = bands.pair(PROGRAM, dataset, folder, own)
            totals = report(f"Bands cut from {os.path.basename(dataset)}: {len(pairs)} of {lines} lines",
                            {"all": pairs}, choices)
            alternatives(totals, others)
            reliability(totals, others)
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
