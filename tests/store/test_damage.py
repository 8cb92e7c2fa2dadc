"""A page of the file is full of zeros: the tables that were there are named and refused, and all others go on."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from shoal.store import DueTable, Store, StoreUnavailable, TableDamaged, TableSummary
from tests.store.damaged_file import zero_page_with
from tests.store.samples import ANNA, SEATS, step_event, summary, table_row

pytestmark = pytest.mark.anyio

NAMES = [f"t{number:02}" for number in range(40)]
HURT = "t17"
STEPS = 30


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


async def fill(file: Path) -> None:
    """Many tables, all due and open to spectators, with words that are in one page each."""
    store = await Store.open(f"sqlite:///{file}")
    await store.save_person(ANNA)
    for name in NAMES:
        row = replace(table_row(name), settings={"of": f"<row of {name}>"})
        await store.create_table(row, SEATS, TableSummary(False, (0,), 0, 7, 100))
        for number in range(1, STEPS + 1):
            text = f"<step {number} at {name}>"
            await store.append(name, step_event(number, text=text), TableSummary(False, (0,), number, number, 100))
    await store.close()


async def open_checked(file: Path) -> Store:
    store = await Store.open(f"sqlite:///{file}")
    await store.check_file()
    return store


async def test_a_whole_file_has_no_damaged_tables(file: Path) -> None:
    await fill(file)
    store = await open_checked(file)
    assert store.damaged_tables == set()
    await store.close()


async def test_the_check_names_the_hurt_tables_and_the_others_go_on(file: Path) -> None:
    await fill(file)
    zero_page_with(file, f"<step 15 at {HURT}>".encode())
    store = await open_checked(file)
    hurt = set(store.damaged_tables)
    assert HURT in hurt
    assert len(hurt) < 5
    for name in NAMES:
        if name in hurt:
            with pytest.raises(TableDamaged, match="damaged where this table is"):
                await store.table(name)
        else:
            stored = await store.table(name)
            assert stored is not None
            assert len(stored.events) == STEPS
            await store.append(name, step_event(STEPS + 1), summary(STEPS + 1))
    await store.check_ready()
    assert store.damaged_tables == hurt
    await store.close()


async def test_a_damaged_table_that_no_check_found_is_noted_when_it_is_asked_for(file: Path) -> None:
    await fill(file)
    zero_page_with(file, f"<step 15 at {HURT}>".encode())
    store = await Store.open(f"sqlite:///{file}")
    for attempt in (store.table(HURT), store.events_since(HURT, 0), store.append(HURT, step_event(31), summary(31))):
        store.damaged_tables.clear()
        with pytest.raises(TableDamaged):
            await attempt
        assert store.damaged_tables == {HURT}
    await store.close()


async def test_a_step_at_a_damaged_table_fails_alone_when_many_share_a_commit(file: Path) -> None:
    await fill(file)
    zero_page_with(file, f"<step 15 at {HURT}>".encode())
    store = await open_checked(file)
    hurt = set(store.damaged_tables)
    steps = (store.append(name, step_event(STEPS + 1), summary(STEPS + 1)) for name in NAMES)
    outcomes = dict(zip(NAMES, await asyncio.gather(*steps, return_exceptions=True), strict=True))
    failed = {name for name, outcome in outcomes.items() if outcome is not None}
    assert failed
    assert failed <= hurt
    assert all(isinstance(outcomes[name], TableDamaged) for name in failed)
    await store.close()


async def test_lists_leave_out_a_table_whose_row_is_damaged_and_hold_the_rest(file: Path) -> None:
    await fill(file)
    zero_page_with(file, f"<row of {HURT}>".encode())
    store = await open_checked(file)
    hurt = set(store.damaged_tables)
    assert HURT in hurt
    assert len(hurt) < len(NAMES)
    whole = set(NAMES) - hurt
    assert {listing.row.id for listing in await store.public_tables()} == whole
    assert {listing.row.id for listing in await store.tables_of("anna")} == whole
    assert len(await store.public_tables(3)) == len(await store.tables_of("anna", 3)) == 3
    assert {due.table_id for due in await store.due_tables(100, 100)} == whole
    assert await store.due_tables(99, 100) == []
    (due,) = await store.due_tables(100, 1)
    assert due == DueTable(due.table_id, 100, STEPS)
    assert set(await store.tables_with_clocks()) == whole
    assert all(listing.seats == SEATS for listing in await store.public_tables())
    with pytest.raises(TableDamaged):
        await store.table(HURT)
    await store.close()


async def test_what_holds_words_no_more_is_damage_too(file: Path) -> None:
    """Only the words of a row were overwritten, so SQLite itself finds nothing wrong."""
    await fill(file)
    words = f'{{"of":"<row of {HURT}>"}}'.encode()
    content = file.read_bytes()
    assert content.count(words) == 1
    for zeros in (bytes(len(words)), b"\xff" * len(words)):
        file.write_bytes(content.replace(words, zeros))
        store = await Store.open(f"sqlite:///{file}")
        with pytest.raises(TableDamaged):
            await store.table(HURT)
        assert len(await store.public_tables()) == len(NAMES) - 1
        await store.close()


async def test_a_file_in_which_nobody_can_play_is_not_ready(file: Path) -> None:
    """The first page of the log is the way to all others."""
    await fill(file)
    store = await Store.open(f"sqlite:///{file}")
    root = await store._database.read(
        lambda connection: connection.exec_driver_sql(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'acts'"
        ).scalar_one()
    )
    await store.close()
    content = bytearray(file.read_bytes())
    content[(root - 1) * 4096 : root * 4096] = bytes(4096)
    file.write_bytes(content)
    store = await open_checked(file)
    assert store.damaged_tables == set(NAMES)
    with pytest.raises(StoreUnavailable, match="damaged"):
        await store.check_ready()
    await store.ping()
    await store.close()
