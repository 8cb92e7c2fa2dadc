"""Takes a person out of the database: what is theirs alone is deleted, what others share stays without their name.

A person has traces at tables they made, where they sit, and in the event logs of tables whose seat they left. At a
table where somebody else sits too, the game stays as it is: only the name, the person's id and their idempotency keys
go.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Select, and_, delete, select, update

from shoal.store.models import DELETED
from shoal.store.retention_queries import delete_whole_tables
from shoal.store.schema import access_tokens, designs, events, pads, people, puzzle_progress, seats, tables
from shoal.store.server_processes import EVENT_CHANNEL, PERSON_CHANNEL, TABLE_REWRITTEN, encode_event_notice, notify

__all__ = ["Trace", "delete_person", "forget_at_tables", "read_traces"]

#: How many tables a query names.
_AT_ONCE: Final = 500


class Trace(msgspec.Struct, frozen=True):
    """A table where a person left a trace."""

    table_id: str
    #: Whether nobody else sits there or made it, so that it goes with the person.
    theirs: bool
    over: bool


def read_traces(connection: Connection, person_ids: Sequence[str]) -> dict[str, list[Trace]]:
    """All tables where each of these people left a trace, by id. It reads all event logs, once for all of them."""
    sought: tuple[Select[*tuple[Any, ...]], ...] = (
        select(tables.c.maker, tables.c.id).where(tables.c.maker.in_(person_ids)),
        select(seats.c.person, seats.c.table_id).where(seats.c.person.in_(person_ids)),
        select(events.c.person, events.c.table_id).where(events.c.person.in_(person_ids)).distinct(),
    )
    found: dict[str, set[str]] = {person: set() for person in person_ids}
    for query in sought:
        for person, table_id in connection.execute(query):
            found[person].add(table_id)
    return {person: _traces_at(connection, person, sorted(table_ids)) for person, table_ids in found.items()}


def _traces_at(connection: Connection, person: str, table_ids: Sequence[str]) -> list[Trace]:
    traces: list[Trace] = []
    for start in range(0, len(table_ids), _AT_ONCE):
        some = table_ids[start : start + _AT_ONCE]
        shared = _shared_with_others(connection, some, person)
        over = select(tables.c.id, tables.c.over).where(tables.c.id.in_(some)).order_by(tables.c.id)
        traces += [Trace(row.id, row.id not in shared, row.over) for row in connection.execute(over)]
    return traces


def _shared_with_others(connection: Connection, table_ids: Sequence[str], person: str) -> set[str]:
    seated = select(seats.c.table_id).where(seats.c.table_id.in_(table_ids), seats.c.person != person)
    made = select(tables.c.id).where(tables.c.id.in_(table_ids), tables.c.maker != person)
    return {*connection.execute(seated).scalars(), *connection.execute(made).scalars()}


def forget_at_tables(
    connection: Connection, person: str, table_ids: Sequence[str], name: str | None, named_by: str
) -> None:
    """Delete those of the tables that are a person's alone, and take them out of the others.

    There, `name` takes the place of theirs; without one, theirs stays. `named_by` is the kind of events whose text is
    the name of who took a seat.
    """
    locked = select(tables.c.id).where(tables.c.id.in_(table_ids)).order_by(tables.c.id).with_for_update()
    there = list(connection.execute(locked).scalars())
    shared = _shared_with_others(connection, there, person)
    delete_whole_tables(connection, [table_id for table_id in there if table_id not in shared])
    ids = sorted(shared)
    if name is not None:
        _rename(connection, person, ids, name, named_by)
    own = (seats.c.table_id.in_(ids), seats.c.person == person)
    connection.execute(update(seats).where(*own).values(person=None))
    connection.execute(update(tables).where(tables.c.id.in_(ids), tables.c.maker == person).values(maker=None))
    done = (events.c.table_id.in_(ids), events.c.person == person)
    connection.execute(update(events).where(*done).values(person=None, key=None))
    for table_id in ids:
        notify(connection, EVENT_CHANNEL, encode_event_notice(table_id, TABLE_REWRITTEN))


def _rename(connection: Connection, person: str, table_ids: Sequence[str], name: str, named_by: str) -> None:
    """Put `name` in place of a person's at these tables."""
    done = and_(events.c.table_id.in_(table_ids), events.c.person == person)
    # A seat that was left to a bot still has the name of the person who left it.
    for table_id, seat in connection.execute(select(events.c.table_id, events.c.seat).where(done).distinct()).all():
        left = (seats.c.table_id == table_id, seats.c.seat == seat, seats.c.kind == "bot")
        connection.execute(update(seats).where(*left).values(name=name))
    own = (seats.c.table_id.in_(table_ids), seats.c.person == person)
    connection.execute(update(seats).where(*own).values(name=name))
    connection.execute(update(events).where(done, events.c.kind == named_by).values(text=name))


def delete_person(connection: Connection, person: str, at: int, *, leave_mark: bool) -> None:
    """Delete a person with their pads, designs, progress with puzzles and tokens.

    `leave_mark` if cookies of theirs may still be about.
    """
    connection.execute(delete(pads).where(pads.c.person == person))
    connection.execute(delete(designs).where(designs.c.person == person))
    connection.execute(delete(puzzle_progress).where(puzzle_progress.c.id == person))
    connection.execute(delete(access_tokens).where(access_tokens.c.person == person))
    if leave_mark:
        blank = {"name": "", "settings": {}, "made_at": at, "seen_at": at, "cookie_number": DELETED}
        connection.execute(update(people).where(people.c.id == person).values(blank))
    else:
        connection.execute(delete(people).where(people.c.id == person))
    notify(connection, PERSON_CHANNEL, person)
