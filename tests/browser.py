"""A real browser for the tests of pages: chromium without a window, spoken to over a pipe.

The DevTools protocol: one JSON object after the other, each ended by a zero byte, on the browser's
descriptors 3 and 4. Nothing is needed but the browser itself.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome-headless-shell")
OPTIONS = (
    "--headless", "--disable-gpu", "--no-first-run", "--no-default-browser-check",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--remote-debugging-pipe", "--hide-scrollbars",
)  # fmt: skip
# The browser wants the descriptors 3 and 4; Popen hands them on under the numbers they have.
LAUNCH = """
import fcntl, os, sys
high = [fcntl.fcntl(int(given), fcntl.F_DUPFD, 10) for given in sys.argv[1:3]]
os.dup2(high[0], 3), os.dup2(high[1], 4)
os.execvp(sys.argv[3], sys.argv[3:])
"""


def found() -> str | None:
    """The browser to use: the one named by DPVERIFY_BROWSER, or one on the PATH."""
    return os.environ.get("DPVERIFY_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One tab; `messages` holds what pages wrote to the console, errors and violations included."""

    def __init__(self, to: int, back: int) -> None:
        self._to, self._back = to, back
        self._last, self._session, self._rest = 0, "", b""
        self.messages: list[str] = []
        self.requests: list[str] = []
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._ask(f"{domain}.enable")

    def open(self, page: Path | str, *, width: int = 1280, dark: bool = False) -> None:
        """Show a file or an address at a width, light or dark; `messages` start anew."""
        self.messages, self.requests = [], []
        self._ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
            mobile=width < 600,
        )  # fmt: skip
        self.emulate("screen", dark=dark)
        self._ask("Page.navigate", url=page if isinstance(page, str) else page.as_uri())
        self._wait_for("Page.loadEventFired")

    def emulate(self, media: str, *, dark: bool) -> None:
        """Show what is open on another medium: "screen" or "print"."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._ask("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def value(self, expression: str) -> Any:
        """What a JavaScript expression is on the page."""
        found = self._ask(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def press(self, key: str, *, code: int, text: str = "") -> None:
        """Press and release a key, as the system tells the browser: "Tab" is 9, "Enter" is 13."""
        for kind in ("keyDown", "keyUp"):
            self._ask(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key,
                windowsVirtualKeyCode=code, text=text if kind == "keyDown" else "",
            )  # fmt: skip

    def spoken(self) -> list[tuple[str, str]]:
        """Role and name of everything a screen reader finds on the page, in its order."""
        nodes = self._ask("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes
            if not node["ignored"]
        ]

    def screenshot(self, path: Path) -> None:
        """Save the whole page as a PNG."""
        data = self._ask("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        path.write_bytes(b64decode(data))

    def pdf(self, path: Path) -> None:
        """Save the page as it is printed."""
        path.write_bytes(b64decode(self._ask("Page.printToPDF", printBackground=True)["data"]))

    def close(self) -> None:
        """End the browser."""
        self._ask("Browser.close")

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session and not method.startswith(("Target.", "Browser.")):
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._to, data) :]
        while True:
            answer = self._next()
            if answer.get("id") == self._last:
                assert "error" not in answer, (method, answer["error"])
                result: dict[str, Any] = answer["result"]
                return result

    def _wait_for(self, event: str) -> None:
        while self._next().get("method") != event:
            pass

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._back, 1 << 20)
            if not more:
                raise EOFError("the browser ended")
            self._rest += more
        raw, self._rest = self._rest.split(b"\0", 1)
        message: dict[str, Any] = json.loads(raw)
        self._note(message.get("method"), message.get("params", {}))
        return message

    def _note(self, method: str | None, parameters: dict[str, Any]) -> None:
        if method == "Runtime.consoleAPICalled":
            self.messages.append(str(parameters["args"]))
        elif method == "Runtime.exceptionThrown":
            self.messages.append(str(parameters["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.messages.append(str(parameters["entry"]["text"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(str(parameters["request"]["url"]))


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser, and its end."""
    program = found()
    assert program is not None
    ours_in, theirs_out = os.pipe()
    theirs_in, ours_out = os.pipe()
    # Where the tests run as root, as in a container, chromium refuses its sandbox.
    extra = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [
                *(sys.executable, "-c", LAUNCH, str(theirs_in), str(theirs_out), program),
                *(*OPTIONS, *extra, f"--user-data-dir={profile}"),
            ],
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            tab = Browser(ours_out, ours_in)
            yield tab
            tab.close()
        finally:
            os.close(ours_in)
            os.close(ours_out)
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
