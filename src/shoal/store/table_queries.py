"""Queries for tables: new ones, whole ones, lists of them, and those that are due.

Each list has a twin, `…_that_can_be_read`, for a damaged SQLite file: it goes through an index, reads one row after the
other, and leaves out those that it cannot read.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Connection, Select, func, insert, literal_column, not_, or_, select, update
from sqlalchemy.exc import DBAPIError

from shoal.store.damage import is_damage, readable_row_numbers, readable_seated_tables
from shoal.store.event_log import read_events
from shoal.store.models import DueTable, Seating, StoredTable, TableListing, TableRow, TableSummary
from shoal.store.row_mapping import columns_of, fetch_rows
from shoal.store.schema import seats, tables
from shoal.store.seat_queries import read_seats, write_seats

__all__ = [
    "count_openings",
    "insert_table",
    "ping",
    "read_due_tables",
    "read_due_tables_that_can_be_read",
    "read_public_tables",
    "read_public_tables_that_can_be_read",
    "read_table",
    "read_tables_of",
    "read_tables_of_that_can_be_read",
    "read_tables_with_clocks",
    "read_tables_with_clocks_that_can_be_read",
    "set_due",
]

_SELECT_TABLE: Final = select(*columns_of(tables, TableRow), *columns_of(tables, TableSummary))
_Row = TypeVar("_Row")
#: Later than any moment, and more than any number.
_ANY: Final = (1 << 63) - 1
_TABLE_ROW_COLUMNS: Final = len(TableRow.__struct_fields__)


def ping(connection: Connection) -> None:
    """Read from the tables, to see whether the database answers."""
    connection.execute(select(tables.c.id).limit(1))


def insert_table(connection: Connection, row: TableRow, seatings: Sequence[Seating], summary: TableSummary) -> None:
    """Store a new table with an empty event log."""
    connection.execute(insert(tables), {**asdict(row), **asdict(summary), "last_act": 0})
    write_seats(connection, row.id, seatings)


def read_table(connection: Connection, table_id: str) -> StoredTable | None:
    """A whole table."""
    found = _fetch_listings(connection, _SELECT_TABLE.where(tables.c.id == table_id))
    if not found:
        return None
    return StoredTable(found[0].row, found[0].seats, tuple(read_events(connection, table_id, 0)), found[0].summary)


def read_due_tables(connection: Connection, before: int, limit: int) -> list[DueTable]:
    """Up to `limit` due tables, picked at random: one that always fails must not hold up the others."""
    query = select(tables.c.id, tables.c.due_at, tables.c.last_act).where(tables.c.due_at <= before)
    return fetch_rows(connection, query.order_by(func.random()).limit(limit), DueTable)


def read_tables_with_clocks(connection: Connection) -> list[str]:
    """The tables that are due some time, for a bot or for a clock that runs."""
    return list(connection.execute(select(tables.c.id).where(tables.c.due_at.is_not(None))).scalars())


def set_due(connection: Connection, table_id: str, due_at: int | None, number: int) -> None:
    """Store when a table is due, if event `number` is still its last one."""
    unchanged = (tables.c.id == table_id, tables.c.last_act == number)
    connection.execute(update(tables).where(*unchanged).values(due_at=due_at))


def read_tables_of(connection: Connection, person: str, limit: int) -> list[TableListing]:
    """The tables that a person made or sits at."""
    seated = select(seats.c.table_id).where(seats.c.person == person)
    query = _SELECT_TABLE.where(or_(tables.c.maker == person, tables.c.id.in_(seated)))
    return _fetch_latest(connection, query, limit)


def read_public_tables(connection: Connection, limit: int) -> list[TableListing]:
    """The running tables that are open to spectators."""
    return _fetch_latest(connection, _SELECT_TABLE.where(tables.c.public, not_(tables.c.over)), limit)


def count_openings(connection: Connection, maker: str, since: int) -> int:
    """How many tables that begin with steps a person has made since then."""
    theirs = (tables.c.maker == maker, tables.c.made_at >= since, tables.c.opening != ())
    return connection.execute(select(func.count()).where(*theirs)).scalar_one()


def _fetch_latest(connection: Connection, query: Select[*tuple[Any, ...]], limit: int) -> list[TableListing]:
    return _fetch_listings(connection, query.order_by(tables.c.changed_at.desc(), tables.c.id).limit(limit))


def _fetch_listings(connection: Connection, query: Select[*tuple[Any, ...]]) -> list[TableListing]:
    found = [
        (TableRow(*columns[:_TABLE_ROW_COLUMNS]), TableSummary(*columns[_TABLE_ROW_COLUMNS:]))
        for columns in connection.execute(query)
    ]
    seated = read_seats(connection, [row.id for row, _ in found])
    return [TableListing(row, tuple(seated[row.id]), summary) for row, summary in found]


def read_due_tables_that_can_be_read(connection: Connection, before: int, limit: int) -> list[DueTable]:
    """Up to `limit` due tables of a damaged file."""
    query = select(tables.c.id, tables.c.due_at, tables.c.last_act)
    rows = readable_row_numbers(connection, "tables_due_at", "due_at <= :before ORDER BY random()", before=before)
    return list(islice(_readable(connection, [query.where(_is_row(row)) for row in rows], _fetch_due), limit))


def read_tables_with_clocks_that_can_be_read(connection: Connection) -> list[str]:
    """The tables of a damaged file that are due some time."""
    return [due.table_id for due in read_due_tables_that_can_be_read(connection, _ANY, _ANY)]


def read_public_tables_that_can_be_read(connection: Connection, limit: int) -> list[TableListing]:
    """The running tables of a damaged file that are open to spectators."""
    condition = "public = 1 AND over = 0 ORDER BY changed_at DESC"
    rows = readable_row_numbers(connection, "tables_public_over_changed_at", condition)
    queries = [_SELECT_TABLE.where(_is_row(row)) for row in rows]
    return list(islice(_readable(connection, queries, _fetch_listings), limit))


def read_tables_of_that_can_be_read(connection: Connection, person: str, limit: int) -> list[TableListing]:
    """The tables of a damaged file that a person made or sits at."""
    made = readable_row_numbers(connection, "tables_maker", "maker = :person", person=person)
    seated = readable_seated_tables(connection, person)
    queries = [_SELECT_TABLE.where(_is_row(row)) for row in made]
    queries += [_SELECT_TABLE.where(tables.c.id == table_id) for table_id in seated]
    found = {listing.row.id: listing for listing in _readable(connection, queries, _fetch_listings)}
    return sorted(found.values(), key=lambda listing: (-listing.summary.changed_at, listing.row.id))[:limit]


def _is_row(number: int) -> ColumnElement[bool]:
    """Whether a row of `tables` has this number of SQLite's."""
    return literal_column("tables.rowid") == number


def _readable(
    connection: Connection,
    queries: Sequence[Select[*tuple[Any, ...]]],
    fetch: Callable[[Connection, Select[*tuple[Any, ...]]], list[_Row]],
) -> Iterator[_Row]:
    """What these queries find, but for those that meet damage."""
    for query in queries:
        try:
            yield from fetch(connection, query)
        except (DBAPIError, msgspec.DecodeError) as error:
            if not is_damage(error):
                raise


def _fetch_due(connection: Connection, query: Select[*tuple[Any, ...]]) -> list[DueTable]:
    return fetch_rows(connection, query, DueTable)
