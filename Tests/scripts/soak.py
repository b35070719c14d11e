#!/usr/bin/env python3
"""Camera, server and batch together at full load, and what they hold and take meanwhile.

    Tests/scripts/soak.py .build/release/mrz-scan --seconds 1800
    Tests/scripts/soak.py .build/release/mrz-scan --seconds 1800 --camera .build/test-camera

A live scan follows documents that come and go, a server reads uploads and scans over its bridge and answers pings, and a
batch reads Samples over and over. A row is printed for every sample. It fails when a process grows after the first
quarter, when the latency of the last quarter is not that of the second, or when a result is wrong or missing.
"""

import argparse
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
SAMPLES = REPOSITORY / "Samples"
PASSPORT = SAMPLES / "td3/096-scan-rgb.jpg"
SHOWN = [PASSPORT, SAMPLES / "negatives/207-white.jpg", SAMPLES / "td1/101-scan-rgb.jpg", SAMPLES / "negatives/207-white.jpg"]


class Program:
    """A process with its children, and what they hold."""

    def __init__(self, name, command, folder, output=None):
        self.name = name
        self.errors = open(folder / f"{name}.err", "wb")
        self.output = open(folder / f"{name}.out", "wb") if output is None else output
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.errors)
        self.samples = []

    def tree(self):
        found, waiting = [], [self.process.pid]
        while waiting:
            pid = waiting.pop()
            found.append(pid)
            try:
                for task in os.listdir(f"/proc/{pid}/task"):
                    waiting += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split())
            except OSError:
                pass
        return found

    def sample(self):
        """Resident KiB of all, and descriptors and threads of the program itself; None when it has ended."""
        resident = 0
        for pid in self.tree():
            try:
                text = Path(f"/proc/{pid}/status").read_text()
                resident += int(re.search(r"VmRSS:\s*(\d+)", text).group(1))
            except (OSError, AttributeError):
                pass
        try:
            pid = self.process.pid
            files, threads = len(os.listdir(f"/proc/{pid}/fd")), len(os.listdir(f"/proc/{pid}/task"))
        except OSError:
            return None
        self.samples.append((resident, files, threads))
        return self.samples[-1]

    def end(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()


class Uploads(threading.Thread):
    """Uploads a passport again and again and times it; what is not answered as it should be is a fault."""

    def __init__(self, port, stop):
        super().__init__(daemon=True)
        self.port, self.stop, self.times, self.faults = port, stop, [], []

    def run(self):
        body = PASSPORT.read_bytes()
        while not self.stop.is_set():
            begun = time.monotonic()
            try:
                link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                link.request("POST", "/scan", body)
                reply = link.getresponse()
                text = reply.read().decode()
                link.close()
                if reply.status != 200 or '"status":"verified"' not in text:
                    self.faults.append(f"an upload was answered with {reply.status}")
            except OSError as error:
                self.faults.append(f"an upload failed: {error}")
            self.times.append((time.monotonic(), time.monotonic() - begun))


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def batches(program, folder, stop, faults, counts):
    """Reads Samples into a new store, again and again; every run has to give the same statuses."""
    first = None
    while not stop.is_set():
        store = folder / f"store-{counts['batches'] % 2}.sqlite"
        for path in folder.glob(store.name + "*"):
            path.unlink()
        process = subprocess.Popen(
            [program, "batch", "--quiet", "--workers", "1", "--today", "2026-02-28", "--out", store, SAMPLES / "td3"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while process.poll() is None and not stop.wait(0.2):
            pass
        if process.poll() is None:
            process.terminate()
            process.wait(120)
            return
        errors = process.stderr.read().decode()
        export = subprocess.run([program, "export", store], stdout=subprocess.PIPE, text=True).stdout
        statuses = [(r["source"], r["status"], r.get("lines")) for r in map(json.loads, export.splitlines())]
        first = first or statuses
        if errors or statuses != first or not statuses:
            faults.append(f"batch {counts['batches']} differs from the first or said: {errors[:200]}")
        counts["batches"] += 1
        counts["pictures"] += len(statuses)


def growth(samples):
    """By how much the last quarter's medians are above those of the second, for each of what is held."""
    quarter = max(1, len(samples) // 4)
    middle, last = samples[quarter:2 * quarter] or samples, samples[-quarter:]
    return [percentile([s[i] for s in last], 0.5) - percentile([s[i] for s in middle], 0.5) for i in range(3)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--every", type=float, help="seconds between samples; by default 60 of them")
    parser.add_argument("--camera", help="the program of `make test-camera`; pictures are played without")
    arguments = parser.parse_args()
    every = arguments.every or max(1.0, arguments.seconds / 60)
    folder = Path(tempfile.mkdtemp(prefix="mrz-scan-soak-"))
    stop, faults, programs, camera = threading.Event(), [], [], None
    counts = {"batches": 0, "pictures": 0}
    try:
        if arguments.camera:
            device = folder / "camera"
            camera = subprocess.Popen(
                [arguments.camera, device, *SHOWN, "--format", "MJPG", "--hold", "60"], stdout=subprocess.PIPE, text=True)
            while "ready" not in camera.stdout.readline():
                if camera.poll() is not None:
                    sys.exit("the test camera ended")
            source = ["--device", device]
        else:
            # Each stays for two seconds; the list is longer than the soak.
            repeats = int(arguments.seconds * 30 / (60 * len(SHOWN))) + 2
            source = [word for picture in SHOWN * repeats for word in ("--images", picture)] + ["--hold", "60", "--fps", "30"]
        live = Program("live", [arguments.program, *source, "--continuous", "--format", "jsonl"], folder)
        programs.append(live)
        server = Program("serve", [arguments.program, "serve", "--port", "0", "--jobs", "1"], folder, subprocess.PIPE)
        programs.append(server)
        port = int(re.search(r":(\d+)/", server.process.stdout.readline().decode()).group(1))
        uploads = Uploads(port, stop)
        uploads.start()
        pings = subprocess.Popen(
            [sys.executable, REPOSITORY / "Tests/Load/bridge_load.py", "--port", str(port), "--clients", "50", "--rate",
             "100", "--seconds", str(int(arguments.seconds))], stdout=subprocess.PIPE, text=True)
        batch = threading.Thread(target=batches, args=(arguments.program, folder, stop, faults, counts), daemon=True)
        batch.start()
        print("seconds     live KiB fds threads    serve KiB fds threads   uploads  p50 ms  p99 ms  batch pictures")
        begun, seen = time.monotonic(), 0
        while time.monotonic() - begun < arguments.seconds:
            time.sleep(every)
            row = [program.sample() for program in programs]
            if None in row:
                faults.append("a program ended by itself")
                break
            times = [took * 1000 for _, took in uploads.times[seen:]]
            seen = len(uploads.times)
            print(f"{time.monotonic() - begun:7.0f}" + "".join(f"  {r:11d} {f:3d} {t:7d}" for r, f, t in row)
                  + f"  {len(times):8d}  {percentile(times, 0.5):6.0f}  {percentile(times, 0.99):6.0f}"
                  + f"  {counts['pictures']:14d}", flush=True)
        stop.set()
        answered = pings.communicate(timeout=60)[0].strip()
        uploads.join(60)
        batch.join(120)
        faults += uploads.faults[:5]
        results = [json.loads(line) for line in (folder / "live.out").read_text().splitlines() if '"type":"result"' in line]
        if not results or any(result["status"] != "verified" for result in results):
            faults.append(f"of {len(results)} live results not all are verified")
        if counts["batches"] == 0:
            faults.append("no batch came to its end")
        for program in programs:
            resident, files, threads = growth(program.samples)
            start = percentile([s[0] for s in program.samples[len(program.samples) // 4:]], 0.5)
            print(f"{program.name}: after the first quarter {resident:+.0f} KiB of {start:.0f}, {files:+.0f} descriptors, "
                  f"{threads:+.0f} threads")
            if resident > max(4096, 0.05 * start) or files > 2 or threads > 2:
                faults.append(f"{program.name} grows")
        span = arguments.seconds / 4
        second = [took for at, took in uploads.times if span < at - begun < 2 * span]
        last = [took for at, took in uploads.times if 3 * span < at - begun]
        for share in (0.5, 0.99):
            before, after = percentile(second, share) * 1000, percentile(last, share) * 1000
            print(f"uploads, p{share * 100:.0f}: {before:.0f} ms in the second quarter, {after:.0f} ms in the last")
            if share == 0.5 and after > 1.5 * before + 20:
                faults.append("uploads take longer and longer")
        print(f"{len(uploads.times)} uploads, {len(results)} live results, {counts['batches']} whole batches of "
              f"{counts['pictures']} pictures, all as they should be: {'no' if faults else 'yes'}")
        print(answered)
    finally:
        stop.set()
        statuses = {program.name: program.end(signal.SIGINT if program.name == "live" else signal.SIGTERM) for program in programs}
        if camera:
            camera.terminate()
            camera.wait()
        said = {program.name: (folder / f"{program.name}.err").read_text() for program in programs}
        shutil.rmtree(folder, ignore_errors=True)
    for name, text in said.items():
        if text.strip():
            faults.append(f"{name} said: {text.strip()[:300]}")
    if statuses.get("serve") != 0 or statuses.get("live") not in (130, -2):
        faults.append(f"they ended with {statuses}")
    for fault in faults:
        print(f"soak: {fault}.", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
