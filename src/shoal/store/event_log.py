"""The event log of a table: append the next event, read events in order.

The log is append-only: no event leaves it, though a table may be deleted with its whole log (`retention_queries.py`),
and people who leave for good take their names along (`person_deletion.py`). It is written with optimistic concurrency:
an event names its own number, and is added only if the event before it is the table's last one. An event's `key` is the
idempotency key of the request behind it: a repeated request finds its key used. `pg_batch_writer.py` does the same as
`append_event` for many tables in one commit.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, insert, select, update

from shoal.core import ShoalError
from shoal.store.errors import EventNumberTaken, EventsMissing, IdempotencyKeyUsed, UnknownTable
from shoal.store.models import Event, Seating, TableSummary
from shoal.store.row_mapping import columns_of, fetch_rows
from shoal.store.schema import events, tables
from shoal.store.seat_queries import write_seats
from shoal.store.server_processes import EVENT_CHANNEL, encode_event_notice, notify

__all__ = ["append_event", "read_event_number", "read_events", "read_last_event_numbers"]

_SELECT_EVENT: Final = select(*columns_of(events, Event))
_INSERT_EVENT: Final = insert(events)
#: Compare and set: only the event that follows the last one matches. Here two writers find out who was first.
_ADVANCE_TABLE: Final = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"), tables.c.last_act == bindparam("previous"))
    .values({name: bindparam(name) for name in (*TableSummary.__struct_fields__, "last_act")})
)


def append_event(
    connection: Connection, table_id: str, event: Event, summary: TableSummary, seatings: Sequence[Seating]
) -> None:
    """Add the next event of a table, and store its new summary and the seats that changed."""
    previous = {"table_id": table_id, "previous": event.number - 1}
    advanced = connection.execute(_ADVANCE_TABLE, {**previous, **asdict(summary), "last_act": event.number})
    if advanced.rowcount == 0:
        raise _refusal(connection, table_id, event)
    connection.execute(_INSERT_EVENT, {"table_id": table_id, **asdict(event)})
    write_seats(connection, table_id, seatings)
    notify(connection, EVENT_CHANNEL, encode_event_notice(table_id, event.number))


def _refusal(connection: Connection, table_id: str, event: Event) -> ShoalError:
    """Why an event was not added. The key is checked first: a repeated request must learn that it succeeded."""
    used = read_event_number(connection, table_id, event.key)
    if used is not None:
        return IdempotencyKeyUsed(used)
    last = connection.execute(select(tables.c.last_act).where(tables.c.id == table_id)).scalar_one_or_none()
    if last is None:
        return UnknownTable(table_id)
    return EventNumberTaken(event.number) if event.number <= last else EventsMissing(event.number, last)


def read_events(connection: Connection, table_id: str, after: int) -> list[Event]:
    """The events of a table with numbers above `after`, in order."""
    query = _SELECT_EVENT.where(events.c.table_id == table_id, events.c.number > after)
    return fetch_rows(connection, query.order_by(events.c.number), Event)


def read_last_event_numbers(connection: Connection, table_ids: Sequence[str]) -> dict[str, int]:
    """The number of the last event of each of these tables; unknown tables are left out."""
    query = select(tables.c.id, tables.c.last_act).where(tables.c.id.in_(table_ids))
    return {row.id: row.last_act for row in connection.execute(query)}


def read_event_number(connection: Connection, table_id: str, key: str | None) -> int | None:
    """The number of the event that was added with this idempotency key."""
    if key is None:
        return None
    query = select(events.c.number).where(events.c.table_id == table_id, events.c.key == key)
    return connection.execute(query).scalar_one_or_none()
