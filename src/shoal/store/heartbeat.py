"""When a server was last alive, and the latest moment of anything stored: a server that starts compares both with its
clock.

The heartbeat is the `seen_at` of a person whom nobody can be, so that it needs no table of its own.
"""

from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select
from sqlalchemy.dialects import postgresql, sqlite

from shoal.store.schema import people, tables

__all__ = ["SERVER", "LastMoments", "read_last_moments", "write_heartbeat"]

#: No id of a person has such a letter.
SERVER: Final = "~server"


class LastMoments(NamedTuple):
    """The last heartbeat, None if there was none, and the latest moment at which anything was stored."""

    heartbeat: int | None
    stored: int


def write_heartbeat(connection: Connection, at: int) -> None:
    """Store that a server is alive, unless another process did so later."""
    add = postgresql.insert(people) if connection.dialect.name == "postgresql" else sqlite.insert(people)
    row = {"id": SERVER, "name": "", "settings": {}, "made_at": at, "seen_at": at}
    later = people.c.seen_at < add.excluded.seen_at
    changes = {"seen_at": add.excluded.seen_at}
    connection.execute(add.on_conflict_do_update(index_elements=["id"], set_=changes, where=later), row)


def read_last_moments(connection: Connection) -> LastMoments:
    """The last heartbeat and the latest moment of an event."""
    heartbeat = connection.execute(select(people.c.seen_at).where(people.c.id == SERVER)).scalar_one_or_none()
    changed = connection.execute(select(func.max(tables.c.changed_at))).scalar_one()
    return LastMoments(heartbeat, max(heartbeat or 0, changed or 0))
