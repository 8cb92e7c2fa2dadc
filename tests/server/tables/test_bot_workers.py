"""Bots that wait for a worker process, in the order of the queue."""

import asyncio
import os

import pytest

from shoal.server.tables.bot_process import BotProcess, seated_bot
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.snapshot import TableSnapshot
from shoal.store import Seating
from shoal.store.models import TableRow

pytestmark = pytest.mark.anyio

IDLE = {"bots_waiting": 0, "bot_networks_waiting": 0, "bots_thinking": 0}


async def think(workers: BotWorkers, person: str, order: list[str], usual_seconds: float = 0.1) -> None:
    async with workers.turn(BotOwner("203.0.113.7", person), usual_seconds):
        order.append(person)
        await asyncio.sleep(0)


async def test_the_bots_of_a_person_with_many_tables_do_not_keep_others_waiting() -> None:
    workers = BotWorkers(1, clock=lambda: 0.0)
    order: list[str] = []
    await asyncio.gather(*(think(workers, person, order) for person in ["anna"] * 4 + ["ben"] * 2 + ["cora"]))
    assert order == ["anna", "ben", "cora", "anna", "ben", "anna", "anna"]
    assert workers.occupancy() == IDLE


async def test_a_bot_that_leaves_the_queue_keeps_no_other_waiting() -> None:
    for leaves in range(2):
        workers = BotWorkers(1, clock=lambda: 0.0)
        order: list[str] = []
        async with workers.turn(BotOwner("203.0.113.7", "anna"), 0.1):
            waiting = [asyncio.create_task(think(workers, person, order)) for person in ("ben", "cora", "dora")]
            await asyncio.sleep(0)
            if leaves == 0:
                waiting[0].cancel()
        # The second time the worker was given to Ben's bot, which has not run since.
        waiting[0].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert order == ["cora", "dora"]
        assert workers.occupancy() == IDLE


async def test_a_player_is_told_that_the_bot_has_less_time_while_it_waits_and_no_longer_afterwards() -> None:
    workers = BotWorkers(1, clock=lambda: 0.0)
    owner = BotOwner("203.0.113.7", "anna")
    told: list[list[bool]] = [[] for _ in range(6)]
    times: list[float | None] = []

    async def shark(number: int) -> None:
        async with workers.turn(owner, 1.0, told[number].append) as (_, seconds):
            times.append(seconds)
            await asyncio.sleep(0)

    await asyncio.gather(*(shark(number) for number in range(6)))
    assert times == [None, pytest.approx(0.4), pytest.approx(0.5), pytest.approx(2 / 3), None, None]
    assert told == [[False], [False, True], [False, True], [True, True], [True, False], [True, False]]
    assert workers.hurried == 3


@pytest.mark.skipif(os.name != "posix", reason="processes have such priorities only there")
async def test_what_people_do_comes_before_what_bots_think() -> None:
    worker = BotProcess()
    try:
        process = await worker._start()
        assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
    finally:
        await worker.stop()


async def test_a_bot_with_less_time_than_usual_takes_a_legal_step() -> None:
    sharks = [Seating(seat, "bot", "Shark", bot="shark") for seat in range(2)]
    row = TableRow("t", "fishtank", {"players": 2}, "00" * 32, (), {}, "anna", 0, public=False)
    snapshot = TableSnapshot(row, sharks)
    worker = BotProcess()
    try:
        step = await worker.choose(snapshot, 0, 0.1)
        assert step in {str(legal) for legal in snapshot.table.view(0).legal}
    finally:
        await worker.stop()


def table_of_bots(bot: str, table_id: str = "t") -> TableSnapshot:
    """A table of penguins for two, always of the same deal."""
    seats = [Seating(seat, "bot", bot, bot=bot) for seat in range(2)]
    return TableSnapshot(TableRow(table_id, "penguins", {"players": 2}, "00" * 32, (), {}, "anna", 0, False), seats)


async def steps_of(worker: BotProcess, snapshot: TableSnapshot, count: int = 12) -> list[str]:
    return [await worker.choose(snapshot, 0) for _ in range(count)]


async def test_nobody_can_tell_beforehand_what_a_bot_will_do() -> None:
    """Asked again about one position it may answer otherwise: at one table, at another, and after a restart."""
    worker = BotProcess()
    try:
        here = await steps_of(worker, table_of_bots("random"))
        there = await steps_of(worker, table_of_bots("random", "u"))
        await worker.stop()
        later = await steps_of(worker, table_of_bots("random"))
    finally:
        await worker.stop()
    assert len({tuple(here), tuple(there), tuple(later)}) == 3
    assert min(len(set(steps)) for steps in (here, there, later)) > 1


async def test_a_bot_goes_on_when_its_process_has_died() -> None:
    worker, snapshot = BotProcess(), table_of_bots("random")
    try:
        await steps_of(worker, snapshot, 1)
        process = await worker._start()
        process.kill()
        await process.wait()
        (step,) = await steps_of(worker, snapshot, 1)
        assert step in {str(legal) for legal in snapshot.table.view(0).legal}
    finally:
        await worker.stop()


async def test_every_seat_of_every_table_has_a_bot_of_its_own() -> None:
    tables = [table_of_bots("random", table_id) for table_id in ("t", "u", "t2")]
    assert len({seated_bot(table, seat) for table in tables for seat in range(2)}) == 6


async def test_a_bot_goes_back_to_the_worker_it_was_at_and_never_waits_for_it() -> None:
    workers = BotWorkers(3, clock=lambda: 0.0)
    owner = BotOwner("203.0.113.7", "anna")
    async with workers.turn(owner, 0.1, seated="t A") as (home, _):
        pass
    async with workers.turn(owner, 0.1, seated="u A") as (other, _), workers.turn(owner, 0.1, seated="v A"):
        assert other is home, "the one that was busy last is warm"
    async with workers.turn(owner, 0.1, seated="t A") as (again, _):
        assert again is home
        async with workers.turn(owner, 0.1, seated="u A") as (elsewhere, _):
            assert elsewhere is not home, "it is busy"
    async with workers.turn(owner, 0.1), workers.turn(owner, 0.1):
        pass
    async with workers.turn(owner, 0.1, seated="u A") as (again, _):
        assert again is elsewhere


async def test_only_the_latest_bots_are_remembered_with_their_workers() -> None:
    workers = BotWorkers(2, clock=lambda: 0.0)
    for number in range(1000):
        async with workers.turn(BotOwner(), 0.1, seated=f"t{number} A"):
            pass
    assert len(workers._last_workers) == 256
