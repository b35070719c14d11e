"""Scores the newest round of a run and the mean of its last rounds: python choose.py RUN

Keeps the best model so far, by exact lines on the validation strips that the program cut, as candidate/NAME.traineddata
beside run/, with its score and origin in candidate/NAME.txt. The rendered strips are scored too, but do not decide.
"""
import contextlib
import glob
import io
import os
import shutil
import subprocess
import sys
import tempfile

from evaluate import HERE, ROOT, evaluate


def publish(model, target):
    """Replaces a file in one step."""
    shutil.copyfile(model, target + ".part")
    os.replace(target + ".part", target)


def noted(path):
    """The score in a note; 0 without one."""
    if not os.path.exists(path):
        return 0.0
    with open(path) as file:
        return float(file.read().split()[0])


def scored(model, data, label):
    """Prints what `evaluate` finds on the validation strips in the folder `data`; returns the share of exact lines."""
    report = io.StringIO()
    with contextlib.redirect_stdout(report):
        score = evaluate(model, os.path.join(ROOT, "data", data))
    print(f"{label}: {report.getvalue().strip()}", flush=True)
    return score


def main():
    run = os.path.abspath(sys.argv[1])
    name = os.path.basename(run)
    rounds = sorted(path[:-len(".done")] for path in glob.glob(os.path.join(run, "r*.done")))
    folder = os.path.join(ROOT, "candidate")
    os.makedirs(folder, exist_ok=True)
    note, target = os.path.join(folder, name + ".txt"), os.path.join(folder, name + ".traineddata")
    best = noted(note)
    with tempfile.TemporaryDirectory() as scratch:
        model = os.path.join(scratch, "m.traineddata")
        for last in (1, 2, 4, 8):
            members = rounds[-last:]
            if len(members) < last:
                break
            subprocess.run([sys.executable, os.path.join(HERE, "average.py"), model, *members], check=True)
            score = scored(model, "cut-validation", f"mean of {last}, cut")
            scored(model, "validation", f"mean of {last}, rendered")
            if score > best:
                best = score
                publish(model, target)
                with open(note, "w") as file:
                    file.write(f"{score:.4f} mean of {last} ending with {os.path.basename(members[-1])}\n")


if __name__ == "__main__":
    main()
