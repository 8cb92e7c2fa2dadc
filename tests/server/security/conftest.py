"""A server in the tests' own process."""

from collections.abc import Iterator

import pytest

from tests.server.in_process_server import InProcessServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path_factory.mktemp("server")) as server:
        yield server
