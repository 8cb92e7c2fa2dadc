"""A process that is killed while it writes loses no event that it has acknowledged."""

import asyncio
import random

import pytest

from shoal.store import Store
from tests.store.samples import SEATS, command_line, summary, table_row

pytestmark = pytest.mark.anyio


async def append_and_kill(url: str, acknowledged: int, delay: float) -> list[int]:
    """Kill a process that appends, `delay` seconds after its first acknowledgements; the numbers it acknowledged."""
    appender = await asyncio.create_subprocess_exec(*command_line("append", url, "t1"), stdout=asyncio.subprocess.PIPE)
    assert appender.stdout is not None
    lines = [await appender.stdout.readline() for _ in range(acknowledged)]
    assert all(lines), "the process ended by itself"
    # Not a wait for anything: the kill must hit any moment of the work.
    await asyncio.sleep(delay)
    appender.kill()
    lines += (await appender.stdout.read()).splitlines()
    await appender.wait()
    return [int(line) for line in lines]


async def test_every_acknowledged_event_survives_a_kill(url: str) -> None:
    store = await Store.open(url)
    await store.create_table(table_row(), SEATS, summary())
    rng = random.Random(5)
    total = 0
    for _ in range(5):
        acknowledged = await append_and_kill(url, rng.randint(1, 30), rng.random() / 100)
        first, last = acknowledged[0], acknowledged[-1]
        assert acknowledged == list(range(first, last + 1))
        # A database server may still commit what the process killed before had sent, after that was counted below.
        assert first - 1 - total in (0, 1)
        stored = await store.table("t1")
        assert stored is not None
        # The last event may be there without its acknowledgement: the process died between the two.
        assert len(stored.events) - last in (0, 1)
        total = len(stored.events)
        found = [(event.number, event.text) for event in stored.events]
        assert found == [(number, f"step {number}") for number in range(1, total + 1)]
        assert stored.summary.length == total
    await store.close()
