"""Holds what the program verified against what is printed: python judge.py --program P --set DIR [--results FILE]

Prints for each family how many pictures were attacked and how many left alone, how many of either were read exactly and
verified, and how many were verified WRONG: other lines than those printed, or any where no reading may be verified.
Ends with 1 where more were than --at-most. --keep DIR copies those pictures there.
"""
import argparse
import json
import math
import os
import shutil
import subprocess
import sys
from collections import defaultdict


def run(program, pictures, path, jobs):
    """Writes the program's results of a folder of pictures to `path`."""
    with open(path, "w") as file:
        # 1: not everything was verified; 66: some inputs are damaged beyond reading.
        code = subprocess.run([program, "--format", "jsonl", "--jobs", str(jobs), pictures],
                              stdout=file, stderr=subprocess.DEVNULL).returncode
    if code not in (0, 1, 66):
        sys.exit(f"{program} ended with {code}")


def results(program, folder, path, jobs):
    """The program's results by picture; run anew unless `path` is there."""
    if not path or not os.path.exists(path):
        path = path or os.path.join(folder, "results.jsonl")
        run(program, os.path.join(folder, "images"), path, jobs)
    found = defaultdict(list)
    with open(path) as file:
        for line in file:
            row = json.loads(line)
            found["images/" + row["source"].split("/images/")[-1]].append(row)
    return found


def bound(wrong, total, confidence=0.95):
    """Clopper and Pearson's upper bound of a share, one-sided."""
    if total == 0:
        return 1.0
    low, high = wrong / total, 1.0
    for _ in range(60):
        share = (low + high) / 2
        # The chance of `wrong` or fewer.
        chance = sum(math.exp(math.lgamma(total + 1) - math.lgamma(k + 1) - math.lgamma(total - k + 1)
                              + k * math.log(max(share, 1e-300)) + (total - k) * math.log1p(-share))
                     for k in range(wrong + 1)) if share < 1 else 0
        low, high = (share, high) if chance > 1 - confidence else (low, share)
    return high


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--set", required=True)
    parser.add_argument("--results")
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--reasons", action="store_true", help="why undisturbed pictures that were read exactly were withheld")
    parser.add_argument("--at-most", type=int, default=0, help="how many wrong ones do not fail: those that are known")
    options = parser.parse_args()
    found = results(options.program, options.set, options.results, options.jobs)
    table, wrong, reasons, verified = defaultdict(lambda: [0] * 7), [], defaultdict(int), 0
    with open(os.path.join(options.set, "labels.jsonl")) as file:
        labels = [json.loads(line) for line in file]
    for label in labels:
        row = table[label["family"]]
        sure = [r for r in found[label["image"]] if r["status"] == "verified"]
        exact = any(r.get("lines") == label["lines"] for r in found[label["image"]])
        bad = [r for r in sure if r["lines"] != label["other"] and (r["lines"] != label["lines"] or not label["valid"])]
        right = bool(sure) and not bad
        verified += len(sure)
        offset = 0 if label["attacked"] else 3
        row[offset] += 1
        row[offset + 1] += exact
        row[offset + 2] += right
        if bad:
            row[6] += 1
            wrong.append((label, bad[0]))
        if exact and not right and not bad and not label["attacked"]:
            for r in found[label["image"]]:
                for reason in r.get("reasons", []):
                    reasons[f"{reason['code']} {reason.get('field', '')}"] += 1
    head = "family attacked exact verified undisturbed exact verified WRONG".split()
    print(f"{head[0]:12}" + "".join(f"{name:>12}" for name in head[1:]))
    for family, row in [*sorted(table.items()), ("all", [sum(column) for column in zip(*table.values())])]:
        print(f"{family:12}" + "".join(f"{value:12}" for value in row))
    total = [sum(column) for column in zip(*table.values())]
    print(f"{verified} verified, {len(wrong)} wrong: at most {bound(len(wrong), verified):.5f} with a confidence of 95 %; "
          f"undisturbed: {total[5] / max(1, total[4]):.4f} of what was read exactly verified, {total[5] / max(1, total[3]):.4f} of all")
    for label, row in wrong:
        different = [(i, j, a, b) for i, (x, y) in enumerate(zip(label["lines"], row["lines"]))
                     for j, (a, b) in enumerate(zip(x, y)) if a != b]
        print(" WRONG", label["family"], label["image"], f"{label['pitch']} px", different[:6])
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
            shutil.copy(os.path.join(options.set, label["image"]), options.keep)
    if options.reasons:
        for reason, count in sorted(reasons.items(), key=lambda item: -item[1])[:20]:
            print(f"  {count:5} {reason}")
    sys.exit(1 if len(wrong) > options.at_most else 0)


if __name__ == "__main__":
    main()
