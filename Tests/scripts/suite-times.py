#!/usr/bin/env python3
"""Prints how long each suite of a run of Swift Testing took, the slowest first, and then what failed, if anything did.
Suites run side by side: the times add up to more than the run's.

    Tests/scripts/suite-times.py LOG
"""
import re
import sys

times = {}
total = ""
failures = []
# An issue goes on over lines that are marked with an arrow.
is_of_failure = False
with open(sys.argv[1], errors="replace") as log:
    for line in log:
        is_of_failure = line.startswith("✘") or (is_of_failure and line.startswith("↳"))
        if is_of_failure:
            failures.append(line.rstrip())
        if found := re.search(r"Suite (\w+) (?:passed|failed) after ([0-9.]+) seconds", line):
            times[found[1]] = float(found[2])
        elif found := re.search(r"Test run with .* (?:passed|failed) after .* seconds.*", line):
            total = found[0]
if not times:
    sys.exit(f"{sys.argv[1]}: no suite ended there")
print("Seconds by suite, the slowest:")
for name, seconds in sorted(times.items(), key=lambda entry: -entry[1])[:20]:
    print(f"{seconds:8.1f}  {name}")
print(total)
if failures:
    print("What failed:")
    print("\n".join(failures))
