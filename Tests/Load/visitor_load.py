#!/usr/bin/env python3
"""Visitors with cameras of their own at `mrz-scan serve`: frames a second, and the time to the result.

    mrz-scan serve --port 8080 &
    python3 Tests/Load/visitor_load.py --port 8080 --visitors 4 --seconds 60 Samples/td3/096-scan-rgb.jpg …

Each visitor has a WebSocket of its own and a video of its own: 1280 × 720, 30 frames a second, an empty table for a
second, then one of the pictures, which drifts, turns and trembles as in a hand, with noise, as JPEG of quality 80. As the
page does, it sends the newest frame whenever the one before was answered. A result ends its scan; after a second it begins
the next. The time to the result begins with the frame that first shows the document. Needs python3-pil, for the video
only; loopback only.
"""

import argparse
import asyncio
import io
import json
import math
import random
import statistics
import time

from bridge_load import frame, open_socket, receive
from PIL import Image

SIZE, RATE, EMPTY = (1280, 720), 30, 30


def video(path, seed, frames=90):
    """JPEG frames: first the empty table, once, then the document, over and over."""
    chance = random.Random(seed)
    page = Image.open(path).convert("RGB")
    scale = min(SIZE[0] * 0.85 / page.width, SIZE[1] * 0.85 / page.height)
    page = page.resize((round(page.width * scale), round(page.height * scale)), Image.LANCZOS)
    noise = Image.frombytes("L", SIZE, bytes(min(255, max(0, round(chance.gauss(128, 6)))) for _ in range(SIZE[0] * SIZE[1])))
    noise = Image.merge("RGB", [noise] * 3)

    def packed(picture, number):
        shifted = noise.rotate(180 * (number % 2)).transform(SIZE, Image.AFFINE, (1, 0, -7 * number % 64, 0, 1, -5 * number % 64))
        data = io.BytesIO()
        Image.blend(picture, shifted, 0.12).save(data, "JPEG", quality=80)
        return data.getvalue()

    table = Image.new("RGB", SIZE, (86, 84, 80))
    shown = []
    for number in range(frames):
        turn = 2 * math.sin(number / 17) + chance.gauss(0, 0.1)
        turned = page.convert("RGBA").rotate(turn, Image.BICUBIC, expand=True)
        picture = table.copy()
        x = (SIZE[0] - turned.width) / 2 + 25 * math.sin(number / 11) + chance.gauss(0, 1)
        y = (SIZE[1] - turned.height) / 2 + 15 * math.sin(number / 7) + chance.gauss(0, 1)
        picture.paste(turned, (round(x), round(y)), turned)
        shown.append(packed(picture, number))
    return packed(table, 1), shown


async def visitor(number, port, end, films, figures, rate):
    reader, writer = await open_socket(port, "/v1/live")

    async def answer():
        opcode, payload = await receive(reader)
        while opcode != 1:
            if opcode == 8:
                raise SystemExit("the server hangs up")
            if opcode == 9:
                writer.write(frame(10, payload))
            opcode, payload = await receive(reader)
        return json.loads(payload)

    turn = number
    while time.perf_counter() < end:
        empty, shown = films[turn % len(films)]
        turn += 1
        asked = time.perf_counter()
        writer.write(frame(1, b'{"type":"start"}'))
        message = await answer()
        if message["type"] != "ready":
            raise SystemExit(f"no scan: {message}")
        begun = time.perf_counter()
        figures["ready"].append(begun - asked)
        last, first = -1, None
        while time.perf_counter() < end:
            turn_of = int((time.perf_counter() - begun) * rate)
            if turn_of == last:
                await asyncio.sleep(1 / rate / 8)
                continue
            last = turn_of
            now = turn_of * RATE // rate
            sent = time.perf_counter()
            if now >= EMPTY and first is None:
                first = sent
            writer.write(frame(2, empty if now < EMPTY else shown[(now - EMPTY) % len(shown)]))
            await writer.drain()
            message = await answer()
            figures["answer"].append(time.perf_counter() - sent)
            figures["served"][number] += 1
            if message["type"] == "error":
                raise SystemExit(f"the scan failed: {message}")
            if message["type"] == "result":
                figures["result"].append(time.perf_counter() - first)
                figures[message["status"]] = figures.get(message["status"], 0) + 1
                break
        figures["scanning"][number] += time.perf_counter() - begun
        await asyncio.sleep(1)
    writer.close()


def line(name, times):
    times = sorted(times)
    if times:
        print(f"{name:>18}: {len(times)}, median {statistics.median(times) * 1000:.0f} ms, "
              f"nine of ten {times[int(len(times) * 0.9)] * 1000:.0f} ms, most {times[-1] * 1000:.0f} ms")


async def run(arguments):
    films = [video(path, seed) for seed, path in enumerate(arguments.pictures)]
    start = time.perf_counter()
    figures = {"ready": [], "answer": [], "result": [], "served": [0] * arguments.visitors, "scanning": [0] * arguments.visitors}
    await asyncio.gather(*(
        visitor(i, arguments.port, start + arguments.seconds, films, figures, arguments.rate) for i in range(arguments.visitors)))
    line("scan begun", figures["ready"])
    line("frame answered", figures["answer"])
    line("document to result", figures["result"])
    print("results:", {status: figures[status] for status in ("verified", "unverified") if status in figures})
    busy = sum(figures["answer"])
    print(f"frames a second of a visitor that scans: {len(figures['answer']) / max(busy, 1e-9):.1f} at most, "
          f"{len(figures['answer']) / arguments.visitors / arguments.seconds:.1f} with the pauses between scans")
    served = [count / max(seconds, 1e-9) for count, seconds in zip(figures["served"], figures["scanning"])]
    print("frames a second of each visitor while it scans:", ", ".join(f"{each:.1f}" for each in served))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--visitors", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rate", type=int, default=RATE, help="frames a second that a visitor sends at most")
    parser.add_argument("pictures", nargs="+")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
