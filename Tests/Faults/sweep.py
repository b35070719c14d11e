#!/usr/bin/env python3
"""Runs every command again and again, each time with another call failing: the first of its kind, the second, and so on,
once, and from then on.

    Tests/Faults/sweep.py .build/release/mrz-scan --points 40
    Tests/Faults/sweep.py .build/release/mrz-scan --points 400 --commands batch --calls fsync pwrite
    Tests/Faults/sweep.py .build/release/mrz-scan --points 100000 --commands scan --calls malloc --once --part 1/8
    Tests/Faults/sweep.py .build/release/mrz-scan --ways --commands live

Where a command makes no more than POINTS calls of a kind each of them fails in turn; where it makes more, as many spread
over the run do. However a run goes, it must end within its limit, with the results that it has otherwise, or with an
error for what is missing, an exit status of docs/results.md and a sentence; standard output ends with a whole line; no
draft is left and what was kept before is there; and nothing that is said has a word of the document in it. Afterwards,
with nothing failing, a store is resumed and has everything. Processes count together: in `batch` and `serve` the Nth call
may be a worker's.

With --ways, allocations are told apart by how they are reached: by all the calls on the stack. Of each way the first
allocation fails, and, where there are more, the one in their middle.
"""

import argparse
import base64
import concurrent.futures
import http.client
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
SAMPLES = REPOSITORY / "Samples"
TEST_CAMERA = REPOSITORY / ".build/test-camera"
PASSPORT, CARD = SAMPLES / "td3/096-scan-rgb.jpg", SAMPLES / "formats/158-scan-png-rgb.png"
TODAY = ["--today", "2026-02-28"]

# Each kind of call with the error that it fails with: ENOMEM, EMFILE, ENOSPC, EIO, EAGAIN.
CALLS = {
    "malloc": 12, "mmap": 12, "open": 24, "create": 28, "mkdir": 28, "read": 5, "write": 28, "pread": 5, "pwrite": 28,
    "fsync": 5, "rename": 5, "link": 5, "unlink": 5, "thread": 11, "spawn": 11, "socket": 24, "socketpair": 24, "accept": 24,
    "ioctl": 5, "poll": 12,
}
# What no tally counts up to.
NEVER = 1 << 60
# As in faults.c.
SLOTS, WAYS = 8, 65536

# Of docs/results.md.
STATUSES = {0, 1, 64, 65, 66, 69, 70, 71, 72, 76, 77, 78, 130}
EXHAUSTED, CRASHED = "too little memory to go on.", "mrz-scan: error: The program has crashed."
SENTENCE = re.compile(r"^mrz-scan: .*[.]$", re.M)


class Wrong(Exception):
    """What is not as it was promised."""


class Run:
    """One run of a command in a folder of its own."""

    def __init__(self, program, folder, library, limit, faults=None):
        self.program, self.folder, self.limit = program, folder, limit
        self.tally, self.way_file = folder / "tally", folder / "ways"
        self.environment = dict(os.environ, TMPDIR=str(folder / "tmp"))
        (folder / "tmp").mkdir(exist_ok=True)
        if faults is not None:
            self.tally.write_bytes(bytes(16 * SLOTS))
            self.environment.update(LD_PRELOAD=str(library), FAULTS=faults, FAULTS_TALLY=str(self.tally))
        # Where every write fails from then on nobody can be told.
        self.is_mute = bool(faults) and faults.startswith("write:") and faults.endswith(":-1")
        self.faults, self.is_known = faults or "", False
        self.status = None
        self.output = self.errors = ""

    def counts(self):
        """For each fault how many calls there were, and how many of them failed."""
        numbers = struct.unpack(f"={2 * SLOTS}q", self.tally.read_bytes())
        return list(zip(numbers[:SLOTS], numbers[SLOTS:]))

    def note_ways(self):
        """Has the run note in which ways its allocations are reached."""
        self.way_file.write_bytes(bytes(16 * WAYS))
        self.environment["FAULTS_WAYS"] = str(self.way_file)

    def ways(self):
        """For each way in which an allocation was reached how often it was."""
        return dict(way for way in struct.iter_unpack("=2Q", self.way_file.read_bytes()) if way[0])

    def start(self, arguments, stdin=subprocess.DEVNULL):
        self.out, self.err = open(self.folder / "out", "w+b"), open(self.folder / "err", "w+b")
        return subprocess.Popen(
            [self.program, *map(str, arguments)], stdin=stdin, stdout=self.out, stderr=self.err, cwd=self.folder,
            env=self.environment, start_new_session=True)

    def finish(self, process):
        try:
            self.status = process.wait(self.limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise Wrong(f"it did not end within {self.limit} s") from None
        for stream, name in [(self.out, "output"), (self.err, "errors")]:
            stream.seek(0)
            setattr(self, name, stream.read().decode(errors="replace"))
            stream.close()

    def __call__(self, arguments, text=None):
        source = self.folder / "in"
        source.write_text(text or "")
        with open(source, "rb") as stdin:
            self.finish(self.start(arguments, stdin))
        return self

    def lines(self):
        if self.output and not self.output.endswith("\n"):
            raise Wrong("standard output ends in the middle of a line")
        return [json.loads(line) for line in self.output.splitlines()]


def essence(result):
    """A result without what differs from run to run."""
    kept = ["page", "index", "status", "format", "lines", "fields", "reasons"]
    return json.dumps([result.get(key) for key in kept])


def is_error(result):
    error = result.get("error") or {}
    return result.get("status") == "error" and error.get("code") and error.get("message", "").endswith((".", "?"))


def compare(results, expected, run, may_fail=False):
    """Results that are those expected, or errors with a sentence."""
    found, failed = {}, set()
    for result in results:
        key = Path(result["source"]).name
        if is_error(result):
            failed.add(key)
        else:
            found.setdefault(key, []).append(essence(result))
    for key, texts in found.items():
        if sorted(texts) != sorted(expected.get(key, [])) and key not in failed:
            raise Wrong(f"{key} has other results")
    missing = set(expected) - set(found)
    if run.status in (0, 1) and (missing - failed if may_fail else missing or failed):
        raise Wrong(f"status {run.status}, and {sorted(missing | failed)} is missing")
    if missing - failed and not (run.is_mute or run.is_known) and not SENTENCE.search(run.errors):
        raise Wrong(f"{sorted(missing)} is missing without a word")


def expectation(results):
    expected = {}
    for result in results:
        expected.setdefault(Path(result["source"]).name, []).append(essence(result))
    return expected


class Scan:
    """Two pictures of two kinds."""

    name = "scan"
    answers_all = False
    arguments = ["scan", "--format", "jsonl", "--quiet", "--jobs", "1", *TODAY, PASSPORT, CARD]

    def prepare(self, run):
        pass

    def go(self, run):
        return run(self.arguments)

    def results(self, run):
        return run.lines()

    def learn(self, run):
        self.expected = expectation(self.results(run))

    def judge(self, run):
        compare(self.results(run), self.expected, run, self.answers_all)

    def after(self, clean):
        pass

    def end(self, run):
        """Ends what `prepare` began."""


class Document(Scan):
    """A page of PDF that poppler's programs draw."""

    name = "scan-pdf"
    arguments = [*Scan.arguments[:-2], REPOSITORY / "Tests/Documents/img2pdf.pdf"]


class Parse(Scan):
    name = "parse"

    def prepare(self, run):
        (run.folder / "text.txt").write_text("\n".join(WORDS) + "\n")

    def go(self, run):
        return run(["parse", "--format", "jsonl", *TODAY, run.folder / "text.txt"])


class Pipe(Scan):
    name = "pipe"

    def go(self, run):
        image = base64.b64encode(CARD.read_bytes()).decode()
        lines = [json.dumps({"path": str(PASSPORT)}), json.dumps({"image": image})]
        return run(["pipe", *TODAY], "\n".join(lines) + "\n")

    # Every line is answered, and that is all that the exit status says.
    answers_all = True

    def results(self, run):
        return [{"source": "-", **result} for answer in run.lines() for result in answer["results"]]


class Live(Scan):
    """A passport before the camera, and its frame kept in place of an older one."""

    name = "live"
    old = b"an older frame"

    def prepare(self, run):
        (run.folder / "frame.jpg").write_bytes(self.old)

    def go(self, run):
        return run(["--images", PASSPORT, "--hold", "60", "--format", "jsonl", "--quiet", *TODAY,
                    "--save-frame", run.folder / "frame.jpg"])

    def results(self, run):
        return [{"source": str(PASSPORT), "status": line["status"], "lines": line.get("lines")} for line in run.lines()
                if line["type"] == "result"]

    def judge(self, run):
        super().judge(run)
        frame = (run.folder / "frame.jpg").read_bytes()
        if frame != self.old and not (frame.startswith(b"\xff\xd8") and frame.endswith(b"\xff\xd9")):
            raise Wrong("the frame is neither the old one nor a new one")
        if run.status == 0 and frame == self.old:
            raise Wrong("the frame was not saved")


class Device(Live):
    """The same before the camera of `make test-camera`, which is a process of its own in which nothing fails."""

    name = "device"

    def prepare(self, run):
        super().prepare(run)
        run.device = run.folder / "video0"
        # It ends with its standard input.
        run.camera = subprocess.Popen(
            [TEST_CAMERA, "--control", run.device, PASSPORT], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if not run.camera.stdout.readline().startswith(b"ready"):
            raise Wrong("the camera is not ready")

    def go(self, run):
        return run(["--device", run.device, "--timeout", "15", "--format", "jsonl", "--quiet", *TODAY,
                    "--save-frame", run.folder / "frame.jpg"])

    def end(self, run):
        if hasattr(run, "camera"):
            run.camera.communicate()


class Batch(Scan):
    name = "batch"

    def prepare(self, run):
        pictures = run.folder / "pictures"
        pictures.mkdir()
        for picture in (PASSPORT, CARD):
            shutil.copy(picture, pictures)

    def command(self, run):
        return ["batch", "--workers", "1", *TODAY, "--out", run.folder / "store.sqlite", run.folder / "pictures"]

    def go(self, run):
        return run(self.command(run))

    def stored(self, run):
        return run(["export", run.folder / "store.sqlite"]).lines()

    def learn(self, run):
        self.expected = expectation(self.stored(run))

    def judge(self, run):
        if run.status in (0, 1) and run.output:
            raise Wrong("something is on standard output")

    def after(self, clean):
        # Whatever it came to, what is in the store is whole, and the rest comes with the next run.
        store = clean.folder / "store.sqlite"
        if store.exists():
            done = clean(["export", store])
            if done.status in (0, 1):
                compare([result for result in done.lines() if not is_error(result)], self.expected, Quiet())
        clean([*self.command(clean), "--resume"])
        if clean.status not in (0, 1):
            raise Wrong(f"--resume ends with {clean.status}: {clean.errors.strip()}")
        compare(self.stored(clean), self.expected, clean)


class Quiet:
    """A run of which nothing is asked but that what is there is right."""

    status, errors, is_mute = 66, "", True


class Bridge(Scan):
    """A page that keeps a text and asks for a passport."""

    name = "bridge"

    def arguments_in(self, folder, *more):
        return ["bridge", "--quiet", *TODAY, "--store", folder / "store", "--store-key", folder / "key", *more]

    def request(self, identifier, domain, method, parameters=None):
        return json.dumps({"id": identifier, "domain": domain, "method": method, "params": parameters or {}})

    def prepare(self, run):
        (run.folder / "key").write_text("0f" * 32)
        os.chmod(run.folder / "key", 0o600)
        clean = Run(run.program, run.folder, None, run.limit)
        clean(self.arguments_in(run.folder), self.request("1", "secureStorage", "set", {"key": "k", "value": "old"}) + "\n")

    def go(self, run):
        requests = [
            self.request("set", "secureStorage", "set", {"key": "k", "value": "new"}),
            self.request("get", "secureStorage", "get", {"key": "k"}),
            self.request("scan", "camera", "scanMRZ"),
        ]
        return run(self.arguments_in(run.folder, "--images", PASSPORT, "--hold", "60"), "\n".join(requests) + "\n")

    def answers(self, run):
        found = {}
        for line in run.lines():
            if line.get("requestId"):
                found[line["requestId"]] = line
        return found

    def learn(self, run):
        answers = self.answers(run)
        if set(answers) != {"set", "get", "scan"} or any(not answer["success"] for answer in answers.values()):
            raise Wrong(f"answers: {answers}")
        self.number = answers["scan"]["data"]["documentNumber"]

    def judge(self, run):
        answers = self.answers(run)
        for name, answer in answers.items():
            if not answer["success"] and not (answer.get("error") or {}).get("code"):
                raise Wrong(f"the answer to {name} has no code")
        if len(answers) < 3 and not run.is_mute and not SENTENCE.search(run.errors):
            raise Wrong(f"answers to {sorted(answers)} only")
        if answers.get("scan", {}).get("success") and answers["scan"]["data"]["documentNumber"] != self.number:
            raise Wrong("another document number")
        self.may_be = {"new"} if answers.get("set", {}).get("success") else {"old", "new"}
        run.kept = self.may_be

    def after(self, clean):
        clean(self.arguments_in(clean.folder), self.request("1", "secureStorage", "get", {"key": "k"}) + "\n")
        answer = self.answers(clean).get("1", {})
        if answer.get("data") not in clean.kept:
            raise Wrong(f"the store holds {answer}, and not one of {clean.kept}")


class Serve(Scan):
    """Uploads, one after the other."""

    name = "serve"

    def go(self, run):
        process = run.start(["serve", "--port", "0", "--quiet", "--jobs", "1", "--no-chips", *TODAY])
        run.answers, run.refused = [], 0
        try:
            address = self.address(run, process)
            for _ in range(3 if address else 0):
                if process.poll() is not None:
                    break
                # Whom the kernel does not let the server accept, nobody answers.
                is_deaf = run.faults.startswith("accept:") and run.faults.endswith(":-1")
                try:
                    run.answers.append(self.upload(address, 3 if is_deaf else run.limit))
                except (OSError, http.client.HTTPException) as error:
                    if isinstance(error, TimeoutError) and not is_deaf:
                        raise Wrong("an upload was not answered") from None
                    run.refused += 1
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        finally:
            run.finish(process)
        return run

    def address(self, run, process):
        deadline = time.monotonic() + run.limit
        while time.monotonic() < deadline:
            found = re.match(r"http://127.0.0.1:(\d+)/", (run.folder / "out").read_text())
            if found:
                return int(found.group(1))
            if process.poll() is not None:
                return None
            time.sleep(0.005)
        raise Wrong("it neither listened nor ended")

    def upload(self, port, limit):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=limit)
        try:
            connection.request("POST", "/scan", body=PASSPORT.read_bytes())
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def learn(self, run):
        if [status for status, _ in run.answers] != [200] * 3:
            raise Wrong(f"answers: {run.answers}")
        self.expected = self.parsed(run.answers[0][1])

    def parsed(self, text):
        return [essence(json.loads(line)) for line in text.splitlines()]

    def judge(self, run):
        for status, text in run.answers:
            if status != 200:
                if not (400 <= status < 600 and text.strip()):
                    raise Wrong(f"status {status} without a word")
                continue
            results = [json.loads(line) for line in text.splitlines()]
            if not all(map(is_error, results)) and self.parsed(text) != self.expected:
                raise Wrong("an upload has other results")
        if run.status == 0 and run.refused > (0 if run.once is None else 1 if run.once else 3):
            raise Wrong(f"{run.refused} uploads were not answered, and it went on")


COMMANDS = {command.name: command for command in [Scan, Document, Parse, Pipe, Live, Device, Batch, Bridge, Serve]}


def labelled(picture):
    name = str(picture.relative_to(SAMPLES))
    for line in (SAMPLES / "labels.jsonl").read_text().splitlines():
        label = json.loads(line)
        if label["image"] == name:
            return label["lines"]
    raise SystemExit(f"{name} has no label")


WORDS = labelled(PASSPORT)
SECRETS = [part for line in labelled(PASSPORT) + labelled(CARD) for part in [line, *line.split("<")] if len(part) >= 5]


def judge_end(run, folder):
    """What holds for every command. What libraries decide is known, and counted."""
    if run.status == -signal.SIGILL and run.faults.startswith(("open:", "thread:")) and CRASHED in run.errors:
        # Swift's pool of threads (libdispatch) looks after its threads in /proc, and ends the program where it cannot; so does
        # SwiftNIO where the server's own thread is refused.
        run.is_known = True
        return
    if run.status == -signal.SIGSEGV and "in libswiftCore.so" in run.errors and run.faults.startswith("malloc:"):
        # Swift's runtime notes the program's types while its libraries are loaded, before anything of ours runs.
        run.is_known = True
        return
    if run.status == 127 and "cannot allocate memory for thread-local data" in run.errors and run.faults.startswith("malloc:"):
        # The C library's loader has no room for a thread's own variables.
        run.is_known = True
        return
    if run.status < 0:
        raise Wrong(f"ended by signal {-run.status}: {run.errors.strip()[-200:]!r}")
    if run.status not in STATUSES:
        raise Wrong(f"exit status {run.status} is not documented: {run.errors.strip()[-200:]!r}")
    if run.status not in (0, 1) and not run.is_mute and not SENTENCE.search(run.errors) and '"message":"' not in run.output:
        raise Wrong(f"status {run.status} without a sentence: {run.errors.strip()[-200:]!r}")
    for secret in SECRETS:
        if secret in run.errors:
            raise Wrong("standard error has a word of the document")
    # A crash in the middle of a draft leaves it.
    drafts = [] if EXHAUSTED in run.errors else [str(path.relative_to(folder)) for path in folder.rglob("*") if ".part-" in path.name or path.name.endswith(".new")]
    if drafts:
        raise Wrong(f"drafts are left: {drafts}")
    kept = sorted(path.name for path in (folder / "tmp").iterdir())
    if kept:
        raise Wrong(f"temporary files are left: {kept}")


def attempt(command, arguments, faults, once):
    """Runs a command with faults. The counts, and what was wrong or None."""
    with tempfile.TemporaryDirectory(prefix="mrz-scan-faults-") as name:
        folder = Path(name)
        run = Run(arguments.program, folder, arguments.library, arguments.limit, faults)
        run.once = once
        counts = [(0, 0)] * SLOTS
        try:
            command.prepare(run)
            command.go(run)
            counts = run.counts()
            if faults and once is not None and not any(failed for _, failed in counts):
                return counts, None, run
            judge_end(run, folder)
            command.judge(run)
            clean = Run(arguments.program, folder, None, arguments.limit)
            clean.kept = getattr(run, "kept", None)
            command.after(clean)
        except (Wrong, json.JSONDecodeError) as wrong:
            return counts, f"{type(wrong).__name__}: {wrong}" if not isinstance(wrong, Wrong) else str(wrong), run
        finally:
            command.end(run)
        return counts, None, run


def tally(command, arguments):
    """How many calls of each kind a run without faults makes, and in which ways allocations are reached."""
    totals, ways, names = {}, {}, list(arguments.calls)
    for start in range(0, len(names), SLOTS):
        some = names[start:start + SLOTS]
        faults = ";".join(f"{call}:1:{NEVER}:0" for call in some)
        counts, wrong, run = attempt_reference(command, arguments, faults)
        if wrong:
            raise SystemExit(f"{command.name} without any fault: {wrong}\n{run.errors}")
        totals.update({call: count for call, (count, _) in zip(some, counts)})
        ways.update(run.noted)
    return totals, ways


def attempt_reference(command, arguments, faults):
    with tempfile.TemporaryDirectory(prefix="mrz-scan-faults-") as name:
        run = Run(arguments.program, Path(name), arguments.library, arguments.limit, faults)
        run.once, run.noted = None, {}
        if arguments.ways:
            run.note_ways()
        command.prepare(run)
        try:
            command.go(run)
            counts = run.counts()
            if arguments.ways:
                run.noted = run.ways()
            if run.status != 0:
                raise Wrong(f"exit status {run.status}")
            if command.name == "batch":
                command.learn(Run(arguments.program, Path(name), None, arguments.limit))
            else:
                command.learn(run)
        except Wrong as wrong:
            return None, str(wrong), run
        finally:
            command.end(run)
        return counts, None, run


def chosen(total, most):
    """Numbers of the calls that fail."""
    if total <= most:
        return list(range(total))
    return sorted({int((place + 0.5) * total / most) for place in range(most)})


def points_of(total, ways, arguments):
    """What fails: numbers of calls, and the way in which they are reached, or none."""
    if not arguments.ways:
        return [(number, "") for number in chosen(total, arguments.points)]
    return [(number, f":@{way:x}") for way, calls in sorted(ways.items()) for number in sorted({0, calls // 2})]


def library_in(folder):
    path = Path(folder) / "faults.so"
    source = Path(__file__).resolve().parent / "faults.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-fno-omit-frame-pointer", "-o", path, source, "-ldl"], check=True)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--points", type=int, default=40, help="of each kind of call in each command")
    parser.add_argument("--commands", nargs="*", default=list(COMMANDS), choices=list(COMMANDS))
    parser.add_argument("--calls", nargs="*", default=list(CALLS), choices=list(CALLS))
    parser.add_argument("--limit", type=float, default=40, help="seconds that a run may take")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--ways", action="store_true", help="allocations by how they are reached, instead of POINTS calls")
    parser.add_argument("--once", action="store_true", help="leave out the runs in which all later calls fail too")
    parser.add_argument(
        "--part", type=lambda text: tuple(map(int, text.split("/"))), default=(1, 1), metavar="K/N",
        help="only each Nth of the points, from the Kth on: a long sweep in several runs")
    arguments = parser.parse_args()
    if arguments.ways:
        arguments.calls = ["malloc"]
    arguments.program = str(Path(arguments.program).resolve())
    if Device.name in arguments.commands and not (os.access("/dev/fuse", os.W_OK) and TEST_CAMERA.exists()):
        print("no camera: /dev/fuse and `make test-camera` make one", file=sys.stderr)
        arguments.commands.remove(Device.name)
    wrongs, points, known = [], 0, 0
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        arguments.library = library_in(scratch)
        print(f"{'command':10} {'call':12} {'calls':>8} {'failed in':>10} {'took no harm':>13} {'status':>20}  wrong", flush=True)
        for name in arguments.commands:
            command = COMMANDS[name]()
            totals, ways = tally(command, arguments)
            for call, total in totals.items():
                # "From then on" at the same places.
                points_of_part = points_of(total, ways, arguments)[arguments.part[0] - 1::arguments.part[1]]
                # Of a way the first is enough: what follows it comes after the one in the middle as well.
                work = [(number, way, once) for number, way in points_of_part for once in (True, False)
                        if once or not arguments.once and (number == 0 or not way)]
                runs = pool.map(
                    lambda one: (one, *attempt(
                        command, arguments, f"{call}:{CALLS[call]}:{one[0]}:{1 if one[2] else -1}{one[1]}", one[2])),
                    work)
                statuses, reached, unharmed, bad = {}, 0, 0, 0
                for (point, way, once), counts, wrong, run in runs:
                    if not counts[0][1] and not wrong:
                        continue
                    reached += 1
                    unharmed += run.status == 0
                    known += run.is_known
                    statuses[run.status] = statuses.get(run.status, 0) + 1
                    if wrong:
                        bad += 1
                        wrongs.append(
                            f"{name}: {call} {point + 1} of {total}{way} {'once' if once else 'and all after it'}: {wrong}")
                        print(wrongs[-1], file=sys.stderr, flush=True)
                points += reached
                if reached:
                    text = " ".join(f"{status}:{count}" for status, count in sorted(statuses.items(), key=str))
                    print(f"{name:10} {call:12} {total:8} {reached:10} {unharmed:13} {text:>20}  {bad}", flush=True)
    print(f"{points} points, {len(wrongs)} wrong, {known} known of libraries")
    sys.exit(1 if wrongs else 0)


if __name__ == "__main__":
    main()
