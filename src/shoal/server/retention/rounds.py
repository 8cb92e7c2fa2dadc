"""Deletes in the background what is out of date: in rounds, and in bites so small that steps stay fast.

Of several processes on one database, one at a time goes round. `round` gets the time from outside.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final, get_args

import structlog

from shoal.core import ShoalError
from shoal.server.retention.archive import Archive
from shoal.server.retention.periods import KeepPeriods
from shoal.server.retention.person_deletion import TABLES_AT_ONCE, PersonDeletion
from shoal.server.tables.service import TableService
from shoal.server.timestamps import now
from shoal.store import Cutoffs, KeptKind, Position, Scan

__all__ = ["Retention"]

_FIRST_ROUND_SECONDS: Final = 60.0
_ROUND_SECONDS: Final = 3600.0
#: How many rows a query looks at.
_PAGE: Final = 200
#: Between two bites, others have their turn: the database is busy with this for a small part of the time.
_PAUSE_SECONDS: Final = 0.05
_CLAIM: Final = "retention"
_KINDS: Final[tuple[KeptKind, ...]] = get_args(KeptKind)

_log = structlog.get_logger("shoal.retention")


class Retention:
    """Goes round as long as the server runs."""

    def __init__(
        self, tables: TableService, deletion: PersonDeletion, keep: KeepPeriods, archive: Archive | None = None
    ) -> None:
        self._tables = tables
        self._store = tables.store
        self._deletion = deletion
        self._keep = keep
        self._archive = archive
        self._going: asyncio.Task[None] | None = None
        #: How much of each kind was deleted, how many rounds were finished, and how many failed.
        self.deleted: Counter[str] = Counter(dict.fromkeys(_KINDS, 0))
        self.rounds = 0
        self.failures = 0

    def start(self) -> None:
        """Begin to go round, unless everything is kept."""
        if not self._keep.forever:
            self._going = asyncio.create_task(self._go_round())

    async def close(self) -> None:
        """Stop between two bites."""
        if self._going is not None:
            self._going.cancel()
            await asyncio.gather(self._going, return_exceptions=True)

    async def _go_round(self) -> None:
        failing = ""
        await asyncio.sleep(_FIRST_ROUND_SECONDS)
        while True:
            try:
                await self._round_if_nobody_else_does()
                failing = ""
            except ShoalError as error:
                self.failures += 1
                if failing != str(error):
                    failing = str(error)
                    _log.error("what is out of date is not deleted", reason=failing)
            except Exception:  # noqa: BLE001 - a round that fails must not be the last
                self.failures += 1
                _log.exception("what is out of date is not deleted")
            await asyncio.sleep(_ROUND_SECONDS)

    async def _round_if_nobody_else_does(self) -> None:
        processes = self._store.processes
        if not await processes.claim(_CLAIM):
            return
        try:
            if now() < (await self._store.last_moments()).deletes_from:
                return
            deleted = await self.round(now())
        finally:
            await processes.release(_CLAIM)
        _log.info("deleted what was out of date", **deleted)

    async def round(self, at: int) -> Mapping[str, int]:
        """Delete what is out of date at this moment; how much of each kind it was.

        Raises `ArchiveFailed`, before anything is deleted that is not in the archive.
        """
        cutoffs = self._keep.cutoffs(at)
        before = self.deleted.copy()
        # Gone people first, then all else: what is left without an owner is found in the same round.
        await self._scan(
            partial(self._store.scan_gone_people, cutoffs), partial(self._delete_gone_people, cutoffs, at), _PAGE
        )
        for kind in _KINDS:
            at_once = TABLES_AT_ONCE if kind == "tables" else _PAGE
            await self._scan(
                partial(self._store.scan_stale, kind, cutoffs), partial(self._delete_stale, kind, cutoffs, at), at_once
            )
        self.rounds += 1
        return {kind: self.deleted[kind] - before[kind] for kind in self.deleted}

    async def _scan(
        self,
        read: Callable[[Position | None, int], Awaitable[Scan]],
        delete: Callable[[dict[str, int]], Awaitable[None]],
        at_once: int,
    ) -> None:
        """Look through all rows of a kind, and delete those that are out of date, a few at a time."""
        after: Position | None = None
        while True:
            found, after = await read(after, _PAGE)
            entries = list(found.items())
            for start in range(0, len(entries), at_once):
                await delete(dict(entries[start : start + at_once]))
                await asyncio.sleep(_PAUSE_SECONDS)
            if after is None:
                return

    async def _delete_stale(self, kind: KeptKind, cutoffs: Cutoffs, at: int, found: dict[str, int]) -> None:
        await self._write_archive({kind: list(found)}, at)
        gone = await self._store.delete_stale(kind, cutoffs, found)
        if kind == "tables":
            await self._tables.read_anew(gone)
        self.deleted[kind] += len(gone)

    async def _delete_gone_people(self, cutoffs: Cutoffs, at: int, found: dict[str, int]) -> None:
        traces = await self._store.traces_of(list(found))
        for person_id in found:
            if not await self._store.is_gone(person_id, cutoffs):
                continue
            theirs = [trace.table_id for trace in traces[person_id] if trace.theirs]
            pads = [pad.id for pad in await self._store.pads_of(person_id)]
            designs = [design.id for design in await self._store.designs_of(person_id)]
            puzzles = [] if await self._store.puzzle_progress(person_id) is None else [person_id]
            whole: dict[KeptKind, list[str]] = {"tables": theirs, "pads": pads, "designs": designs, "puzzles": puzzles}
            await self._write_archive({"people": [person_id], **whole}, at)
            await self._deletion.forget_at_tables(person_id, traces[person_id], None)
            await self._store.delete_person(person_id, at, leave_mark=False)
            self.deleted.update(people=1, **{kind: len(ids) for kind, ids in whole.items()})

    async def _write_archive(self, ids: Mapping[KeptKind, list[str]], at: int) -> None:
        if self._archive is not None:
            rows = [row for kind, some in ids.items() for row in await self._store.whole_rows(kind, some)]
            await asyncio.to_thread(self._archive.write, rows, at)
