#!/usr/bin/env python3
"""How long a document takes before the camera of a browser, and the same films before a camera of this machine.

    python3 Tests/Load/browser_time.py .build/release/mrz-scan --films 20

Each film is 1280 × 720 with 30 frames a second: an empty table for a second and a half, then a sample in a hand, as
`visitor_load.py` makes it. Chromium plays it as its camera to the page of `mrz-scan serve`. The time begins when the first
frame with the document is in the page's <video>, and ends with the result in the page. The test camera of `make test-camera`
plays the same file to `mrz-scan --device`, where /dev/fuse is: there the time begins a second and a half after the stream
did, which is when the program says its first line, and ends with the line of the result. Then four visitors send 10 frames a
second each. Needs python3-pil.
"""

import argparse
import asyncio
import io
import json
import os
import pathlib
import subprocess
import tempfile
import time

import visitor_load
from chromium import HEAD, Chromium, machine, row, serving
from PIL import Image

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "Samples"
TEST_CAMERA = SAMPLES.parent / ".build/test-camera"
EMPTY, SHOWN = 45, 75

# From the first frame with the document, which differs from the table in its middle, to the result.
WATCH = """
(() => {
    window.times = {};
    const own = document.getElementById('own');
    const video = own.shadowRoot.querySelector('video');
    const canvas = Object.assign(document.createElement('canvas'), {width: 32, height: 18});
    const context = canvas.getContext('2d', {willReadFrequently: true});
    const look = () => {
        if (times.first || !video.srcObject) return;
        context.drawImage(video, 0, 0, 32, 18);
        const {data} = context.getImageData(8, 5, 16, 8);
        let sum = 0;
        for (let at = 0; at < data.length; at += 4) sum += data[at];
        if (sum / (data.length / 4) > 110) times.first = performance.now();
    };
    own.addEventListener('ready', () => {
        times.ready ??= performance.now();
        const next = () => { look(); if (!times.first && !times.end) setTimeout(next, 8); };
        next();
    });
    const end = ({detail}) => { times.end ??= performance.now(); times.status ??= detail?.status ?? detail?.code; };
    own.addEventListener('result', end);
    own.addEventListener('error', end);
    document.getElementById('own-start').click();
})()
"""


def film(sample, seed, path):
    """Writes the film of a sample as YUV4MPEG2."""
    empty, shown = visitor_load.video(SAMPLES / sample, seed, SHOWN)
    width, height = visitor_load.SIZE

    def planes(jpeg):
        y, u, v = Image.open(io.BytesIO(jpeg)).convert("YCbCr").split()
        half = (width // 2, height // 2)
        return b"FRAME\n" + y.tobytes() + u.resize(half).tobytes() + v.resize(half).tobytes()

    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} F30:1 Ip A1:1 C420jpeg\n".encode())
        table = planes(empty)
        for _ in range(EMPTY):
            file.write(table)
        for jpeg in shown:
            file.write(planes(jpeg))


def samples(count):
    """Verified samples as JPEG, evenly out of all of them."""
    outcomes = json.loads((SAMPLES / "baseline.json").read_text())["outcomes"]
    names = [name for name, outcome in outcomes.items() if outcome == ["verified"] and name.endswith(".jpg")]
    return [names[index * len(names) // count] for index in range(count)]


async def in_browser(path, address):
    """Seconds to the result in the page; nothing where nothing is verified."""
    browser = await Chromium.started(
        "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={path}")
    try:
        await browser.open(address)
        await browser.wait("!document.getElementById('own-start').hidden")
        await browser.evaluate(WATCH)
        await browser.wait("window.times.end")
        times = await browser.evaluate("times")
    finally:
        await browser.end()
    if times.get("status") != "verified" or "first" not in times:
        return None
    return (times["end"] - times["first"]) / 1000


def on_device(program, path, folder):
    """Seconds to the result on standard output; nothing where nothing is verified."""
    device = os.path.join(folder, "video0")
    camera = subprocess.Popen([TEST_CAMERA, "--format", "MJPG", device, path], stdout=subprocess.PIPE)
    try:
        camera.stdout.readline()
        scan = subprocess.Popen(
            [program, "--device", device, "--format", "jsonl", "--timeout", "30", "--quiet"], stdout=subprocess.PIPE)
        # The first line comes when the stream begins, before any frame.
        scan.stdout.readline()
        begun = time.perf_counter()
        for line in scan.stdout:
            ended = time.perf_counter()
        scan.wait()
    finally:
        camera.terminate()
        camera.wait()
    return ended - begun - EMPTY / 30 if json.loads(line).get("status") == "verified" else None


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--films", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20, help="for which the four visitors send")
    arguments = parser.parse_args()
    has_camera = os.access(TEST_CAMERA, os.X_OK) and os.access("/dev/fuse", os.R_OK)
    page, device = [], []
    server, address = await serving(arguments.program, "serve", "--port", "0")
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "film.y4m")
            for seed, sample in enumerate(samples(arguments.films)):
                film(sample, seed, path)
                page.append(await in_browser(path, address))
                device.append(on_device(arguments.program, path, folder) if has_camera else None)
                print("%-32s" % sample, *(f"{1000 * each:6.0f} ms" if each else "   none  " for each in (page[-1], device[-1])), flush=True)
        print(f"\n{len(page)} films; {machine()}\n\n{HEAD}")
        print(row("a browser's camera: first frame with the document to the result", filter(None, page)))
        if has_camera:
            print(row("a camera of this machine: the same films", filter(None, device)))
        print("\nfour visitors, 10 frames a second of 1280 × 720 each:")
        port = int(address.rsplit(":", 1)[1].strip("/"))
        pictures = [SAMPLES / name for name in samples(4)]
        await visitor_load.run(argparse.Namespace(port=port, visitors=4, seconds=arguments.seconds, rate=10, pictures=pictures))
    finally:
        server.terminate()
        await server.wait()


if __name__ == "__main__":
    asyncio.run(main())
