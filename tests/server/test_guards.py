"""Requests that are malformed, for another host, from other sites or too many are refused first."""

import re
import socket
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from shoal.server.security.guards import is_known_host
from shoal.server.security.identity import COOKIE, clean_name, new_person, read_cookie, sign_cookie
from shoal.server.security.rate_limit import RateLimit, RateLimits, TokenBuckets, bucket_name
from tests.server.in_process_server import SECRET, InProcessServer
from tests.server.visitors import read_forms


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path_factory.mktemp("server")) as server:
        yield server


def problem_in(response: httpx.Response) -> tuple[int, str]:
    """The status and kind of a refusal."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    return response.status_code, response.json()["type"].partition("#")[2]


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
        assert problem_in(browser.post("/api/tables", json={"game": "a" * 100_000})) == (413, "too-large")
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


def test_token_buckets_refill_and_their_memory_is_bounded() -> None:
    buckets = TokenBuckets(RateLimit(3, 0.5), 100)
    assert [buckets.take("ann", 10.0) for _ in range(4)] == [0, 0, 0, 2]
    assert buckets.take("bob", 10.0) == 0
    assert buckets.take("ann", 11.0) == 1
    assert buckets.take("ann", 12.1) == 0
    for number in range(10_000):
        buckets.take(f"stranger {number}", 13.0)
    assert len(buckets) == 100


def test_a_bucket_is_for_an_address_or_an_ipv6_network() -> None:
    assert bucket_name("127.0.0.1") is None
    assert bucket_name("::1") is None
    assert bucket_name("203.0.113.7") == "203.0.113.7"
    assert bucket_name("2001:db8::1") == bucket_name("2001:db8::ffff:1") != bucket_name("2001:db8:0:1::1")


STRICT = RateLimits(
    person=RateLimit(20, 0.01), person_creates=RateLimit(3, 0.01), person_feeds=2, guesses=RateLimit(3, 0.01)
)


@pytest.fixture
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path_factory.mktemp("strict"), limits=STRICT) as server:
        yield server


def test_a_client_over_the_limit_is_told_when_to_try_again(strict: InProcessServer) -> None:
    ann, bob = strict.person("Ann"), strict.person("Bob")
    with strict.program(ann) as one, strict.program(bob) as other:
        answers = [
            one.post("/api/tables", json={"game": "penguins", "seats": [{"kind": "me"}, {"kind": "friend"}]})
            for _ in range(4)
        ]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert int(answers[3].headers["retry-after"]) > 1
        statuses = [one.get("/api/me").status_code for _ in range(20)]
        assert statuses == [200] * 16 + [429] * 4
        assert problem_in(one.get("/nothing")) == (429, "too-many"), "addresses that are not there count too"
        assert other.get("/api/me").status_code == 200
    with strict.browser(ann) as browser:
        assert [browser.get("/recovery", params={"link": "x"}).status_code for _ in range(4)] == [404, 404, 404, 429]


def test_a_person_can_open_only_so_many_feeds(strict: InProcessServer) -> None:
    ann = strict.person("Ann")
    address = strict.address.replace("http", "ws") + f"/tables/{strict.table('penguins', [ann, ann])}/feed"
    cookie = {"cookie": f"{COOKIE}={sign_cookie(ann.id, SECRET)}"}
    with connect(address, additional_headers=cookie) as one, connect(address, additional_headers=cookie) as two:
        one.recv(timeout=30)
        two.recv(timeout=30)
        with pytest.raises(InvalidStatus):
            connect(address, additional_headers=cookie)
    with connect(address, additional_headers=cookie) as again:
        again.recv(timeout=30)


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


def test_a_page_runs_only_scripts_of_this_site_and_cannot_be_framed(server: InProcessServer) -> None:
    with server.browser(server.person("Ann")) as browser:
        for path in ("/", "/nothing", "/api/games", "/static/page.js", "/" + "a" * 3000):
            policy = browser.get(path).headers["content-security-policy"]
            rules = dict(rule.strip().partition(" ")[::2] for rule in policy.split(";"))
            assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
            assert rules["script-src"] == rules["style-src"] == rules["form-action"] == "'self'"
            assert "unsafe" not in policy.replace("style-src-attr 'unsafe-inline'", "")
        for path in ("/", "/settings", "/pads", "/games/penguins"):
            html = browser.get(path).text
            assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|javascript:|<style", html)


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(tmp_path_factory: pytest.TempPathFactory) -> None:
    with InProcessServer(tmp_path_factory.mktemp("secure"), secure=True) as secure:
        answer = httpx.get(f"{secure.address}/", headers={"accept": "text/html"})
        cookies = answer.headers.get_list("set-cookie")
        assert len(cookies) == 2
        for cookie in cookies:
            assert {"httponly", "secure", "samesite=lax"} <= {part.strip().lower() for part in cookie.split(";")}


def test_a_changed_cookie_identifies_nobody() -> None:
    good = sign_cookie("A" * 22, SECRET)
    assert read_cookie(good, SECRET) == "A" * 22
    for bad in (
        good[:-1],
        good + "0",
        "B" + good[1:],
        good.replace(".", ""),
        sign_cookie("A" * 22, b"x" * 32),
        "",
        "..",
        "é" * 90,
    ):
        assert read_cookie(bad, SECRET) is None


def test_names_are_cleaned_before_others_see_them() -> None:
    assert clean_name("  Zoë\u202e \u0000\tB\n ", "?") == "Zoë B"
    assert clean_name("x" * 99, "?") == "x" * 24
    assert clean_name("\u200b\u2066", "Guest") == "Guest"


def test_a_link_identifies_its_person_on_another_device(server: InProcessServer) -> None:
    ann = server.person("Ann")
    table = server.table("penguins", [ann, ann])
    with server.browser(ann) as old:
        page = old.post("/settings/link")
        link = re.search(r'value="(http[^"]*/recovery\?link=[^"]*)"', page.text)
        assert link is not None
        assert "recovery?link" not in old.get("/settings").text, "shown once"
    stored = [row for row in server.run(server.tables.store.passes_of(ann.id)) if row.kind == "link"]
    assert link[1].partition("link=")[2] not in str(stored)
    with httpx.Client(base_url=server.address, headers={"accept": "text/html"}, timeout=60) as new:
        assert new.get(f"/tables/{table}").status_code == 404
        page = new.get(link[1])
        assert new.get(f"/tables/{table}").status_code == 404, "looking at the link changes nothing"
        form = next(form for form in read_forms(page.text) if form.action == "/recovery")
        assert new.post("/recovery", data=form.fields).status_code == 303
        assert new.get(f"/tables/{table}").status_code == 200
        taking = next(
            form for form in read_forms(new.get("/settings").text) if form.action.startswith("/settings/passes")
        )
        assert new.post(taking.action, data=taking.fields).status_code == 303
    with httpx.Client(base_url=server.address, headers={"accept": "text/html"}, timeout=60) as late:
        assert late.get(link[1]).status_code == 404


def test_a_new_link_replaces_the_old_one_and_a_token_is_no_link(server: InProcessServer) -> None:
    ann = server.person("Ann")
    first, second, token = server.link(ann), server.link(ann), server.token(ann)
    with server.browser(server.person("Bob")) as browser:
        statuses = [browser.get("/recovery", params={"link": link}).status_code for link in (first, second, token)]
        assert statuses == [404, 200, 404]
        assert problem_in(browser.get("/api/me", headers={"authorization": f"Bearer {second}"})) == (401, "no-person")


def test_refused_strangers_are_not_stored(server: InProcessServer) -> None:
    ann, stranger = server.person("Ann"), new_person()
    table = server.table("penguins", [ann, None], public=True)
    with server.browser(stranger) as browser:
        for form in ({"kind": "step", "seat": "A", "step": "c4"}, {"kind": "sit", "seat": "B", "name": "Eve"}):
            assert problem_in(browser.post(f"/tables/{table}", data=form))[0] == 403
        assert server.run(server.tables.store.person(stranger.id)) is None
        secret = server.tables.invitations.secret_of(table)
        sitting = {"kind": "sit", "seat": "B", "name": "Eve", "secret": secret}
        assert browser.post(f"/tables/{table}", data=sitting).status_code == 303
    kept = server.run(server.tables.store.person(stranger.id))
    assert kept is not None
    assert kept.name == "Eve"


def test_a_person_can_have_only_so_many_tokens(server: InProcessServer) -> None:
    with server.browser(server.person("Ann")) as browser:
        statuses = [
            browser.post("/settings/tokens", data={"name": f"bot {number}"}).status_code for number in range(21)
        ]
        assert statuses == [200] * 20 + [409]


@pytest.mark.parametrize(
    "back", ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "/\t/elsewhere.example", "x"]
)
def test_saving_the_settings_never_redirects_to_another_site(server: InProcessServer, back: str) -> None:
    with server.browser(server.person("Ann")) as browser:
        assert browser.post("/settings", data={"back": back}).headers["location"] == "/settings"
