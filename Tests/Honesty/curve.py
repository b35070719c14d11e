"""The share verified against the share that is wrong, as the verifier's threshold moves: python curve.py LABELS EVIDENCE

LABELS is a set's labels.jsonl, EVIDENCE what `mrz-bench evidence` prints of its images. Only the first rule of
docs/honesty.md is moved: the least log odds of a character, and how far it may fall below its document's median. The rows
with `-` leave that rule out altogether.
"""
import json
import statistics
import sys


def main():
    with open(sys.argv[1]) as file:
        labels = {label["image"]: label for label in map(json.loads, file)}
    rows = []
    with open(sys.argv[2]) as file:
        for row in map(json.loads, file):
            label = labels["images/" + row["image"].split("/images/")[-1]]
            if not row["verified"] or row["lines"] == label["other"]:
                continue
            claims = [v for line, odds in zip(row["lines"], row["claims"]) for c, v in zip(line, odds) if c != "<"]
            right = row["lines"] == label["lines"] and label["valid"]
            rows.append((min(claims), statistics.median(claims), right, label["attacked"]))
    print("least log odds | furthest fall | untouched and right | attacked and right | wrong")
    for least, fall in ((None, None), (-6, 99), (-4, 99), (-3, 99), (-3, 8), (-3, 6), (-2, 5), (-1, 4), (0, 3)):
        kept = [r for r in rows if least is None or r[0] >= max(least, r[1] - fall)]
        counts = (sum(r[2] and not r[3] for r in kept), sum(r[2] and r[3] for r in kept), sum(not r[2] for r in kept))
        print(" | ".join(str(v) for v in ("-" if least is None else least, "-" if fall in (None, 99) else fall, *counts)))


if __name__ == "__main__":
    main()
