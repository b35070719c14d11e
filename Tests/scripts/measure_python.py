#!/usr/bin/env python3
"""Measures in processor time what the package for Python costs: its start, and the same pictures beside the program.

    Tests/scripts/measure_python.py .build/packages/deb/*/built/mrz-scan [FOLDER] [--rounds 5]

Run it with the Python that the package is installed in, and NumPy and Pillow for the arrays. Both read on one thread, in
turns; of the rounds the median counts. The arrays are compared with the program's reading of the same pixels as PNM files.
"""

import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

READ = """
import sys, mrz_scan
reader = mrz_scan.Reader()
for line in open(sys.argv[1]):
    reader.results(line.rstrip("\\n"))
"""
ARRAYS = """
import sys, time, mrz_scan, numpy
from PIL import Image
reader = mrz_scan.Reader()
total = 0
for line in open(sys.argv[1]):
    with Image.open(line.rstrip("\\n")) as image: array = numpy.asarray(image)
    begun = time.process_time()
    reader.results(array)
    total += time.process_time() - begun
print(total)
"""


def cpu(arguments: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", nargs="?", default="Samples")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    program = [given.program, "--quiet", "--jobs", "1", "--format", "jsonl"]
    pictures = sorted(
        path for path in pathlib.Path(given.folder).rglob("*") if path.suffix in (".jpg", ".png", ".webp", ".tif", ".bmp"))

    def compare(name: str, theirs: list[float], ours: list[float]) -> None:
        program, python = statistics.median(theirs), statistics.median(ours)
        print(f"{name}: program {program:.2f} s, Python {python:.2f} s, {100 * (python / program - 1):+.1f} %")

    empty, start = [], []
    for _ in range(4 * given.rounds):
        empty.append(cpu([sys.executable, "-c", "pass"]))
        start.append(cpu([sys.executable, "-c", "import mrz_scan"]))
    python, package = statistics.median(empty), statistics.median(start)
    print(f"start: Python {1000 * python:.0f} ms, the package {1000 * (package - python):.0f} ms more")

    with tempfile.TemporaryDirectory() as folder:
        paths = pathlib.Path(folder, "paths")
        paths.write_text("".join(f"{path}\n" for path in pictures))
        theirs, ours = [], []
        for _ in range(given.rounds):
            theirs.append(cpu([*program, "--files-from", str(paths)]))
            ours.append(cpu([sys.executable, "-c", READ, str(paths)]))
        compare(f"{len(pictures)} files", theirs, ours)

        try:
            from PIL import Image
        except ImportError:
            return
        raw = []
        for number, path in enumerate(pictures):
            with Image.open(path) as image:
                if image.mode in ("L", "RGB"):
                    raw.append(os.path.join(folder, f"{number}.ppm"))
                    image.save(raw[-1])
        paths.write_text("".join(f"{path}\n" for path in raw))
        theirs, ours = [], []
        for _ in range(given.rounds):
            theirs.append(cpu([*program, "--files-from", str(paths)]))
            ours.append(float(subprocess.run(
                [sys.executable, "-c", ARRAYS, str(paths)], stdout=subprocess.PIPE, check=True).stdout))
        compare(f"{len(raw)} arrays", theirs, ours)


main()
