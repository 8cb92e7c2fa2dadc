"""Colours that players choose at a new table: how seats are drawn and named, and nothing else."""

import random
import re
import uuid
from collections.abc import Iterator

import httpx
import pytest

from shoal.core import find_game, game_names
from tests.server.in_process_server import InProcessServer

SEATS = {"option.players": "3", "name.0": "Ada", "seat.1": "screen", "name.1": "Bo", "seat.2": "screen", "name.2": "Cy"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def ada(server: InProcessServer) -> Iterator[httpx.Client]:
    with server.browser(server.person("Ada")) as browser:
        yield browser


def _set_up(browser: httpx.Client, **form: str) -> httpx.Response:
    return browser.post("/tables", data={"game": "penguins", **SEATS, **form})


def _page(browser: httpx.Client, **form: str) -> str:
    answer = _set_up(browser, **form)
    assert answer.status_code == 303, answer.text
    return browser.get(answer.headers["location"]).text


def _panels(page: str) -> list[tuple[str, str]]:
    """Name and colour of each seat."""
    found = re.findall(r'<span class="who"><strong>([^<]*)</strong>(?: <small>(red|blue|green|yellow)</small>)?', page)
    return [(name, colour) for name, colour in found]


def test_the_form_offers_the_colours_of_a_game_that_has_some(ada: httpx.Client) -> None:
    for name in game_names():
        form, colours = ada.get(f"/games/{name}").text, find_game(name).colours
        assert ('name="colour.0"' in form) == bool(colours)
        assert all(f'<option value="{colour}">' in form for colour in colours)
    assert list(find_game("penguins").colours) == ["red", "blue", "green", "yellow"]


def test_chosen_colours_are_named_and_drawn_and_the_others_get_what_is_left(ada: httpx.Client) -> None:
    page = _page(ada, **{"colour.1": "red", "colour.2": "yellow"})
    assert _panels(page) == [("Ada", "blue"), ("Bo", "red"), ("Cy", "yellow")]
    assert 'style="--seat-a:var(--paint-b);--seat-b:var(--paint-a);--seat-c:var(--paint-d);"' in page


def test_without_a_choice_nothing_changes(ada: httpx.Client) -> None:
    page = _page(ada)
    assert _panels(page) == [("Ada", ""), ("Bo", ""), ("Cy", "")]
    assert "--paint" not in page


def test_a_colour_goes_with_its_player_whoever_begins(ada: httpx.Client) -> None:
    page = _page(ada, begins="1", **{"colour.0": "green", "colour.1": "yellow"})
    assert _panels(page) == [("Bo", "yellow"), ("Cy", "red"), ("Ada", "green")]


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"colour.0": "red", "colour.2": "red"}, "two players cannot both have the colour red"),
        ({"colour.0": "pink"}, "there is no colour 'pink': expected one of red, blue, green, yellow"),
        ({"game": "smallfry", "colour.0": "red"}, "smallfry has no colours to choose"),
    ],
)
def test_no_two_seats_have_one_colour_and_there_are_no_others(
    ada: httpx.Client, form: dict[str, str], reason: str
) -> None:
    answer = _set_up(ada, **form)
    assert answer.status_code == 400
    assert reason in answer.text


def test_colours_of_rows_that_do_not_play_do_not_count(ada: httpx.Client) -> None:
    assert _panels(_page(ada, **{"colour.0": "blue", "colour.3": "blue"}))[0] == ("Ada", "blue")


def test_the_picture_and_the_record(server: InProcessServer, ada: httpx.Client) -> None:
    plain, chosen = (
        ada.get(_set_up(ada, **form).headers["location"] + "/picture.svg").text for form in ({}, {"colour.0": "yellow"})
    )
    red, yellow = "#b3261e", "#806000"
    assert red in plain
    assert yellow not in plain
    assert yellow in chosen
    assert chosen.index(yellow) < chosen.index(red), "seat A is yellow, seat B has the first colour that is left"
    table = _set_up(ada, **{"colour.0": "yellow"}).headers["location"].rpartition("/")[2]
    assert "yellow" not in server.run(server.tables.snapshot(table)).record().to_text()


def test_a_program_chooses_and_reads_colours(server: InProcessServer) -> None:
    people = [{"kind": "screen", "name": "Ada"}, {"kind": "bot", "bot": "random", "colour": "red"}]
    with server.program(server.person("Ada")) as program:
        games = {game["name"]: game["colours"] for game in program.get("/api/games").json()}
        assert games["penguins"] == ["red", "blue", "green", "yellow"]
        assert games["fishtank"] == []
        table = program.post("/api/tables", json={"game": "penguins", "seats": people}).json()
        assert [seat["colour"] for seat in table["seats"]] == ["blue", "red"]
        table = program.post("/api/tables", json={"game": "penguins"}).json()
        assert [seat["colour"] for seat in table["seats"]] == ["red", "blue"]
        table = program.post("/api/tables", json={"game": "smallfry"}).json()
        assert {seat["colour"] for seat in table["seats"]} == {None}


def test_players_keep_their_colours_in_a_rematch(server: InProcessServer) -> None:
    choice = random.Random(1)
    people = [{"kind": "screen", "name": "Ada"}, {"kind": "screen", "name": "Bo", "colour": "green"}]
    with server.program(server.person("Ada")) as program:
        table = program.post("/api/tables", json={"game": "penguins", "seats": people}).json()
        path = f"/api/tables/{table['id']}"
        before = {seat["name"]: seat["colour"] for seat in table["seats"]}
        while not table["over"]:
            seat = table["to_act"][0]
            table = program.get(path, params={"seat": seat}).json()
            step = choice.choice(table["steps"])["step"]
            body = {"seat": seat, "step": step, "moment": table["moment"], "key": uuid.uuid4().hex}
            table = program.post(f"{path}/steps", json=body).json()
        act = {"kind": "rematch", "seat": "A", "key": uuid.uuid4().hex}
        rematch = program.post(f"{path}/acts", json=act).json()
    assert rematch["seats"][0]["name"] == "Bo"
    assert {seat["name"]: seat["colour"] for seat in rematch["seats"]} == before == {"Ada": "red", "Bo": "green"}
