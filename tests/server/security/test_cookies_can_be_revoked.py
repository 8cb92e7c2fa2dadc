"""A person can make every other browser, or this one, a stranger; old cookies count until then."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from shoal.server.security.identity import COOKIE, SessionCookie, read_cookie, sign_cookie
from shoal.server.security.rate_limit import RateLimit, RateLimits
from shoal.server.web import live_feed
from shoal.store import Person
from tests.server.in_process_server import SECRET, InProcessServer

IDS = st.from_regex(re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII), fullmatch=True)
NUMBERS = st.one_of(st.just(0), st.integers(0, 999_999_999))
PAGE = {"accept": "text/html"}


@given(IDS, NUMBERS)
def test_a_cookie_says_who_and_by_which_cookie(person_id: str, number: int) -> None:
    assert read_cookie(sign_cookie(person_id, SECRET, number), SECRET) == SessionCookie(person_id, number)


@given(IDS, NUMBERS, st.integers(0, 200), st.sampled_from("A0z.-_é \u0660\x00"))
def test_no_cookie_with_another_letter_counts(person_id: str, number: int, at: int, letter: str) -> None:
    cookie = sign_cookie(person_id, SECRET, number)
    for changed in (cookie[:at] + letter + cookie[at + 1 :], cookie[:at] + letter + cookie[at:], cookie[:at]):
        assert changed == cookie or read_cookie(changed, SECRET) is None


@given(IDS, NUMBERS, NUMBERS)
def test_a_cookie_cannot_be_given_another_number(person_id: str, number: int, wanted: int) -> None:
    signature = sign_cookie(person_id, SECRET, number).rpartition(".")[2]
    for text in (f"{person_id}.{signature}", *(f"{person_id}.{zeros}{wanted}.{signature}" for zeros in ("", "0", "+"))):
        found = read_cookie(text, SECRET)
        assert found is None or (found, text) == (
            SessionCookie(person_id, number),
            sign_cookie(person_id, SECRET, number),
        )


@given(st.text(), st.text())
def test_what_is_no_cookie_identifies_nobody(one: str, other: str) -> None:
    for text in (one, f"{one}.{other}", f"{'A' * 22}.{one}", f"{'A' * 22}.{one}.{other}"):
        assert read_cookie(text, SECRET) is None


@contextmanager
def browser(server: InProcessServer, cookie: str) -> Iterator[httpx.Client]:
    """A browser with this cookie, that sends the CSRF token back."""
    with httpx.Client(base_url=server.address, headers=PAGE, timeout=60) as client:
        token = httpx.get(f"{server.address}/settings", headers=PAGE).cookies["shoal_csrf"]
        for name, value in ((COOKIE, cookie), ("shoal_csrf", token)):
            client.cookies.set(name, value, domain="127.0.0.1", path="/")
        client.headers["x-csrftoken"] = token
        yield client


def feed_of(server: InProcessServer, table: str, cookie: str) -> ClientConnection:
    address = server.address.replace("http", "ws") + f"/tables/{table}/feed"
    return connect(address, additional_headers={"cookie": f"{COOKIE}={cookie}"})


def closed_with(feed: ClientConnection) -> int:
    """The code with which the server closes a feed."""
    try:
        while True:
            feed.recv(timeout=30)
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code


def sign_out_elsewhere(server: InProcessServer, cookie: str) -> str:
    """Sign out everywhere else, and return the cookie that this browser has afterwards."""
    with browser(server, cookie) as here:
        assert here.post("/settings/elsewhere").headers["location"] == "/settings"
        return here.cookies[COOKIE]


def test_a_revoked_cookie_makes_a_stranger(server: InProcessServer) -> None:
    ann = server.person("Ann")
    table = server.table("penguins", [ann, ann])
    old = sign_cookie(ann.id, SECRET)
    fresh = sign_out_elsewhere(server, old)
    assert read_cookie(fresh, SECRET) == SessionCookie(ann.id, 1)
    for cookie, status in ((old, 404), (fresh, 200)):
        with browser(server, cookie) as someone:
            assert someone.get("/api/me").json() == {"name": "Ann" * (cookie == fresh), "known": cookie == fresh}
            assert someone.get(f"/tables/{table}").status_code == status
            new_table = someone.post("/api/tables", json={"game": "penguins"})
            assert new_table.status_code == (201 if cookie == fresh else 401)
            someone.get("/settings")
            assert read_cookie(someone.cookies[COOKIE], SECRET) == SessionCookie(ann.id, 1) or cookie == old
            if cookie == old:
                assert someone.cookies[COOKIE] != old, "a new visitor's"
    assert read_cookie(sign_out_elsewhere(server, fresh), SECRET) == SessionCookie(ann.id, 2)
    assert problem_of_sign_out(server, fresh) is None, "a stranger by now, who signs nobody out"
    stored = server.run(server.tables.store.person(ann.id))
    assert stored is not None
    assert (stored.name, stored.cookie_number) == ("Ann", 2)


def problem_of_sign_out(server: InProcessServer, cookie: str) -> str | None:
    with browser(server, cookie) as someone:
        answer = someone.post("/settings/elsewhere")
        return None if answer.status_code == 303 else answer.text


@pytest.fixture
def short_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_feed, "_HEARTBEAT_SECONDS", 0.05)


@pytest.mark.usefixtures("short_heartbeats")
def test_a_feed_ends_with_the_cookie_that_opened_it_and_comes_back_with_the_new_one(server: InProcessServer) -> None:
    ann = server.person("Ann")
    table = server.table("penguins", [ann, ann], public=True)
    old = sign_cookie(ann.id, SECRET)
    with feed_of(server, table, old) as thief:
        for _ in range(10):
            thief.recv(timeout=30)
        fresh = sign_out_elsewhere(server, old)
        assert closed_with(thief) == 4401
    with feed_of(server, table, old) as again:
        assert closed_with(again) == 4404
    with feed_of(server, table, fresh) as mine:
        for _ in range(10):
            mine.recv(timeout=30)


@pytest.mark.usefixtures("short_heartbeats")
def test_a_feed_ends_with_the_token_that_opened_it(server: InProcessServer) -> None:
    ann = server.person("Ann")
    table = server.table("penguins", [ann, ann])
    headers = {"authorization": f"Bearer {server.token(ann)}"}
    address = server.address.replace("http", "ws") + f"/api/tables/{table}/feed"
    with connect(address, additional_headers=headers) as feed:
        for _ in range(10):
            feed.recv(timeout=30)
        (token,) = server.run(server.tables.store.access_tokens_of(ann.id))
        server.run(server.tables.store.revoke_access_token(ann.id, token.id))
        assert closed_with(feed) == 4401


def test_programs_and_the_link_outlive_a_sign_out(server: InProcessServer) -> None:
    ann = server.person("Ann")
    link, token = server.link(ann), server.token(ann)
    fresh = sign_out_elsewhere(server, sign_cookie(ann.id, SECRET))
    assert httpx.get(f"{server.address}/api/me", headers={"authorization": f"Bearer {token}"}).json()["known"]
    with browser(server, "") as other:
        assert other.post("/recovery", data={"link": link}).status_code == 303
        assert other.cookies[COOKIE] == fresh, "a cookie of the present number"


def test_signing_out_here_needs_a_link_or_a_word(server: InProcessServer) -> None:
    ann = server.person("Ann")
    cookie = sign_cookie(ann.id, SECRET)
    for form, status in (({}, 409), ({"sure": "yes"}, 303)):
        with browser(server, cookie) as here:
            assert "required" in here.get("/settings").text.partition('action="/settings/leave"')[2][:400]
            assert here.post("/settings/leave", data=form).status_code == status
            assert (here.cookies[COOKIE] == cookie) == (status == 409)
    server.link(ann)
    with browser(server, cookie) as here:
        assert 'name="sure"' not in here.get("/settings").text
        assert here.post("/settings/leave").status_code == 303
        assert here.get("/api/me").json()["known"], "as somebody new"
        assert here.get("/api/me").json()["name"] == ""


def test_a_late_answer_to_a_script_does_not_undo_a_sign_out(server: InProcessServer) -> None:
    ann = server.person("Ann")
    table = server.table("penguins", [ann, ann])
    old = sign_cookie(ann.id, SECRET)
    with browser(server, old) as here:
        for path in (f"/tables/{table}", "/settings"):
            assert COOKIE not in here.get(path, headers={"sec-fetch-dest": "empty"}).cookies
            assert here.get(path, headers={"sec-fetch-dest": "document"}).cookies[COOKIE] == old
        here.post("/settings/elsewhere")
        late = httpx.get(f"{server.address}/settings", headers={"sec-fetch-dest": "empty", "cookie": f"{COOKIE}={old}"})
        assert COOKIE not in late.cookies


def test_whoever_has_a_revoked_cookie_cannot_use_up_the_requests_of_the_person(tmp_path: Path) -> None:
    with InProcessServer(tmp_path, limits=RateLimits(person=RateLimit(20, 0.01))) as server:
        ann = server.person("Ann")
        old = sign_cookie(ann.id, SECRET)
        fresh = sign_out_elsewhere(server, old)
        with browser(server, old) as thief, browser(server, fresh) as here:
            assert [thief.get("/api/me").status_code for _ in range(30)][-1] == 429
            assert here.get("/api/me").status_code == 200


def test_of_two_browsers_that_sign_each_other_out_one_stays(server: InProcessServer) -> None:
    ann = server.person("Ann")
    store = server.tables.store
    assert [server.run(store.revoke_cookies(ann.id, 0)) for _ in range(2)] == [True, False]


def test_a_person_who_is_not_stored_keeps_the_number_of_their_cookie(tmp_path: Path) -> None:
    ghost = Person("A" * 22, "", {}, 0)
    with InProcessServer(tmp_path) as server, browser(server, sign_cookie(ghost.id, SECRET, 7)) as here:
        here.post("/settings", data={"name": "Ann"})
        stored = server.run(server.tables.store.person(ghost.id))
        assert stored is not None
        assert (stored.name, stored.cookie_number) == ("Ann", 7)
        with browser(server, sign_cookie(ghost.id, SECRET, 6)) as older:
            assert older.get("/api/me").json() == {"name": "", "known": False}
