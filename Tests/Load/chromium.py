"""A headless Chromium with one page, driven over the Chrome DevTools Protocol with the standard library alone."""

import asyncio
import json
import os
import shutil
import signal
import tempfile

from bridge_load import frame, open_socket, receive


class Chromium:
    @classmethod
    async def started(cls, *options):
        """A browser that shows nothing yet."""
        self = cls()
        path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not path:
            raise SystemExit("Chromium is not installed: make browser-packages")
        self.profile = tempfile.mkdtemp(prefix="mrz-scan-")
        self.process = await asyncio.create_subprocess_exec(
            path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0",
            f"--user-data-dir={self.profile}", *options, "about:blank",
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE)
        mark = "DevTools listening on ws://127.0.0.1:"
        while mark not in (said := (await self.process.stderr.readline()).decode(errors="replace")):
            if not said:
                raise SystemExit("Chromium ended")
        port, path = said.split(mark)[1].strip().split("/", 1)
        # Nobody reads what else it says, and a full pipe would stop it.
        self.drain = asyncio.ensure_future(self.process.stderr.read())
        self.reader, self.writer = await open_socket(int(port), "/" + path)
        self.number, self.session = 0, None
        target = (await self.call("Target.createTarget", url="about:blank"))["targetId"]
        self.session = (await self.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        await self.call("Page.enable")
        return self

    async def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.writer.write(frame(1, json.dumps(message).encode()))
        while True:
            opcode, payload = await receive(self.reader)
            answer = json.loads(payload) if opcode == 1 else {}
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]

    async def evaluate(self, expression):
        answer = await self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    async def wait(self, condition, seconds=60):
        """Whether something is so before the time is over."""
        return await self.evaluate(
            "new Promise((done) => { let left = %d; const isSo = () => { try { return %s; } catch { return false; } };"
            "const look = () => isSo() ? done(true) : --left > 0 ? setTimeout(look, 10) : done(false); look(); })"
            % (seconds * 100, condition))

    async def open(self, address):
        await self.call("Page.navigate", url=address)
        await self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    async def press(self, key, code):
        text = {"text": "\r"} if key == "Enter" else {}
        await self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=code, **text)
        await self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code)

    async def end(self):
        self.writer.close()
        self.process.send_signal(signal.SIGTERM)
        await self.process.wait()
        self.drain.cancel()
        shutil.rmtree(self.profile, ignore_errors=True)


async def serving(program, *arguments):
    """A command that serves a page, and the address that it prints."""
    process = await asyncio.create_subprocess_exec(
        program, *arguments, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE)
    address = (await process.stdout.readline()).decode().strip()
    if not address:
        raise SystemExit("the server says no address")
    return process, address


def row(name, times, digits=0):
    """A row of a table: how many, the median, nine of ten, the most."""
    times = sorted(times)
    if not times:
        return f"| {name} | 0 | | | |"
    values = (times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.9))], times[-1])
    return f"| {name} | {len(times)} | " + " | ".join(f"{value * 1000:.{digits}f} ms" for value in values) + " |"


HEAD = "| | count | median | nine of ten | most |\n|---|---|---|---|---|"


def machine():
    """What the figures were measured on."""
    return f"{os.cpu_count()} cores, {os.getloadavg()[0]:.1f} programs wanted them in the last minute"
