"""Bots that wait for a worker process, in the order of the queue."""

import asyncio
import os

import pytest

from shoal.server.tables.bot_process import BotProcess
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
