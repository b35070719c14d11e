#!/usr/bin/env python3
"""Cuts the power at many moments and looks at what is left: of stores, of files that are replaced, of what pages keep.

    Tests/PowerLoss/cut.py .build/release/mrz-scan --cuts 1000

The program runs on a file system of its own (recorder.c, FUSE) that writes down every change and every flush in order.
Each cut takes a moment and makes a disk that a power cut at that moment may leave. What was flushed before is there. Of
what was written after a file's last flush each write, or each sector of 512 bytes of it, is there or is not, in no order;
and the same of the names in a folder after its own last flush. That is more than any one file system does.

On each such disk: what somebody had seen in the store is there, and `batch --resume` has everything in the end; a replaced
file is the old or the new one, and the new one when the program had ended; and a value that the bridge had answered for
is there, or the one that was on its way.
"""

import argparse
import concurrent.futures
import json
import os
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
PASSPORT = REPOSITORY / "Samples/td3/096-scan-rgb.jpg"
TODAY = ["--today", "2026-02-28"]
SECTOR = 512


class Lost(Exception):
    """What is gone that should be there."""


class Recording:
    """A mounted file system that writes down what is done to it."""

    def __init__(self, recorder, scratch):
        self.log, folder, self.mount = scratch / "log", scratch / "folder", scratch / "mount"
        folder.mkdir()
        self.mount.mkdir()
        self.process = subprocess.Popen([recorder, self.log, folder, self.mount])
        deadline = time.monotonic() + 30
        while not os.path.ismount(self.mount):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit("no file system can be mounted here")
            time.sleep(0.01)

    def mark(self, value):
        """Writes down what somebody outside knows from now on."""
        with open(self.mount / ".mark", "wb", buffering=0) as file:
            file.write(json.dumps(value).encode())

    def end(self):
        subprocess.run(["fusermount3", "-u", self.mount], check=True)
        self.process.wait()
        return list(events(self.log.read_bytes()))


def events(data):
    place = 0
    while place < len(data):
        kind = chr(data[place])
        number, offset, length = struct.unpack_from("=QQQ", data, place + 1)
        place += 25
        one = data[place:place + length]
        place += length
        (length,) = struct.unpack_from("=Q", data, place)
        other = data[place + 8:place + 8 + length]
        place += 8 + length
        yield kind, number, offset, one, other


def parent(path):
    return path.rpartition("/")[0] or "/"


def remains(recorded, moment, chance):
    """A disk after a cut before the event of that number: paths with their bytes, None for a folder; and what was marked."""
    contents, flushed, names, folder_flushed = {}, {}, [], {}
    current, marks = {}, []
    files = {}  # path at that moment -> file
    for index, (kind, number, offset, one, other) in enumerate(recorded[:moment]):
        if kind == "N":
            marks.append(json.loads(one))
            continue
        path = one.decode() if kind in "CMXDRLU" else None
        if kind == "C":
            current[number] = file = (number, index)
            contents[file] = []
            files[path] = file
            names.append((index, {path: file}))
        elif kind in "WT":
            contents[current[number]].append((index, kind, offset, one))
        elif kind == "S":
            flushed[current[number]] = index
        elif kind == "D":
            folder_flushed[path] = index
        elif kind == "M":
            names.append((index, {path: "folder"}))
        elif kind in "XU":
            files.pop(path, None)
            names.append((index, {path: None}))
        elif kind in "RL":
            target = other.decode()
            file = files[path]
            files[target] = file
            change = {target: file}
            if kind == "R":
                del files[path]
                change[path] = None
            names.append((index, change))
    keeps_names, keeps_writes, tears = chance.choice([0, 0.5, 1]), chance.choice([0, 0.3, 0.7, 1]), chance.random() < 0.5
    disk = {}
    for index, change in names:
        safe = all(index < folder_flushed.get(parent(path), -1) for path in change)
        if safe or chance.random() < keeps_names:
            for path, file in change.items():
                if file is None:
                    disk.pop(path, None)
                else:
                    disk[path] = file
    # What lies in a folder that is not there is not there.
    kept = {}
    for path in sorted(disk):
        if parent(path) == "/" or kept.get(parent(path)) == "folder":
            kept[path] = disk[path]
    return {
        path: None if file == "folder" else written(contents[file], flushed.get(file, -1), keeps_writes, tears, chance)
        for path, file in kept.items()
    }, marks


def written(changes, flushed, keeps, tears, chance):
    data = bytearray()

    def put(offset, some):
        if len(data) < offset + len(some):
            data.extend(bytes(offset + len(some) - len(data)))
        data[offset:offset + len(some)] = some

    for index, kind, offset, some in changes:
        is_safe = index < flushed
        if kind == "T":
            if is_safe or chance.random() < keeps:
                del data[offset:]
                data.extend(bytes(offset - len(data)))
        elif is_safe or (not tears and chance.random() < keeps):
            put(offset, some)
        elif tears:
            place = 0
            while place < len(some):
                end = min(len(some), (offset + place) // SECTOR * SECTOR + SECTOR - offset)
                if chance.random() < keeps:
                    put(offset + place, some[place:end])
                place = end
    return bytes(data)


def lay_out(disk, folder):
    for path, data in sorted(disk.items()):
        target = folder / path[1:]
        if data is None:
            target.mkdir(mode=0o700)
        else:
            target.write_bytes(data)


def run(program, *arguments, text="", may_be=(0, 1)):
    done = subprocess.run(
        [program, *map(str, arguments)], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
    if may_be is not None and done.returncode not in may_be:
        raise Lost(f"{arguments[0]} ends with {done.returncode}: {done.stderr.strip()[-300:]}")
    return done


class Store:
    """A batch that ends, and another that goes on with its store and more pictures."""

    name, share = "store", 0.6

    def record(self, program, recording, scratch):
        pictures = scratch / "pictures"
        pictures.mkdir()
        for number in range(90):
            self.fill(pictures, number)
        store = recording.mount / "results.sqlite"
        self.command = ["batch", "--quiet", "--workers", "1", "--read-ahead", "1", *TODAY]
        self.pictures = pictures
        shutil.copytree(pictures, scratch / "first", copy_function=os.link, ignore=lambda _, names: sorted(names)[60:])
        whole = scratch / "whole.sqlite"
        run(program, *self.command, "--out", whole, pictures)
        self.expected = self.results(program, whole)
        for number, folder in enumerate([scratch / "first", pictures]):
            process = subprocess.Popen(
                [program, *self.command, *(["--resume"] if number else []), "--out", store, folder])
            while process.poll() is None:
                seen = self.seen(store)
                if seen:
                    recording.mark(seen)
                time.sleep(0.002)
            recording.mark(self.seen(store))

    def fill(self, pictures, number):
        pixels = bytearray([200] * (64 * 48))
        pixels[-1] = number
        (pictures / f"{number:03}.pgm").write_bytes(b"P5\n64 48\n255\n" + pixels)

    def seen(self, store):
        """What a reader finds done."""
        try:
            database = sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=1)
            try:
                rows = database.execute("SELECT source FROM input WHERE image IS NOT NULL").fetchall()
            finally:
                database.close()
        except sqlite3.Error:
            return []
        return sorted(source for (source,) in rows)

    def results(self, program, store):
        found = {}
        for line in run(program, "export", store).stdout.splitlines():
            result = json.loads(line)
            result.pop("timing", None)
            found.setdefault(result.pop("source"), []).append(result)
        return found

    def judge(self, program, folder, marks, disk):
        store = folder / "results.sqlite"
        seen = marks[-1] if marks else []
        if seen:
            if not store.exists():
                raise Lost(f"the store is gone, and {len(seen)} inputs with it")
            found = self.results(program, store)
            missing = [source for source in seen if source not in found]
            if missing:
                raise Lost(f"{len(missing)} of {len(seen)} inputs are gone that were done")
        run(program, *self.command, "--resume", "--out", store, self.pictures)
        found = self.results(program, store)
        wrong = [source for source, results in self.expected.items() if found.get(source) != results]
        if wrong:
            raise Lost(f"after --resume {len(wrong)} inputs are missing or others")
        run(program, "batch", "--check", store, may_be=(0,))


class Frame:
    """A picture that is saved over an older one."""

    name, share = "file", 0.2
    old = b"an older frame" * 1000

    def record(self, program, recording, scratch):
        frame = recording.mount / "frame.jpg"
        descriptor = os.open(frame, os.O_WRONLY | os.O_CREAT, 0o600)
        os.write(descriptor, self.old)
        os.fsync(descriptor)
        os.close(descriptor)
        folder = os.open(recording.mount, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
        recording.mark("old")
        run(program, "--images", PASSPORT, "--hold", "60", "--quiet", *TODAY, "--save-frame", frame, may_be=(0,))
        self.new = frame.read_bytes()
        recording.mark("new")

    def judge(self, program, folder, marks, disk):
        if not marks:
            return
        frame = folder / "frame.jpg"
        if not frame.exists():
            raise Lost("the file is gone")
        found = frame.read_bytes()
        if found != self.new and (marks[-1] == "new" or found != self.old):
            raise Lost("the file is the old one" if found == self.old else f"{len(found)} bytes, neither old nor new")


class Kept:
    """Texts that a page keeps with the bridge."""

    name, share = "bridge", 0.2

    def record(self, program, recording, scratch):
        self.key = scratch / "key"
        self.key.write_text("0f" * 32)
        self.key.chmod(0o600)
        process = subprocess.Popen(
            [program, *self.arguments(recording.mount)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        values = {}
        for number in range(30):
            name, value = f"k{number % 3}", f"v{number}"
            recording.mark({"kept": dict(values), "coming": [name, value]})
            process.stdin.write(self.request("set", {"key": name, "value": value}))
            process.stdin.flush()
            if not json.loads(process.stdout.readline())["success"]:
                raise SystemExit("the bridge keeps nothing")
            values[name] = value
            recording.mark({"kept": dict(values), "coming": None})
        process.stdin.close()
        process.wait()

    def arguments(self, folder):
        return ["bridge", "--quiet", "--store", folder / "store", "--store-key", self.key]

    def request(self, method, parameters):
        return json.dumps({"id": parameters["key"], "domain": "secureStorage", "method": method, "params": parameters}) + "\n"

    def judge(self, program, folder, marks, disk):
        if not marks:
            return
        kept, coming = marks[-1]["kept"], marks[-1]["coming"] or [None, None]
        text = "".join(self.request("get", {"key": f"k{number}"}) for number in range(3))
        answers = [json.loads(line) for line in run(program, *self.arguments(folder), text=text).stdout.splitlines()]
        found = {answer["requestId"]: answer for answer in answers}
        for name in ["k0", "k1", "k2"]:
            answer = found.get(name, {})
            may_be = [kept.get(name)] + ([coming[1]] if coming[0] == name else [])
            if not answer.get("success") or answer.get("data") not in may_be:
                raise Lost(f"{name} is {answer.get('data')!r} ({answer.get('error')}), and not one of {may_be}")


def moments(recorded, count, chance):
    """Where to cut: every second one beside a flush, a name or a mark, the others anywhere."""
    close = [index + step for index, event in enumerate(recorded) if event[0] in "SDRLUNCM" for step in (0, 1)]
    return [chance.choice(close) if number % 2 else chance.randrange(len(recorded) + 1) for number in range(count)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--cuts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", choices=["store", "file", "bridge"])
    arguments = parser.parse_args()
    program = str(Path(arguments.program).resolve())
    failures = 0
    with tempfile.TemporaryDirectory(prefix="mrz-scan-power-") as name:
        scratch = Path(name)
        recorder = scratch / "recorder"
        source = Path(__file__).resolve().parent / "recorder.c"
        subprocess.run(
            ["cc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-D_FILE_OFFSET_BITS=64", "-I/usr/include/fuse3", source,
             "-o", recorder, "-lfuse3"], check=True)
        for kind in [Store, Frame, Kept]:
            if arguments.only not in (None, kind.name):
                continue
            scene, place = kind(), scratch / kind.name
            place.mkdir()
            recording = Recording(recorder, place)
            try:
                scene.record(program, recording, place)
            finally:
                recorded = recording.end()
            chance = random.Random(arguments.seed)
            count = max(1, round(arguments.cuts * (1 if arguments.only else kind.share)))

            def attempt(cut):
                number, moment = cut
                disk, marks = remains(recorded, moment, random.Random(f"{arguments.seed} {number}"))
                with tempfile.TemporaryDirectory(dir=place) as folder:
                    lay_out(disk, Path(folder))
                    try:
                        scene.judge(program, Path(folder), marks, disk)
                    except Lost as lost:
                        return f"{kind.name}: cut {number} before event {moment} of {len(recorded)}: {lost}"
                return None

            with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
                found = [lost for lost in pool.map(attempt, enumerate(moments(recorded, count, chance))) if lost]
            for lost in found[:20]:
                print(lost, file=sys.stderr)
            flushes = sum(event[0] in "SD" for event in recorded)
            print(f"{kind.name:8} {len(recorded):6} changes, {flushes:4} of them flushes, {count:5} cuts, {len(found):4} with a loss",
                  flush=True)
            failures += len(found)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
