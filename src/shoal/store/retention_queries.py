"""Queries for what is kept no longer: which tables, pads, designs, progress with puzzles and people are out of date,
and how to delete them in small bites.

Whole tables are deleted, never single events. A scan goes through a table of the database page by page, the oldest
rows first. What it finds is deleted only if it is still out of date in the transaction that deletes: somebody may have
come back.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Column, ColumnElement, Connection, Table, Text, and_, delete, exists, or_, select, tuple_
from sqlalchemy import type_coerce as read_as
from sqlalchemy.types import TypeDecorator

from shoal.store.heartbeat import SERVER
from shoal.store.schema import access_tokens, designs, events, pads, people, puzzle_progress, reviews, seats, tables
from shoal.store.server_processes import EVENT_CHANNEL, PERSON_CHANNEL, TABLE_REWRITTEN, encode_event_notice, notify

__all__ = [
    "Cutoffs",
    "KeptKind",
    "Position",
    "Scan",
    "delete_stale",
    "delete_whole_tables",
    "is_gone",
    "read_whole_rows",
    "scan_gone_people",
    "scan_stale",
]

KeptKind: TypeAlias = Literal["tables", "pads", "designs", "puzzles", "people"]
#: A moment and an id: how far a scan has come.
Position: TypeAlias = tuple[int, str]

_NOTHING: Final = (-1, "")


class Cutoffs(msgspec.Struct, frozen=True):
    """Moments: what nobody changed since then may go. 0 keeps it for ever."""

    #: For what nobody ever wrote to, and for people of whom nothing is known.
    empty: int
    #: For unfinished tables of strangers.
    unfinished: int
    #: For finished games, pads, designs and progress with puzzles of strangers.
    finished: int
    #: For people who were not seen since: no cookie lives longer.
    people: int


class Scan(NamedTuple):
    """One page of a scan: what may be deleted, each with its version, and where the next page begins, if there is one.

    The version is the number of a table's last event, or that of a pad, a design or progress; people have none.
    """

    stale: dict[str, int]
    following: Position | None


class _Kind(NamedTuple):
    """A kind of thing that is kept for a time."""

    table: Table
    moment: Column[int]
    version: Column[int] | None


_KINDS: Final[dict[KeptKind, _Kind]] = {
    "tables": _Kind(tables, tables.c.changed_at, tables.c.last_act),
    "pads": _Kind(pads, pads.c.changed_at, pads.c.version),
    "designs": _Kind(designs, designs.c.changed_at, designs.c.version),
    "puzzles": _Kind(puzzle_progress, puzzle_progress.c.changed_at, puzzle_progress.c.version),
    "people": _Kind(people, people.c.seen_at, None),
}


def _has_token(person: ColumnElement[str]) -> ColumnElement[bool]:
    return exists(select(access_tokens.c.id).where(access_tokens.c.person == person))


#: People who chose to come back as somebody: with a name, a token or a recovery link. Everybody else is a stranger.
_IS_KNOWN: Final = or_(people.c.name != "", _has_token(people.c.id))


def _made_by_known() -> ColumnElement[bool]:
    return exists(select(people.c.id).where(people.c.id == tables.c.maker, _IS_KNOWN))


def _seats_known() -> ColumnElement[bool]:
    seated = select(seats.c.seat).join(people, people.c.id == seats.c.person)
    return exists(seated.where(seats.c.table_id == tables.c.id, _IS_KNOWN))


def _untouched() -> ColumnElement[bool]:
    """Whether nobody brought a position along, and no person ever did anything."""
    done = exists(select(events.c.number).where(events.c.table_id == tables.c.id, events.c.person.is_not(None)))
    return and_(tables.c.opening == (), ~done)


def _is_stale(kind: KeptKind, cutoffs: Cutoffs) -> ColumnElement[bool]:
    """The rule: docs/deployment.md has it in words."""
    if kind == "tables":
        changed_at = tables.c.changed_at
        return and_(
            or_(
                and_(tables.c.over, changed_at < cutoffs.finished),
                and_(~tables.c.over, changed_at < cutoffs.unfinished),
                and_(~tables.c.over, changed_at < cutoffs.empty, _untouched()),
            ),
            # A clock that runs, or a bot that is to move. Only a table that cannot be played is due for ever.
            or_(tables.c.due_at.is_(None), changed_at < cutoffs.people),
            ~_made_by_known(),
            ~_seats_known(),
        )
    if kind in ("pads", "designs"):
        written = pads if kind == "pads" else designs
        owned = exists(select(people.c.id).where(people.c.id == written.c.person, _IS_KNOWN))
        return or_(
            and_(written.c.version == 1, written.c.changed_at < cutoffs.empty),
            and_(written.c.changed_at < cutoffs.finished, ~owned),
        )
    if kind == "puzzles":
        owned = exists(select(people.c.id).where(people.c.id == puzzle_progress.c.id, _IS_KNOWN))
        return and_(puzzle_progress.c.changed_at < cutoffs.finished, ~owned)
    # Nothing is lost with these rows: whoever comes back with the cookie is who they were, nobody in particular.
    return and_(
        people.c.id != SERVER,
        people.c.seen_at < cutoffs.unfinished,
        people.c.name == "",
        people.c.settings == {},
        people.c.cookie_number == 0,
        ~_has_token(people.c.id),
        ~exists(select(tables.c.id).where(tables.c.maker == people.c.id)),
        ~exists(select(seats.c.seat).where(seats.c.person == people.c.id)),
        ~exists(select(pads.c.id).where(pads.c.person == people.c.id)),
        ~exists(select(designs.c.id).where(designs.c.person == people.c.id)),
        ~exists(select(puzzle_progress.c.id).where(puzzle_progress.c.id == people.c.id)),
    )


def _is_gone(cutoffs: Cutoffs) -> ColumnElement[bool]:
    """Whether nobody can ever be this person again: they have no link, and no cookie lives that long."""
    return and_(people.c.id != SERVER, people.c.seen_at < cutoffs.people, ~_has_token(people.c.id))


def scan_stale(connection: Connection, kind: KeptKind, cutoffs: Cutoffs, after: Position | None, limit: int) -> Scan:
    """Look at the next `limit` rows of a kind, in the order of their age."""
    return _scan(connection, _KINDS[kind], _is_stale(kind, cutoffs), max(_moments(cutoffs)), after, limit)


def scan_gone_people(connection: Connection, cutoffs: Cutoffs, after: Position | None, limit: int) -> Scan:
    """Look at the next `limit` people who were not seen for longer than a cookie lives."""
    return _scan(connection, _KINDS["people"], _is_gone(cutoffs), cutoffs.people, after, limit)


def _moments(cutoffs: Cutoffs) -> tuple[int, ...]:
    return cutoffs.empty, cutoffs.unfinished, cutoffs.finished, cutoffs.people


def _scan(
    connection: Connection,
    kind: _Kind,
    condition: ColumnElement[bool],
    before: int,
    after: Position | None,
    limit: int,
) -> Scan:
    moment, row_id = kind.moment, kind.table.c.id
    page = (
        select(moment, row_id)
        .where(moment < before, tuple_(moment, row_id) > (after or _NOTHING))
        .order_by(moment, row_id)
        .limit(limit)
    )
    rows = [(int(at), str(found)) for at, found in connection.execute(page)]
    following = rows[-1] if len(rows) == limit else None
    return Scan(_still(connection, kind, condition, [found for _, found in rows]), following)


def _still(
    connection: Connection, kind: _Kind, condition: ColumnElement[bool], ids: Sequence[str], *, lock: bool = False
) -> dict[str, int]:
    """Which of these rows the condition holds for, with their versions; `lock` keeps other processes from them."""
    columns: list[Any] = [kind.table.c.id, *([] if kind.version is None else [kind.version])]
    query = select(*columns).where(kind.table.c.id.in_(ids), condition)
    if lock:
        # Whoever has the lock is just writing to the row, so it is not out of date any more.
        query = query.with_for_update(of=kind.table, skip_locked=True)
    return {str(row[0]): int(row[1]) if kind.version is not None else 0 for row in connection.execute(query)}


def delete_stale(connection: Connection, kind: KeptKind, cutoffs: Cutoffs, found: dict[str, int]) -> list[str]:
    """Delete what a scan found, unless it has changed since; which of it was deleted."""
    still = _still(connection, _KINDS[kind], _is_stale(kind, cutoffs), list(found), lock=True)
    gone = [row_id for row_id, version in still.items() if version == found[row_id]]
    if kind == "tables":
        delete_whole_tables(connection, gone)
        return gone
    connection.execute(delete(_KINDS[kind].table).where(_KINDS[kind].table.c.id.in_(gone)))
    if kind == "people":
        for person in gone:
            notify(connection, PERSON_CHANNEL, person)
    return gone


def delete_whole_tables(connection: Connection, table_ids: Sequence[str]) -> None:
    """Delete tables with their event logs, seats and reviews. An event that comes later finds no table to belong to."""
    connection.execute(delete(reviews).where(reviews.c.table_id.in_(table_ids)))
    connection.execute(delete(events).where(events.c.table_id.in_(table_ids)))
    connection.execute(delete(seats).where(seats.c.table_id.in_(table_ids)))
    connection.execute(delete(tables).where(tables.c.id.in_(table_ids)))
    for table_id in table_ids:
        notify(connection, EVENT_CHANNEL, encode_event_notice(table_id, TABLE_REWRITTEN))


def is_gone(connection: Connection, person: str, cutoffs: Cutoffs) -> bool:
    """Whether a person is still one whom nobody can ever be again."""
    return bool(_still(connection, _KINDS["people"], _is_gone(cutoffs), [person]))


def read_whole_rows(connection: Connection, kind: KeptKind, ids: Sequence[str]) -> list[tuple[str, dict[str, object]]]:
    """The rows that a deletion would delete, each with the name of its table, as `shoal export` writes them.

    Reviews are left out: they follow from the games.
    """
    parts: list[tuple[Table, Column[str]]] = [(_KINDS[kind].table, _KINDS[kind].table.c.id)]
    if kind == "tables":
        parts += [(seats, seats.c.table_id), (events, events.c.table_id)]
    return [
        (str(table.name), {str(name): value for name, value in row._mapping.items()})
        for table, column in parts
        for row in connection.execute(
            select(*_raw_columns(table)).where(column.in_(ids)).order_by(*table.primary_key.columns)
        )
    ]


def _raw_columns(table: Table) -> list[ColumnElement[Any]]:
    """The columns of a table as they are in the database: JSON stays text."""
    return [
        read_as(column, Text()).label(column.name) if isinstance(column.type, TypeDecorator) else column
        for column in table.columns
    ]
