"""A simple bot plays for a level that is not compiled yet, and whoever looks at the table is told."""

import asyncio
import os

import pytest

from shoal.core import find_game, game_names, msg
from shoal.core.compilation import NotCompiled
from shoal.core.levels import LEVEL_TITLES
from shoal.server.tables.bot_process import BotProcess
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.service import TableService
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.tables.worker_process import WorkerFailure
from shoal.store import Seating, Store

pytestmark = pytest.mark.anyio

SEATS = (Seating(0, "bot", "Salmon", bot="salmon"), Seating(1, "person", "Anna", "anna"))
ALL_LEVELS = len(LEVEL_TITLES) * len(game_names())


class GatedProcesses:
    """What the processes of a server are asked. Levels are compiled when the test opens the gate, or were before."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.compiled: set[str] = set()
        self.loaded: list[str] = []
        self.chosen = asyncio.Event()
        self.gate = asyncio.Event()
        #: While this is not set, no process has the time to load a level.
        self.free = asyncio.Event()
        self.free.set()

    async def load(self, game: str, bot: str) -> bool:
        await self.free.wait()
        if bot in LEVEL_TITLES and f"{game} {bot}" not in self.compiled:
            return False
        self.loaded.append(f"{game} {bot}")
        return True

    async def warm_up(self, game: str, bot: str) -> None:
        self.asked.append(f"{game} {bot}")
        await self.gate.wait()
        self.compiled.add(f"{game} {bot}")

    async def choose(self, snapshot: TableSnapshot, seat: int, bot: str, *, may_compile: bool) -> str:
        if not may_compile and f"{snapshot.game.name} {bot}" not in self.compiled:
            raise NotCompiled(bot)
        self.asked.append(bot)
        self.chosen.set()
        return str(snapshot.table.view(seat).legal[0])


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> GatedProcesses:
    gated = GatedProcesses()

    async def choose(
        _: BotProcess, snapshot: TableSnapshot, seat: int, _seconds: float | None, bot: str, *, may_compile: bool = True
    ) -> str:
        return await gated.choose(snapshot, seat, bot, may_compile=may_compile)

    monkeypatch.setattr(BotProcess, "choose", choose)
    monkeypatch.setattr(BotProcess, "load", lambda _, game, bot: gated.load(game, bot))
    monkeypatch.setattr(BotProcess, "warm_up", lambda _, game, bot: gated.warm_up(game, bot))
    return gated


async def test_a_simple_bot_plays_until_the_level_is_compiled_and_the_table_is_told(
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
        assert workers.levels.takes_long
        async with service.listen(made, "anna") as feed:
            feed.changed.clear()
            processes.gate.set()
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


async def test_a_level_that_was_compiled_before_plays_at_once_though_it_is_not_loaded_yet(
    sqlite_url: str, processes: GatedProcesses
) -> None:
    store, workers = await Store.open(sqlite_url), BotWorkers(1)
    service = TableService(store, workers, b"secret")
    processes.compiled.add("penguins salmon")
    processes.free.clear()
    try:
        workers.levels.start()
        made = await service.create_table("anna", "penguins", {"players": 2}, SEATS, settings={})
        async with asyncio.timeout(30):
            await processes.chosen.wait()
        assert processes.asked == ["salmon"]
        assert not service.has_stand_in(await service.snapshot(made))
        assert workers.levels.count == ALL_LEVELS
    finally:
        await service.close()
        await workers.close()
        await store.close()


async def test_a_level_that_plays_at_a_table_is_compiled_before_the_others(
    processes: GatedProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    workers = BotWorkers(1)
    workers.levels.start()
    try:
        async with asyncio.timeout(30):
            while not processes.asked:
                await asyncio.sleep(0)
        workers.levels.note_not_compiled(find_game("fishtank"), "perch")
        processes.gate.set()
        async with asyncio.timeout(30):
            while workers.levels.count:
                await asyncio.sleep(0)
        assert processes.asked[1] == "fishtank perch"
        assert len(processes.asked) == len(set(processes.asked)) == ALL_LEVELS
        assert not workers.levels.takes_long
    finally:
        await workers.close()


async def test_a_level_that_plays_at_a_table_is_loaded_before_the_others(processes: GatedProcesses) -> None:
    processes.compiled.update(f"{game} {level}" for game in game_names() for level in LEVEL_TITLES)
    workers = BotWorkers(1)
    workers.levels.start()
    try:
        workers.levels.prefer(find_game("smallfry"), "shark")
        async with asyncio.timeout(30):
            while workers.levels.count:
                await asyncio.sleep(0)
        assert processes.loaded[0] == "smallfry shark"
        usual = processes.loaded[1 + len(game_names()) : 1 + 2 * len(game_names())]
        assert usual == [f"{game} salmon" for game in game_names()]
        assert workers.levels.all_ready.is_set()
        assert processes.asked == [], "nothing is compiled, and no process was started for it"
    finally:
        await workers.close()


async def test_a_level_that_cannot_be_compiled_is_asked_all_the_same(
    processes: GatedProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_process: BotProcess, _game: str, _bot: str) -> None:
        raise WorkerFailure(msg("the bot gave no step"))

    monkeypatch.setattr(BotProcess, "warm_up", fail)
    workers, penguins = BotWorkers(1), find_game("penguins")
    workers.levels.start()
    try:
        assert not workers.levels.may_compile(penguins, "salmon")
        async with asyncio.timeout(30):
            while workers.levels.count:
                await asyncio.sleep(0)
        assert workers.levels.is_ready(penguins, "salmon")
        assert workers.levels.may_compile(penguins, "salmon")
    finally:
        await workers.close()


async def test_every_level_is_ready_where_nothing_is_prepared() -> None:
    levels, penguins = BotWorkers(1).levels, find_game("penguins")
    assert levels.is_ready(penguins, "shark")
    assert levels.may_compile(penguins, "shark")
