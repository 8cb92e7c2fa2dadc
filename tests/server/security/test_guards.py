"""Requests that are malformed, for another host or from other sites are refused before anything else."""

import socket
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from shoal.server.security.guards import is_known_host
from shoal.server.security.identity import COOKIE, sign_cookie
from tests.server.in_process_server import SECRET, InProcessServer
from tests.server.problems import problem_in


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1"},
    ],
    ids=str,
)
def test_pages_of_other_sites_can_do_nothing_in_a_visitor_s_name(
    server: InProcessServer, headers: dict[str, str]
) -> None:
    ann = server.person("Ann")
    with server.browser(ann) as browser:
        for path in ("/tables", "/api/tables", "/settings", "/settings/tokens"):
            assert problem_in(browser.post(path, headers=headers)) == (403, "cross-site")
    with server.program(ann) as program:
        answer = program.post("/api/tables", json={"game": "penguins"}, headers=headers)
        assert problem_in(answer) == (403, "cross-site")
    assert server.run(server.tables.tables_of(ann.id)) == []


def test_pages_of_this_site_can(server: InProcessServer) -> None:
    with server.browser(server.person("Ann")) as browser:
        for headers in ({"sec-fetch-site": "same-origin"}, {"origin": server.address}, {"sec-fetch-site": "none"}, {}):
            answer = browser.post("/tables", data={"game": "penguins"}, headers=headers)
            assert answer.status_code == 303, answer.text


@pytest.mark.parametrize("token", ["", "x", "ž" * 70, "0" * 128, None], ids=lambda token: str(token)[:2])
def test_a_form_without_the_csrf_token_of_the_page_is_refused(server: InProcessServer, token: str | None) -> None:
    with server.browser(server.person("Ann")) as browser:
        del browser.headers["x-csrftoken"]
        data = {"game": "penguins"} | ({"_csrf_token": token} if token is not None else {})
        assert problem_in(browser.post("/tables", data=data)) == (403, "cross-site")
        file = {"_csrf_token": ("a.txt", b"x" * 128)}
        assert problem_in(browser.post("/tables", data={"game": "penguins"}, files=file)) == (403, "cross-site")


def test_only_private_names_and_allowed_names_are_known_hosts() -> None:
    for host in ("127.0.0.1", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7", "localhost:8000", "shoal", "attic.local"):
        assert is_known_host(host, ()), host
    for host in (
        "elsewhere.example",
        "elsewhere.example:8000",
        "127.0.0.1.elsewhere.example",
        "",
        "a b",
        "a/b",
        "é.fr",
    ):
        assert not is_known_host(host, ()), host
    assert is_known_host("Fish.Example:443", {"fish.example"})
    assert not is_known_host("other.example", {"fish.example"})
    assert is_known_host("other.example", {"*"})


def test_a_request_for_an_unknown_host_is_refused(server: InProcessServer) -> None:
    for path in ("/", "/api/games", "/static/page.js"):
        answer = httpx.get(f"{server.address}{path}", headers={"host": "elsewhere.example"})
        assert problem_in(answer) == (421, "wrong-host")


def test_too_large_addresses_headers_and_bodies_are_refused(server: InProcessServer) -> None:
    with server.browser(server.person("Ann")) as browser:
        assert problem_in(browser.get("/" + "a" * 3000)) == (414, "too-large")
        assert problem_in(browser.get("/", params={"step": "1" * 5000})) == (414, "too-large")
        assert problem_in(browser.get("/", headers={"x-much": "a" * 20_000})) == (431, "too-large")
        assert problem_in(browser.post("/tables", data={"game": "a" * 300_000})) == (413, "too-large")
        assert problem_in(browser.post("/api/tables", json={"game": "a" * 200_000})) == (413, "too-large")
        record = {"record": ("a.json", b" " * 300_000)}
        assert problem_in(browser.post("/records", files=record)) == (413, "too-large")

        def endless() -> Iterator[bytes]:
            for _ in range(100):
                yield b"game=" + b"a" * 10_000 + b"&"

        headers = {"content-type": "application/x-www-form-urlencoded"}
        assert problem_in(browser.post("/tables", content=endless(), headers=headers)) == (413, "too-large")
        assert problem_in(browser.get("/tables/%00")) == (400, "unreadable")
        assert problem_in(browser.get("/tables/%C5%BE")) == (400, "unreadable")


def test_endless_headers_are_cut_off(server: InProcessServer) -> None:
    host, _, port = server.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        sent = 0
        try:
            while sent < 10_000_000:
                sent += line.send(b"x-a: " + b"a" * 60_000 + b"\r\n")
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert sent < 10_000_000


def hear_all(feed: ClientConnection) -> None:
    """Receive until the server closes the feed."""
    while True:
        feed.recv(timeout=30)


def test_a_feed_is_only_for_pages_of_this_site_and_accepts_no_long_message(server: InProcessServer) -> None:
    ann = server.person("Ann")
    address = server.address.replace("http", "ws") + f"/tables/{server.table('penguins', [ann, ann])}/feed"
    cookie = {"cookie": f"{COOKIE}={sign_cookie(ann.id, SECRET)}"}
    for headers in (
        {"origin": "https://elsewhere.example"},
        {"sec-fetch-site": "cross-site"},
        {"host": "elsewhere.example"},
    ):
        with pytest.raises(InvalidStatus):
            connect(address, additional_headers={**cookie, **headers})
    with connect(address, additional_headers=cookie) as feed:
        feed.recv(timeout=30)
        feed.send("a" * 2000)
        with pytest.raises(ConnectionClosed):
            hear_all(feed)
