"""Tables leave memory when nobody uses them, with their timers, and come back from the store."""

import asyncio
import gc

import pytest

from shoal.core import Table, find_game
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.service import TableService
from shoal.server.timestamps import now
from shoal.store import Seating, Store

pytestmark = pytest.mark.anyio

SEATS = (Seating(0, "person", "Anna", "anna"), Seating(1, "person", "Ben", "ben"))
CLOCK = {"clock": {"kind": "move", "seconds": 3600, "increment": 0, "late": "bot"}}


async def test_a_table_that_is_forgotten_leaves_nothing_behind(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    service = TableService(store, BotWorkers(0), b"secret")
    try:
        table_id = await service.create_table("anna", "penguins", {"players": 2}, SEATS, settings=CLOCK)
        snapshot = await service.snapshot(table_id)
        (schedule,) = service._scheduler._schedules.values()
        timer = schedule.flag_timer
        assert timer is not None
        async with service.listen(table_id, "anna"):
            service._cache._forget(service._cache, now() + 1)
            assert service.occupancy()["tables"] == 1, "somebody listens to it"
        service._cache._forget(service._cache, now() + 1)
        assert service.occupancy()["tables"] == 0
        assert timer.cancelled()
        del schedule
        gc.collect()
        assert len(service._scheduler._schedules) == 0
        again = await service.snapshot(table_id)
        assert (again.event_number, again.names) == (snapshot.event_number, snapshot.names)
    finally:
        await service.close()
        await store.close()


async def test_a_table_is_loaded_once_for_all_who_ask_at_the_same_time(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    service = TableService(store, BotWorkers(0), b"secret")
    try:
        table_id = await service.create_table("anna", "penguins", {"players": 2}, SEATS, settings={})
        service._cache._forget(service._cache, now() + 1)
        loaded = await asyncio.gather(*(service.live_table(table_id) for _ in range(5)))
        assert len({id(live) for live in loaded}) == 1
    finally:
        await service.close()
        await store.close()


async def test_long_tables_leave_memory_sooner_when_there_are_many(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    service = TableService(store, BotWorkers(0), b"secret")
    try:
        short = await service.create_table("anna", "smallfry", {"players": 2}, SEATS, settings={})
        for number in range(60):
            opening = long_opening(number)
            await service.create_table("anna", "smallfry", OPTIONS, SEATS, settings={}, opening=opening)
            for live in service._cache:
                live.used_at -= 2000
        assert service.occupancy()["tables"] == 11, "the others make room"
        assert service._cache.get(short) is not None
    finally:
        await service.close()
        await store.close()


OPTIONS = {"players": 2, "target": 1000}


def long_opening(seed: int) -> list[str]:
    """A little more than a thousand steps."""
    table = Table(find_game("smallfry"), OPTIONS, seed=f"{seed:064x}")
    while table.length <= 1000:
        (seat,) = table.state.to_act
        table.submit(seat, table.view(seat).legal[0])
    return list(table.record().moves)
