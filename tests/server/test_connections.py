"""A server goes on serving while somebody opens more connections than it can hold, or sends and reads slowly.

Real processes that may open only 256 files, and floods of connections from this machine, which no limit on an address
stops.
"""

import contextlib
import os
import random
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.server.visitors import Visitor

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it reads /proc")

FEW_FILES = 256
HALF_SENT = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
FORM = (
    b"POST /settings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 250000\r\n\r\nname="
)
WHOLE = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


class TightServer:
    """`shoal serve` that may open only few files, with its log in a file."""

    def __init__(self, folder: Path, *words: str, files: str = f"ulimit -n {FEW_FILES}") -> None:
        self._log_path = folder / "log"
        shoal = str(Path(sys.executable).with_name("shoal"))
        command = ["sh", "-c", f'{files}; exec "$@"', "sh", shoal, "serve", "--port", "0", "--workers", "1", *words]
        environment = {**os.environ, "SHOAL_SECRET": "5e" * 32, "SHOAL_LANG": "en"}
        with self._log_path.open("w") as log:
            self.process = subprocess.Popen(
                [*command, "--database", f"sqlite:///{folder / 'shoal.db'}"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
            )
        assert self.process.stdout is not None
        announced = re.search(r"http://\S+", self.process.stdout.readline())
        assert announced is not None, self.log()
        self.address = announced[0].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])
        for _ in range(100):
            with contextlib.suppress(httpx.TransportError):
                self.check_health()
                return
            time.sleep(0.1)
        raise AssertionError(self.log())

    def log(self) -> str:
        return self._log_path.read_text(encoding="utf-8")

    def check_health(self) -> None:
        """Ask on a new connection, as a program does that restarts servers."""
        httpx.get(f"{self.address}/health", timeout=10).raise_for_status()

    @property
    def cpu_seconds(self) -> float:
        words = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def metric(self, name: str) -> float:
        text = httpx.get(f"{self.address}/metrics", timeout=10).raise_for_status().text
        (value,) = (line.rpartition(" ")[2] for line in text.splitlines() if line.rpartition(" ")[0] == name)
        return float(value)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TightServer]:
    with contextlib.closing(TightServer(tmp_path)) as server:
        yield server


@contextlib.contextmanager
def flood(port: int, count: int, *parts: bytes) -> Iterator[list[socket.socket]]:
    """Open many connections, and send the parts on each, one part a round."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10)) for _ in range(count)]
        for part in parts:
            for one in sockets:
                with contextlib.suppress(OSError):  # the server closed it
                    one.sendall(part)
        yield sockets


class Player:
    """A person at a table, with the page's feed open."""

    def __init__(self, server: TightServer) -> None:
        self._stack = contextlib.ExitStack()
        self.visitor = self._stack.enter_context(Visitor(server.address))
        table = self.visitor.set_up("penguins", seat_0="me", seat_1="screen", option_players="2")
        self.feed = self._stack.enter_context(connect_feed(server, self.visitor, table))
        self.feed.recv(timeout=10)
        self._choice = random.Random(3)

    def step(self) -> None:
        """Take a step, and hear of it by the feed."""
        assert self.visitor.step(self._choice).status_code == 200
        self.feed.recv(timeout=10)

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()


def connect_feed(server: TightServer, visitor: Visitor, table: str) -> ClientConnection:
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
    address = server.address.replace("http:", "ws:") + table
    return connect(f"{address}/feed", additional_headers={"Cookie": cookies}, max_queue=None, open_timeout=10)


def test_half_sent_requests_stop_nobody(server: TightServer) -> None:
    with Player(server) as player:
        player.step()
        with flood(server.port, 400, HALF_SENT) as sockets:
            server.check_health()
            player.step()
            quiet_since = server.cpu_seconds
            for _ in range(5):
                time.sleep(0.2)
                for one in sockets:
                    with contextlib.suppress(OSError):
                        one.send(b"x")
            assert server.cpu_seconds - quiet_since < 0.5, "half-sent requests keep no core busy"
            server.check_health()
            player.step()
            with Visitor(server.address) as newcomer:
                assert newcomer.get("/").status_code == 200
    assert len(server.log().splitlines()) < 40, "a line for each answered request, and few others"


def test_connections_that_wait_for_nothing_stop_nobody(server: TightServer) -> None:
    with Player(server) as player, flood(server.port, 400, WHOLE):
        server.check_health()
        player.step()


def test_a_newcomer_may_speak_before_it_has_to_make_room(server: TightServer) -> None:
    """An idle connection makes room instead, though one that has sent nothing yet would otherwise come first."""
    with flood(server.port, 250, WHOLE), flood(server.port, 20) as newcomers:
        for one in newcomers:
            one.sendall(WHOLE)
            assert one.recv(4096).startswith(b"HTTP/1.1 200")


def test_half_sent_bodies_stop_nobody(server: TightServer) -> None:
    with Player(server) as player, flood(server.port, 400, FORM, b"x"):
        server.check_health()
        player.step()


def test_large_bodies_that_never_end_cost_little_memory(server: TightServer) -> None:
    before = server.metric("process_resident_memory_bytes")
    with flood(server.port, 120, FORM, b"x" * 120_000, b"x" * 120_000):
        assert server.metric("process_resident_memory_bytes") - before < 25e6


def test_a_client_that_leaves_is_no_error_of_the_server(server: TightServer) -> None:
    with flood(server.port, 1, FORM):
        server.check_health()
    for _ in range(100):
        if "/settings" in server.log():
            break
        time.sleep(0.05)
    assert '"status": 499' in server.log()
    assert '"level": "error"' not in server.log()


def test_clients_that_take_their_time_do_not_hold_up_a_stop(server: TightServer) -> None:
    with flood(server.port, 30, FORM), flood(server.port, 30, HALF_SENT):
        server.check_health()
        server.process.terminate()
        assert server.process.wait(30) == 0
    assert '"level": "error"' not in server.log()


def test_clients_that_read_no_answer_stop_nobody(server: TightServer) -> None:
    """Each asks for more, in one go, than the buffers on the way can hold."""
    asked = b"GET /static/page.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2000
    with Player(server) as player, contextlib.ExitStack() as stack:
        for _ in range(300):
            one = stack.enter_context(socket.socket())
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.connect(("127.0.0.1", server.port))
            one.setblocking(False)
            with contextlib.suppress(OSError):
                one.send(asked)
        server.check_health()
        player.step()


def test_many_feeds_leave_room_for_requests(server: TightServer) -> None:
    """A person may have 60 feeds, so it takes several people to fill a server."""
    with Player(server) as player, contextlib.ExitStack() as stack:
        visitors = [stack.enter_context(Visitor(server.address)) for _ in range(5)]
        opened = refused = 0
        for visitor in visitors:
            table = visitor.set_up("penguins", seat_0="me", seat_1="screen", option_players="2")
            for _ in range(50):
                try:
                    stack.enter_context(connect_feed(server, visitor, table))
                    opened += 1
                except (InvalidStatus, OSError):
                    refused += 1
        assert opened > 50
        assert refused > 50
        server.check_health()
        player.step()


def test_a_lack_of_open_files_is_said_once_and_not_a_thousand_times(server: TightServer) -> None:
    """Something else on the machine may use them up. Here, the limit falls while the server runs."""
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (24, 24))
    with flood(server.port, 60, HALF_SENT):
        time.sleep(3)  # it tries again every second
        assert server.log().count("out of system resource") == 1


def test_a_server_raises_its_limit_of_open_files_itself(tmp_path: Path) -> None:
    with contextlib.closing(TightServer(tmp_path, files="ulimit -Sn 128; ulimit -Hn 512")) as server:
        limits = Path(f"/proc/{server.process.pid}/limits").read_text(encoding="ascii")
        found = re.search(r"Max open files +(\d+) +(\d+)", limits)
        assert found is not None
        assert found.groups() == ("512", "512")
        with flood(server.port, 300, HALF_SENT):
            assert server.metric("shoal_connections") > 290


def test_a_server_has_no_more_connections_than_it_is_told(tmp_path: Path) -> None:
    with contextlib.closing(TightServer(tmp_path, "--connections", "40")) as server:
        with flood(server.port, 60, HALF_SENT):
            assert server.metric("shoal_connections") == 40
            assert server.metric('shoal_connections_closed_total{reason="displaced"}') >= 20
            for _ in range(100):
                if "connections are short" in server.log():
                    break
                time.sleep(0.05)
        with flood(server.port, 60, HALF_SENT):
            server.check_health()
        assert server.log().count("connections are short") == 1
