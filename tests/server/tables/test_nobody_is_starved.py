"""Very many bots of strangers do not keep the bots of others waiting, whoever asks and wherever tables come from."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from shoal.core import Seat
from shoal.server.security.identity import COOKIE
from shoal.server.tables.bot_process import BotProcess
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.service import TableService
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.timestamps import now
from shoal.store import Seating, Store
from tests.server.in_process_server import InProcessServer

pytestmark = pytest.mark.anyio

STRANGERS, ANNA = {"x-forwarded-for": "198.51.100.1"}, {"x-forwarded-for": "203.0.113.7"}
SHARKS = tuple(Seating(seat, "bot", "Shark", bot="shark") for seat in range(2))


class GatedWorker:
    """Thinks when the test says so, and about nothing: its bots take the first legal step."""

    def __init__(self) -> None:
        #: The tables that it was asked about, and the seconds that it was given.
        self.asked: list[tuple[str, float | None]] = []
        self._thoughts = asyncio.Semaphore(0)

    async def choose(self, snapshot: TableSnapshot, seat: Seat, seconds: float | None, _bot: str) -> str:
        self.asked.append((snapshot.row.id, seconds))
        await self._thoughts.acquire()
        return str(snapshot.table.view(seat).legal[0])

    async def think(self, thoughts: int) -> None:
        """Let it think so often."""
        begun = len(self.asked)
        for _ in range(thoughts):
            self._thoughts.release()
        async with asyncio.timeout(30):
            while len(self.asked) < begun + thoughts:
                await asyncio.sleep(0.01)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> GatedWorker:
    worker = GatedWorker()
    monkeypatch.setattr(BotProcess, "choose", lambda _, *question, **_may_compile: worker.choose(*question))
    return worker


@pytest.fixture
def server(tmp_path: Path, worker: GatedWorker) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path) as server:
        yield server


def set_up_as_stranger(server: InProcessServer, csrf: str) -> str:
    """Set up a public table where two sharks play each other, as a new person; return its id."""
    answer = httpx.post(
        f"{server.address}/tables",
        data={"game": "penguins", "seat.0": "bot:shark", "seat.1": "bot:shark", "public": "yes"},
        headers={**STRANGERS, "cookie": f"shoal_csrf={csrf}", "x-csrftoken": csrf},
        timeout=60,
    )
    assert answer.status_code == 303, answer.text
    assert COOKIE in answer.cookies, "each of them is somebody new"
    return answer.headers["location"].removeprefix("/tables/")


def test_the_bot_of_somebody_else_is_next_however_many_tables_strangers_made(
    server: InProcessServer, worker: GatedWorker
) -> None:
    with server.browser(server.person("Anna")) as anna:
        anna.headers.update(ANNA)
        csrf = anna.cookies["shoal_csrf"]
        tables = [set_up_as_stranger(server, csrf) for _ in range(30)]
        server.run(worker.think(5))
        seats = [{"kind": "bot", "bot": "minnow"}, {"kind": "me"}]
        made = anna.post("/api/tables", json={"game": "penguins", "options": {"players": 2}, "seats": seats}).json()
        server.run(worker.think(1))
        assert worker.asked[-1] == (made["id"], None)
        assert {table for table, _ in worker.asked[:-1]} <= set(tables)
        assert [seconds for _, seconds in worker.asked[1:-1]] == [0.1] * 5


def test_players_are_told_while_their_bots_have_less_time(server: InProcessServer, worker: GatedWorker) -> None:
    with server.browser(server.person("Anna")) as anna:
        first, *_, last = [set_up_as_stranger(server, anna.cookies["shoal_csrf"]) for _ in range(6)]
        answers = [anna.get(f"/api/tables/{table}").json() for table in (first, last)]
        assert [answer["hurried"] for answer in answers] == [False, True]
        words = "bots think for less time than usual"
        assert [words in anna.get(f"/tables/{table}").text for table in (first, last)] == [False, True]
        snapshot = server.run(server.tables.snapshot(last))
        assert server.tables.page_version(snapshot, "Anna") == "0.0.hurried", (
            "pages ask for themselves again when it changes"
        )
        assert server.tables.bot_steps() == (0, 0), "the worker of this test counts nothing"


async def test_all_tables_of_before_a_restart_count_as_those_of_one_person(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    before = TableService(store, BotWorkers(0), b"secret")
    made = [
        await before.create_table(f"stranger {number}", "penguins", {"players": 2}, SHARKS, settings={})
        for number in range(20)
    ]
    await before.close()
    workers = BotWorkers(0)
    after = TableService(store, workers, b"secret")
    try:
        for table_id in made:
            await after.snapshot(table_id)
        await asyncio.sleep(0)
        assert workers.occupancy() == {"bots_waiting": 20, "bot_networks_waiting": 1, "bots_thinking": 0}
    finally:
        await after.close()
        await store.close()


async def test_bots_think_for_whoever_is_at_the_table_when_its_maker_is_away(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    workers = BotWorkers(0)
    service = TableService(store, workers, b"secret")
    try:
        service.visitors.see("ben", "203.0.113.7", returns=True)
        seats = (SHARKS[0], Seating(1, "person", "Ben", "ben"))
        for maker in ("anna", "cora"):
            await service.create_table(maker, "penguins", {"players": 2}, seats, settings={})
        await service.create_table("dora", "penguins", {"players": 2}, SHARKS, settings={})
        await asyncio.sleep(0)
        assert workers.occupancy()["bot_networks_waiting"] == 2, "Ben's, and the one that nobody knows"
    finally:
        await service.close()
        await store.close()


async def test_due_tables_are_found_however_many_of_those_here_are_due_too(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    service = TableService(store, BotWorkers(0), b"secret")
    try:
        lost = await service.create_table("anna", "penguins", {"players": 2}, SHARKS, settings={})
        await asyncio.sleep(0)
        service._scheduler._schedule_of(service._cache._tables[lost]).thinking.clear()
        del service._cache._tables[lost]
        for number in range(150):
            await service.create_table(f"stranger {number}", "penguins", {"players": 2}, SHARKS, settings={})
        due = now() - 10_000
        for live in service._cache:
            await store.set_due(live.id, due, 0)
        await store.set_due(lost, due, 0)
        waiting = set(service._scheduler._jobs)
        await service._scheduler.sweep()
        await asyncio.gather(*(service._scheduler._jobs - waiting))
        assert service._cache.get(lost) is not None
    finally:
        await service.close()
        await store.close()
