"""Who begins at a new table: one of the players, or whom the lot falls on; they get seat A, the next ones B, C, …"""

import random
import re
import uuid
from collections.abc import Iterator

import httpx
import pytest

from shoal.core import Dealer, Replay, game_names, parse_record, verify
from tests.server.in_process_server import InProcessServer
from tests.server.visitors import Visitor

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


def _names(server: InProcessServer, answer: httpx.Response) -> tuple[str, ...]:
    assert answer.status_code == 303, answer.text
    return server.run(server.tables.snapshot(answer.headers["location"].rpartition("/")[2])).names


@pytest.mark.parametrize(
    ("begins", "names"),
    [
        ({}, ("Ada", "Bo", "Cy")),
        ({"begins": "0"}, ("Ada", "Bo", "Cy")),
        ({"begins": "1"}, ("Bo", "Cy", "Ada")),
        ({"begins": "2"}, ("Cy", "Ada", "Bo")),
    ],
)
@pytest.mark.rule("P7", "S3")
def test_whoever_begins_gets_seat_a_and_the_others_follow_clockwise(
    server: InProcessServer, ada: httpx.Client, begins: dict[str, str], names: tuple[str, ...]
) -> None:
    assert _names(server, _set_up(ada, **begins)) == names


def test_players_without_a_name_are_called_by_the_seat_they_get(server: InProcessServer, ada: httpx.Client) -> None:
    answer = _set_up(ada, begins="1", **{"name.1": "", "name.2": ""})
    assert _names(server, answer) == ("Player A", "Player B", "Ada")


@pytest.mark.parametrize("begins", ["3", "-1", "", "x", "1.0", "٣"])
def test_nobody_begins_who_does_not_play(ada: httpx.Client, begins: str) -> None:
    answer = _set_up(ada, begins=begins)
    assert answer.status_code == 400
    assert "who begins must be one of the 3 players, or drawn by lot" in answer.text


def test_the_lot_follows_from_the_seed_of_the_deal_and_the_table_says_so(
    server: InProcessServer, ada: httpx.Client
) -> None:
    drawn = set()
    for _ in range(20):
        answer = _set_up(ada, begins="lot")
        snapshot = server.run(server.tables.snapshot(answer.headers["location"].rpartition("/")[2]))
        lot = Dealer(snapshot.row.seed).draw_lot(3)
        assert snapshot.table.lot == lot
        assert snapshot.names[0] == ("Ada", "Bo", "Cy")[lot]
        assert f"Lots were drawn: {snapshot.names[0]} begins." in ada.get(answer.headers["location"]).text
        drawn.add(lot)
    assert len(drawn) > 1


@pytest.mark.parametrize(("game", "asks"), [("penguins", True), ("smallfry", True), ("fishtank", False)])
def test_the_form_says_what_the_book_says_about_who_begins(server: InProcessServer, game: str, *, asks: bool) -> None:
    with Visitor(server.address) as visitor:
        visitor.get(f"/games/{game}")
    book = re.search(r'<p id="beginner"[^>]*>([^<]*)', visitor.html)
    assert book is not None
    assert ("Who is the youngest?" in book[1]) == asks
    assert ("Nobody begins" in book[1]) != asks
    assert ('name="begins"' in visitor.html) == asks


@pytest.mark.parametrize("game", game_names())
def test_a_program_says_who_begins_and_the_record_verifies(server: InProcessServer, game: str) -> None:
    people = [{"kind": "screen", "name": name} for name in ("Ada", "Bo")]
    body = {"game": game, "options": {"players": 2}, "seats": people}
    with server.program(server.person("Ada")) as program:
        table = program.post("/api/tables", json={**body, "begins": 1}).json()
        assert [seat["name"] for seat in table["seats"]] == ["Bo", "Ada"]
        assert table["lot"] is None
        for wrong in (2, -1, "dice", None):
            assert program.post("/api/tables", json={**body, "begins": wrong}).status_code in (400, 409, 422), wrong
        table = program.post("/api/tables", json={**body, "begins": "lot"}).json()
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bo"][table["lot"] :] + ["Ada", "Bo"][
            : table["lot"]
        ]


def test_a_lot_is_in_the_record_and_a_rematch_draws_none(server: InProcessServer) -> None:
    choice = random.Random(4)
    people = [{"kind": "screen", "name": name} for name in ("Ada", "Bo")]
    body = {"game": "penguins", "options": {"players": 2}, "seats": people, "begins": "lot"}
    with server.program(server.person("Ada")) as program:
        table = program.post("/api/tables", json=body).json()
        path = f"/api/tables/{table['id']}"
        while not table["over"]:
            seat = table["to_act"][0]
            table = program.get(path, params={"seat": seat}).json()
            step = choice.choice(table["steps"])["step"]
            body = {"seat": seat, "step": step, "moment": table["moment"], "key": uuid.uuid4().hex}
            table = program.post(f"{path}/steps", json=body).json()
        record = parse_record(program.get(f"{path}/record").content)
        assert record.fair is not None
        assert record.fair.lot == table["lot"] is not None
        assert verify(Replay(record)) == 1
        act = {"kind": "rematch", "seat": "A", "key": uuid.uuid4().hex}
        rematch = program.post(f"{path}/acts", json=act).json()
    assert rematch["lot"] is None
    assert [seat["name"] for seat in rematch["seats"]] == [seat["name"] for seat in reversed(table["seats"])]
