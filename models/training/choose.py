"""Scores the newest round of a run and the mean of its last rounds: python choose.py RUN

Keeps the best model so far, by exact lines on the validation strips, as candidate/NAME.traineddata beside run/, with
its score and origin in candidate/NAME.txt.
"""
import contextlib
import glob
import io
import os
import subprocess
import sys
import tempfile

from evaluate import HERE, ROOT, evaluate


def main():
    run = os.path.abspath(sys.argv[1])
    name = os.path.basename(run)
    rounds = sorted(path[:-len(".done")] for path in glob.glob(os.path.join(run, "r*.done")))
    folder = os.path.join(ROOT, "candidate")
    os.makedirs(folder, exist_ok=True)
    note, target = os.path.join(folder, name + ".txt"), os.path.join(folder, name + ".traineddata")
    best = float(open(note).read().split()[0]) if os.path.exists(note) else 0.0
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
                with open(model, "rb") as source, open(target + ".part", "wb") as file:
                    file.write(source.read())
                os.replace(target + ".part", target)
                with open(note, "w") as file:
                    file.write(f"{score:.4f} mean of {last} ending with {os.path.basename(members[-1])}\n")


if __name__ == "__main__":
    main()
