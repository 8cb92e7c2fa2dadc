"""Server processes on one database hear of each other's events, share the work, and find tables that are due."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from msgspec.structs import replace

from shoal.store import DueTable, EventNumberTaken, Store, StoreUnavailable, TableSummary
from tests.store.samples import ANNA, SEATS, play_steps, step_event, summary, table_row

pytestmark = pytest.mark.anyio


class Notices:
    """The notices that a process got."""

    def __init__(self) -> None:
        self.events: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.missed: asyncio.Queue[None] = asyncio.Queue()

    async def join(self, store: Store) -> None:
        await store.join(lambda table, number: self.events.put_nowait((table, number)), self._may_have_missed)

    def _may_have_missed(self) -> None:
        self.missed.put_nowait(None)


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[tuple[Store, Notices]]:
    """A server process, as far as the database can tell, once it listens."""
    store, notices = await Store.open(url), Notices()
    try:
        await notices.join(store)
        await notices.missed.get()
        yield store, notices
    finally:
        await store.close()


async def test_a_committed_event_is_announced_and_a_refused_one_never(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, _), listening(postgresql_url) as (_, notices):
        await play_steps(here, 2)
        with pytest.raises(EventNumberTaken):
            await here.append("t1", step_event(2), summary(2))
        await here.append("t1", step_event(3), summary(3))
        assert [await notices.events.get() for _ in range(3)] == [("t1", 1), ("t1", 2), ("t1", 3)]
        assert notices.events.empty()


async def test_after_a_reconnection_notices_may_have_been_missed(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, notices):
        connection = await asyncpg.connect(postgresql_url)
        await connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'shoal'"
        )
        await connection.close()
        await notices.missed.get()
        await play_steps(here, 1)
        assert await notices.events.get() == ("t1", 1)
        assert await here.last_event_numbers(["t1", "t2"]) == {"t1": 1}


async def test_every_process_hears_of_a_new_name(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, _), listening(postgresql_url) as (there, _):
        await here.save_person(ANNA)
        assert await there.person("anna") == ANNA
        renamed = replace(ANNA, name="Anička")
        await here.save_person(renamed)
        assert await here.person("anna") == renamed
        while await there.person("anna") != renamed:
            await asyncio.sleep(0.01)  # the notice is on its way


async def test_every_process_hears_of_revoked_cookies(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, _), listening(postgresql_url) as (there, _):
        await here.save_person(ANNA)
        assert await there.person("anna") == ANNA
        assert await here.revoke_cookies("anna", 0)
        assert not await there.revoke_cookies("anna", 0), "whoever read the old number is too late"
        while await there.person("anna") != replace(ANNA, cookie_number=1):
            await asyncio.sleep(0.01)  # the notice is on its way


async def test_an_unknown_person_is_found_as_soon_as_another_process_stores_them(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, _), listening(postgresql_url) as (there, _):
        assert await there.person("anna") is None
        await here.save_person(ANNA)
        assert await there.person("anna") == ANNA


async def test_people_are_read_again_when_notices_may_have_been_missed(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, notices):
        await here.save_person(ANNA)
        while await here.person("anna") != ANNA:
            await asyncio.sleep(0.01)
        connection = await asyncpg.connect(postgresql_url)
        await connection.execute("UPDATE people SET name = 'Unannounced'")
        await connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'shoal'"
        )
        await connection.close()
        await notices.missed.get()
        assert await here.person("anna") == replace(ANNA, name="Unannounced")


async def test_a_single_process_reads_a_person_once(sqlite_url: str) -> None:
    store, other = await Store.open(sqlite_url), await Store.open(sqlite_url)
    await Notices().join(store)
    await store.save_person(ANNA)
    assert await store.person("anna") == ANNA
    renamed = replace(ANNA, name="Anička")
    await other.save_person(renamed)
    assert await store.person("anna") == ANNA
    await store.save_person(renamed)
    assert await store.person("anna") == renamed
    await store.close()
    await other.close()


async def test_a_claim_is_one_process_s_until_it_releases_it_or_dies(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, _):
        async with listening(postgresql_url) as (there, _):
            assert await here.processes.claim("t1")
            assert not await there.processes.claim("t1")
            assert await there.processes.claim("t2")
            await here.processes.release("t1")
            assert await there.processes.claim("t1")
            assert not await here.processes.claim("t1")
        while not await here.processes.claim("t1"):
            await asyncio.sleep(0.01)  # PostgreSQL notices a moment later that the other is gone


async def test_a_process_without_a_connection_claims_nothing(postgresql_url: str) -> None:
    store = await Store.open(postgresql_url)
    assert not await store.processes.claim("t1")
    await store.close()


async def test_a_second_server_on_a_file_is_refused_until_the_first_has_stopped(sqlite_url: str) -> None:
    first, second = await Store.open(sqlite_url), await Store.open(sqlite_url)
    await Notices().join(first)
    assert await first.processes.claim("t1")
    with pytest.raises(StoreUnavailable, match="another server"):
        await Notices().join(second)
    await first.close()
    await Notices().join(second)
    await second.close()


async def test_tables_are_found_when_they_are_due(store: Store) -> None:
    for number, due_at in enumerate((100, 200, None, 300)):
        waiting = TableSummary(False, (), 0, 0, due_at)
        await store.create_table(table_row(f"t{number}"), SEATS, waiting)
    found = await store.due_tables(200, 10)
    assert sorted(found, key=lambda due: due.table_id) == [DueTable("t0", 100, 0), DueTable("t1", 200, 0)]
    assert len(await store.due_tables(1000, 2)) == 2
    assert await store.due_tables(99, 10) == []


async def test_an_event_sets_when_its_table_is_due(store: Store) -> None:
    await store.create_table(table_row(), SEATS, TableSummary(False, (), 0, 0, 100))
    await store.append("t1", step_event(1), TableSummary(False, (0,), 1, 1, None))
    assert await store.due_tables(1000, 10) == []
    await store.set_due("t1", 500, 1)
    assert await store.due_tables(1000, 10) == [DueTable("t1", 500, 1)]


async def test_set_due_for_an_older_event_changes_nothing(store: Store) -> None:
    await store.create_table(table_row(), SEATS, TableSummary(False, (), 0, 0, 100))
    await store.append("t1", step_event(1), TableSummary(False, (), 1, 1, 150))
    await store.set_due("t1", None, 0)
    assert await store.due_tables(1000, 10) == [DueTable("t1", 150, 1)]
