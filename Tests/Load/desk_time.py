#!/usr/bin/env python3
"""How long the desk lets a clerk wait who works with the keyboard alone: 100 documents that are not verified, in Chromium.

    python3 Tests/Load/desk_time.py .build/release/mrz-scan --documents 100

The documents are those of Samples that are not verified, with a few bytes behind the end of each copy so that no two are the
same file. Enter keeps the lines as they are. The time of the machine begins with the key and ends when the next document's
lines can be typed over, and when its page and its strips are shown.
"""

import argparse
import asyncio
import json
import pathlib
import subprocess
import tempfile

from chromium import HEAD, Chromium, machine, row, serving

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "Samples"

# The page's own clock: a key is when the browser has it.
WATCH = """
(() => {
    window.kept = 0;
    addEventListener('keydown', ({key}) => { if (key === 'Enter') window.kept = performance.now(); }, {capture: true});
    window.next = (title) => new Promise((done) => {
        let lines = 0;
        const look = () => {
            const now = performance.now();
            const isOther = document.getElementById('document-title').textContent !== title;
            if (isOther && document.activeElement.matches('#lines input')) lines ||= now;
            const images = [document.getElementById('page'), ...document.querySelectorAll('.strip img')];
            if (lines && images.every(({complete, naturalWidth}) => complete && naturalWidth)) {
                return done([lines - kept, now - kept]);
            }
            if (document.getElementById('document').hidden) return done(null);
            setTimeout(look, 2);
        };
        look();
    });
})()
"""


def unverified(program, folder, count):
    """A store of so many documents that are not verified."""
    def batch(store, *paths):
        subprocess.run([program, "batch", "--quiet", "--out", store, *paths], check=False)
        export = subprocess.run([program, "export", store], check=True, stdout=subprocess.PIPE)
        return [json.loads(line) for line in export.stdout.splitlines()]

    results = batch(folder / "all.sqlite", SAMPLES)
    files = [pathlib.Path(result["source"]) for result in results
             if result["status"] == "unverified" and result["source"].endswith(".jpg")]
    if not files:
        raise SystemExit("every sample is verified")
    scans = folder / "scans"
    scans.mkdir()
    for number in range(count):
        file = files[number % len(files)]
        (scans / f"{number:04}-{file.name}").write_bytes(file.read_bytes() + b"%d" % number)
    batch(folder / "desk.sqlite", scans)
    return folder / "desk.sqlite"


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--documents", type=int, default=100)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = unverified(arguments.program, pathlib.Path(folder), arguments.documents)
        server, address = await serving(arguments.program, "review", str(store), "--clerk", "Ada", "--clear-after", "0")
        browser = await Chromium.started()
        lines, pictures = [], []
        try:
            await browser.open(address)
            await browser.wait("document.activeElement.matches('#lines input')")
            await browser.evaluate(WATCH)
            while True:
                title = await browser.evaluate("document.getElementById('document-title').textContent")
                await browser.press("Enter", 13)
                times = await browser.evaluate(f"next({json.dumps(title)})")
                if times is None:
                    break
                lines.append(times[0] / 1000)
                pictures.append(times[1] / 1000)
            progress = await browser.evaluate("document.getElementById('progress').textContent")
        finally:
            await browser.end()
            server.terminate()
            await server.wait()
    print(f"{progress}; {machine()}\n\n{HEAD}")
    print(row("Enter to the next document's lines", lines))
    print(row("Enter to its page and strips", pictures))


if __name__ == "__main__":
    asyncio.run(main())
