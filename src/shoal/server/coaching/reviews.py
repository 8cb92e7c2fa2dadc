"""Reviews of finished games: computed in the background, step by step, and kept in the store.

A review that is asked for is noted in the store at once, without steps, and whoever looks at it later has it computed:
so what a restart interrupts goes on. What is whole is read from the store, by any process and after any restart.
"""

import asyncio
from collections import OrderedDict
from typing import Final

import structlog

from shoal.core import RecordError, Refusal, Replay, msg
from shoal.core.judging import EFFORTS, Effort
from shoal.server.coaching.coach import Coach
from shoal.server.coaching.review_steps import compute_steps
from shoal.server.coaching.table_review import TableReview, pack_review, unpack_review
from shoal.server.errors import CoachBusy
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.replay_thread import ReplayThread
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.timestamps import now
from shoal.store import ReviewRow, Store

__all__ = ["Reviews"]

#: How many reviews are computed at once, of everybody and of one person at one network.
_MOST_RUNNING: Final = 24
_MOST_RUNNING_OF_ONE: Final = 3
#: How many are kept in memory once they are whole.
_MOST_IN_MEMORY: Final = 24
#: How often to look whether another process of this server is done with a review.
_LOOK_SECONDS: Final = 1.0

_log = structlog.get_logger("shoal.coach")


class Reviews:
    """The reviews of the tables of this server."""

    def __init__(self, store: Store, coach: Coach, replays: ReplayThread) -> None:
        self._store = store
        self._coach = coach
        self._replays = replays
        self._whole: OrderedDict[tuple[str, Effort], TableReview] = OrderedDict()
        self._running: dict[tuple[str, Effort], TableReview] = {}
        self._tasks: dict[tuple[str, Effort], asyncio.Task[None]] = {}
        self._owners: dict[tuple[str, Effort], BotOwner] = {}

    @property
    def running(self) -> int:
        """How many reviews are being computed here."""
        return len(self._tasks)

    def knows(self, table_id: str) -> bool:
        """Whether a review of a table is in memory: to look at it, nobody needs to ask for it any more."""
        return any((table_id, effort) in reviews for reviews in (self._whole, self._running) for effort in EFFORTS)

    async def find(self, owner: BotOwner, snapshot: TableSnapshot, effort: Effort | None = None) -> TableReview | None:
        """Return the review of a table, whole or as far as it is, if anybody has asked for it.

        Without an `effort`, it is the deepest that is whole, or else the one that is being computed. One that was
        interrupted goes on.
        """
        efforts = tuple(reversed(EFFORTS)) if effort is None else (effort,)
        unfinished: TableReview | None = None
        table_id = snapshot.row.id
        stored = await self._store.review_efforts(table_id)
        for one in efforts:
            if one not in stored:
                continue
            found = self._whole.get((table_id, one)) or self._running.get((table_id, one))
            if found is None:
                found = await self._read(owner, snapshot, one, may_shorten=one == "usual" and "quick" not in stored)
            if found is not None and found.whole:
                return found
            unfinished = unfinished or found
        return unfinished

    async def begin(self, owner: BotOwner, snapshot: TableSnapshot, effort: Effort | None = None) -> None:
        """Have the review of a finished game computed, unless it is there already. Raises `CoachBusy`.

        Without an `effort`, it is the usual one, or the quick one if that would take too long.
        """
        if not snapshot.over:
            raise Refusal(msg("the game is not over yet"))
        found = await self.find(owner, snapshot, effort)
        if found is not None and not found.failed:
            return
        replay = await self._replays.run(Replay, snapshot.record())
        if not replay.steps:
            raise Refusal(msg("there is nothing to review: no seat has taken a step yet"))
        self._check_room(owner)
        chosen = effort or (found.effort if found is not None else "usual")
        await self._store.save_review(ReviewRow(snapshot.row.id, chosen, b"", now()))
        if (snapshot.row.id, chosen) not in self._tasks:  # otherwise somebody else asked meanwhile
            self._start(owner, snapshot.row.id, TableReview(replay, chosen), may_shorten=effort is None)

    async def close(self) -> None:
        """Stop computing."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(
        self, owner: BotOwner, snapshot: TableSnapshot, effort: Effort, *, may_shorten: bool
    ) -> TableReview | None:
        """The review in the store; one that has no steps there is computed, if there is room for it."""
        row = await self._store.review(snapshot.row.id, effort)
        if row is None:
            return None
        replay = await self._replays.run(Replay, snapshot.record())
        found = TableReview(replay, effort)
        if row.review:
            try:
                found.take(await self._replays.run(unpack_review, row.review, replay))
            except RecordError as error:
                _log.error("a review cannot be read", table=snapshot.row.id, reason=str(error))
            else:
                self._remember(snapshot.row.id, found)
                return found
        running = self._running.get((snapshot.row.id, effort))
        if running is not None:
            return running  # somebody else asked meanwhile
        try:
            self._check_room(owner)
        except CoachBusy:
            return found  # it goes on when somebody looks again
        self._start(owner, snapshot.row.id, found, may_shorten=may_shorten)
        return found

    def _check_room(self, owner: BotOwner) -> None:
        of_one = sum(other == owner for other in self._owners.values())
        if len(self._tasks) >= _MOST_RUNNING or of_one >= _MOST_RUNNING_OF_ONE:
            raise CoachBusy

    def _remember(self, table_id: str, found: TableReview) -> None:
        self._whole[table_id, found.effort] = found
        if len(self._whole) > _MOST_IN_MEMORY:
            self._whole.popitem(last=False)

    def _start(self, owner: BotOwner, table_id: str, review: TableReview, *, may_shorten: bool) -> None:
        key = (table_id, review.effort)
        self._running[key], self._owners[key] = review, owner
        task = self._tasks[key] = asyncio.create_task(self._compute(owner, table_id, review, may_shorten=may_shorten))
        task.add_done_callback(lambda done: self._ended(key, review, done))

    def _ended(self, key: tuple[str, Effort], review: TableReview, task: "asyncio.Task[None]") -> None:
        del self._tasks[key], self._owners[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a review failed", table=key[0], exc_info=error)
            review.failed = True
        if not review.failed:
            self._running.pop(key, None)
        review.publish()

    async def _compute(self, owner: BotOwner, table_id: str, review: TableReview, *, may_shorten: bool) -> None:
        claim = f"review {table_id} {review.effort}"
        while not await self._store.processes.claim(claim):
            review.elsewhere = True
            await asyncio.sleep(_LOOK_SECONDS)
            row = await self._store.review(table_id, review.effort)
            if row is None:
                return
            if row.review:
                review.take(await self._replays.run(unpack_review, row.review, review.replay))
                self._remember(table_id, review)
                return
        review.elsewhere = False
        try:
            name = f"{table_id} {review.effort}"
            if not await compute_steps(self._coach, owner, name, review, may_shorten=may_shorten):
                await self._shorten(owner, table_id, review)
            elif not review.failed:
                packed = await self._replays.run(pack_review, review)
                await self._store.save_review(ReviewRow(table_id, review.effort, packed, now()))
                self._remember(table_id, review)
        finally:
            await self._store.processes.release(claim)

    async def _shorten(self, owner: BotOwner, table_id: str, review: TableReview) -> None:
        """Go on with a quick review in place of a usual one."""
        quick = TableReview(review.replay, "quick")
        await self._store.save_review(ReviewRow(table_id, "quick", b"", now()))
        await self._store.delete_review(table_id, review.effort)
        self._start(owner, table_id, quick, may_shorten=False)
