#!/usr/bin/env python3
"""Kills batches at random moments with SIGKILL, resumes them, and compares the store with that of an undisturbed run.

    Tests/scripts/kill_and_resume.py .build/release/mrz-scan /tmp/pictures --kills 20
"""

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def results(program, store):
    """The results in order, without the times, which differ from run to run."""
    text = subprocess.run([program, "export", store], check=True, stdout=subprocess.PIPE, text=True).stdout
    results = [json.loads(line) for line in text.splitlines()]
    for result in results:
        result.pop("timing", None)
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", default="2")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)

    def batch(store, *options):
        command = [arguments.program, "batch", "--quiet", "--workers", arguments.workers, "--out", store]
        return subprocess.Popen([*command, *options, arguments.folder])

    with tempfile.TemporaryDirectory() as scratch:
        whole, torn = str(Path(scratch) / "whole.sqlite"), str(Path(scratch) / "torn.sqlite")
        started = time.monotonic()
        batch(whole).wait()
        duration = time.monotonic() - started
        expected = results(arguments.program, whole)
        print(f"undisturbed: {len(expected)} results in {duration:.1f} s")
        kills = 0
        while kills < arguments.kills:
            process = batch(torn, "--resume")
            # Mostly early in what is left, so that there is something left for the next one.
            wait = chance.uniform(0, 2.5 * duration / arguments.kills)
            try:
                process.wait(wait)
                print(f"it was done after {kills} kills; the rest of them hit runs that start anew")
                Path(torn).unlink()
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
                done = len(results(arguments.program, torn)) if Path(torn).exists() and readable(arguments.program, torn) else 0
                print(f"kill {kills} after {wait:.2f} s: {done} results")
        batch(torn, "--resume").wait()
        found = results(arguments.program, torn)
        different = sum(a != b for a, b in zip(expected, found)) + abs(len(expected) - len(found))
        print(f"{len(found)} results, {different} different from those of the undisturbed run")
        sys.exit(1 if different else 0)


def readable(program, store):
    return subprocess.run([program, "export", store], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


if __name__ == "__main__":
    main()
