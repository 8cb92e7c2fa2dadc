"""The way in: open a database, append to the event logs of tables, read tables back.

The event log is append-only: no method removes an event from it. Only whole tables are deleted, when they are out of
date or their last player leaves for good (`retention_queries.py`, `person_deletion.py`). Tables are read whole, for the
server to make views of; there is no way to ask for one seat's events. `event_log.py` and the `*_queries.py` modules
hold the statements.
"""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Final, Self

import structlog
from sqlalchemy.exc import IntegrityError

from shoal.store import (
    access_token_queries,
    design_queries,
    event_log,
    heartbeat,
    pad_queries,
    person_deletion,
    person_queries,
    puzzle_queries,
    retention_queries,
    review_queries,
    table_queries,
)
from shoal.store.database import Database
from shoal.store.errors import IdempotencyKeyUsed, IdTaken, StoreDamaged, StoreUnavailable, TableDamaged
from shoal.store.heartbeat import LastMoments
from shoal.store.models import (
    AccessTokenRow,
    DesignListing,
    DesignRow,
    DueTable,
    Event,
    PadRow,
    Person,
    PuzzleProgressRow,
    ReviewRow,
    Seating,
    StoredTable,
    TableListing,
    TableRow,
    TableSummary,
)
from shoal.store.person_cache import PersonCache
from shoal.store.person_deletion import Trace
from shoal.store.readiness import Readiness
from shoal.store.retention_queries import Cutoffs, KeptKind, Position, Scan
from shoal.store.server_processes import OnEvent, OnMissed, ServerProcesses

__all__ = ["Store"]

#: How many damaged tables get a line in the log; the metrics count them all.
_MOST_LOGGED: Final = 100

_log = structlog.get_logger("shoal.store")


class Store:
    """A database of tables, reviews, people, pads, designs, progress with puzzles and access tokens.

    Each method is one transaction, and may raise `StoreUnavailable`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._person_cache = PersonCache()
        self._readiness = Readiness(database)
        #: The tables that were found damaged since the store was opened.
        self.damaged_tables: Final[set[str]] = set()

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open `sqlite:///path` (creating its folders), `sqlite://` (in memory) or `postgresql://…`, and migrate it."""
        return cls(await Database.open(url))

    async def close(self) -> None:
        """Close the database."""
        await self._database.close()

    @property
    def failures(self) -> int:
        """How often the database has failed since it was opened."""
        return self._database.failures

    @property
    def processes(self) -> ServerProcesses:
        """This process among the server processes on this database."""
        return self._database.processes

    async def join(self, on_event: OnEvent, on_missed: OnMissed) -> None:
        """Become one of the processes that serve this database, and listen to what the others write."""

        def on_anything_missed() -> None:
            self._person_cache.clear()
            on_missed()

        self._person_cache.clear()
        await self.processes.join(on_event, on_anything_missed, self._person_cache.invalidate)

    async def ping(self) -> None:
        """Return if the database answers."""
        await self._database.read(table_queries.ping)

    async def check_ready(self) -> None:
        """Return if players can play. Otherwise raises `StoreUnavailable`."""
        await self._readiness.check()

    async def check_file(self) -> None:
        """Log what is damaged in an SQLite file, and note which tables are; this may take minutes."""
        damage = await self._database.check_file()
        if damage is None:
            return
        _log.error("the database is damaged", reason=damage.reason, hurt_tables=len(damage.tables))
        for name in damage.others:
            _log.error("the database is damaged among its", rows=name)
        for table_id in damage.tables:
            self.damaged(table_id)

    def damaged(self, table_id: str) -> TableDamaged:
        """Note that a table cannot be read, or not be written to; return the error that says so."""
        if table_id not in self.damaged_tables:
            self.damaged_tables.add(table_id)
            if len(self.damaged_tables) <= _MOST_LOGGED:
                _log.error("table damaged", table=table_id)
        return TableDamaged(table_id)

    @contextlib.contextmanager
    def _at_table(self, table_id: str) -> Iterator[None]:
        """Say which table it is that is damaged."""
        try:
            yield
        except StoreDamaged as error:
            raise self.damaged(table_id) from error.__cause__

    async def create_table(self, row: TableRow, seats: Sequence[Seating], summary: TableSummary) -> None:
        """Store a new table with an empty event log. Raises `IdTaken`."""
        try:
            await self._database.write(table_queries.insert_table, row, seats, summary)
        except IntegrityError as error:
            raise IdTaken(row.id) from error

    async def table(self, table_id: str) -> StoredTable | None:
        """A whole table, all of it from one moment."""
        with self._at_table(table_id):
            return await self._database.read(table_queries.read_table, table_id)

    async def events_since(self, table_id: str, number: int) -> list[Event]:
        """The events of a table after this number, in order."""
        with self._at_table(table_id):
            return await self._database.read(event_log.read_events, table_id, number)

    async def last_event_numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each of these tables; unknown tables are left out."""
        return await self._database.read(event_log.read_last_event_numbers, table_ids)

    async def due_tables(self, before: int, limit: int) -> list[DueTable]:
        """Up to `limit` of the tables that were due by this moment."""
        whole, readable = table_queries.read_due_tables, table_queries.read_due_tables_that_can_be_read
        return await self._database.read_list(whole, readable, before, limit)

    async def tables_with_clocks(self) -> list[str]:
        """The tables at which a clock may be running."""
        whole, readable = table_queries.read_tables_with_clocks, table_queries.read_tables_with_clocks_that_can_be_read
        return await self._database.read_list(whole, readable)

    async def set_due(self, table_id: str, due_at: int | None, number: int) -> None:
        """Store when a table is due, if event `number` is still its last one."""
        with self._at_table(table_id):
            await self._database.write(table_queries.set_due, table_id, due_at, number)

    async def last_moments(self) -> LastMoments:
        """When a server was last alive, and the latest moment of anything stored."""
        return await self._database.read(heartbeat.read_last_moments)

    async def hold_deletions(self, until: int) -> None:
        """Have nothing deleted for its age before this moment."""
        await self._database.write(heartbeat.write_deletes_from, until)

    async def note_alive(self, at: int) -> None:
        """Store that a server is alive at this moment."""
        await self._database.write(heartbeat.write_heartbeat, at)

    async def append(self, table_id: str, event: Event, summary: TableSummary, seats: Sequence[Seating] = ()) -> None:
        """Append the next event, with the table's new summary and the seats it changed: all of it or nothing.

        Raises `IdempotencyKeyUsed` if an event has this idempotency key already, otherwise `EventNumberTaken` if one
        has this number, `EventsMissing` if none has the number before it, and `UnknownTable`.
        """
        try:
            with self._at_table(table_id):
                if seats or not await self._database.append_in_batch(table_id, event, summary):
                    await self._database.write(event_log.append_event, table_id, event, summary, seats)
        except IntegrityError as error:
            used = await self._database.read(event_log.read_event_number, table_id, event.key)
            raise (StoreUnavailable(str(error.orig)) if used is None else IdempotencyKeyUsed(used)) from error

    async def tables_of(self, person: str, limit: int = 50) -> list[TableListing]:
        """The tables that a person made or sits at, the latest changed first."""
        whole, readable = table_queries.read_tables_of, table_queries.read_tables_of_that_can_be_read
        return await self._database.read_list(whole, readable, person, limit)

    async def public_tables(self, limit: int = 50) -> list[TableListing]:
        """The running tables that are open to spectators, the latest changed first."""
        whole, readable = table_queries.read_public_tables, table_queries.read_public_tables_that_can_be_read
        return await self._database.read_list(whole, readable, limit)

    async def count_openings(self, maker: str, since: int) -> int:
        """How many tables that begin with steps a person has made since then."""
        return await self._database.read(table_queries.count_openings, maker, since)

    async def review(self, table_id: str, effort: str) -> ReviewRow | None:
        """The review of a table with this effort; None if there is none."""
        return await self._database.read(review_queries.read_review, table_id, effort)

    async def review_efforts(self, table_id: str) -> list[str]:
        """With which efforts a table has a review."""
        return await self._database.read(review_queries.read_review_efforts, table_id)

    async def save_review(self, row: ReviewRow) -> bool:
        """Store a review in place of the one before; whether its table is still there."""
        return await self._database.write(review_queries.replace_review, row)

    async def delete_review(self, table_id: str, effort: str) -> None:
        """Delete one review of a table."""
        await self._database.write(review_queries.delete_review, table_id, effort)

    async def person(self, person_id: str) -> Person | None:
        """A person; None if unknown."""
        if not self.processes.listening:
            return await self._read_person(person_id)
        return await self._person_cache.get(person_id, self._read_person)

    async def _read_person(self, person_id: str) -> Person | None:
        return await self._database.read(person_queries.read_person, person_id)

    async def save_person(self, person: Person) -> None:
        """Store a new person, or the new name and settings of a known one."""
        try:
            await self._database.write(person_queries.upsert_person, person)
        finally:
            self._person_cache.invalidate(person.id)

    async def revoke_cookies(self, person_id: str, number: int) -> bool:
        """Revoke a person's cookies up to this number, unless that is another one by now; whether it was done."""
        try:
            return await self._database.write(person_queries.raise_cookie_number, person_id, number)
        finally:
            self._person_cache.invalidate(person_id)

    async def note_visit(self, person_id: str, at: int) -> None:
        """Note that a person is here."""
        try:
            await self._database.write(person_queries.update_seen_at, person_id, at)
        finally:
            self._person_cache.invalidate(person_id)

    async def pad(self, pad_id: str) -> PadRow | None:
        """A pad; None if there is none with this id."""
        return await self._database.read(pad_queries.read_pad, pad_id)

    async def create_pad(self, pad: PadRow) -> None:
        """Store a new pad. Raises `IdTaken`."""
        try:
            await self._database.write(pad_queries.insert_pad, pad)
        except IntegrityError as error:
            raise IdTaken(pad.id) from error

    async def update_pad(self, pad: PadRow) -> None:
        """Store a pad's new sheet; its version must be the stored one plus one. Raises `SheetChanged`."""
        await self._database.write(pad_queries.update_pad, pad)

    async def pads_of(self, person: str) -> list[PadRow]:
        """A person's pads, the latest changed first."""
        return await self._database.read(pad_queries.read_pads_of, person)

    async def design(self, design_id: str) -> DesignRow | None:
        """A design; None if there is none with this id."""
        return await self._database.read(design_queries.read_design, design_id)

    async def shared_design(self, secret: str) -> DesignRow | None:
        """The design that is shared by a link with this secret; None if there is none."""
        return await self._database.read(design_queries.read_shared_design, secret)

    async def create_design(self, design: DesignRow, most: int) -> bool:
        """Store a new design, unless its person has `most` already; whether it was stored. Raises `IdTaken`."""
        try:
            return await self._database.write(design_queries.insert_design, design, most)
        except IntegrityError as error:
            raise IdTaken(design.id) from error

    async def update_design(self, design: DesignRow) -> None:
        """Store a design as it is now; its version must be the stored one plus one. Raises `SheetChanged`."""
        await self._database.write(design_queries.update_design, design)

    async def delete_design(self, person: str, design_id: str) -> bool:
        """Delete one of a person's own designs; whether there was one."""
        return await self._database.write(design_queries.delete_design, person, design_id)

    async def designs_of(self, person: str) -> list[DesignListing]:
        """A list of a person's designs, the latest changed first."""
        return await self._database.read(design_queries.read_designs_of, person)

    async def puzzle_progress(self, person: str) -> PuzzleProgressRow | None:
        """What a person has done with puzzles; None if nothing."""
        return await self._database.read(puzzle_queries.read_puzzle_progress, person)

    async def save_puzzle_progress(self, row: PuzzleProgressRow) -> bool:
        """Store a person's progress, unless another request did since it was read; whether it was stored.

        Its version must be the stored one plus one, and 1 where there is none yet.
        """
        if row.version > 1:
            return await self._database.write(puzzle_queries.update_puzzle_progress, row)
        try:
            await self._database.write(puzzle_queries.insert_puzzle_progress, row)
        except IntegrityError:
            return False
        return True

    async def create_access_token(self, row: AccessTokenRow, most: int) -> bool:
        """Store a new access token, unless its person has `most` of its kind already; whether it was stored."""
        return await self._database.write(access_token_queries.insert_access_token, row, most)

    async def find_access_token(self, digest: str) -> AccessTokenRow | None:
        """The access token whose secret has this digest, unless it was revoked."""
        return await self._database.read(access_token_queries.read_access_token, digest)

    async def access_tokens_of(self, person: str) -> list[AccessTokenRow]:
        """A person's access tokens, the oldest first."""
        return await self._database.read(access_token_queries.read_access_tokens_of, person)

    async def revoke_access_token(self, person: str, token_id: str) -> bool:
        """Revoke one of a person's own access tokens; whether there was one."""
        return await self._database.write(access_token_queries.delete_access_token, person, token_id)

    async def scan_stale(self, kind: KeptKind, cutoffs: Cutoffs, after: Position | None, limit: int) -> Scan:
        """Look at the next `limit` rows of a kind, the oldest first: which of them need not be kept any longer?"""
        return await self._database.read(retention_queries.scan_stale, kind, cutoffs, after, limit)

    async def scan_gone_people(self, cutoffs: Cutoffs, after: Position | None, limit: int) -> Scan:
        """Look at the next `limit` people who were not seen for long: whom can nobody ever be again?"""
        return await self._database.read(retention_queries.scan_gone_people, cutoffs, after, limit)

    async def delete_stale(self, kind: KeptKind, cutoffs: Cutoffs, found: dict[str, int]) -> list[str]:
        """Delete what a scan found, unless it has changed since; which of it was deleted."""
        gone = await self._database.write(retention_queries.delete_stale, kind, cutoffs, found)
        if kind == "people":
            for person_id in gone:
                self._person_cache.invalidate(person_id)
        return gone

    async def is_gone(self, person_id: str, cutoffs: Cutoffs) -> bool:
        """Whether a person is still one whom nobody can ever be again."""
        return await self._database.read(retention_queries.is_gone, person_id, cutoffs)

    async def whole_rows(self, kind: KeptKind, ids: Sequence[str]) -> list[tuple[str, dict[str, object]]]:
        """The rows that a deletion would delete, each with the name of its table in the database."""
        return await self._database.read(retention_queries.read_whole_rows, kind, ids)

    async def traces_of(self, person_ids: Sequence[str]) -> dict[str, list[Trace]]:
        """All tables where each of these people left a trace, even a seat they left. It reads all event logs."""
        return await self._database.read(person_deletion.read_traces, person_ids)

    async def forget_at_tables(self, person_id: str, table_ids: Sequence[str], name: str | None, named_by: str) -> None:
        """Delete those of the tables that are a person's alone, and take them out of the others.

        There, `name` takes the place of theirs; without one, theirs stays. `named_by` is the kind of events whose text
        is the name of who took a seat.
        """
        await self._database.write(person_deletion.forget_at_tables, person_id, table_ids, name, named_by)

    async def delete_person(self, person_id: str, at: int, *, leave_mark: bool) -> None:
        """Delete a person with all that is theirs alone; `leave_mark` if cookies of theirs may still be about."""
        try:
            await self._database.write(person_deletion.delete_person, person_id, at, leave_mark=leave_mark)
        finally:
            self._person_cache.invalidate(person_id)
