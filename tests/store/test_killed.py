"""A process that is killed in the middle of its writing loses nothing that it had acknowledged."""

import asyncio
import random

import pytest

from shoal.store import Store
from tests.store.samples import SEATS, process, summary, table_row

pytestmark = pytest.mark.anyio


async def killed_after(url: str, acknowledged: int, delay: float) -> int:
    """Let a process append, kill it some time after so many acknowledgements; the last one it gave."""
    appender = await asyncio.create_subprocess_exec(*process("append", url, "t1"), stdout=asyncio.subprocess.PIPE)
    assert appender.stdout is not None
    for _ in range(acknowledged):
        assert await appender.stdout.readline() != b"", "the process ended by itself"
    # Not waiting for anything: the moment of death has to fall anywhere in the work.
    await asyncio.sleep(delay)
    appender.kill()
    rest = (await appender.stdout.read()).split()
    await appender.wait()
    return acknowledged + len(rest)


async def test_every_acknowledged_act_survives_the_kill(url: str) -> None:
    store = await Store.open(url)
    await store.create_table(table_row(), SEATS, summary())
    luck = random.Random(5)
    total = 0
    for _ in range(5):
        acknowledged = await killed_after(url, luck.randint(1, 30), luck.random() / 100)
        kept = await store.table("t1")
        assert kept is not None
        # The last act may be there without its acknowledgement: the process died between the two.
        assert len(kept.acts) - total - acknowledged in (0, 1)
        total = len(kept.acts)
        assert [(found.number, found.text) for found in kept.acts] == [(n, f"step {n}") for n in range(1, total + 1)]
        assert kept.summary.length == total
    await store.close()
