"""Learning curves: python curve.py collect SCORES.csv | draw SCORES.csv OUT.svg

collect: the scores that choose.py wrote beside the rounds of every run under $TRAIN/run, and those that learn.py wrote
under $TRAIN/torch/run, as one table.
draw: exact lines against lines seen. Above the rounds of lstmtraining, one curve for each network, of the newest round
alone and of the mean of the last; below learn.py's runs on their own validation strips, from their own start.
"""

import csv
import glob
import json
import os
import re
import sys

from evaluate import ROOT

# "mean of 4, cut: all 87.51/1.513 ..."; earlier scores name no set: they are of the rendered strips.
_LINE = re.compile(r"mean of (\d+)(?:, (\w+))?: all ([\d.]+)/([\d.]+)")
_SEEN = re.compile(r"At iteration \d+/(\d+)/")
# Runs that go on from a round of another run.
FOLLOWS = {"D1": ("D", "r065000"), "E1": ("E", "r155000"), "H": ("E", "r155000"),
           "S1": ("D", "r065000"), "S2": ("D", "r065000"), "S3": ("D", "r065000")}


def rounds(run):
    """(name, lines seen so far in this run) of every round, in order."""
    seen = 0
    for log in sorted(glob.glob(os.path.join(run, "*.log"))):
        with open(log) as file:
            counts = _SEEN.findall(file.read())
        seen += int(counts[-1]) if counts else 0
        yield os.path.basename(log)[:-len(".log")], seen


def collect(path):
    rows, seen = [], {}
    for run in sorted(glob.glob(os.path.join(ROOT, "run", "*"))):
        name = os.path.basename(run)
        for label, lines in rounds(run):
            seen[name, label] = lines + seen.get(FOLLOWS.get(name), 0)
            score = os.path.join(run, label + ".score")
            if not os.path.exists(score):
                continue
            with open(score) as file:
                for last, data, exact, errors in _LINE.findall(file.read()):
                    rows.append([name, label, seen[name, label], last, data or "rendered", exact, errors])
    for log in sorted(glob.glob(os.path.join(ROOT, "torch", "run", "*", "log.jsonl"))):
        name = os.path.basename(os.path.dirname(log))
        with open(log) as file:
            for row in map(json.loads, file):
                for kind, strips in ((k, "placed " + k.split("-")[0]) for k in row if isinstance(row[k], dict)):
                    rows.append([name, row["step"], row["lines"], "", strips, row[kind]["exact"], row[kind]["errors"]])
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["run", "round", "lines", "mean of", "strips", "exact lines %", "character errors %"])
        writer.writerows(rows)


def draw(path, target):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    matplotlib.rcParams["svg.hashsalt"] = "curve"
    with open(path) as file:
        rows = list(csv.DictReader(file))
    figure, (both, placed) = plt.subplots(2, 2, figsize=(9, 7), sharex="row")
    for axes, strips in zip(placed, ("placed full", "placed cut")):
        for name in sorted({r["run"] for r in rows if r["strips"] == strips}):
            points = [(int(r["lines"]) / 1000, float(r["exact lines %"])) for r in rows
                      if r["run"] == name and r["strips"] == strips]
            axes.plot(*zip(*points), marker=".", ms=4, lw=1.3, label=name)
        axes.set(title=f"learn.py, {'rendered' if 'full' in strips else 'cut'} validation strips",
                 xlabel="thousand lines seen", ylabel="exact lines %")
        axes.grid(alpha=0.2)
        axes.legend(frameon=False, fontsize=8)
    for axes, strips in zip(both, ("rendered", "cut")):
        for name in sorted({r["run"] for r in rows}):
            best = {}
            alone = {}
            for r in rows:
                if r["run"] == name and r["strips"] == strips:
                    lines, exact = int(r["lines"]) / 1000, float(r["exact lines %"])
                    if r["mean of"] == "1":
                        alone[lines] = exact
                    best[lines] = max(best.get(lines, 0), exact)
            if alone:
                (curve,) = axes.plot(*zip(*sorted(best.items())), marker=".", ms=4, lw=1.3, label=name)
                axes.plot(*zip(*sorted(alone.items())), lw=0.7, ls=":", color=curve.get_color())
        axes.set(title=f"lstmtraining, {strips} validation strips", xlabel="thousand lines seen", ylabel="exact lines %")
        axes.grid(alpha=0.2)
        axes.legend(frameon=False, title="dotted: one round;\nsolid: best mean of rounds", title_fontsize=7, fontsize=8)
    figure.tight_layout()
    figure.savefig(target, metadata={"Date": None})


if __name__ == "__main__":
    {"collect": collect, "draw": draw}[sys.argv[1]](*sys.argv[2:])
