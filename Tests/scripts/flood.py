#!/usr/bin/env python3
"""Floods a batch: mixed junk, pictures, documents and archives, made as they are read and gone when they were, and what the
program holds meanwhile.

    Tests/scripts/flood.py .build/release/mrz-scan --gigabytes 10

Files come in portions of 256 MiB: a folder is filled, its paths go to one batch through a pipe, and it is taken away when
it has been read. A row says what the program and its workers held at most, and at rest after each portion: the program and
each worker. It fails where it holds more by a tenth after the portions of the second half than after those of the first (of
eight portions or more), where a file has no result, or where a picture of a passport among them is not read.
"""

import argparse
import io
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
SAMPLES = REPOSITORY / "Samples"
PORTION = 256 << 20


class Flood:
    """Files of all kinds, the same ones for a seed."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.pictures = sorted(path for path in SAMPLES.rglob("*") if path.is_file() and path.suffix in {".jpg", ".png", ".tif", ".webp"}
                               and path.stat().st_size < 4 << 20)
        self.documents = sorted((REPOSITORY / "Tests/Documents").glob("*.pdf"))
        self.passport = (SAMPLES / "td3/096-scan-rgb.jpg").read_bytes()
        self.count = 0

    def junk(self):
        size = self.chance.choice([10, 4 << 10, 1 << 20, 16 << 20])
        head = self.chance.choice([b"", b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"%PDF-1.7\n", b"PK\x03\x04", b"II*\0", b"BM", b"RIFF"])
        return (head + self.chance.randbytes(size))[:size], ".bin"

    def picture(self):
        data = bytearray(self.chance.choice(self.pictures).read_bytes())
        for _ in range(self.chance.choice([0, 1, 20])):
            data[self.chance.randrange(len(data))] ^= 1 << self.chance.randrange(8)
        return bytes(data), ".img"

    def large(self):
        """A picture of many pixels in a plain format."""
        side = self.chance.choice([1000, 2000, 4000])
        row = self.chance.randbytes(side)
        return f"P5\n{side} {side}\n255\n".encode() + row * side, ".pgm"

    def document(self):
        return self.chance.choice(self.documents).read_bytes(), ".pdf"

    def archive(self):
        file = io.BytesIO()
        entries = [(f"{number}{ending}", data) for number in range(6) for data, ending in [self.chance.choice([self.junk, self.picture])()]]
        if self.chance.random() < 0.5:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                # A bomb of its own: far more than it seems.
                for name, data in entries + [("zeros", bytes(self.chance.choice([0, 8 << 20])))]:
                    archive.writestr(name, data)
            return file.getvalue(), ".zip"
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=1) as archive:
            for name, data in entries:
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
        return file.getvalue(), ".tar.gz"

    def fill(self, folder):
        """One portion; the bytes that were written, and the passports among them."""
        folder.mkdir()
        written, passports = 0, []
        while written < PORTION:
            make = self.chance.choices([self.junk, self.picture, self.large, self.document, self.archive], [4, 3, 2, 0.2, 1])[0]
            data, ending = make()
            (folder / f"{self.count:07}{ending}").write_bytes(data)
            written += len(data)
            self.count += 1
        name = folder / f"{self.count:07}-passport.jpg"
        name.write_bytes(self.passport)
        self.count += 1
        return written, [str(name)]


def family(pid):
    """A process and all that it started."""
    found, waiting = [], [pid]
    while waiting:
        one = waiting.pop()
        try:
            for task in os.listdir(f"/proc/{one}/task"):
                waiting += map(int, Path(f"/proc/{one}/task/{task}/children").read_text().split())
            found.append(one)
        except OSError:
            pass
    return found


def resident(pid):
    """KiB of a process and of each that it started; the process first."""
    sizes = []
    for one in family(pid):
        try:
            sizes.append(int(re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{one}/status").read_text()).group(1)))
        except (OSError, AttributeError):
            pass
    return sizes


def work(pid):
    """The processor time of a process and all that it started, for each thread; nothing where one of them wants more."""
    times = {}
    for one in family(pid):
        try:
            for task in os.listdir(f"/proc/{one}/task"):
                state, *rest = Path(f"/proc/{one}/task/{task}/stat").read_text().rpartition(")")[2].split()
                if state != "S":
                    return {}
                times[task] = rest[10:12]
        except OSError:
            return {}
    return times


def is_at_rest(pid):
    """Whether nothing is read: another worker may still be at a file of a portion whose last file has been read."""
    before = work(pid)
    time.sleep(0.2)
    return bool(before) and work(pid) == before


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--gigabytes", type=float, default=10)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no portion after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", default="2")
    arguments = parser.parse_args()
    flood, total, rows, wrong = Flood(arguments.seed), 0, [], []
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mrz-scan-flood-") as name:
        scratch = Path(name)
        pipe, store = scratch / "paths", scratch / "store.sqlite"
        os.mkfifo(pipe)
        # One process reads all of it: a portion is named when the one before has been read.
        process = subprocess.Popen(
            [arguments.program, "batch", "--quiet", "--workers", arguments.workers, "--page-seconds", "20", "--files-from", pipe,
             "--out", store])
        print(f"{'GB':>6} {'files':>7} {'most MB':>8} {'rest MB':>8} {'seconds':>8}  of them", flush=True)
        with open(pipe, "w") as paths:
            passports, portion = [], 0
            while total < arguments.gigabytes * 1e9 and time.monotonic() - begun < arguments.seconds:
                folder = scratch / f"portion-{portion}"
                written, found = flood.fill(folder)
                passports += found
                names = sorted(str(path) for path in folder.iterdir())
                # The passport comes last.
                paths.write("".join(name + "\n" for name in names))
                paths.flush()
                most = 0
                while not (is_done(store, found[0]) and is_at_rest(process.pid)) and process.poll() is None:
                    most = max(most, sum(resident(process.pid)))
                    time.sleep(0.2)
                if process.poll() is not None:
                    raise SystemExit(f"the batch ended with {process.returncode}")
                total += written
                portion += 1
                sizes = resident(process.pid)
                rows.append((len(names), most, sum(sizes)))
                print(
                    f"{total / 1e9:6.2f} {len_of(rows):7} {most // 1024:8} {rows[-1][2] // 1024:8} {time.monotonic() - begun:8.0f}",
                    "", *(size // 1024 for size in sizes), flush=True)
                shutil.rmtree(folder)
        process.wait()
        statuses = {}
        done = set()
        verified = set()
        export = subprocess.Popen([arguments.program, "export", store], stdout=subprocess.PIPE, text=True)
        for line in export.stdout:
            result = json.loads(line)
            done.add(result["source"].split("!/")[0])
            key = (result.get("error") or {}).get("code", result["status"])
            statuses[key] = statuses.get(key, 0) + 1
            if result["status"] == "verified":
                verified.add(result["source"])
        export.wait()
        if process.returncode != 66:
            wrong.append(f"the batch ended with {process.returncode}, and not with 66")
        if len(done) != flood.count:
            wrong.append(f"{flood.count - len(done)} of {flood.count} files have no result")
        if set(passports) - verified:
            wrong.append(f"{len(set(passports) - verified)} passports were not read")
        # The most that was held is a matter of which pictures met. A few portions fill what grows to its limit first.
        half = len(rows) // 2
        if half >= 4 and max(row[2] for row in rows[half:]) > 1.1 * max(row[2] for row in rows[:half]):
            wrong.append("after the portions of the second half it held more than after those of the first")
        print(" ".join(f"{key} {count}" for key, count in sorted(statuses.items(), key=lambda item: -item[1])))
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    sys.exit(1 if wrong else 0)


def len_of(rows):
    return sum(row[0] for row in rows)


def is_done(store, source):
    """Whether the store has a file: files are opened one after another, so that those before it have been read by then."""
    try:
        database = sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=5)
        try:
            return database.execute("SELECT 1 FROM input WHERE source = ?", [source]).fetchone() is not None
        finally:
            database.close()
    except sqlite3.Error:
        return False


if __name__ == "__main__":
    main()
