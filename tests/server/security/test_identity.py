"""Signed cookies identify people; only those who do something are stored."""

import httpx
import pytest

from shoal.server.security.identity import SessionCookie, new_person, read_cookie, sign_cookie
from tests.server.in_process_server import SECRET, InProcessServer
from tests.server.problems import problem_in


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(tmp_path_factory: pytest.TempPathFactory) -> None:
    with InProcessServer(tmp_path_factory.mktemp("secure"), secure=True) as secure:
        answer = httpx.get(f"{secure.address}/", headers={"accept": "text/html"})
        cookies = answer.headers.get_list("set-cookie")
        assert len(cookies) == 2
        for cookie in cookies:
            assert {"httponly", "secure", "samesite=lax"} <= {part.strip().lower() for part in cookie.split(";")}


def test_a_changed_cookie_identifies_nobody() -> None:
    good = sign_cookie("A" * 22, SECRET)
    assert read_cookie(good, SECRET) == SessionCookie("A" * 22, 0)
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
