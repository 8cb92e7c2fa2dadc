"""Queries for the seats of tables."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Connection, delete, insert, select

from shoal.store.models import Seating
from shoal.store.row_mapping import columns_of
from shoal.store.schema import seats

__all__ = ["read_seats", "write_seats"]

_SELECT_SEAT: Final = select(seats.c.table_id, *columns_of(seats, Seating))
_INSERT_SEAT: Final = insert(seats)


def read_seats(connection: Connection, table_ids: Sequence[str]) -> dict[str, list[Seating]]:
    """The seats of each of these tables, in order."""
    found: dict[str, list[Seating]] = {table_id: [] for table_id in table_ids}
    if found:
        query = _SELECT_SEAT.where(seats.c.table_id.in_(list(found)))
        for table_id, *seating in connection.execute(query.order_by(seats.c.table_id, seats.c.seat)):
            found[table_id].append(Seating(*seating))
    return found


def write_seats(connection: Connection, table_id: str, seatings: Sequence[Seating]) -> None:
    """Store these seats in place of those with the same numbers."""
    if not seatings:
        return
    numbers = [seating.seat for seating in seatings]
    connection.execute(delete(seats).where(seats.c.table_id == table_id, seats.c.seat.in_(numbers)))
    connection.execute(_INSERT_SEAT, [{"table_id": table_id, **asdict(seating)} for seating in seatings])
