"""A real server in a process of its own, and a real browser."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.server.people import Visitor

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]


class Served:
    """A running server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [str(Path(sys.executable).with_name("shoal")), "serve", "--port", str(self.port)]
        command += ["--workers", "1", "--log-level", "warning"]
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

    def kill(self) -> None:
        """At once, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """In an orderly way; the exit status."""
        assert self._process is not None
        self._process.terminate()
        self._process.wait(timeout=30)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("served"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server that a test may kill."""
    server = Served(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one module only: as long as it is there, no other event loop can run in this process."""
    with sync_playwright() as playwright:
        executable = os.environ.get("SHOAL_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser, served: Served) -> Iterator[BrowserContext]:
    """A browser of somebody who was never here before, at a desk."""
    context = browser.new_context(base_url=served.address, viewport={"width": 1280, "height": 900}, locale="en-GB")
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def visitor(served: Served) -> Iterator[Visitor]:
    """Somebody without scripts: plain requests and forms."""
    with Visitor(served.address) as visitor:
        yield visitor
