"""A simple bot plays for a level that is not compiled yet, and whoever looks at the table is told."""

import asyncio
import os

import pytest

from shoal.core import find_game, game_names, msg
from shoal.server.tables import level_preparation
from shoal.server.tables.bot_process import BotProcess
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.service import TableService
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.tables.worker_process import WorkerFailure
from shoal.store import Seating, Store

pytestmark = pytest.mark.anyio

SEATS = (Seating(0, "bot", "Salmon", bot="salmon"), Seating(1, "person", "Anna", "anna"))


class GatedProcesses:
    """What the processes of a server are asked; levels are ready when the test says so."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.chosen = asyncio.Event()
        self.ready = asyncio.Event()

    async def warm_up(self, game: str, bot: str) -> None:
        self.asked.append(f"{game} {bot}")
        await self.ready.wait()

    async def choose(self, snapshot: TableSnapshot, seat: int, _seconds: float | None, bot: str) -> str:
        self.asked.append(bot)
        self.chosen.set()
        return str(snapshot.table.view(seat).legal[0])


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> GatedProcesses:
    gated = GatedProcesses()
    monkeypatch.setattr(BotProcess, "choose", lambda _, *question: gated.choose(*question))
    monkeypatch.setattr(BotProcess, "warm_up", lambda _, game, bot: gated.warm_up(game, bot))
    return gated


async def test_a_simple_bot_plays_until_the_level_is_ready_and_the_table_is_told(
    sqlite_url: str, processes: GatedProcesses
) -> None:
    store, workers = await Store.open(sqlite_url), BotWorkers(1)
    service = TableService(store, workers, b"secret")
    try:
        workers.levels.start()
        made = await service.create_table("anna", "penguins", {"players": 2}, SEATS, settings={})
        async with asyncio.timeout(30):
            await processes.chosen.wait()
        snapshot = await service.snapshot(made)
        assert processes.asked[-1] == "greedy"
        assert service.has_stand_in(snapshot)
        assert service.page_version(snapshot, "anna").endswith(".stood-in")
        assert workers.levels.steps_stood_in == 1
        async with service.listen(made, "anna") as feed:
            feed.changed.clear()
            processes.ready.set()
            async with asyncio.timeout(30):
                while service.has_stand_in(await service.snapshot(made)):
                    await feed.changed.wait()
                    feed.changed.clear()
        processes.chosen.clear()
        await service.create_table("anna", "penguins", {"players": 2}, SEATS, settings={})
        async with asyncio.timeout(30):
            await processes.chosen.wait()
        assert processes.asked[-1] == "salmon"
        assert workers.levels.steps_stood_in == 1
    finally:
        await service.close()
        await workers.close()
        await store.close()


async def test_a_level_that_plays_at_a_table_is_prepared_before_the_others(
    processes: GatedProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    workers = BotWorkers(0)
    workers.levels.start()
    try:
        await asyncio.sleep(0)
        first = len(processes.asked)
        waiting = asyncio.create_task(workers.levels.wait_for(find_game("fishtank"), "perch"))
        await asyncio.sleep(0)
        processes.ready.set()
        async with asyncio.timeout(30):
            while workers.levels.count:
                await asyncio.sleep(0)
        await waiting
        assert processes.asked[first] == "fishtank perch"
        assert len(processes.asked) == 5 * len(game_names())
    finally:
        await workers.close()


async def test_a_turn_of_many_steps_waits_for_its_level_only_once(
    processes: GatedProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = BotWorkers(1)
    workers.levels.start()
    try:
        monkeypatch.setattr(level_preparation, "_PATIENCE_SECONDS", 0.0)
        await workers.levels.wait_for(find_game("smallfry"), "salmon")
        monkeypatch.setattr(level_preparation, "_PATIENCE_SECONDS", 1000.0)
        async with asyncio.timeout(30):
            await workers.levels.wait_for(find_game("smallfry"), "salmon")
        assert not workers.levels.is_ready(find_game("smallfry"), "salmon")
    finally:
        await workers.close()


async def test_a_level_that_cannot_be_prepared_is_asked_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_process: BotProcess, _game: str, _bot: str) -> None:
        raise WorkerFailure(msg("the bot gave no step"))

    monkeypatch.setattr(BotProcess, "warm_up", fail)
    workers = BotWorkers(1)
    workers.levels.start()
    try:
        await workers.levels.wait_for(find_game("penguins"), "salmon")
        assert workers.levels.is_ready(find_game("penguins"), "salmon")
    finally:
        await workers.close()


async def test_every_level_is_ready_where_nothing_is_prepared() -> None:
    workers = BotWorkers(1)
    assert workers.levels.is_ready(find_game("penguins"), "shark")
    await workers.levels.wait_for(find_game("penguins"), "shark")
