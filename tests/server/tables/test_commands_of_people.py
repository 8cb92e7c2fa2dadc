"""Commands of people at a table, through plain forms as a browser without scripts sends them."""

import random
import re
import time
from collections.abc import Iterator

import pytest

from shoal.core import Replay, find_game, game_names, parse_record, verify
from tests.server.server_process import ServerProcess
from tests.server.visitors import Visitor, read_forms


def wait_until(visitor: Visitor, path: str, wanted: str, seconds: float = 60) -> None:
    """Load the page again until it shows what is wanted: a bot has moved, a clock has run out."""
    ends = time.monotonic() + seconds
    while True:
        visitor.get(path)
        if re.search(wanted, visitor.html):
            return
        assert time.monotonic() < ends, f"{wanted} never came"
        time.sleep(0.1)


class Friends:
    """Makes pairs of people who share a table, and closes their browsers afterwards."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._all: list[Visitor] = []

    def __call__(self, game: str = "penguins", **fields: str) -> tuple[Visitor, Visitor, str]:
        """Ada creates the table, Bob takes the other seat."""
        ada, bob = Visitor(self._address), Visitor(self._address)
        self._all += [ada, bob]
        path = ada.set_up(game, seat_0="me", name_0="Ada", seat_1="friend", **fields)
        link = re.search(r'value="https?://[^/"]+(/tables/[^"]+invited=[0-9a-f]+)"', ada.html)
        assert link is not None
        bob.get(link.group(1))
        bob.press("sit-1", {"name": "Bob"})
        ada.get(path)
        bob.get(path)
        return ada, bob, path

    def close(self) -> None:
        for visitor in self._all:
            visitor.http.close()


@pytest.fixture
def two_friends(server: ServerProcess) -> Iterator[Friends]:
    friends = Friends(server.address)
    yield friends
    friends.close()


def test_a_step_against_a_bot_is_taken_back_at_once(visitor: Visitor) -> None:
    path = visitor.play_now("penguins")
    before = len(visitor.form("steps").buttons)
    visitor.step(random.Random(1))
    wait_until(visitor, path, 'id="steps"')
    assert len(visitor.form("steps").buttons) != before
    visitor.press("act-ask")
    assert len(visitor.form("steps").buttons) == before


def test_a_step_among_people_is_taken_back_only_if_the_other_agrees(two_friends: Friends) -> None:
    ada, bob, path = two_friends()
    ada.step(random.Random(1))
    ada.press("act-ask")
    assert not ada.can_step
    bob.get(path)
    assert "Ada asks to take the last step back" in bob.html
    bob.press("act-refuse")
    ada.get(path)
    assert not ada.can_step
    ada.press("act-ask")
    bob.get(path)
    bob.press("act-agree")
    ada.get(path)
    assert ada.can_step


def test_a_stranger_without_the_link_neither_sees_a_private_table_nor_takes_a_seat(
    two_friends: Friends, server: ServerProcess
) -> None:
    ada, _bob, path = two_friends()
    with Visitor(server.address) as stranger:
        assert stranger.get(path).status_code == 404
        form = read_forms(ada.html)[1]
        stranger.get("/settings")
        token = stranger.form("/settings").fields["_csrf_token"]
        answer = stranger.http.post(path, data={**form.fields, "_csrf_token": token, "kind": "sit", "seat": "B"})
        assert answer.status_code in (403, 404)


def test_a_seat_can_be_left_to_a_bot_which_plays_on(two_friends: Friends) -> None:
    ada, bob, path = two_friends()
    bob.press("act-bot", {"bot": "random"})
    ada.step(random.Random(2))
    wait_until(ada, path, 'id="steps"')
    assert "Bob" in ada.html
    assert not bob.can_step


def play_until_nothing_is_contested(two_friends: Friends) -> tuple[Visitor, Visitor, str]:
    """Return a table where the rest may be played by agreement, and both players still have moves."""
    choice = random.Random(5)
    for _ in range(10):
        ada, bob, path = two_friends()
        while not ada.over and 'id="act-settle"' not in ada.html:
            for person in (ada, bob):
                person.get(path)
                if person.can_step and 'id="act-settle"' not in person.html:
                    person.step(choice)
        position = Replay(parse_record(ada.http.get(f"{path}/record").text)).final
        if not ada.over and set(find_game("penguins").remaining(position)) == {0, 1}:
            return ada, bob, path
    raise AssertionError("no deal ended like that")


def test_the_rest_is_played_when_nothing_is_contested_and_all_agree(two_friends: Friends) -> None:
    ada, bob, path = play_until_nothing_is_contested(two_friends)
    ada.press("act-settle")
    assert not ada.over
    bob.get(path)
    bob.press("act-settle")
    ada.get(path)
    assert ada.over


def test_a_rematch_seats_the_same_people_and_is_one_table_for_all(two_friends: Friends) -> None:
    ada, bob, path = two_friends("smallfry", option_target="1")
    choice = random.Random(3)
    for _ in range(500):
        for person in (ada, bob):
            person.get(path)
            if person.can_step:
                person.step(choice)
        if ada.over:
            break
    ada.get(path)
    bob.get(path)
    ada.press("act-rematch")
    bob.press("act-rematch") if 'id="act-rematch"' in bob.html else bob.get(path)
    again = ada.path
    assert again != path
    bob.get(path)
    assert f'href="{again}"' in bob.html
    bob.get(again)
    assert bob.can_step, "the other one begins"


def test_the_odds_need_the_consent_of_all_people(two_friends: Friends) -> None:
    ada, bob, path = two_friends("smallfry")
    assert 'id="help"' not in ada.html
    ada.press("act-odds")
    assert 'id="help"' not in ada.html
    bob.get(path)
    bob.press("act-odds")
    ada.get(path)
    assert 'id="help"' in ada.html


@pytest.mark.parametrize("game", ["penguins", "fishtank"])
def test_nobody_is_asked_about_odds_that_a_game_has_not(two_friends: Friends, game: str) -> None:
    ada, _bob, _path = two_friends(game)
    assert 'id="acts"' in ada.html
    assert 'id="act-odds"' not in ada.html


def test_a_person_who_plays_alone_sees_the_odds(visitor: Visitor) -> None:
    visitor.play_now("smallfry")
    assert 'id="help"' in visitor.html


def test_a_seat_out_of_time_is_played_on_by_a_bot(two_friends: Friends) -> None:
    fields = {"clock": "move", "clock_time": "1", "clock_unit": "s", "clock_late": "bot"}
    ada, bob, path = two_friends(**fields)
    wait_until(bob, path, 'id="steps"')
    ada.get(path)
    assert "bot" in re.sub(r"\s+", " ", ada.html.partition('id="seat-A"')[2].partition("</li>")[0])


def test_a_seat_out_of_time_loses_where_that_was_agreed(two_friends: Friends) -> None:
    ada, _bob, path = two_friends(clock="fischer", clock_time="1", clock_unit="s", clock_late="out")
    wait_until(ada, path, "ran out of time")
    assert "Winner: Bob" in ada.html


@pytest.mark.parametrize("game", game_names())
def test_a_finished_game_is_exported_verified_opened_again_and_played_on(visitor: Visitor, game: str) -> None:
    path = visitor.set_up(game, seat_0="me", seat_1="screen", **({"option_target": "5"} if game == "smallfry" else {}))
    choice = random.Random(6)
    for _ in range(800):
        if visitor.over:
            break
        if not visitor.can_step:
            front = re.search(r'href="([^"]+front=[A-Z])"', visitor.html)
            assert front is not None
            visitor.get(front.group(1))
        visitor.step(choice)
    text = visitor.http.get(f"{path}/record").text
    replay = Replay(parse_record(text))
    assert replay.final.result is not None
    assert verify(replay) > 0
    picture = visitor.http.get(f"{path}/picture.svg?step=12")
    assert picture.headers["content-type"].startswith("image/svg+xml")

    visitor.get("/")
    token = visitor.form("/records").fields["_csrf_token"]
    opened = visitor.http.post(
        "/records", data={"_csrf_token": token}, files={"record": ("game.shoal.json", text.encode())}
    )
    assert opened.status_code == 200
    assert 'id="replay"' in opened.text
    visitor.html, visitor.path = opened.text, opened.url.raw_path.decode()
    visitor.get(f"{visitor.path.partition('?')[0]}?step={len(replay.steps) // 2}")
    visitor.press("branch", {"bot": "random"})
    wait_until(visitor, visitor.path, 'id="steps"')


def test_a_bad_record_is_refused_with_its_reason(visitor: Visitor) -> None:
    visitor.get("/")
    token = visitor.form("/records").fields["_csrf_token"]
    for text, reason in (
        (b"{", "expected a record"),
        (b'{"format":"shoal/1","game":"chess","options":{},"moves":[]}', "there is no game"),
        (b'{"format":"shoal/1","game":"smallfry","options":{},"moves":["fly"]}', "step 1"),
    ):
        answer = visitor.http.post("/records", data={"_csrf_token": token}, files={"record": ("x.json", text)})
        assert 400 <= answer.status_code < 500
        assert reason in answer.text


def test_the_language_is_the_browser_s_until_the_person_chooses_one(server: ServerProcess) -> None:
    with Visitor(server.address, language="de, cs;q=0.8, fr;q=0.9") as visitor:
        visitor.get("/")
        assert '<html lang="fr"' in visitor.html
        form = next(form for form in read_forms(visitor.html) if ("language", "cs") in form.buttons)
        visitor.submit(form, {"language": "cs"})
        assert '<html lang="cs"' in visitor.html
