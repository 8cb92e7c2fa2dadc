"""The queues of the bots that wait for a worker process."""

import asyncio

import pytest

from shoal.server.tables.bot_workers import BotWorkers

pytestmark = pytest.mark.anyio


async def think(workers: BotWorkers, person: str, order: list[str]) -> None:
    async with workers.turn(person):
        order.append(person)
        await asyncio.sleep(0)


async def test_the_bots_of_a_person_with_many_tables_do_not_keep_others_waiting() -> None:
    workers = BotWorkers(1)
    order: list[str] = []
    await asyncio.gather(*(think(workers, person, order) for person in ["anna"] * 4 + ["ben"] * 2 + ["cora"]))
    assert order == ["anna", "anna", "ben", "cora", "anna", "ben", "anna"]
    assert workers.occupancy() == {"bots_waiting": 0, "bots_thinking": 0}


async def test_a_bot_that_leaves_the_queue_keeps_no_other_waiting() -> None:
    for leaves in range(2):
        workers = BotWorkers(1)
        order: list[str] = []
        async with workers.turn("anna"):
            waiting = [asyncio.create_task(think(workers, person, order)) for person in ("ben", "cora", "dora")]
            await asyncio.sleep(0)
            if leaves == 0:
                waiting[0].cancel()
        # The second time the worker was given to Ben's bot, which has not run since.
        waiting[0].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert order == ["cora", "dora"]
        assert workers.occupancy() == {"bots_waiting": 0, "bots_thinking": 0}
