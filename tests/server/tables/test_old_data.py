"""A database and a backup that an earlier Shoal wrote load, replay and go on.

`old_data/` holds both, as they were before tables, commands and events got the names they have now, and what the
program of that time said of every table in them. Between them, the logs have every kind of event that was stored then.
"""

import asyncio
import hashlib
import json
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from shoal.core import seat_name
from shoal.server.tables.commands import TakeStep
from shoal.server.tables.events import EventKind
from shoal.server.tables.live_table import LiveTable
from shoal.server.tables.snapshot import TableSnapshot
from shoal.store import Store
from shoal.store.backup import import_all
from tests.server.in_process_server import InProcessServer

DATA: Final = Path(__file__).parent / "old_data"
#: The cookie that the server of that time gave to Anna; its secret was that of `InProcessServer`.
COOKIE: Final = "x-zwM-LG_cZFZzppfYzdTQ.e60c5517545c92f10f31753693d6b33b93311a04d6ce556df3026d019f812113"

Expected = dict[str, dict[str, Any]]


def written(name: str) -> Any:
    return json.loads((DATA / "expected.json").read_text(encoding="utf-8"))[name]


@pytest.fixture(scope="module")
def expected() -> Expected:
    tables: Expected = written("tables")
    return tables


@pytest.fixture(params=["database", "backup"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder with the old data in `server.db`."""
    file = tmp_path / "server.db"
    if request.param == "database":
        connection = sqlite3.connect(file)
        connection.executescript((DATA / "database.sql").read_text(encoding="utf-8"))
        connection.close()
    else:
        with (DATA / "backup.shoal.gz").open("rb") as backup:
            asyncio.run(import_all(f"sqlite:///{file}", backup, lambda done, total: None))
    return tmp_path


async def load(folder: Path, table_ids: Expected) -> dict[str, TableSnapshot]:
    store = await Store.open(f"sqlite:///{folder / 'server.db'}")
    stored = {table_id: await store.table(table_id) for table_id in table_ids}
    await store.close()
    return {table_id: TableSnapshot.replay(table) for table_id, table in stored.items() if table is not None}


def facts_of(snapshot: TableSnapshot) -> dict[str, Any]:
    """What `expected.json` says of a table, of this snapshot."""
    summary = snapshot.summary()
    viewers = [*snapshot.table.seats, None]
    logs = {"nobody" if seat is None else seat_name(seat): "\n".join(snapshot.table.log(seat)) for seat in viewers}
    return {
        "game": snapshot.game.name,
        "over": snapshot.over,
        "winners": list(snapshot.winners),
        "names": list(snapshot.names),
        "summary": {
            "over": summary.over,
            "waiting": list(summary.waiting),
            "length": summary.length,
            "changed_at": summary.changed_at,
            "due_at": summary.due_at,
        },
        "version": snapshot.version,
        "moment": snapshot.position_id,
        "asking": snapshot.undo_requested_by,
        "agreed": sorted(snapshot.undo_agreed_by),
        "settling": sorted(snapshot.finish_offered_by),
        "with_odds": sorted(snapshot.odds_agreed_by),
        "left": sorted(snapshot.timed_out),
        "rematch": snapshot.rematch,
        "clocks_left_when_changed": {
            seat_name(seat): left for seat, left in snapshot.clocks.time_left(snapshot.changed_at).items()
        },
        "record": json.loads(snapshot.record().to_text()),
        "seats": [[seat.kind, seat.person, seat.bot] for seat in snapshot.seats],
        "logs": {viewer: hashlib.sha256(log.encode()).hexdigest()[:16] for viewer, log in logs.items()},
    }


def test_every_kind_of_event_is_among_them() -> None:
    connection = sqlite3.connect(":memory:")
    connection.executescript((DATA / "database.sql").read_text(encoding="utf-8"))
    kinds = Counter(kind for (kind,) in connection.execute("SELECT kind FROM acts"))
    connection.close()
    assert kinds == written("kinds")
    newer = {EventKind.CHOICE_CHANGED, EventKind.CLOCKS_HELD, EventKind.HINT_TAKEN}
    assert set(kinds) == {kind.value for kind in EventKind if kind not in newer}


def test_every_old_table_is_what_it_was(folder: Path, expected: Expected) -> None:
    tables = asyncio.run(load(folder, expected))
    for table_id, then in expected.items():
        now = {"what": then["what"], **facts_of(tables[table_id])}
        if "replaced" in then["what"]:
            assert now["logs"] != then["logs"]
            then = {**without_the_replaced_choice(then), "logs": now["logs"]}
        assert now == then


def without_the_replaced_choice(then: dict[str, Any]) -> dict[str, Any]:
    """What was said of the table where seat B placed on a1 and then on g7 instead. That shows no more."""
    moves = then["record"]["moves"]
    assert moves[-3:] == ["B:a1", "B:g7*", "A:c1"]
    return {
        **then,
        "record": {**then["record"], "moves": [*moves[:-3], *moves[-2:]]},
        "summary": {**then["summary"], "length": then["summary"]["length"] - 1},
        "version": then["version"] - 1,
    }


async def play_on(folder: Path, table_id: str) -> tuple[TableSnapshot, TableSnapshot]:
    """Take one step of a person; the table in memory, and the table as it is read again."""
    store = await Store.open(f"sqlite:///{folder / 'server.db'}")
    stored = await store.table(table_id)
    assert stored is not None
    live = LiveTable(store, TableSnapshot.replay(stored))
    seat = live.snapshot.to_act[0]
    step = live.snapshot.table.view(seat).legal[0]
    command = TakeStep(seat=seat, step=str(step), position_id=live.snapshot.position_id)
    await live.execute(command, live.snapshot.seats[seat].person)
    again = await store.table(table_id)
    assert again is not None
    await store.close()
    return live.snapshot, TableSnapshot.replay(again)


def test_old_games_go_on(folder: Path, expected: Expected) -> None:
    going_on = [
        table_id
        for table_id, then in expected.items()
        if then["summary"]["waiting"] and then["seats"][then["summary"]["waiting"][0]][0] == "person"
    ]
    assert {expected[table_id]["game"] for table_id in going_on} == {"penguins", "smallfry", "fishtank"}
    for table_id in going_on:
        now, again = asyncio.run(play_on(folder, table_id))
        assert now.event_number == expected[table_id]["version"] + 1, "there all events counted"
        assert facts_of(now) == facts_of(again)


def test_an_old_cookie_still_identifies_its_person(folder: Path, expected: Expected) -> None:
    anna = COOKIE.partition(".")[0]
    with InProcessServer(folder) as server, httpx.Client(base_url=server.address) as browser:
        browser.cookies.set("shoal", COOKIE)
        assert browser.get("/api/me").json() == {"name": "Anna", "known": True}
        for table_id, then in expected.items():
            if then["over"] and any(person == anna for _, person, _ in then["seats"]):
                assert browser.get(f"/api/tables/{table_id}").json()["over"]
                assert browser.get(f"/tables/{table_id}").status_code == 200
