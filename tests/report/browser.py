"""A real browser for the tests: Chromium, driven over a pipe by its DevTools protocol.

Nothing but the standard library is needed, and no port is opened. Without the browser, the tests
that need it are skipped and say so.
"""

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WAIT = 60.0

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-sync",
    "--disable-component-update",
    "--disable-background-networking",
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)


def find_browser() -> str | None:
    """The path of the browser, if there is one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Tab:
    """One page of the browser, and all that it complained about or asked for."""

    def __init__(self, browser: "Browser", session: str) -> None:
        self._browser, self._session = browser, session
        self.complaints: list[str] = []
        self.requests: list[str] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call one method and return its result; what happens meanwhile is kept."""
        return self._browser.call(method, parameters, self._session, self.keep)

    def keep(self, event: dict[str, Any]) -> None:
        """Keep an event that a test may ask for."""
        said = event.get("params", {})
        if event["method"] == "Network.requestWillBeSent":
            self.requests.append(said["request"]["url"])
        elif event["method"] == "Log.entryAdded":
            self.complaints.append(said["entry"]["text"])
        elif event["method"] == "Runtime.consoleAPICalled":
            self.complaints.append(str(said["args"]))
        elif event["method"] == "Runtime.exceptionThrown":
            self.complaints.append(str(said["exceptionDetails"]))

    def look(self, *, width: int, height: int = 900, dark: bool = False, media: str = "") -> None:
        """Set the size of the screen, its scheme, and screen or print."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def open(self, path: Path) -> None:
        """Open a file and wait until it is there."""
        self.call("Page.navigate", url=path.as_uri())
        self.ask(
            "new Promise(done => document.readyState == 'complete' ? done() : "
            "addEventListener('load', () => done()))"
        )

    def ask(self, expression: str) -> Any:
        """Return the value of a JavaScript expression."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press_tab(self) -> None:
        """Press the key that goes from link to link."""
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9
            )

    def picture(self) -> bytes:
        """The whole page as PNG."""
        answer = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        return base64.b64decode(answer["data"])

    def paper(self) -> bytes:
        """The page as PDF, on the paper that its style asks for."""
        answer = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=True)
        return base64.b64decode(answer["data"])


class Browser:
    """The process, and the two ends of its pipe."""

    def __init__(self, process: subprocess.Popen[bytes], reads: int, writes: int) -> None:
        self._process, self._reads, self._writes = process, reads, writes
        self._pending, self._count = b"", 0

    def new_tab(self) -> Tab:
        """Open an empty page."""
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        return Tab(self, session["sessionId"])

    def call(
        self,
        method: str,
        parameters: dict[str, Any],
        session: str | None = None,
        keep: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """Send one message and read until its answer."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._writes, data) :]
        while True:
            answer = self._read()
            if answer.get("id") == self._count:
                assert "error" not in answer, answer["error"]
                return answer["result"]
            if keep is not None and "method" in answer:
                keep(answer)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._pending:
            ready, _, _ = select.select([self._reads], [], [], WAIT)
            assert ready, f"the browser says nothing (exit code {self._process.poll()})"
            got = os.read(self._reads, 1 << 20)
            assert got, f"the browser has ended (exit code {self._process.poll()})"
            self._pending += got
        message, _, self._pending = self._pending.partition(b"\0")
        return json.loads(message)


@contextlib.contextmanager
def open_browser(path: str) -> Iterator[Browser]:
    """Start the browser with a profile of its own, and end it."""
    import fcntl

    to_browser, writes = os.pipe()
    reads, from_browser = os.pipe()
    # The browser reads from descriptor 3 and answers on 4; a small program puts the ends of the
    # pipes there, moved out of its way first, and becomes the browser.
    ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]
    become = (
        f"import os, sys; os.dup2({ends[0]}, 3); os.dup2({ends[1]}, 4); "
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", become, path, *_FLAGS, f"--user-data-dir={profile}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=ends,
        )
        for end in (to_browser, from_browser, *ends):
            os.close(end)
        try:
            yield Browser(process, reads, writes)
        finally:
            os.close(writes)
            os.close(reads)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
