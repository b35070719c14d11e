#!/usr/bin/env python3
"""Measures `mrz-scan batch` over many pictures in one go: makes them, reads them with one worker and with two, samples
the memory of every process meanwhile, compares the results, and times `mrz-scan scan` beside it.

    Tests/scripts/measure_batch.py 10000 /tmp/pictures

Needs what multiply_samples.py needs, and two cores with nothing else to do. Pictures that are in the folder already are
used as they are. Exit status 1 says that the results of two runs differ.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
MIB = 1024


class Memory(threading.Thread):
    """Resident memory of a process and of its children, by /proc, with the time since the start."""

    def __init__(self, pid, every):
        super().__init__(daemon=True)
        self.pid, self.every = pid, every
        self.started = time.monotonic()
        self.samples = []  # (seconds, KiB of the program, {pid: KiB} of its children)
        self.is_over = threading.Event()

    def run(self):
        while not self.is_over.wait(self.every):
            workers = {pid: resident(pid) for pid in children(self.pid)}
            self.samples.append((time.monotonic() - self.started, resident(self.pid), workers))

    def stop(self):
        self.is_over.set()
        self.join()


def resident(pid):
    """KiB; 0 of a process that has just ended."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0


def children(pid):
    """Also those of the threads that are not the first."""
    found = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += [int(child) for child in (task / "children").read_text().split()]
    except OSError:
        pass
    return found


def run(command, output=None, every=None):
    """Seconds on the clock, seconds of processor time of all processes together, and the memory where it is sampled."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
    memory = Memory(process.pid, every) if every else None
    if memory:
        memory.start()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if memory:
        memory.stop()
    # 1 says that something was not verified.
    if process.returncode not in (0, 1, 66):
        sys.exit(f"{' '.join(map(str, command[:4]))} … ended with {process.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, memory


def results(lines):
    """What was read, in order, without the times, which differ from run to run."""
    found = []
    for line in lines.splitlines():
        result = json.loads(line)
        result.pop("timing", None)
        found.append(result)
    return found


def curve(memory, part):
    """The most that any worker had in use in the first tenth, around the middle and in the last tenth of the time."""
    end = memory.samples[-1][0] if memory.samples else 0
    low, high = (end * edge for edge in part)
    return max((max(workers.values(), default=0) for at, _, workers in memory.samples if low <= at <= high), default=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--program", default=str(HERE.parents[1] / ".build/release/mrz-scan"))
    parser.add_argument("--workers", default="1,2", help="numbers of workers, one run each")
    parser.add_argument("--scan", type=int, default=1000, help="pictures, of the first, that scan reads")
    parser.add_argument("--every", type=float, default=2, help="seconds between samples of the memory")
    arguments = parser.parse_args()

    # In the order of the batch: the names are numbered.
    def pictures():
        return sorted(arguments.folder.rglob("*.jpg"))

    if len(pictures()) < arguments.count:
        subprocess.run([sys.executable, HERE / "multiply_samples.py", str(arguments.count), arguments.folder], check=True)
    paths = pictures()
    size = sum(path.stat().st_size for path in paths)
    print(f"{len(paths)} pictures, {size / len(paths) / 1000:.0f} kB each, in {arguments.folder}")

    with tempfile.TemporaryDirectory() as scratch:
        outcomes, walls = [], []
        for workers in map(int, arguments.workers.split(",")):
            store = str(Path(scratch) / f"{workers}.sqlite")
            wall, processor, memory = run(
                [arguments.program, "batch", "--quiet", "--workers", str(workers), "--out", store, arguments.folder],
                every=arguments.every)
            text = subprocess.run(
                [arguments.program, "export", store], check=True, stdout=subprocess.PIPE, text=True).stdout
            outcomes.append(results(text))
            walls.append(wall)
            print(f"\nbatch --workers {workers}")
            print(f"  clock       {wall:.1f} s, {len(paths) / wall:.2f} pictures a second, {walls[0] / wall:.2f} times the first run's speed")
            print(f"  processor   {processor:.1f} s, {1000 * processor / len(paths):.0f} ms a picture, all processes together")
            seen = sorted({pid for _, _, found in memory.samples for pid in found})
            print(f"  processes   {len(seen)} workers in {len(memory.samples)} samples")
            if memory.samples:
                program = max(kib for _, kib, _ in memory.samples)
                print(f"  resident    the program at most {program / MIB:.1f} MiB")
                parts = [(0, 0.1), (0.45, 0.55), (0.9, 1), (0, 1)]
                first, middle, last, most = (curve(memory, part) / MIB for part in parts)
                print(f"              a worker at most {most:.1f} MiB: {first:.1f} in the first tenth, {middle:.1f} in the middle, {last:.1f} in the last")
            print(f"  results     {dict(Counter(result['status'] for result in outcomes[-1]))}")

        few = Path(scratch) / "few"
        few.write_text("".join(f"{path}\n" for path in paths[: arguments.scan]))
        output = Path(scratch) / "scan.jsonl"
        with output.open("w") as file:
            wall, processor, _ = run(
                [arguments.program, "scan", "--quiet", "--jobs", "1", "--format", "jsonl", "--files-from", few], file)
        count = min(arguments.scan, len(paths))
        scanned = results(output.read_text())
        print(f"\nscan --jobs 1, the first {count} pictures")
        print(f"  clock       {wall:.1f} s, {count / wall:.2f} pictures a second")
        print(f"  processor   {processor:.1f} s, {1000 * processor / count:.0f} ms a picture")

        different = [sum(a != b for a, b in zip(outcomes[0], other)) + abs(len(outcomes[0]) - len(other)) for other in outcomes[1:]]
        beside = sum(a != b for a, b in zip(outcomes[0], scanned))
        print(f"\nresults that differ from those of the first run: {different}, of scan: {beside}")
        sys.exit(1 if any(different) or beside else 0)


if __name__ == "__main__":
    main()
