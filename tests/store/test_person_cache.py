"""Recent people are cached for a minute, and never longer than until they change."""

import asyncio

import pytest
from msgspec.structs import replace

from shoal.store import Person
from shoal.store.person_cache import PersonCache
from tests.store.samples import ANNA

pytestmark = pytest.mark.anyio


class PersonTable:
    """Stands in for the database: counts its reads, and can be slow."""

    def __init__(self, *people: Person) -> None:
        self.by_id = {person.id: person for person in people}
        self.reads = 0
        self.read_started = asyncio.Event()
        self.may_finish: asyncio.Event | None = None

    async def read(self, person_id: str) -> Person | None:
        self.reads += 1
        found = self.by_id.get(person_id)
        self.read_started.set()
        if self.may_finish is not None:
            await self.may_finish.wait()
        return found


async def test_a_person_is_read_once_a_minute() -> None:
    now = 0.0
    cache, people = PersonCache(lambda: now), PersonTable(ANNA)
    for time, reads in ((0.0, 1), (59.0, 1), (61.0, 2), (100.0, 2)):
        now = time
        assert await cache.get("anna", people.read) == ANNA
        assert people.reads == reads


async def test_unknown_people_are_not_cached() -> None:
    cache, people = PersonCache(), PersonTable()
    assert await cache.get("anna", people.read) is None
    people.by_id["anna"] = ANNA
    assert await cache.get("anna", people.read) == ANNA


async def test_a_changed_person_is_read_again() -> None:
    cache, people = PersonCache(), PersonTable(ANNA, replace(ANNA, id="ben"))
    for _ in range(2):
        await cache.get("anna", people.read)
        await cache.get("ben", people.read)
    cache.invalidate("anna")
    await cache.get("ben", people.read)
    assert people.reads == 2
    await cache.get("anna", people.read)
    assert people.reads == 3
    cache.clear()
    await cache.get("anna", people.read)
    await cache.get("ben", people.read)
    assert people.reads == 5


async def test_a_person_read_before_a_change_is_not_cached_after_it() -> None:
    cache, people = PersonCache(), PersonTable(ANNA)
    people.may_finish = asyncio.Event()
    reading = asyncio.create_task(cache.get("anna", people.read))
    await people.read_started.wait()
    people.by_id["anna"] = replace(ANNA, name="Anička")
    cache.invalidate("anna")
    people.may_finish.set()
    assert await reading == ANNA
    assert await cache.get("anna", people.read) == replace(ANNA, name="Anička")


async def test_memory_is_bounded_and_the_oldest_entries_are_evicted_first() -> None:
    cache, people = PersonCache(), PersonTable(*(replace(ANNA, id=str(number)) for number in range(10_500)))
    for number in range(10_500):
        await cache.get(str(number), people.read)
    assert len(cache) == 10_000
    people.reads = 0
    await cache.get("10499", people.read)
    assert people.reads == 0
    await cache.get("0", people.read)
    assert people.reads == 1
