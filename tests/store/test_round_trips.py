"""What is stored comes back as it was."""

import pytest
from msgspec.structs import replace

from shoal.store import (
    DesignListing,
    Event,
    IdTaken,
    Person,
    PuzzleProgressRow,
    Seating,
    SheetChanged,
    Store,
    StoredTable,
)
from tests.store.samples import ANNA, SEATS, design, pad, play_steps, step_event, summary, table_row

pytestmark = pytest.mark.anyio


async def test_a_new_table_comes_back_whole(store: Store) -> None:
    await store.create_table(table_row(), SEATS, summary())
    assert await store.table("t1") == StoredTable(table_row(), SEATS, (), summary())


async def test_an_unknown_table_is_none(store: Store) -> None:
    assert await store.table("t1") is None
    assert await store.events_since("t1", 0) == []


async def test_events_come_back_in_order_with_the_summary_of_the_last(store: Store) -> None:
    await play_steps(store, 12)
    stored = await store.table("t1")
    assert stored is not None
    assert stored.events == tuple(step_event(number, f"k{number}") for number in range(1, 13))
    assert stored.summary == summary(12)


async def test_an_event_may_have_neither_seat_nor_person_nor_key(store: Store) -> None:
    await store.create_table(table_row(), SEATS, summary())
    bare = [Event(number, 5, "deal", None, "", None, None) for number in (1, 2)]
    for each in bare:
        await store.append("t1", each, summary(each.number))
    assert await store.events_since("t1", 0) == bare


async def test_events_since_a_number_are_the_later_ones(store: Store) -> None:
    await play_steps(store, 5)
    assert [found.number for found in await store.events_since("t1", 3)] == [4, 5]
    assert await store.events_since("t1", 5) == []


async def test_an_event_replaces_the_seats_given_with_it_and_no_others(store: Store) -> None:
    await store.create_table(table_row(), SEATS, summary())
    taken = Seating(2, "person", "Bára", person="bara")
    await store.append("t1", step_event(1), summary(1), [taken])
    stored = await store.table("t1")
    assert stored is not None
    assert stored.seats == (SEATS[0], SEATS[1], taken)


async def test_tables_do_not_share_events_or_seats(store: Store) -> None:
    await play_steps(store, 2, "t1")
    await store.create_table(table_row("t2"), SEATS[:2], summary())
    await store.append("t2", step_event(1, key="k1"), summary(1))
    other = await store.table("t2")
    assert other == StoredTable(table_row("t2"), SEATS[:2], (step_event(1, key="k1"),), summary(1))
    assert len(await store.events_since("t1", 0)) == 2


async def test_a_second_table_with_the_same_id_is_refused_and_the_first_stays(store: Store) -> None:
    await play_steps(store, 3)
    before = await store.table("t1")
    with pytest.raises(IdTaken, match="t1"):
        await store.create_table(table_row("t1", maker=None), SEATS[:1], summary())
    assert await store.table("t1") == before


async def test_tables_of_a_person_are_those_made_and_those_sat_at(store: Store) -> None:
    seated, empty = (Seating(0, "person", "Anna", person="anna"),), (Seating(0, "open", ""),)
    await store.create_table(table_row("made", maker="anna"), empty, summary(changed_at=3))
    await store.create_table(table_row("sat", maker="bara", public=False), seated, summary(changed_at=5))
    await store.create_table(table_row("both", maker="anna"), seated, summary(over=True, changed_at=4))
    await store.create_table(table_row("neither", maker=None), empty, summary(changed_at=6))
    found = await store.tables_of("anna")
    assert [listing.row.id for listing in found] == ["sat", "both", "made"]
    assert [listing.seats for listing in found] == [seated, seated, empty]
    assert found[1].summary == summary(over=True, changed_at=4)
    assert [listing.row.id for listing in await store.tables_of("anna", limit=2)] == ["sat", "both"]
    assert await store.tables_of("nobody") == []


async def test_public_tables_are_the_running_ones_latest_first(store: Store) -> None:
    for table_id, public, over, changed_at in [
        ("early", True, False, 1),
        ("hidden", False, False, 2),
        ("over", True, True, 3),
        ("late", True, False, 4),
    ]:
        await store.create_table(table_row(table_id, public=public), SEATS, summary(over=over, changed_at=changed_at))
    assert [listing.row.id for listing in await store.public_tables()] == ["late", "early"]
    await store.append("early", step_event(1), summary(1, changed_at=5))
    assert [listing.row.id for listing in await store.public_tables(limit=1)] == ["early"]
    await store.append("late", step_event(1), summary(1, over=True, changed_at=6))
    assert [listing.row.id for listing in await store.public_tables()] == ["early"]


async def test_a_person_is_stored_and_changed_but_not_created_again(store: Store) -> None:
    assert await store.person("anna") is None
    await store.save_person(ANNA)
    assert await store.person("anna") == ANNA
    await store.save_person(Person("anna", "Anička", {}, ANNA.made_at + 1))
    assert await store.person("anna") == Person("anna", "Anička", {}, ANNA.made_at)


async def test_a_new_name_leaves_revoked_cookies_revoked(store: Store) -> None:
    await store.save_person(ANNA)
    assert await store.revoke_cookies("anna", 0)
    assert not await store.revoke_cookies("anna", 0)
    assert not await store.revoke_cookies("nobody", 0)
    await store.save_person(Person("anna", "Anička", {}, ANNA.made_at))
    assert await store.person("anna") == Person("anna", "Anička", {}, ANNA.made_at, cookie_number=1)


async def test_openings_are_counted_by_their_maker_and_moment(store: Store) -> None:
    for number, opening in enumerate([("c4",), ("c4", "e2"), ()]):
        await store.create_table(replace(table_row(f"t{number}"), opening=opening, made_at=number), [], summary())
    await store.create_table(table_row("other", maker="ben"), [], summary())
    assert [await store.count_openings("anna", since) for since in (0, 1, 2)] == [2, 1, 0]


async def test_a_pad_is_written_only_over_the_version_that_was_read(store: Store) -> None:
    assert await store.pad("p1") is None
    await store.create_pad(pad())
    with pytest.raises(IdTaken, match="p1"):
        await store.create_pad(pad(sheet=b"other"))
    second = pad(version=2, sheet=b"", changed_at=8)
    await store.update_pad(second)
    for version in (1, 2, 4):
        with pytest.raises(SheetChanged):
            await store.update_pad(pad(version=version, sheet=b"late"))
    assert await store.pad("p1") == second


async def test_a_pad_that_is_not_there_cannot_be_written(store: Store) -> None:
    with pytest.raises(SheetChanged):
        await store.update_pad(pad(version=1))
    assert await store.pad("p1") is None


async def test_pads_of_a_person_latest_first(store: Store) -> None:
    await store.create_pad(pad("p1", changed_at=1))
    await store.create_pad(pad("p2", changed_at=2))
    assert await store.pads_of("anna") == [pad("p2", changed_at=2), pad("p1", changed_at=1)]
    assert await store.pads_of("bara") == []


async def test_a_design_is_written_only_over_the_version_that_was_read(store: Store) -> None:
    assert await store.design("d1") is None
    assert await store.create_design(design(), 10)
    with pytest.raises(IdTaken, match="d1"):
        await store.create_design(design(title="another"), 10)
    third = design(version=3, title="", sheet=b"", text="", changed_at=8)
    await store.update_design(third)
    for late in (design(version=2), design(version=3), design(version=5), design(version=4, person="ben")):
        with pytest.raises(SheetChanged):
            await store.update_design(late)
    assert await store.design("d1") == third


async def test_progress_with_puzzles_is_written_only_over_the_version_that_was_read(store: Store) -> None:
    assert await store.puzzle_progress("anna") is None
    first, second = PuzzleProgressRow("anna", b"\x00", 1, 5), PuzzleProgressRow("anna", b"\xff", 2, 6)
    assert not await store.save_puzzle_progress(second)
    assert await store.save_puzzle_progress(first)
    assert not await store.save_puzzle_progress(PuzzleProgressRow("anna", b"too late", 1, 7))
    assert await store.save_puzzle_progress(second)
    assert not await store.save_puzzle_progress(PuzzleProgressRow("anna", b"too late", 2, 7))
    assert await store.puzzle_progress("anna") == second
    assert await store.puzzle_progress("bara") is None


async def test_designs_of_a_person_latest_first(store: Store) -> None:
    for row in (design(changed_at=1), design("d2", changed_at=2, text=""), design("d3", person="ben", changed_at=3)):
        assert await store.create_design(row, 2)
    assert await store.designs_of("anna") == [
        DesignListing("d2", "fishtank", "Můj balíček", usable=False, changed_at=2),
        DesignListing("d1", "fishtank", "Můj balíček", usable=True, changed_at=1),
    ]
    assert await store.designs_of("bara") == []


async def test_a_person_has_only_so_many_designs(store: Store) -> None:
    for number in range(3):
        assert await store.create_design(design(f"d{number}"), 3)
    assert not await store.create_design(design("too many"), 3)
    assert await store.create_design(design("ben's", person="ben"), 3)
    assert await store.design("too many") is None


async def test_a_shared_design_is_found_by_the_secret_of_its_link_as_long_as_that_counts(store: Store) -> None:
    for row in (design(shared="one"), design("d2"), design("d3")):
        assert await store.create_design(row, 3)
    assert await store.shared_design("one") == design(shared="one")
    assert await store.shared_design("another") is None
    await store.update_design(design(version=3, shared="another"))
    assert await store.shared_design("one") is None
    assert await store.shared_design("another") == design(version=3, shared="another")
    await store.update_design(design(version=4))
    assert await store.shared_design("another") is None


async def test_a_design_is_deleted_by_its_owner_alone(store: Store) -> None:
    assert await store.create_design(design(), 1)
    assert not await store.delete_design("ben", "d1")
    assert await store.design("d1") == design()
    assert await store.delete_design("anna", "d1")
    assert not await store.delete_design("anna", "d1")
    assert await store.design("d1") is None


async def test_in_memory_everything_works_and_nothing_remains() -> None:
    for _ in range(2):
        store = await Store.open("sqlite://")
        assert await store.table("t1") is None
        await play_steps(store, 2)
        assert len(await store.events_since("t1", 0)) == 2
        await store.close()
