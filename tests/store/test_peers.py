"""Several processes on one database hear of each other's acts, share the work, and find what nobody sees to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from msgspec.structs import replace

from shoal.store import Due, NumberTaken, Store, StoreAway, Summary
from tests.store.samples import ANNA, SEATS, act, play, summary, table_row

pytestmark = pytest.mark.anyio


class Ears:
    """What a process heard."""

    def __init__(self) -> None:
        self.news: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.missed: asyncio.Queue[None] = asyncio.Queue()

    async def join(self, store: Store) -> None:
        await store.join(lambda table, number: self.news.put_nowait((table, number)), self._may_have_missed)

    def _may_have_missed(self) -> None:
        self.missed.put_nowait(None)


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[tuple[Store, Ears]]:
    """A process of its own, as far as the database can tell, once it listens."""
    store, ears = await Store.open(url), Ears()
    try:
        await ears.join(store)
        await ears.missed.get()
        yield store, ears
    finally:
        await store.close()


async def test_an_act_is_heard_of_when_it_is_committed_and_a_refused_one_never(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, _), listening(postgresql_url) as (_, ears):
        await play(here, 2)
        with pytest.raises(NumberTaken):
            await here.append("t1", act(2), summary(2))
        await here.append("t1", act(3), summary(3))
        assert [await ears.news.get() for _ in range(3)] == [("t1", 1), ("t1", 2), ("t1", 3)]
        assert ears.news.empty()


async def test_a_cut_connection_is_made_anew_and_says_that_something_may_have_been_missed(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, ears):
        link = await asyncpg.connect(postgresql_url)
        await link.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'shoal'"
        )
        await link.close()
        await ears.missed.get()
        await play(here, 1)
        assert await ears.news.get() == ("t1", 1)
        assert await here.last_acts(["t1", "t2"]) == {"t1": 1}


async def test_a_new_name_is_heard_of_by_all(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, _), listening(postgresql_url) as (there, _):
        await here.keep_person(ANNA)
        assert await there.person("anna") == ANNA
        renamed = replace(ANNA, name="Anička")
        await here.keep_person(renamed)
        assert await here.person("anna") == renamed
        while await there.person("anna") != renamed:
            await asyncio.sleep(0.01)  # the news is on its way


async def test_somebody_who_was_not_known_is_found_as_soon_as_they_are_kept_elsewhere(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, _), listening(postgresql_url) as (there, _):
        assert await there.person("anna") is None
        await here.keep_person(ANNA)
        assert await there.person("anna") == ANNA


async def test_people_are_read_anew_when_something_may_have_been_missed(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, ears):
        await here.keep_person(ANNA)
        while await here.person("anna") != ANNA:
            await asyncio.sleep(0.01)
        link = await asyncpg.connect(postgresql_url)
        await link.execute("UPDATE people SET name = 'Unannounced'")
        await link.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'shoal'"
        )
        await link.close()
        await ears.missed.get()
        assert await here.person("anna") == replace(ANNA, name="Unannounced")


async def test_a_server_alone_reads_a_person_once(sqlite_url: str) -> None:
    store, other = await Store.open(sqlite_url), await Store.open(sqlite_url)
    await Ears().join(store)
    await store.keep_person(ANNA)
    assert await store.person("anna") == ANNA
    renamed = replace(ANNA, name="Anička")
    await other.keep_person(renamed)
    assert await store.person("anna") == ANNA
    await store.keep_person(renamed)
    assert await store.person("anna") == renamed
    await store.close()
    await other.close()


async def test_work_is_for_one_process_until_it_lets_go_or_is_gone(postgresql_url: str) -> None:
    async with listening(postgresql_url) as (here, _):
        async with listening(postgresql_url) as (there, _):
            assert await here.peers.claim("t1")
            assert not await there.peers.claim("t1")
            assert await there.peers.claim("t2")
            await here.peers.release("t1")
            assert await there.peers.claim("t1")
            assert not await here.peers.claim("t1")
        while not await here.peers.claim("t1"):
            await asyncio.sleep(0.01)  # PostgreSQL notices a moment later that the other is gone


async def test_a_process_without_a_connection_claims_nothing(postgresql_url: str) -> None:
    store = await Store.open(postgresql_url)
    assert not await store.peers.claim("t1")
    await store.close()


async def test_a_second_server_on_a_file_is_refused_until_the_first_is_gone(sqlite_url: str) -> None:
    first, second = await Store.open(sqlite_url), await Store.open(sqlite_url)
    await Ears().join(first)
    assert await first.peers.claim("t1")
    with pytest.raises(StoreAway, match="another server"):
        await Ears().join(second)
    await first.close()
    await Ears().join(second)
    await second.close()


async def test_tables_are_found_when_they_are_due(store: Store) -> None:
    for number, due_at in enumerate((100, 200, None, 300)):
        waiting = Summary(False, (), 0, 0, due_at)
        await store.create_table(table_row(f"t{number}"), SEATS, waiting)
    found = await store.due(200, 10)
    assert sorted(found, key=lambda due: due.table_id) == [Due("t0", 100, 0), Due("t1", 200, 0)]
    assert len(await store.due(1000, 2)) == 2
    assert await store.due(99, 10) == []


async def test_an_act_says_anew_when_its_table_is_due(store: Store) -> None:
    await store.create_table(table_row(), SEATS, Summary(False, (), 0, 0, 100))
    await store.append("t1", act(1), Summary(False, (0,), 1, 1, None))
    assert await store.due(1000, 10) == []
    await store.set_due("t1", 500, 1)
    assert await store.due(1000, 10) == [Due("t1", 500, 1)]


async def test_what_is_noted_of_an_older_position_changes_nothing(store: Store) -> None:
    await store.create_table(table_row(), SEATS, Summary(False, (), 0, 0, 100))
    await store.append("t1", act(1), Summary(False, (), 1, 1, 150))
    await store.set_due("t1", None, 0)
    assert await store.due(1000, 10) == [Due("t1", 150, 1)]
