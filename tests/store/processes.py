"""The tests run this as a process of its own: `open` or `append`, on a database that other processes use too."""

import asyncio
import sys

from shoal.store import Event, Store, TableSummary


async def open_when_told(url: str) -> None:
    """Say `ready`, wait for a line, then open the database at the same moment as other processes."""
    print("ready", flush=True)
    sys.stdin.readline()
    store = await Store.open(url)
    await store.ping()
    await store.close()
    print("opened", flush=True)


async def append_until_killed(url: str, table_id: str) -> None:
    """Append to a table's event log, and print the number of each event that was acknowledged."""
    store = await Store.open(url)
    stored = await store.table(table_id)
    assert stored is not None
    number = len(stored.events)
    while True:
        number += 1
        event = Event(number, number, "step", 0, f"step {number}", "anna", f"key {number}")
        await store.append(table_id, event, TableSummary(False, (0,), number, number))
        print(number, flush=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["open", url]:
            asyncio.run(open_when_told(url))
        case ["append", url, table_id]:
            asyncio.run(append_until_killed(url, table_id))
