"""Rows to store, and the command lines that run `processes.py`."""

import sys
from pathlib import Path

from shoal.store import (
    AccessTokenRow,
    DesignRow,
    Event,
    PadRow,
    Person,
    PuzzleProgressRow,
    ReviewRow,
    Seating,
    Store,
    TableRow,
    TableSummary,
)

PROCESSES = Path(__file__).parent / "processes.py"

ANNA = Person("anna", "Anna", {"language": "cs"}, 1_700_000_000_000)


def command_line(task: str, *arguments: str) -> list[str]:
    """The command line that runs a task of `processes.py`."""
    return [sys.executable, str(PROCESSES), task, *arguments]


def table_row(table_id: str = "t1", *, maker: str | None = "anna", public: bool = True) -> TableRow:
    return TableRow(
        id=table_id,
        game="penguins",
        options={"players": 2, "expert": False, "mix": [1, 2], "board": None},
        seed="5eed" * 16,
        opening=("c4", "e2 ž"),
        settings={"pace": {"minutes": 3}},
        maker=maker,
        made_at=1_700_000_000_001,
        public=public,
    )


SEATS = (
    Seating(0, "person", "Anna", person="anna"),
    Seating(1, "bot", "Level 3", bot="search:3"),
    Seating(2, "open", ""),
)


def summary(length: int = 0, *, over: bool = False, changed_at: int | None = None) -> TableSummary:
    at = 1_700_000_000_001 + length if changed_at is None else changed_at
    return TableSummary(over, () if over else (length % 2,), length, at)


def step_event(number: int, key: str | None = None, text: str = "c4-c7") -> Event:
    return Event(number, 1_700_000_000_001 + number, "step", (number + 1) % 2, text, "anna", key)


def pad(pad_id: str = "p1", *, version: int = 1, sheet: bytes = b"\x00\xff", changed_at: int = 7) -> PadRow:
    return PadRow(pad_id, "anna", "fishtank", sheet, version, changed_at)


def design(
    design_id: str = "d1",
    *,
    person: str = "anna",
    version: int = 2,
    title: str = "Můj balíček",
    sheet: bytes = b"\x00\xff",
    text: str = 'title = "Můj balíček"\n',
    changed_at: int = 7,
    shared: str | None = None,
) -> DesignRow:
    return DesignRow(design_id, person, "fishtank", title, sheet, text, version, 5, changed_at, shared)


async def play_steps(store: Store, count: int, table_id: str = "t1") -> None:
    """Create a table with `count` step events in its log."""
    await store.create_table(table_row(table_id), SEATS, summary())
    for number in range(1, count + 1):
        await store.append(table_id, step_event(number, key=f"k{number}"), summary(number))


async def fill_database(address: str) -> None:
    """Store one of everything, with values that are hard to carry over: bytes, accents, large numbers, None."""
    store = await Store.open(address)
    await store.save_person(ANNA)
    await store.save_person(Person("ben", 'Žofie \u2028 \U0001f41f \\ "', {}, 2**53 + 1))
    await play_steps(store, 7)
    await store.create_table(table_row("t2", maker=None, public=False), SEATS, summary())
    await store.append("t2", step_event(1, text="žluťoučký\n\tkůň"), summary(1, over=True))
    assert await store.save_review(ReviewRow("t2", "usual", bytes(range(256)), 9))
    await store.create_pad(PadRow("p1", "anna", "fishtank", bytes(range(256)), 3, 8))
    assert await store.create_design(design(sheet=bytes(range(256)), text="\u2028 \U0001f41f\r\n", shared="s"), 10)
    assert await store.save_puzzle_progress(PuzzleProgressRow("anna", b"{}", 1, 9))
    assert await store.create_access_token(AccessTokenRow("w1", "anna", "token", "a robot", "ab" * 32, 5), 10)
    await store.close()
