"""A real server, a real browser, and a new visitor whose browser runs no scripts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.server.server_process import ServerProcess, chromium
from tests.server.visitors import Visitor


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that a test may kill."""
    with ServerProcess(tmp_path) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one module only: while the browser runs, no other event loop can run in this process."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def context(browser: Browser, server: ServerProcess) -> Iterator[BrowserContext]:
    """The browser of a new visitor, with the window of a desktop."""
    context = browser.new_context(base_url=server.address, viewport={"width": 1280, "height": 900}, locale="en-GB")
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def visitor(server: ServerProcess) -> Iterator[Visitor]:
    """A new visitor without scripts: plain requests and forms."""
    with Visitor(server.address) as visitor:
        yield visitor
