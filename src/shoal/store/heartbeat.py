"""When a server was last alive, and the latest moment of anything stored: a server that starts compares both with its
clock.

The heartbeat is the `seen_at` of a person whom nobody can be, so that it needs no table of its own. Their settings say
from when on things may be deleted for their age.
"""

from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from shoal.store.schema import people, tables

__all__ = ["SERVER", "LastMoments", "read_last_moments", "write_deletes_from", "write_heartbeat"]

#: No id of a person has such a letter.
SERVER: Final = "~server"
_DELETES_FROM: Final = "deletes_from"


class LastMoments(NamedTuple):
    """The last heartbeat, None if there was none, and the latest moment at which anything was stored."""

    heartbeat: int | None
    stored: int
    #: Until then, nothing is deleted for its age.
    deletes_from: int = 0


def write_heartbeat(connection: Connection, at: int) -> None:
    """Store that a server is alive, unless another process did so later."""
    add = postgresql.insert(people) if connection.dialect.name == "postgresql" else sqlite.insert(people)
    row = {"id": SERVER, "name": "", "settings": {}, "made_at": at, "seen_at": at}
    later = people.c.seen_at < add.excluded.seen_at
    changes = {"seen_at": add.excluded.seen_at}
    connection.execute(add.on_conflict_do_update(index_elements=["id"], set_=changes, where=later), row)


def write_deletes_from(connection: Connection, at: int) -> None:
    """Have nothing deleted for its age before this moment."""
    connection.execute(update(people).where(people.c.id == SERVER).values(settings={_DELETES_FROM: str(at)}))


def read_last_moments(connection: Connection) -> LastMoments:
    """The last heartbeat and the latest moment of an event."""
    server = connection.execute(select(people.c.seen_at, people.c.settings).where(people.c.id == SERVER)).first()
    changed = connection.execute(select(func.max(tables.c.changed_at))).scalar_one() or 0
    if server is None:
        return LastMoments(None, changed)
    return LastMoments(server.seen_at, max(server.seen_at, changed), int(server.settings.get(_DELETES_FROM, 0)))
