#!/usr/bin/env python3
"""Many clients at the bridge of `mrz-scan serve`, at a steady rate, and what the answers took.

    mrz-scan serve --port 8080 &
    python3 Tests/Load/bridge_load.py --port 8080 --clients 200 --rate 1000 --seconds 20 --scan Samples/td3/096-scan-rgb.jpg

Every client has a WebSocket of its own and sends `camera.isAvailable` when its turn comes, whether or not earlier
requests have been answered; times count from when a request was due, so that a server that stalls cannot hide it.
With --scan one more client uploads that picture again and again. Only the standard library is used; loopback only.
"""

import argparse
import asyncio
import base64
import json
import os
import struct
import time

HOST = "127.0.0.1"


async def open_socket(port, path="/bridge"):
    reader, writer = await asyncio.open_connection(HOST, port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 101 "):
        raise SystemExit("the server refuses: " + head.split(b"\r\n")[0].decode())
    return reader, writer


def frame(opcode, payload):
    mask = os.urandom(4)
    length = len(payload)
    if length < 126:
        head = bytes([0x80 | opcode, 0x80 | length])
    elif length < 65536:
        head = struct.pack(">BBH", 0x80 | opcode, 0xFE, length)
    else:
        head = struct.pack(">BBQ", 0x80 | opcode, 0xFF, length)
    repeated = (mask * (length // 4 + 1))[:length]
    masked = (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(length, "big")
    return head + mask + masked


async def receive(reader):
    first, length = await reader.readexactly(2)
    length &= 0x7F
    if length == 126:
        (length,) = struct.unpack(">H", await reader.readexactly(2))
    elif length == 127:
        (length,) = struct.unpack(">Q", await reader.readexactly(8))
    return first & 0x0F, await reader.readexactly(length)


async def client(number, arguments, start, times, faults):
    reader, writer = await open_socket(arguments.port)
    interval = arguments.clients / arguments.rate
    count = int(arguments.seconds / interval)
    due = {}

    async def answers():
        for _ in range(count):
            opcode, payload = await receive(reader)
            while opcode != 1:
                if opcode == 9:
                    writer.write(frame(10, payload))
                opcode, payload = await receive(reader)
            now = time.perf_counter()
            message = json.loads(payload)
            if not message["success"]:
                faults.append(message)
            times.append(now - due.pop(message["requestId"]))

    listening = asyncio.create_task(answers())
    first = start + interval * number / arguments.clients
    for i in range(count):
        when = first + i * interval
        await asyncio.sleep(max(0, when - time.perf_counter()))
        identifier = f"{number:08x}-0000-4000-8000-{i:012x}"
        due[identifier] = when
        request = {"type": "request", "version": 1, "id": identifier, "domain": "camera", "method": "isAvailable",
                   "params": {}, "timestamp": int(time.time() * 1000)}
        writer.write(frame(1, json.dumps(request).encode()))
    try:
        await asyncio.wait_for(listening, 30)
    except (asyncio.TimeoutError, asyncio.IncompleteReadError):
        faults.extend(["no answer"] * len(due))
    writer.close()


async def uploads(arguments, end, times, faults):
    with open(arguments.scan, "rb") as file:
        body = file.read()
    while time.perf_counter() < end:
        begun = time.perf_counter()
        reader, writer = await asyncio.open_connection(HOST, arguments.port)
        writer.write(
            f"POST /scan HTTP/1.1\r\nHost: {HOST}:{arguments.port}\r\nContent-Length: {len(body)}\r\n"
            "Connection: close\r\n\r\n".encode() + body)
        head = await reader.readuntil(b"\r\n\r\n")
        answer = await reader.read()
        writer.close()
        if b" 200 " not in head.split(b"\r\n")[0] or b'"status":"verified"' not in answer:
            faults.append("upload")
        times.append(time.perf_counter() - begun)


def line(name, times):
    if not times:
        return f"{name}: none"
    times = sorted(times)
    at = lambda share: 1000 * times[min(len(times) - 1, int(share * len(times)))]
    return f"{name}: {len(times)} answered, p50 {at(.5):.1f} ms, p90 {at(.9):.1f} ms, p99 {at(.99):.1f} ms, max {at(1):.1f} ms"


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--rate", type=float, default=1000, help="requests a second of all clients together")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--scan", metavar="PICTURE", help="a picture that verifies, to be uploaded meanwhile")
    arguments = parser.parse_args()
    times, scans, faults = [], [], []
    start = time.perf_counter() + 1
    work = [client(number, arguments, start, times, faults) for number in range(arguments.clients)]
    if arguments.scan:
        work.append(uploads(arguments, start + arguments.seconds, scans, faults))
    await asyncio.gather(*work)
    print(line("isAvailable", times))
    if arguments.scan:
        print(line("scan", scans))
    print(f"faults: {len(faults)}")
    raise SystemExit(1 if faults else 0)


if __name__ == "__main__":
    asyncio.run(main())
