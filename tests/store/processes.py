"""Run as a process of its own by the tests: `open` and `append` on a database that others use, too."""

import asyncio
import sys

from shoal.store import Event, Store, Summary


async def open_when_told(url: str) -> None:
    """Be ready, wait for a line, then open the database at the same moment as others."""
    print("ready", flush=True)
    sys.stdin.readline()
    store = await Store.open(url)
    await store.ping()
    await store.close()
    print("opened", flush=True)


async def append_for_ever(url: str, table_id: str) -> None:
    """Go on with a table's log, and name every act that was acknowledged."""
    store = await Store.open(url)
    kept = await store.table(table_id)
    assert kept is not None
    number = len(kept.acts)
    while True:
        number += 1
        act = Event(number, number, "step", 0, f"step {number}", "anna", f"key {number}")
        await store.append(table_id, act, Summary(False, (0,), number, number))
        print(number, flush=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["open", url]:
            asyncio.run(open_when_told(url))
        case ["append", url, table_id]:
            asyncio.run(append_for_ever(url, table_id))
