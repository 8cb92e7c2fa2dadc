"""A person can have all that is stored of them, and delete it; neither tells more than their own pages do."""

import httpx
import msgspec
import pytest

from shoal.core import Record, find_game
from shoal.server.security.identity import COOKIE, sign_cookie
from shoal.server.timestamps import now
from shoal.store import DesignRow, PadRow, Person, PuzzleProgressRow
from tests.server.in_process_server import SECRET, InProcessServer


def step_for(server: InProcessServer, table_id: str, person: Person, number: int = 0) -> str:
    """Take a step for a person, and return it."""
    from shoal.server.tables.commands import TakeStep

    snapshot = server.run(server.tables.snapshot(table_id))
    seat = next(seat for seat in snapshot.seats_of(person.id) if snapshot.may_act(seat))
    step = str(snapshot.table.view(seat).legal[number])
    server.run(server.tables.execute(person.id, table_id, TakeStep(seat=seat, step=step)))
    return step


def test_a_person_gets_all_that_is_stored_of_them(server: InProcessServer) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    running = server.table("penguins", [ann, bob])
    step = step_for(server, running, ann)
    server.table("penguins", [bob, bob])
    server.run(server.tables.store.create_pad(PadRow("padofann", ann.id, "fishtank", b"\x00\x01", 2, now())))
    design = DesignRow("deckofann", ann.id, "fishtank", "Ann's", b"\x00\x01", 'title = "Ann\'s"', 2, 1, now())
    assert server.run(server.tables.store.create_design(design, 1))
    progress = PuzzleProgressRow(ann.id, b'{"streak":3}', 1, now())
    assert server.run(server.tables.store.save_puzzle_progress(progress))
    with server.program(ann) as program:
        secret = program.headers["authorization"].removeprefix("Bearer ")
        answer = program.get("/api/me/data")
    assert answer.headers["content-disposition"] == 'attachment; filename="shoal.json"'
    found = answer.json()
    assert found["person"]["name"] == "Ann"
    assert [(token["kind"], token["name"]) for token in found["tokens"]] == [("token", "test")]
    assert secret not in answer.text
    assert [(pad["id"], pad["sheet"]) for pad in found["pads"]] == [("padofann", "AAE=")]
    (own,) = found["designs"]
    assert (own["id"], own["text"], own["sheet"]) == ("deckofann", design.text, "AAE=")
    assert found["puzzles"] == {"progress": {"streak": 3}, "changed_at": progress.changed_at}
    (table,) = found["tables"]
    assert table["id"] == running
    assert [(event["kind"], event["seat"], event["text"]) for event in table["done"]] == [("step", "A", step)]
    assert table["table"]["viewer"] == "A"
    # Penguins hides nothing, so its record is open from the beginning.
    assert msgspec.convert(table["record"], Record).moves
    for secret in (bob.id, ann.id):
        assert secret not in answer.text


def test_a_download_tells_nothing_that_is_hidden_at_a_running_table(server: InProcessServer) -> None:
    """It has what Ann's own view has: not what Bob sealed, and no seed."""
    ann, bob = server.person("Ann"), server.person("Bob")
    table_id = server.table("fishtank", [ann, bob])
    step_for(server, table_id, bob)
    seed = server.run(server.tables.snapshot(table_id)).row.seed
    for person, done in ((ann, 0), (bob, 1)):
        with server.program(person) as program:
            answer = program.get("/api/me/data")
            (found,) = answer.json()["tables"]
            assert found["table"] == program.get(f"/api/tables/{table_id}").json()
        assert found["record"] is None
        assert len(found["done"]) == done
        assert seed not in answer.text


def test_a_table_whose_seat_they_left_shows_only_what_they_did(server: InProcessServer) -> None:
    from shoal.server.tables.commands import LeaveToBot

    ann, bob = server.person("Ann"), server.person("Bob")
    table_id = server.table("fishtank", [ann, bob], maker=bob)
    server.run(server.tables.execute(ann.id, table_id, LeaveToBot(seat=0, bot="random")))
    with server.program(ann) as program:
        assert program.get(f"/api/tables/{table_id}").status_code == 404
        (table,) = program.get("/api/me/data").json()["tables"]
    assert (table["table"], table["record"]) == (None, None)
    assert [(event["kind"], event["text"]) for event in table["done"]] == [("bot", "random")]


def test_nobody_downloads_twice_at_the_same_time_and_few_people_do(server: InProcessServer) -> None:
    from shoal.server.api import own_data

    ann = server.person("Ann")
    with server.program(ann) as program:
        for others in ({ann.id}, {"bob", "cem", "dan", "eva"}):
            own_data._downloading.update(others)
            refused = program.get("/api/me/data")
            own_data._downloading.clear()
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
        for _ in range(2):
            assert program.get("/api/me/data").status_code == 200


@pytest.mark.parametrize("by", ["token", "cookie"])
def test_people_delete_themselves_and_no_cookie_of_theirs_counts_any_more(server: InProcessServer, by: str) -> None:
    ann = server.person("Ann")
    table_id = server.table("penguins", [ann, ann])
    with server.browser(ann) as browser, server.program(ann) as program:
        assert browser.get("/api/me").json() == {"name": "Ann", "known": True}
        assert (program if by == "token" else browser).delete("/api/me").status_code == 204
        for _ in range(2):
            assert program.get("/api/me").status_code == 401
            assert browser.get("/api/me").json() == {"name": "", "known": False}
            assert browser.post("/api/tables", json={"game": "penguins"}).status_code == 401
    assert server.run(server.tables.store.table(table_id)) is None


def test_a_cookie_of_before_is_replaced_by_that_of_a_new_visitor(server: InProcessServer) -> None:
    ann = server.person("Ann")
    with server.program(ann) as program:
        program.delete("/api/me")
    old = sign_cookie(ann.id, SECRET)
    answer = httpx.get(server.address, cookies={COOKIE: old})
    assert answer.status_code == 200
    assert not answer.cookies[COOKIE].startswith(ann.id)


def test_visitors_without_a_cookie_have_no_data(server: InProcessServer) -> None:
    with server.program() as nobody:
        assert nobody.get("/api/me/data").status_code == 401
        assert nobody.delete("/api/me").status_code == 401


def test_the_download_has_every_game(server: InProcessServer) -> None:
    ann = server.person("Ann")
    for game in ("penguins", "smallfry", "fishtank"):
        server.table(game, [ann, ann])
        assert find_game(game).name == game
    with server.program(ann) as program:
        found = program.get("/api/me/data").json()
    assert sorted(table["table"]["game"] for table in found["tables"]) == ["fishtank", "penguins", "smallfry"]
