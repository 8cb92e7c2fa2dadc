"""No client may take as long as it likes for sending a request or for reading an answer."""

import contextlib
import select
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from shoal.server.connections import Connections, TimeLimits
from shoal.server.security.identity import COOKIE, sign_cookie
from tests.server.in_process_server import SECRET, InProcessServer

LIMITS = TimeLimits(headers=0.5, body=1.0, unread=1.0)
WHOLE = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path, connections=Connections(100, limits=LIMITS)) as server:
        yield server


def open_line(server: InProcessServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])), timeout=20)


def wait_for_end(line: socket.socket) -> bytes:
    """What the server sends until it closes the connection."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while more := line.recv(65536):
            received += more
    return received


@contextlib.contextmanager
def sending(line: socket.socket, part: bytes) -> Iterator[None]:
    """Send the part again and again, as slowly as it takes to never be idle."""
    ended = threading.Event()

    def drip() -> None:
        with contextlib.suppress(OSError):
            while not ended.wait(0.1):
                line.sendall(part)

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def test_a_client_that_sends_nothing_is_sent_away(server: InProcessServer) -> None:
    with open_line(server) as line:
        assert wait_for_end(line) == b""


@pytest.mark.parametrize("before", [b"", WHOLE], ids=["the first request", "a later request"])
def test_headers_must_arrive_in_time(server: InProcessServer, before: bytes) -> None:
    with open_line(server) as line:
        line.sendall(before + b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        with sending(line, b"x"):
            assert wait_for_end(line).count(b"HTTP/1.1") == (1 if before else 0)


def test_a_body_must_arrive_in_time(server: InProcessServer) -> None:
    ann = server.person("Ann")
    head = f"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {server.token(ann)}\r\n"
    with open_line(server) as line:
        line.sendall(head.encode() + b"Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n")
        with sending(line, b" "):
            assert wait_for_end(line) == b""


def test_a_body_without_an_end_is_cut_off_though_the_answer_was_given(server: InProcessServer) -> None:
    with open_line(server) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: elsewhere.example\r\nTransfer-Encoding: chunked\r\n\r\n")
        with sending(line, b"1\r\nx\r\n"):
            assert wait_for_end(line).startswith(b"HTTP/1.1 421")


def test_a_client_that_never_reads_is_cut_off(server: InProcessServer) -> None:
    """It asks for more than the buffers on the way can hold."""
    with open_line(server) as line:
        line.sendall(b"GET /static/page.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2000)
        closed = select.poll()
        closed.register(line, 0)
        assert closed.poll(30_000), "the connection is still open"


def test_a_client_that_reads_slowly_gets_its_whole_answer(server: InProcessServer) -> None:
    """It takes longer than a client that reads nothing may, but it reads on."""
    count = 400
    with open_line(server) as line:
        line.sendall(b"GET /static/page.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * count)
        received = b""
        while received.count(b"HTTP/1.1 200") < count:
            more = line.recv(65536)
            assert more
            received += more
            time.sleep(0.03)


def test_requests_in_one_piece_are_all_answered(server: InProcessServer) -> None:
    with open_line(server) as line:
        line.sendall(WHOLE * 50 + b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert wait_for_end(line).count(b"HTTP/1.1 200") == 51


def test_an_idle_connection_and_a_feed_are_in_nobody_s_way(server: InProcessServer) -> None:
    ann = server.person("Ann")
    address = server.address.replace("http", "ws") + f"/tables/{server.table('penguins', [ann, ann])}/feed"
    with httpx.Client(base_url=server.address, timeout=20) as idle:
        assert idle.get("/health").status_code == 200
        with connect(address, additional_headers={"cookie": f"{COOKIE}={sign_cookie(ann.id, SECRET)}"}) as feed:
            feed.recv(timeout=20)
            with open_line(server) as slow:
                assert wait_for_end(slow) == b""
            feed.ping().wait(20)
        assert idle.get("/health").status_code == 200


def test_an_address_with_too_many_connections_is_refused_at_once(tmp_path: Path) -> None:
    with (
        InProcessServer(tmp_path, connections=Connections(100, most_of_address=20)) as server,
        contextlib.ExitStack() as stack,
    ):
        lines = [stack.enter_context(open_line(server)) for _ in range(20)]
        for line in lines:
            line.sendall(WHOLE)
            assert line.recv(4096).startswith(b"HTTP/1.1 200")
        with open_line(server) as one_more:
            assert wait_for_end(one_more) == b""
        lines[0].close()
        for _ in range(100):
            with open_line(server) as again, contextlib.suppress(OSError):
                again.sendall(WHOLE)
                if again.recv(4096).startswith(b"HTTP/1.1 200"):
                    return
            time.sleep(0.05)  # the server has not yet noticed that one was closed
        pytest.fail("there is no place for a new connection")
