"""What is out of date is found and deleted whole, and nothing else is; people leave without a trace."""

import asyncio
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from shoal.store import (
    AccessTokenRow,
    Cutoffs,
    Event,
    KeptKind,
    PadRow,
    Person,
    PuzzleProgressRow,
    Seating,
    Store,
    TableSummary,
    UnknownTable,
)
from tests.store.samples import design, table_row

pytestmark = pytest.mark.anyio

#: The present, and what changed this many days ago.
NOW = 10_000
CUTOFFS = Cutoffs(empty=NOW - 2, unfinished=NOW - 30, finished=NOW - 90, people=NOW - 396)

STRANGER = Person("stranger", "", {}, 1, NOW - 395)
NAMED = Person("named", "Nan", {}, 1, NOW - 395)
BOT = Seating(1, "bot", "Minnow", bot="minnow")


async def has_tokens(store: Store, person: Person) -> Person:
    await store.save_person(person)
    assert await store.create_access_token(AccessTokenRow(person.id, person.id, "link", "", person.id, 1), 1)
    return person


def sits(person: str, seat: int = 0) -> Seating:
    return Seating(seat, "person", f"Name of {person}", person)


async def make_table(
    store: Store,
    table_id: str,
    days: int,
    *,
    maker: str = "stranger",
    seats: Sequence[Seating] = (sits("stranger"), BOT),
    by: Sequence[str | None] = (),
    over: bool = False,
    due_at: int | None = None,
    opening: tuple[str, ...] = (),
) -> None:
    """A table whose last change was so many days ago, with an event by each of these (None: a bot)."""
    now = TableSummary(over, (), len(by), NOW - days, due_at)
    row = replace(table_row(table_id, maker=maker), opening=opening)
    await store.create_table(row, seats, now)
    for number, person in enumerate(by, 1):
        seat = 1 if person is None else 0
        await store.append(table_id, Event(number, NOW - days, "step", seat, "a1", person, f"{person}:{number}"), now)


async def delete_all(store: Store, kind: KeptKind, cutoffs: Cutoffs = CUTOFFS, page: int = 3) -> set[str]:
    """Delete everything of a kind that is out of date, page by page."""
    gone: set[str] = set()
    after = None
    while True:
        found, after = await store.scan_stale(kind, cutoffs, after, page)
        gone |= set(await store.delete_stale(kind, cutoffs, found))
        if after is None:
            return gone


async def test_tables_of_strangers_go_when_nothing_happened_for_long(store: Store) -> None:
    for person in (STRANGER, NAMED):
        await store.save_person(person)
    await has_tokens(store, Person("linked", "", {}, 1, NOW))
    friend = (sits("stranger"), sits("named", 1))
    # Nobody ever did anything there, though a bot may have.
    await make_table(store, "empty", 3)
    await make_table(store, "empty, bot began", 3, by=[None])
    await make_table(store, "empty, new", 1)
    await make_table(store, "uploaded", 3, opening=("c4",))
    await make_table(store, "uploaded, old", 31, opening=("c4",))
    await make_table(store, "begun", 29, by=["stranger"])
    await make_table(store, "begun, old", 31, by=["stranger", None])
    await make_table(store, "finished", 89, by=["stranger"], over=True)
    await make_table(store, "finished, old", 91, by=["stranger"], over=True)
    await make_table(store, "nobody's", 31, maker="unknown", seats=[BOT], by=[None])
    # Somebody still has to do with these, and comes back as who they are.
    await make_table(store, "made by somebody", 300, maker="named", by=["stranger"])
    await make_table(store, "with somebody", 300, seats=friend, by=["stranger"])
    await make_table(store, "with a link", 300, maker="linked", over=True)
    # A clock runs, or a bot is to move.
    await make_table(store, "due", 300, by=["stranger"], due_at=NOW + 1)
    await make_table(store, "due for ever", 397, by=["stranger"], due_at=NOW + 1)
    assert await delete_all(store, "tables") == {
        "empty",
        "empty, bot began",
        "uploaded, old",
        "begun, old",
        "finished, old",
        "nobody's",
        "due for ever",
    }
    assert await delete_all(store, "tables") == set()
    assert await store.table("begun, old") is None
    kept = await store.table("begun")
    assert kept is not None
    assert len(kept.events) == 1


async def test_a_period_of_nought_keeps_for_ever(store: Store) -> None:
    await make_table(store, "empty", NOW - 1)
    await make_table(store, "finished", NOW - 1, over=True)
    await store.create_pad(PadRow("pad", "stranger", "penguins", b"", 2, 1))
    assert await store.create_design(design(person="stranger", changed_at=1), 1)
    assert await store.save_puzzle_progress(PuzzleProgressRow("stranger", b"{}", 1, 1))
    for kind in ("tables", "pads", "designs", "puzzles"):
        assert await delete_all(store, kind, Cutoffs(0, 0, 0, 0)) == set()


async def test_pads_that_were_never_written_go_and_those_of_strangers(store: Store) -> None:
    await store.save_person(NAMED)
    for pad_id, person, version, days in (
        ("empty", "named", 1, 3),
        ("empty, new", "named", 1, 1),
        ("written", "stranger", 2, 89),
        ("written, old", "stranger", 2, 91),
        ("somebody's", "named", 2, 300),
    ):
        await store.create_pad(PadRow(pad_id, person, "penguins", b"", version, NOW - days))
    assert await delete_all(store, "pads") == {"empty", "written, old"}
    assert {pad.id for pad in await store.pads_of("named")} == {"empty, new", "somebody's"}


async def test_designs_go_that_nobody_wrote_anything_in_and_those_of_strangers(store: Store) -> None:
    await store.save_person(NAMED)
    for design_id, person, version, days in (
        ("begun", "named", 1, 3),
        ("begun, new", "named", 1, 1),
        ("written", "stranger", 2, 89),
        ("written, old", "stranger", 2, 91),
        ("somebody's", "named", 2, 300),
    ):
        row = design(design_id, person=person, version=version, changed_at=NOW - days)
        assert await store.create_design(row, 10)
    assert await delete_all(store, "designs") == {"begun", "written, old"}
    assert {listing.id for listing in await store.designs_of("named")} == {"begun, new", "somebody's"}


async def test_progress_with_puzzles_goes_that_strangers_left(store: Store) -> None:
    await store.save_person(NAMED)
    for person, days in (("stranger", 89), ("stranger, gone", 91), ("named", 300)):
        assert await store.save_puzzle_progress(PuzzleProgressRow(person, b"{}", 1, NOW - days))
    assert await delete_all(store, "puzzles") == {"stranger, gone"}
    assert await store.puzzle_progress("stranger") is not None
    assert await store.puzzle_progress("named") is not None


async def test_people_of_whom_nothing_is_known_go(store: Store) -> None:
    old = NOW - 31
    for person in (
        Person("nothing", "", {}, 1, old),
        Person("just here", "", {}, 1, NOW - 29),
        Person("named", "Nan", {}, 1, old),
        Person("french", "", {"language": "fr"}, 1, old),
        Person("revoked", "", {}, 1, old, cookie_number=2),
        Person("maker", "", {}, 1, old),
        Person("player", "", {}, 1, old),
        Person("scorer", "", {}, 1, old),
        Person("designer", "", {}, 1, old),
    ):
        await store.save_person(person)
    await has_tokens(store, Person("linked", "", {}, 1, old))
    await make_table(store, "t1", 1, maker="maker", seats=[sits("player")])
    await store.create_pad(PadRow("p1", "scorer", "penguins", b"", 2, NOW))
    assert await store.create_design(design(person="designer", changed_at=NOW), 1)
    assert await delete_all(store, "people") == {"nothing"}
    assert await store.person("nothing") is None
    assert await store.person("french") is not None


async def test_only_people_without_a_link_are_gone_when_their_cookies_have_expired(store: Store) -> None:
    await store.save_person(Person("gone", "Gus", {}, 1, NOW - 397))
    await store.save_person(NAMED)
    await has_tokens(store, Person("linked", "Lil", {}, 1, NOW - 397))
    found, _ = await store.scan_gone_people(CUTOFFS, None, 10)
    assert set(found) == {"gone"}
    await store.note_visit("gone", NOW)
    assert not await store.is_gone("gone", CUTOFFS)


async def test_a_table_that_changed_after_it_was_found_is_kept(store: Store) -> None:
    await make_table(store, "t1", 31, by=["stranger"])
    await make_table(store, "t2", 31, by=["stranger"])
    found, _ = await store.scan_stale("tables", CUTOFFS, None, 10)
    assert set(found) == {"t1", "t2"}
    # The clock of that server is wrong: the event is as old as the table.
    await store.append("t1", Event(2, NOW - 31, "step", 0, "a2", "stranger"), TableSummary(False, (), 2, NOW - 31))
    assert await store.delete_stale("tables", CUTOFFS, found) == ["t2"]
    assert await store.table("t1") is not None


async def test_an_event_for_a_deleted_table_is_refused_and_does_not_bring_it_back(store: Store) -> None:
    await make_table(store, "t1", 31, by=["stranger"])
    assert await delete_all(store, "tables") == {"t1"}
    summary = TableSummary(False, (), 2, NOW)
    for seats in ((), (sits("stranger"),)):
        with pytest.raises(UnknownTable):
            await store.append("t1", Event(2, NOW, "step", 0, "a2", "stranger", "key"), summary, seats)
    assert await store.table("t1") is None
    assert await store.events_since("t1", 0) == []


async def test_a_step_and_a_deletion_at_the_same_moment_leave_all_or_nothing(url: str) -> None:
    here, there = await Store.open(url), await Store.open(url)
    ids = [f"t{number}" for number in range(60)]
    for table_id in ids:
        await make_table(here, table_id, 31, by=["stranger"])
    found = dict.fromkeys(ids, 1)

    async def step(table_id: str) -> str | None:
        try:
            await there.append(table_id, Event(2, NOW, "step", 0, "a2", "stranger"), TableSummary(False, (), 2, NOW))
        except UnknownTable:
            return None
        return table_id

    gone, stepped = await asyncio.gather(
        here.delete_stale("tables", CUTOFFS, found), asyncio.gather(*(step(table_id) for table_id in ids))
    )
    for table_id in ids:
        stored = await here.table(table_id)
        assert (stored is None) == (table_id in gone) == (table_id not in stepped)
        assert stored is None or len(stored.events) == 2
    await here.close()
    await there.close()


async def test_a_person_leaves_no_trace_where_others_sit(store: Store) -> None:
    both = (sits("ann"), sits("bob", 1))
    for person in ("ann", "bob"):
        await store.save_person(Person(person, person, {"theme": "dark"}, 1, NOW))
    await make_table(store, "alone", 1, maker="ann", seats=(sits("ann"), BOT), by=["ann"])
    await make_table(store, "shared", 1, maker="ann", seats=both, by=["ann", "bob"])
    await make_table(store, "bob's", 1, maker="bob", seats=(sits("bob"), Seating(1, "open", "")))
    summary = TableSummary(False, (), 0, NOW)
    await store.append("bob's", Event(1, NOW, "sit", 1, "Anna", "ann", "ann:sit"), summary, [sits("ann", 1)])
    left = Seating(1, "bot", "Anna", bot="minnow")
    await store.append("bob's", Event(2, NOW, "bot", 1, "minnow", "ann", "ann:bot"), summary, [left])
    await store.create_pad(PadRow("pad", "ann", "penguins", b"", 2, NOW))
    assert await store.create_design(design(person="ann"), 1)
    assert await store.save_puzzle_progress(PuzzleProgressRow("ann", b"{}", 1, NOW))
    await store.create_access_token(AccessTokenRow("t", "ann", "token", "bot", "digest", 1), 1)

    traces = (await store.traces_of(["ann", "bob"]))["ann"]
    assert [(trace.table_id, trace.theirs) for trace in traces] == [
        ("alone", True),
        ("bob's", False),
        ("shared", False),
    ]
    await store.forget_at_tables("ann", [trace.table_id for trace in traces], "Guest", "sit")
    await store.delete_person("ann", NOW, leave_mark=True)

    assert await store.table("alone") is None
    shared, bobs = await store.table("shared"), await store.table("bob's")
    assert shared is not None
    assert bobs is not None
    for stored in (shared, bobs):
        assert "ann" not in repr(stored).lower()
    assert [seat.name for seat in shared.seats] == ["Guest", "Name of bob"]
    assert [(event.kind, event.text) for event in bobs.events] == [("sit", "Guest"), ("bot", "minnow")]
    assert shared.events[1].person == "bob"
    assert await store.pads_of("ann") == []
    assert await store.designs_of("ann") == []
    assert await store.puzzle_progress("ann") is None
    assert await store.access_tokens_of("ann") == []
    assert (await store.traces_of(["ann"]))["ann"] == []


async def test_nobody_who_deleted_themselves_comes_back_by_an_old_request(store: Store) -> None:
    ann = Person("ann", "Ann", {"theme": "dark"}, 1, NOW)
    await store.save_person(ann)
    await store.delete_person("ann", NOW, leave_mark=True)
    await store.save_person(ann)
    left = await store.person("ann")
    assert left is not None
    assert (left.name, left.settings) == ("", {})
