"""The hints that seats at a table have taken: which ones are found by now, and what finds the others.

The log has only that a seat took a hint, and how far it went with it (`TakeHint`). What the hint says is found in the
background, from what the table displays to the seat and nothing else, and kept in memory: only the seat's own page gets
it, and only as long as the position is the same. After a restart, or at another process, it is found again, and is the
same.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Final, Literal, NamedTuple, TypeAlias

import structlog

from shoal.coach.answers import HintAnswer
from shoal.core import Seat, ShoalError
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.snapshot import TableSnapshot

__all__ = ["FindHint", "HintFinder", "TableHints", "TakenHint"]

#: Finds the hint of a seat at a table, which somebody asked for. Raises a `ShoalError` if it cannot.
FindHint: TypeAlias = Callable[[BotOwner, TableSnapshot, Seat], Awaitable[HintAnswer]]

_log = structlog.get_logger("shoal.tables")


class HintFinder(NamedTuple):
    """What finds hints, and what starts it in the background."""

    find: Callable[[TableSnapshot, Seat], Awaitable[HintAnswer]]
    start: Callable[[Coroutine[None, None, None]], None]


class TakenHint(NamedTuple):
    """A hint about the position of now, as far as the seat has gone with it."""

    stage: int
    #: A hint that was not found is sought again when the seat asks again.
    status: Literal["found", "sought", "failed"]
    hint: HintAnswer | None = None


class _Search:
    """The search for one hint."""

    def __init__(self, position_id: int) -> None:
        self.position_id: Final = position_id
        self.over = asyncio.Event()
        self.hint: HintAnswer | None = None

    @property
    def has_failed(self) -> bool:
        return self.over.is_set() and self.hint is None


class TableHints:
    """The hints of one table in memory, the latest of each seat."""

    def __init__(self, notify: Callable[[], None]) -> None:
        """`notify` tells those who listen to the table that a search is over."""
        self._notify = notify
        self._searches: dict[Seat, _Search] = {}

    def taken(self, snapshot: TableSnapshot, seat: Seat, finder: HintFinder) -> TakenHint | None:
        """Return the hint that a seat has taken about the position of now; None if it has not. Starts the search."""
        stage = _stage(snapshot, seat)
        if not stage:
            return None
        search = self._search(snapshot, seat, finder)
        if search.hint is not None:
            return TakenHint(stage, "found", search.hint)
        return TakenHint(stage, "failed" if search.has_failed else "sought")

    async def wait(self, snapshot: TableSnapshot, seat: Seat, finder: HintFinder, seconds: float) -> None:
        """Wait for the hint that a seat has taken, but no longer than this. One that was not found is sought again."""
        if not _stage(snapshot, seat):
            return
        if self._search(snapshot, seat, finder).has_failed:
            del self._searches[seat]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._search(snapshot, seat, finder).over.wait(), seconds)

    def count_ended(self, snapshot: TableSnapshot, person: str) -> int:
        """Return for how many hints that a person has taken about the position of now the search is over."""
        searches = [self._searches.get(seat) for seat in snapshot.seats_of(person) if _stage(snapshot, seat)]
        return sum(
            search is not None and search.position_id == snapshot.position_id and search.over.is_set()
            for search in searches
        )

    def _search(self, snapshot: TableSnapshot, seat: Seat, finder: HintFinder) -> _Search:
        """The search for the hint of a seat about the position of now; started if there is none yet."""
        search = self._searches.get(seat)
        if search is None or search.position_id != snapshot.position_id:
            search = self._searches[seat] = _Search(snapshot.position_id)
            finder.start(self._run(search, snapshot, seat, finder))
        return search

    async def _run(self, search: _Search, snapshot: TableSnapshot, seat: Seat, finder: HintFinder) -> None:
        try:
            search.hint = await finder.find(snapshot, seat)
        except ShoalError as error:
            _log.warning("no hint found", table=snapshot.row.id, reason=str(error))
        finally:
            search.over.set()
            self._notify()


def _stage(snapshot: TableSnapshot, seat: Seat) -> int:
    """How far a seat has gone with a hint that is still of use; 0 if it has none."""
    return snapshot.hint_stages.get(seat, 0) if seat in snapshot.to_act else 0
