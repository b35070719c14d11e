"""Scores the newest round of a run and the mean of its last rounds: python choose.py RUN

Keeps the best model so far, by exact lines on the validation strips, as candidate/NAME.traineddata beside run/, with
its score and origin in candidate/NAME.txt, and the best of all runs as candidate/ocrb.traineddata.
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
        for last in (1, 4, 8):
            members = rounds[-last:]
            if len(members) < last:
                break
            subprocess.run([sys.executable, os.path.join(HERE, "average.py"), model, *members], check=True)
            report = io.StringIO()
            with contextlib.redirect_stdout(report):
                score = evaluate(model, os.path.join(ROOT, "data/validation"))
            print(f"mean of {last}: {report.getvalue().strip()}", flush=True)
            if score > best:
                best = score
                publish(model, target)
                with open(note, "w") as file:
                    file.write(f"{score:.4f} mean of {last} ending with {os.path.basename(members[-1])}\n")
    if best >= max(map(noted, glob.glob(os.path.join(folder, "*.txt"))), default=0.0) and os.path.exists(target):
        publish(target, os.path.join(folder, "ocrb.traineddata"))


if __name__ == "__main__":
    main()
