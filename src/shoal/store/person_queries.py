"""Queries for people: their names and settings."""

from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite

from shoal.store.models import DELETED, Person
from shoal.store.row_mapping import columns_of, fetch_first
from shoal.store.schema import people
from shoal.store.server_processes import PERSON_CHANNEL, notify

__all__ = ["raise_cookie_number", "read_person", "update_seen_at", "upsert_person"]

_SELECT_PERSON: Final = select(*columns_of(people, Person))


def read_person(connection: Connection, person_id: str) -> Person | None:
    """A person; None if unknown."""
    return fetch_first(connection, _SELECT_PERSON.where(people.c.id == person_id), Person)


def upsert_person(connection: Connection, person: Person) -> None:
    """Store a new person, or the new name and settings of a known one. Nobody who deleted themselves comes back."""
    add = postgresql.insert(people) if connection.dialect.name == "postgresql" else sqlite.insert(people)
    changes = {"name": add.excluded.name, "settings": add.excluded.settings}
    there = people.c.cookie_number < DELETED
    connection.execute(add.on_conflict_do_update(index_elements=["id"], set_=changes, where=there), asdict(person))
    notify(connection, PERSON_CHANNEL, person.id)


def raise_cookie_number(connection: Connection, person_id: str, number: int) -> bool:
    """Revoke a person's cookies up to this number, unless that is another one by now; whether it was done."""
    unchanged = (people.c.id == person_id, people.c.cookie_number == number)
    done = connection.execute(update(people).where(*unchanged).values(cookie_number=number + 1)).rowcount > 0
    notify(connection, PERSON_CHANNEL, person_id)
    return done


def update_seen_at(connection: Connection, person_id: str, at: int) -> None:
    """Note that a person is here."""
    later = (people.c.id == person_id, people.c.seen_at < at)
    if connection.execute(update(people).where(*later).values(seen_at=at)).rowcount > 0:
        notify(connection, PERSON_CHANNEL, person_id)
