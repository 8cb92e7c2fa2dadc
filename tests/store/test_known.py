"""Who was here lately is known for a while; nothing old outlives a change."""

import asyncio

import pytest
from msgspec.structs import replace

from shoal.store import Person
from shoal.store.person_cache import PersonCache
from tests.store.samples import ANNA

pytestmark = pytest.mark.anyio


class Shelf:
    """Where people are read from; it can be slow."""

    def __init__(self, *people: Person) -> None:
        self.people = {person.id: person for person in people}
        self.readings = 0
        self.begun = asyncio.Event()
        self.slow: asyncio.Event | None = None

    async def read(self, person_id: str) -> Person | None:
        self.readings += 1
        found = self.people.get(person_id)
        self.begun.set()
        if self.slow is not None:
            await self.slow.wait()
        return found


async def test_somebody_is_read_once_for_a_while() -> None:
    now = 0.0
    known, shelf = PersonCache(lambda: now), Shelf(ANNA)
    for moment, readings in ((0.0, 1), (59.0, 1), (61.0, 2), (100.0, 2)):
        now = moment
        assert await known.ask("anna", shelf.read) == ANNA
        assert shelf.readings == readings


async def test_somebody_who_is_not_there_is_asked_for_each_time() -> None:
    known, shelf = PersonCache(), Shelf()
    assert await known.ask("anna", shelf.read) is None
    shelf.people["anna"] = ANNA
    assert await known.ask("anna", shelf.read) == ANNA


async def test_what_changed_is_read_again() -> None:
    known, shelf = PersonCache(), Shelf(ANNA, replace(ANNA, id="ben"))
    for _ in range(2):
        await known.ask("anna", shelf.read)
        await known.ask("ben", shelf.read)
    known.forget("anna")
    await known.ask("ben", shelf.read)
    assert shelf.readings == 2
    await known.ask("anna", shelf.read)
    assert shelf.readings == 3
    known.forget_all()
    await known.ask("anna", shelf.read)
    await known.ask("ben", shelf.read)
    assert shelf.readings == 5


async def test_what_was_read_before_a_change_is_not_known_after_it() -> None:
    known, shelf = PersonCache(), Shelf(ANNA)
    shelf.slow = asyncio.Event()
    asking = asyncio.create_task(known.ask("anna", shelf.read))
    await shelf.begun.wait()
    shelf.people["anna"] = replace(ANNA, name="Anička")
    known.forget("anna")
    shelf.slow.set()
    assert await asking == ANNA
    assert await known.ask("anna", shelf.read) == replace(ANNA, name="Anička")


async def test_memory_is_bounded_and_the_oldest_are_forgotten_first() -> None:
    known, shelf = PersonCache(), Shelf(*(replace(ANNA, id=str(number)) for number in range(10_500)))
    for number in range(10_500):
        await known.ask(str(number), shelf.read)
    assert len(known) == 10_000
    shelf.readings = 0
    await known.ask("10499", shelf.read)
    assert shelf.readings == 0
    await known.ask("0", shelf.read)
    assert shelf.readings == 1
