"""What is done in a transaction that reads: queries, and their rows as the values of `rows.py`."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, Table, func, not_, or_, select

from shoal.store.models import (
    AccessTokenRow,
    Due,
    Event,
    Listing,
    PadRow,
    Person,
    Seating,
    StoredTable,
    Summary,
    TableRow,
)
from shoal.store.schema import acts, pads, passes, people, seats, tables

__all__ = [
    "answer",
    "read_acts",
    "read_due",
    "read_last_acts",
    "read_number",
    "read_pad",
    "read_pads",
    "read_pass",
    "read_passes",
    "read_person",
    "read_public_tables",
    "read_table",
    "read_tables_of",
]

_Row = TypeVar("_Row", bound=msgspec.Struct)


def _columns(table: Table, shape: type[msgspec.Struct]) -> list[ColumnElement[Any]]:
    """The columns that make up one kind of row, in its order."""
    return [table.c[field] for field in shape.__struct_fields__]


_ACT: Final = select(*_columns(acts, Event))
_PERSON: Final = select(*_columns(people, Person))
_PAD: Final = select(*_columns(pads, PadRow))
_PASS: Final = select(*_columns(passes, AccessTokenRow))
_SEATING: Final = select(seats.c.table_id, *_columns(seats, Seating))
_TABLE: Final = select(*_columns(tables, TableRow), *_columns(tables, Summary))
_SETTLED: Final = len(TableRow.__struct_fields__)


def answer(link: Connection) -> None:
    """Read something, anything, from where the tables are."""
    link.execute(select(tables.c.id).limit(1))


def read_table(link: Connection, table_id: str) -> StoredTable | None:
    """A whole table."""
    found = _listings(link, _TABLE.where(tables.c.id == table_id))
    if not found:
        return None
    return StoredTable(found[0].row, found[0].seats, tuple(read_acts(link, table_id, 0)), found[0].summary)


def read_acts(link: Connection, table_id: str, after: int) -> list[Event]:
    """The acts of a table behind a number, in order."""
    query = _ACT.where(acts.c.table_id == table_id, acts.c.number > after)
    return _rows(link, query.order_by(acts.c.number), Event)


def read_last_acts(link: Connection, table_ids: Sequence[str]) -> dict[str, int]:
    """How far the logs of these tables go."""
    query = select(tables.c.id, tables.c.last_act).where(tables.c.id.in_(table_ids))
    return {found.id: found.last_act for found in link.execute(query)}


def read_due(link: Connection, before: int, limit: int) -> list[Due]:
    """Some of the tables that are due, any of them: one that cannot be helped must not stand in the way of others."""
    query = select(tables.c.id, tables.c.due_at, tables.c.last_act).where(tables.c.due_at <= before)
    return _rows(link, query.order_by(func.random()).limit(limit), Due)


def read_number(link: Connection, table_id: str, key: str | None) -> int | None:
    """The number of the act that a key became."""
    if key is None:
        return None
    query = select(acts.c.number).where(acts.c.table_id == table_id, acts.c.key == key)
    return link.execute(query).scalar_one_or_none()


def read_tables_of(link: Connection, person: str, limit: int) -> list[Listing]:
    """The tables that somebody made or sits at."""
    seated = select(seats.c.table_id).where(seats.c.person == person)
    return _latest(link, _TABLE.where(or_(tables.c.maker == person, tables.c.id.in_(seated))), limit)


def read_public_tables(link: Connection, limit: int) -> list[Listing]:
    """The running tables that anybody may watch."""
    return _latest(link, _TABLE.where(tables.c.public, not_(tables.c.over)), limit)


def read_person(link: Connection, person_id: str) -> Person | None:
    """Somebody, if known."""
    return next(iter(_rows(link, _PERSON.where(people.c.id == person_id), Person)), None)


def read_pad(link: Connection, pad_id: str) -> PadRow | None:
    """A sheet, if there is one of this name."""
    return next(iter(_rows(link, _PAD.where(pads.c.id == pad_id), PadRow)), None)


def read_pads(link: Connection, person: str) -> list[PadRow]:
    """Somebody's sheets, the latest changed first."""
    return _rows(link, _PAD.where(pads.c.person == person).order_by(pads.c.changed_at.desc(), pads.c.id), PadRow)


def read_pass(link: Connection, digest: str) -> AccessTokenRow | None:
    """The pass whose secret has this digest."""
    return next(iter(_rows(link, _PASS.where(passes.c.digest == digest), AccessTokenRow)), None)


def read_passes(link: Connection, person: str) -> list[AccessTokenRow]:
    """Somebody's passes, the oldest first."""
    return _rows(link, _PASS.where(passes.c.person == person).order_by(passes.c.made_at, passes.c.id), AccessTokenRow)


def _rows(link: Connection, query: Select[*tuple[Any, ...]], shape: type[_Row]) -> list[_Row]:
    return [shape(*found) for found in link.execute(query)]


def _latest(link: Connection, query: Select[*tuple[Any, ...]], limit: int) -> list[Listing]:
    return _listings(link, query.order_by(tables.c.changed_at.desc(), tables.c.id).limit(limit))


def _listings(link: Connection, query: Select[*tuple[Any, ...]]) -> list[Listing]:
    found = [(TableRow(*row[:_SETTLED]), Summary(*row[_SETTLED:])) for row in link.execute(query)]
    seated: dict[str, list[Seating]] = {row.id: [] for row, _ in found}
    if seated:
        theirs = _SEATING.where(seats.c.table_id.in_(list(seated)))
        for table_id, *seating in link.execute(theirs.order_by(seats.c.table_id, seats.c.seat)):
            seated[table_id].append(Seating(*seating))
    return [Listing(row, tuple(seated[row.id]), summary) for row, summary in found]
