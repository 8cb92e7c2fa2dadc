"""The way in: opening a database, adding acts to tables, reading tables back.

Nothing is ever changed in a table's log or taken out of it. Tables are read whole, for the server to make
views of; there is no way to ask for what one seat did. `reading.py` and `writing.py` hold the statements.
"""

from collections.abc import Sequence
from typing import Self

from sqlalchemy.exc import IntegrityError

from shoal.store.database import Database
from shoal.store.errors import IdTaken, KeyUsed, StoreAway
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
from shoal.store.person_cache import PersonCache
from shoal.store.reading import (
    answer,
    read_acts,
    read_due,
    read_last_acts,
    read_number,
    read_pad,
    read_pads,
    read_pass,
    read_passes,
    read_person,
    read_public_tables,
    read_table,
    read_tables_of,
)
from shoal.store.server_processes import Heard, Missed, ServerProcesses
from shoal.store.writing import add_act, add_pad, add_pass, add_table, put_person, remove_pass, rewrite_pad, set_due

__all__ = ["Store"]


class Store:
    """A database of tables, people and pads. Every method is one transaction; any may raise `StoreAway`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known = PersonCache()

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open `sqlite:///path` (folders are made), `sqlite://` (in memory) or `postgresql://…`, and migrate it."""
        return cls(await Database.open(url))

    async def close(self) -> None:
        """Let go of the database."""
        await self._database.close()

    @property
    def failures(self) -> int:
        """How often the database failed since it was opened."""
        return self._database.failures

    @property
    def peers(self) -> ServerProcesses:
        """The other server processes on this database."""
        return self._database.peers

    async def join(self, heard: Heard, missed: Missed) -> None:
        """Be one of the processes that serve this database, and hear what the others write."""

        def anything_missed() -> None:
            self._known.forget_all()
            missed()

        self._known.forget_all()
        await self.peers.join(heard, anything_missed, self._known.forget)

    async def ping(self) -> None:
        """Return if the database answers."""
        await self._database.read(answer)

    async def create_table(self, row: TableRow, seats: Sequence[Seating], summary: Summary) -> None:
        """Keep a new table, with an empty log. Raises `IdTaken`."""
        try:
            await self._database.write(add_table, row, seats, summary)
        except IntegrityError as error:
            raise IdTaken(row.id) from error

    async def table(self, table_id: str) -> StoredTable | None:
        """A whole table as of one moment."""
        return await self._database.read(read_table, table_id)

    async def acts_since(self, table_id: str, number: int) -> list[Event]:
        """The acts behind this number, in order."""
        return await self._database.read(read_acts, table_id, number)

    async def last_acts(self, table_ids: Sequence[str]) -> dict[str, int]:
        """How far the logs of these tables go; those that are not there are left out."""
        return await self._database.read(read_last_acts, table_ids)

    async def due(self, before: int, limit: int) -> list[Due]:
        """At most so many of the tables that were due by this moment."""
        return await self._database.read(read_due, before, limit)

    async def set_due(self, table_id: str, due_at: int | None, number: int) -> None:
        """Note when a table is due, unless something happened at it after this act."""
        await self._database.write(set_due, table_id, due_at, number)

    async def append(self, table_id: str, act: Event, summary: Summary, seats: Sequence[Seating] = ()) -> None:
        """Add the next act, with where the table stands after it and the seats it changed: all of it or nothing.

        Raises `KeyUsed` if the key has an act already, otherwise `NumberTaken` if the number has,
        `ActsMissing` if the number before has none, and `NoSuchTable`.
        """
        try:
            if seats or not await self._database.add(table_id, act, summary):
                await self._database.write(add_act, table_id, act, summary, seats)
        except IntegrityError as error:
            used = await self._database.read(read_number, table_id, act.key)
            raise (StoreAway(str(error.orig)) if used is None else KeyUsed(used)) from error

    async def tables_of(self, person: str, limit: int = 50) -> list[Listing]:
        """The tables that somebody made or sits at, the latest changed first."""
        return await self._database.read(read_tables_of, person, limit)

    async def public_tables(self, limit: int = 50) -> list[Listing]:
        """The running tables that anybody may watch, the latest changed first."""
        return await self._database.read(read_public_tables, limit)

    async def person(self, person_id: str) -> Person | None:
        """Somebody, if known."""
        if not self.peers.hearing:
            return await self._read_person(person_id)
        return await self._known.ask(person_id, self._read_person)

    async def _read_person(self, person_id: str) -> Person | None:
        return await self._database.read(read_person, person_id)

    async def keep_person(self, person: Person) -> None:
        """Keep somebody new, or the new name and settings of somebody known."""
        try:
            await self._database.write(put_person, person)
        finally:
            self._known.forget(person.id)

    async def pad(self, pad_id: str) -> PadRow | None:
        """A sheet, if there is one of this name."""
        return await self._database.read(read_pad, pad_id)

    async def create_pad(self, pad: PadRow) -> None:
        """Keep a new sheet. Raises `IdTaken`."""
        try:
            await self._database.write(add_pad, pad)
        except IntegrityError as error:
            raise IdTaken(pad.id) from error

    async def write_pad(self, pad: PadRow) -> None:
        """Write a sheet anew; its version is the stored one and one more. Raises `PadChanged`."""
        await self._database.write(rewrite_pad, pad)

    async def pads_of(self, person: str) -> list[PadRow]:
        """Somebody's sheets, the latest changed first."""
        return await self._database.read(read_pads, person)

    async def create_pass(self, row: AccessTokenRow, most: int) -> bool:
        """Keep a new pass, unless its person has so many of its kind already; whether it was kept."""
        return await self._database.write(add_pass, row, most)

    async def pass_with(self, digest: str) -> AccessTokenRow | None:
        """The pass whose secret has this digest, unless it was taken back."""
        return await self._database.read(read_pass, digest)

    async def passes_of(self, person: str) -> list[AccessTokenRow]:
        """Somebody's passes, the oldest first."""
        return await self._database.read(read_passes, person)

    async def drop_pass(self, person: str, pass_id: str) -> bool:
        """Take one of somebody's own passes back; whether there was one."""
        return await self._database.write(remove_pass, person, pass_id)
