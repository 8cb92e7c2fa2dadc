"""A process that is killed while it writes loses no event that it has acknowledged."""

import asyncio
import random

import pytest

from shoal.store import Store
from tests.store.samples import SEATS, command_line, summary, table_row

pytestmark = pytest.mark.anyio


async def append_and_kill(url: str, acknowledged: int, delay: float) -> int:
    """Let a process append, and kill it `delay` seconds after it has acknowledged so many; how many it did in all."""
    appender = await asyncio.create_subprocess_exec(*command_line("append", url, "t1"), stdout=asyncio.subprocess.PIPE)
    assert appender.stdout is not None
    for _ in range(acknowledged):
        assert await appender.stdout.readline() != b"", "the process ended by itself"
    # Not a wait for anything: the kill must hit any moment of the work.
    await asyncio.sleep(delay)
    appender.kill()
    rest = (await appender.stdout.read()).split()
    await appender.wait()
    return acknowledged + len(rest)


async def test_every_acknowledged_event_survives_a_kill(url: str) -> None:
    store = await Store.open(url)
    await store.create_table(table_row(), SEATS, summary())
    rng = random.Random(5)
    total = 0
    for _ in range(5):
        acknowledged = await append_and_kill(url, rng.randint(1, 30), rng.random() / 100)
        stored = await store.table("t1")
        assert stored is not None
        # The last event may be there without its acknowledgement: the process died between the two.
        assert len(stored.events) - total - acknowledged in (0, 1)
        total = len(stored.events)
        assert [(found.number, found.text) for found in stored.events] == [
            (n, f"step {n}") for n in range(1, total + 1)
        ]
        assert stored.summary.length == total
    await store.close()
