"""Of several writers that want the same number, key or version, one gets it and the others learn why not."""

import asyncio

import asyncpg
import pytest

from shoal.store import EventNumberTaken, EventsMissing, IdempotencyKeyUsed, Seating, SheetChanged, Store, UnknownTable
from tests.store.samples import SEATS, design, pad, play_steps, step_event, summary, table_row

pytestmark = pytest.mark.anyio


async def test_of_twenty_writers_for_one_number_one_wins(store: Store) -> None:
    await store.create_table(table_row(), SEATS, summary())

    async def write(writer: int) -> str:
        try:
            await store.append("t1", step_event(1, key=f"k{writer}", text=f"writer {writer}"), summary(1))
        except EventNumberTaken as refusal:
            assert refusal.number == 1
            return "refused"
        return f"writer {writer}"

    outcomes = await asyncio.gather(*(write(writer) for writer in range(20)))
    winners = [outcome for outcome in outcomes if outcome != "refused"]
    assert len(winners) == 1
    assert [found.text for found in await store.events_since("t1", 0)] == winners


async def test_of_twenty_repeats_of_one_request_one_is_kept(store: Store) -> None:
    await store.create_table(table_row(), SEATS, summary())

    async def repeat() -> int:
        try:
            await store.append("t1", step_event(1, key="once"), summary(1))
        except IdempotencyKeyUsed as refusal:
            return refusal.number
        return 0

    outcomes = await asyncio.gather(*(repeat() for _ in range(20)))
    assert sorted(outcomes) == [0] + [1] * 19
    assert len(await store.events_since("t1", 0)) == 1


async def test_two_stores_on_one_database_race_through_a_whole_game(url: str) -> None:
    """Each tries every number: together they fill the log without a gap or a duplicate."""
    stores = [await Store.open(url), await Store.open(url)]
    await stores[0].create_table(table_row(), SEATS, summary())

    async def try_all(store: Store, name: str) -> int:
        won = 0
        for number in range(1, 41):
            try:
                await store.append("t1", step_event(number, key=f"{name} {number}", text=name), summary(number))
                won += 1
            except EventNumberTaken:
                pass
        return won

    won = await asyncio.gather(try_all(stores[0], "one"), try_all(stores[1], "two"))
    stored = await stores[1].table("t1")
    for store in stores:
        await store.close()
    assert stored is not None
    assert [found.number for found in stored.events] == list(range(1, 41))
    assert [sum(found.text == name for found in stored.events) for name in ("one", "two")] == list(won)


async def test_writes_to_many_tables_at_once_do_not_conflict(store: Store) -> None:
    await asyncio.gather(*(play_steps(store, 10, f"t{number}") for number in range(20)))
    for number in range(20):
        assert len(await store.events_since(f"t{number}", 0)) == 10


async def test_a_refused_write_does_not_affect_others_in_its_batch(store: Store) -> None:
    for number in range(10):
        await play_steps(store, 1, f"t{number}")
    wanted = [step_event(2, key=f"new {number}") for number in range(10)]
    wanted[3] = step_event(2, key="k1")
    wanted[5] = step_event(1, key="late")
    wanted[7] = step_event(3, key="early")
    outcomes = await asyncio.gather(
        *(store.append(f"t{number}", event, summary(2)) for number, event in enumerate(wanted)), return_exceptions=True
    )
    refusals = {number: type(outcome) for number, outcome in enumerate(outcomes) if outcome is not None}
    assert refusals == {3: IdempotencyKeyUsed, 5: EventNumberTaken, 7: EventsMissing}
    for number, event in enumerate(wanted):
        assert (event in await store.events_since(f"t{number}", 1)) == (number not in refusals)


async def test_events_at_the_same_moment_share_a_commit(postgresql_url: str) -> None:
    store = await Store.open(postgresql_url)
    for number in range(20):
        await play_steps(store, 0, f"t{number}")
    await asyncio.gather(*(store.append(f"t{number}", step_event(1), summary(1)) for number in range(20)))
    await store.close()
    connection = await asyncpg.connect(postgresql_url)
    assert await connection.fetchrow("SELECT count(*), count(DISTINCT xmin::text) FROM acts") == (20, 1)
    await connection.close()


async def test_a_locked_table_does_not_hold_up_others(postgresql_url: str) -> None:
    store = await Store.open(postgresql_url)
    await play_steps(store, 1, "t1")
    await play_steps(store, 1, "t2")
    other = await asyncpg.connect(postgresql_url)
    transaction = other.transaction()
    await transaction.start()
    await other.execute("UPDATE tables SET last_act = last_act WHERE id = 't1'")
    locked, free = (asyncio.create_task(store.append(table_id, step_event(2), summary(2))) for table_id in ("t1", "t2"))
    await free
    assert not locked.done()
    await transaction.rollback()
    await locked
    assert await store.last_event_numbers(["t1", "t2"]) == {"t1": 2, "t2": 2}
    await other.close()
    await store.close()


async def test_a_used_key_names_its_event_whatever_number_is_asked_for(store: Store) -> None:
    await play_steps(store, 3)
    before = await store.table("t1")
    for number in (2, 3, 4, 9):
        with pytest.raises(IdempotencyKeyUsed) as caught:
            await store.append("t1", step_event(number, key="k2"), summary(99), [Seating(0, "open", "gone")])
        assert caught.value.number == 2
    assert await store.table("t1") == before


async def test_a_taken_number_changes_nothing(store: Store) -> None:
    await play_steps(store, 3)
    before = await store.table("t1")
    with pytest.raises(EventNumberTaken):
        await store.append("t1", step_event(3, key="new"), summary(99), [Seating(0, "open", "gone")])
    assert await store.table("t1") == before


async def test_no_number_is_skipped(store: Store) -> None:
    await play_steps(store, 3)
    with pytest.raises(EventsMissing) as caught:
        await store.append("t1", step_event(5), summary(5))
    assert (caught.value.number, caught.value.last) == (5, 3)
    assert len(await store.events_since("t1", 0)) == 3


async def test_there_are_no_events_without_a_table(store: Store) -> None:
    with pytest.raises(UnknownTable, match="t1"):
        await store.append("t1", step_event(1), summary(1))
    assert await store.events_since("t1", 0) == []


async def test_a_whole_table_is_read_as_of_one_moment(store: Store) -> None:
    """Seats, events and summary belong together even during constant writes."""
    await store.create_table(table_row(), SEATS, summary())

    async def write() -> None:
        for number in range(1, 101):
            await store.append("t1", step_event(number), summary(number), [Seating(0, "person", str(number))])

    writing = asyncio.create_task(write())
    read = 0
    while not writing.done():
        stored = await store.table("t1")
        assert stored is not None
        assert stored.summary.length == len(stored.events)
        assert stored.seats[0].name == (str(len(stored.events)) if stored.events else "Anna")
        read += 1
    await writing
    assert read > 1


async def test_of_twenty_writings_of_a_pad_one_wins(store: Store) -> None:
    await store.create_pad(pad())
    writings = (store.update_pad(pad(version=2, sheet=bytes([writer]))) for writer in range(20))
    outcomes = await asyncio.gather(*writings, return_exceptions=True)
    winners = [writer for writer, outcome in enumerate(outcomes) if outcome is None]
    assert len(winners) == 1
    assert sum(isinstance(outcome, SheetChanged) for outcome in outcomes) == 19
    assert await store.pad("p1") == pad(version=2, sheet=bytes(winners))


async def test_of_twenty_writings_of_a_design_one_wins(store: Store) -> None:
    assert await store.create_design(design(), 1)
    writings = (store.update_design(design(version=3, text=f"writer {writer}")) for writer in range(20))
    outcomes = await asyncio.gather(*writings, return_exceptions=True)
    winners = [writer for writer, outcome in enumerate(outcomes) if outcome is None]
    assert len(winners) == 1
    assert sum(isinstance(outcome, SheetChanged) for outcome in outcomes) == 19
    assert await store.design("d1") == design(version=3, text=f"writer {winners[0]}")
