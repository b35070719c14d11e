"""Scores a model on the validation strips: exact lines, character error rate, CPU time, alternatives.

python evaluate.py --model x.traineddata | --checkpoint PREFIX   [--psm 13] [--pitch 20] [--choices] [--folder DIR]

The validation strips are made by `make_lines.py validation 0 4 DIR --count 400 --seed validation-1`; they share no seed
with the training lines. --pitch 25 widens the strips for models that were trained on the natural pitch.
"""
import argparse
import json
import os
import shutil
import subprocess
import tempfile

import cv2

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.environ.get("TRAIN", "/work/train")
WHITELIST = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<"


def distance(a, b):
    """Levenshtein distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


def harness():
    binary = os.path.join(ROOT, "evaluate")
    source = os.path.join(HERE, "evaluate.cpp")
    if not os.path.exists(binary) or os.path.getmtime(binary) < os.path.getmtime(source):
        flags = subprocess.check_output(["pkg-config", "--cflags", "--libs", "tesseract", "lept"], text=True).split()
        subprocess.check_call(["g++", "-std=c++17", "-O2", "-o", binary, source, *flags])
    return binary


def convert(checkpoint, target, integer=True):
    """A checkpoint as a traineddata file, by default with 8-bit weights."""
    command = ["lstmtraining", "--stop_training", "--continue_from", checkpoint + "_checkpoint",
               "--traineddata", os.path.join(ROOT, "start/ocrb/ocrb.traineddata"), "--model_output", target]
    subprocess.run(command + ["--convert_to_int"] * integer, check=True, capture_output=True)


def read(model, paths, psm=13, choices=False, whitelist=False):
    """Rows of (text, CPU ms, confidence, symbols, confidences); symbols: per character its readings, best first."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(model, os.path.join(folder, "m.traineddata"))
        with open(os.path.join(folder, "list"), "w") as file:
            file.write("\n".join(paths) + "\n")
        command = [harness(), folder, "m", str(psm), os.path.join(folder, "list")] + ["CHOICES"] * choices
        if whitelist:
            command.append("tessedit_char_whitelist=" + WHITELIST)
        output = subprocess.run(command, check=True, capture_output=True, env=os.environ | {"OMP_THREAD_LIMIT": "1"})
    rows = []
    for line in output.stdout.decode("utf8", "replace").splitlines():
        _, spent, confidence, text, *symbols = line.split("\t")
        alternatives = [s.split("\x01") for s in symbols]
        rows.append(("".join(text.split()).upper(), float(spent), int(confidence),
                     [[s[0]] + s[2::2] for s in alternatives], [float(s[1]) for s in alternatives]))
    return rows


def alternatives_report(truths, rows):
    """How often the truth stands second, or anywhere, where one character of a line of right length is wrong."""
    wrong = second = listed = 0
    for truth, (text, _, _, symbols, _) in zip(truths, rows):
        if len(truth) != len(text) or len(symbols) != len(text):
            continue
        for t, c, options in zip(truth, text, symbols):
            if t != c:
                ranked = list(dict.fromkeys(options))
                wrong += 1
                second += ranked[1:2] == [t]
                listed += t in ranked
    return f"{wrong} substitutions: truth second {second / max(1, wrong):.0%}, listed {listed / max(1, wrong):.0%}"


def evaluate(model, folder, psm=13, pitch=20, choices=False, whitelist=False, levels=range(5)):
    """Prints the scores, exact lines % / character error % in all and by level; returns the share of exact lines."""
    total = errors = characters = exact = 0
    long_times, truths, results = [], [], []
    report = []
    with tempfile.TemporaryDirectory() as scratch:
        for level in levels:
            with open(os.path.join(folder, f"level{level}.json")) as file:
                samples = json.load(file)
            paths = [os.path.join(folder, name) for name, _ in samples]
            if pitch != 20:
                for i, path in enumerate(paths):
                    image = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
                    paths[i] = os.path.join(scratch, os.path.basename(path))
                    cv2.imwrite(paths[i], cv2.resize(image, None, fx=pitch / 20, fy=1, interpolation=cv2.INTER_CUBIC))
            truth = [text for _, text in samples]
            rows = read(model, paths, psm, choices, whitelist)
            e = sum(t == row[0] for t, row in zip(truth, rows))
            d = sum(distance(t, row[0]) for t, row in zip(truth, rows))
            c = sum(map(len, truth))
            right_length = sum(len(t) == len(row[0]) for t, row in zip(truth, rows))
            report.append(f"L{level} {100 * e / len(truth):.1f}/{100 * d / c:.2f}")
            long_times += [row[1] for t, row in zip(truth, rows) if len(t) == 44]
            exact, errors, characters, total = exact + e, errors + d, characters + c, total + len(truth)
            truths, results = truths + truth, results + rows
    long_times.sort()
    print(f"all {100 * exact / total:.2f}/{100 * errors / characters:.3f}  " + "  ".join(report)
          + f"  44 characters: median {long_times[len(long_times) // 2]:.2f} ms CPU")
    if choices:
        print(alternatives_report(truths, results))
    return exact / total


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--model")
    p.add_argument("--checkpoint")
    p.add_argument("--folder", default=os.path.join(ROOT, "data/validation"))
    p.add_argument("--psm", type=int, default=13)
    p.add_argument("--pitch", type=float, default=20)
    p.add_argument("--levels", type=int, nargs="*", default=range(5))
    p.add_argument("--choices", action="store_true")
    p.add_argument("--whitelist", action="store_true")
    o = p.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        model = o.model
        if o.checkpoint:
            model = os.path.join(folder, "m.traineddata")
            convert(o.checkpoint, model)
        evaluate(model, o.folder, o.psm, o.pitch, o.choices, o.whitelist, o.levels)


if __name__ == "__main__":
    main()
