"""A real server in a process of its own, and a real browser: for tests, `bench/page.py`, `tools/screenshots.py`."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import httpx
from playwright.sync_api import Browser, sync_playwright

__all__ = ["ServerProcess", "chromium"]

_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]


class ServerProcess:
    """A running `shoal serve`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [str(Path(sys.executable).with_name("shoal")), "serve", "--port", str(self.port)]
        # Tests play faster than people, so they may reach the limits on requests.
        command += ["--workers", "1", "--log-level", "warning", "--no-limits"]
        database = f"sqlite:///{self._folder / 'shoal.db'}"
        environment = {**os.environ, "SHOAL_SECRET": "5e" * 32, "SHOAL_LANG": "en"}
        self._process = subprocess.Popen([*command, "--database", database], env=environment)
        for _ in range(400):
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{self.address}/health", timeout=5).raise_for_status()
                return
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError("the server did not start")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def kill(self) -> None:
        """Stop it at once, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Stop it in an orderly way."""
        assert self._process is not None
        self._process.terminate()
        self._process.wait(timeout=30)


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window. While it runs, no other event loop can run in this thread."""
    with sync_playwright() as playwright:
        executable = os.environ.get("SHOAL_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=executable, args=_ARGUMENTS)
        yield browser
        browser.close()
