"""All tables of one server. Every command goes through `TableService.execute`, in this order:

check it, append an event to the log, commit, publish. Only the fact that the table changed is published; those who
listen ask for the view that is theirs. Other processes may serve the same tables: what they write is read from the log.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Final

import structlog
from msgspec.structs import replace

from shoal.coach.answers import HintAnswer
from shoal.core import Refusal, Seat, ShoalError, find_game, msg, new_seed, turned
from shoal.players import usual_opponent
from shoal.server.ids import new_id
from shoal.server.tables.access import Invitations, TableNotFound, may_see
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.commands import AgreeToRematch, TableCommand, TakeHint, TakeStep
from shoal.server.tables.downtime import Downtime
from shoal.server.tables.feed import Feed, page_version
from shoal.server.tables.hints import FindHint, HintFinder, TakenHint
from shoal.server.tables.level_preparation import LevelPreparation
from shoal.server.tables.live_table import LiveTable
from shoal.server.tables.replay_thread import ReplayThread
from shoal.server.tables.scheduler import SWEEP_SECONDS, TableScheduler
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.tables.table_cache import TableCache
from shoal.server.tables.visitors import Visitors
from shoal.server.timestamps import now
from shoal.store import TABLE_REWRITTEN, IdTaken, Store, StoreUnavailable
from shoal.store.models import Seating, TableListing, TableRow

__all__ = ["MOST_OPENING_STEPS", "TableService"]

#: A new table can begin with so many steps: more than any game has but Small Fry's of several hundred points.
MOST_OPENING_STEPS: Final = 3000
#: In so many days, one person can make so many tables that begin with steps: each is stored with all of them.
_OPENING_DAYS: Final = 30
_MOST_OPENINGS: Final = 200

#: How long to wait, before the first request, for the check of a database file; one of 200 MB takes a second.
_CHECK_SECONDS: Final = 2.0
#: How long the answer to who takes a hint waits for it. One that takes longer is told by the feed.
_HINT_SECONDS: Final = 1.0
#: How many tables are compared with the store in one query.
_COMPARED_AT_ONCE: Final = 500


async def _no_coach(owner: BotOwner, snapshot: TableSnapshot, seat: Seat) -> HintAnswer:
    raise Refusal(msg("this server has no coach"))


_log = structlog.get_logger("shoal.tables")


class TableService:
    """All tables of this server."""

    def __init__(self, store: Store, workers: BotWorkers, secret: bytes, find_hint: FindHint = _no_coach) -> None:
        self.store = store
        self.invitations: Final = Invitations(secret)
        #: Called whenever a person's step is committed and published.
        self.on_step: Callable[[], None] = lambda: None
        self.visitors: Final = Visitors()
        self._workers = workers
        self._scheduler = TableScheduler(store, workers, self.visitors, self)
        #: Finds the hints that people take.
        self.find_hint = find_hint
        self._hint_finder = HintFinder(self._find_hint, self._scheduler.start)
        self._downtime = Downtime(store)
        #: Replays records that people open.
        self.replays: Final = ReplayThread()
        self._cache = TableCache(store, self._scheduler)
        #: Work that runs to its end, even if the request that began it is cancelled.
        self._running: set[asyncio.Task[None]] = set()
        self._closing = False

    async def open(self) -> None:
        """Begin to serve the tables, as one of the processes on this database."""
        await self.store.join(self._on_event_committed, lambda: self._scheduler.start(self._compare_with_store()))
        await self._downtime.begin()
        await self._begin_check()
        self._scheduler.start(self._sweep_forever())

    async def close(self) -> None:
        """Tell all feeds, finish what has begun, and let go of everything."""
        self._closing = True
        for live in self._cache:
            for feed in live.feeds:
                feed.changed.set()
        await self._scheduler.close()
        # Wait for tables that are being loaded too: when the store closes, its connections must be free.
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._cache.close()
        self.replays.close()
        await self.store.processes.leave()

    @property
    def closing(self) -> bool:
        return self._closing

    def occupancy(self) -> dict[str, int]:
        """Return how many tables are in memory, how many feeds are open, how many bots wait and think."""
        feeds = sum(len(live.feeds) for live in self._cache)
        return {"tables": len(self._cache), "feeds": feeds, **self._workers.occupancy()}

    def bot_steps(self) -> tuple[int, int]:
        """Return how many steps the bots were asked for, and for how many they had less time than usual."""
        return self._workers.steps_requested, self._workers.hurried

    async def snapshot(self, table_id: str) -> TableSnapshot:
        """Return the table as it stands, without checking who may see it. Raises `TableNotFound`."""
        return (await self._up_to_date(table_id)).snapshot

    async def snapshot_for(self, person: str, table_id: str, invitation: str = "") -> TableSnapshot:
        """Return the table as it stands if this person may see it. Otherwise raises `TableNotFound`."""
        snapshot = await self.snapshot(table_id)
        if not may_see(snapshot, person, invited=self.invitations.is_valid(table_id, invitation)):
            raise TableNotFound
        return snapshot

    async def create_table(
        self,
        maker: str,
        game: str,
        options: Mapping[str, object],
        seats: Sequence[Seating],
        *,
        settings: Mapping[str, object],
        seed: str | None = None,
        opening: Sequence[str] = (),
        public: bool = False,
        table_id: str | None = None,
    ) -> str:
        """Store a new table and return its name. Raises `IdTaken`, or another `ShoalError` if it cannot be played."""
        if opening:
            await self._check_opening(maker, len(opening))
        row = TableRow(
            id=table_id or new_id(),
            game=find_game(game).name,
            options=dict(options),
            seed=seed or new_seed(),
            opening=tuple(opening),
            settings=dict(settings),
            maker=maker,
            made_at=now(),
            public=public,
        )
        snapshot = await self.replays.run(TableSnapshot, row, seats) if opening else TableSnapshot(row, seats)
        await self.store.create_table(row, seats, snapshot.summary())
        self._cache.add(snapshot)
        return row.id

    async def _check_opening(self, maker: str, length: int) -> None:
        """Raise if a new table may not begin with so many steps, or not one more of this person's."""
        if length > MOST_OPENING_STEPS:
            raise Refusal(msg("found {found} steps, expected at most {most}", found=length, most=MOST_OPENING_STEPS))
        since = now() - _OPENING_DAYS * 24 * 3600 * 1000
        if await self.store.count_openings(maker, since) >= _MOST_OPENINGS:
            raise Refusal(
                msg(
                    "you have opened {count} records and positions in {days} days, which is the limit",
                    count=_MOST_OPENINGS,
                    days=_OPENING_DAYS,
                )
            )

    async def execute(self, person: str, table_id: str, command: TableCommand, invitation: str = "") -> TableSnapshot:
        """Run a person's command and return the table after it; after a rematch, that is the new table.

        A command with a key that was used before is not run again. A command that has begun runs to its end, even if
        the caller is cancelled.
        """
        live = await self._up_to_date(table_id)
        invited = self.invitations.is_valid(table_id, invitation)
        if not may_see(live.snapshot, person, invited=invited):
            raise TableNotFound
        if isinstance(command, AgreeToRematch):
            return await self.snapshot(await self._rematch(live, person, command))
        await self._run_to_end(self._execute(live, command, person, invited=invited))
        if isinstance(command, TakeStep):
            self.on_step()
        if isinstance(command, TakeHint):
            await live.hints.wait(live.snapshot, command.seat, self._hint_finder, _HINT_SECONDS)
        return live.snapshot

    async def _find_hint(self, snapshot: TableSnapshot, seat: Seat) -> HintAnswer:
        owner = self.visitors.owner_among([snapshot.seats[seat].person])
        return await self.find_hint(owner, snapshot, seat)

    @contextlib.asynccontextmanager
    async def listen(self, table_id: str, person: str) -> AsyncIterator[Feed]:
        """Listen to a table's changes for as long as the context lasts."""
        live = await self.live_table(table_id)
        feed = Feed(person)
        live.feeds.add(feed)
        live.notify_feeds()
        try:
            yield feed
        finally:
            live.feeds.discard(feed)
            live.notify_feeds()

    def spectators(self, table_id: str) -> int:
        """Return how many people without a seat look at a table."""
        live = self._cache.get(table_id)
        return 0 if live is None else live.spectators

    def page_version(self, snapshot: TableSnapshot, person: str) -> str:
        """Return the page version, which changes with everything that this person's page of the table shows."""
        live = self._cache.get(snapshot.row.id)
        if live is None:
            return page_version(snapshot, person, 0, hurried=False, stood_in=False, hints=0)
        return live.page_version(snapshot, person)

    def hint(self, snapshot: TableSnapshot, seat: Seat) -> TakenHint | None:
        """Return the hint that a seat has taken about this position, for its own person only; None if there is none."""
        live = self._cache.get(snapshot.row.id)
        return None if live is None else live.hints.taken(snapshot, seat, self._hint_finder)

    def is_hurried(self, snapshot: TableSnapshot) -> bool:
        """Tell whether the bots at a table think for less time than usual, because the server has much to do."""
        live = self._cache.get(snapshot.row.id)
        return live is not None and live.hurried and not snapshot.over

    def has_stand_in(self, snapshot: TableSnapshot) -> bool:
        """Tell whether a simple bot has played at a table for a level that is still being compiled."""
        live = self._cache.get(snapshot.row.id)
        return live is not None and live.stood_in and not snapshot.over

    @property
    def levels(self) -> LevelPreparation:
        """Which levels are ready to play."""
        return self._workers.levels

    async def tables_of(self, person: str) -> list[TableListing]:
        """Return a person's tables: first those that wait for them, then the others that are not over."""
        listings = await self.store.tables_of(person)

        def urgency(listing: TableListing) -> tuple[bool, bool, int]:
            mine = {seat.seat for seat in listing.seats if seat.person == person}
            waits = not listing.summary.over and bool(mine.intersection(listing.summary.waiting))
            return not waits, listing.summary.over, -listing.summary.changed_at

        return sorted(listings, key=urgency)

    async def read_anew(self, table_ids: Iterable[str]) -> None:
        """Read those of these tables that are in memory, because they were deleted or somebody's name is gone."""
        for table_id in table_ids:
            live = self._cache.get(table_id)
            try:
                if live is not None:
                    await self._read_anew_once(live)
                    continue
            except StoreUnavailable:
                pass  # it is tried again in the background
            self._on_event_committed(table_id, TABLE_REWRITTEN)

    async def _begin_check(self) -> None:
        """Have the database checked; wait for the outcome if that does not take long."""
        checked = asyncio.Event()

        async def check() -> None:
            await self.store.check_file()
            checked.set()

        self._scheduler.start(check())
        try:
            await asyncio.wait_for(checked.wait(), _CHECK_SECONDS)
        except TimeoutError:
            _log.info("the database is still being checked; games go on meanwhile")

    async def _sweep_forever(self) -> None:
        """Find tables that no process attends to, and drop unused ones from memory."""
        away = False
        while True:
            try:
                await self._scheduler.sweep()
                await self._downtime.note_alive()
                away = False
            except StoreUnavailable as error:
                if not away:
                    _log.error("store away", reason=str(error))
                away = True
            self._cache.forget_idle()
            await asyncio.sleep(SWEEP_SECONDS)

    # What the scheduler needs: see `TableActions`.

    async def live_table(self, table_id: str) -> LiveTable:
        """Return a table, loaded if need be. Raises `TableNotFound`."""
        return await self._cache.load(table_id)

    async def apply(self, live: LiveTable, command: TableCommand) -> None:
        """Run a command of the server's own: a bot's step, or a flag."""
        live.used_at = now()
        await self._run_to_end(self._execute(live, command, None, invited=False))

    async def apply_agreement(self, live: LiveTable) -> None:
        """Carry out what all people at a table have agreed on."""
        async with self._exclusively(live):
            await live.apply_agreement()

    async def catch_up(self, live: LiveTable) -> None:
        """Read what other processes have written, or may have."""
        async with self._exclusively(live):
            await live.catch_up()

    # How a command is run.

    async def _up_to_date(self, table_id: str) -> LiveTable:
        live = await self.live_table(table_id)
        if live.behind:
            # An older position is better than none, when the log cannot be read.
            with contextlib.suppress(StoreUnavailable):
                await self._catch_up_if_behind(live)
        return live

    async def _execute(self, live: LiveTable, command: TableCommand, person: str | None, *, invited: bool) -> None:
        async with self._exclusively(live):
            await live.execute(command, person, invited=invited)
            try:
                await live.apply_agreement()
            except ShoalError as error:
                # The command is done; what follows from it is tried again.
                _log.error("agreement not kept yet", table=live.id, reason=str(error))
                self._scheduler.retry_later(live)

    async def _run_to_end(self, work: Coroutine[None, None, None]) -> None:
        """Wait for some work, which goes on even if the caller is cancelled."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        await asyncio.shield(task)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # a caller that still waits gets the error; no other task needs it

    @contextlib.asynccontextmanager
    async def _exclusively(self, live: LiveTable) -> AsyncIterator[None]:
        """Hold a table's lock, and publish the table if it is another one afterwards."""
        live.users += 1
        try:
            async with live.lock:
                before = live.snapshot
                try:
                    yield
                finally:
                    if live.deleted:
                        self._cache.drop(live)
                        for feed in live.feeds:
                            feed.changed.set()
                    elif live.snapshot is not before:
                        live.notify_feeds()
                        self._scheduler.on_change(live)
                    elif live.in_doubt:
                        self._scheduler.retry_later(live)
        finally:
            live.users -= 1

    async def _rematch(self, live: LiveTable, person: str, command: AgreeToRematch) -> str:
        """Return the name of the next table: the first one agreed on, so it is the same for all players."""
        old = live.snapshot
        if old.rematch is not None and not old.seats_of(person):
            return old.rematch
        if old.rematch is None:
            agree = replace(command, next_table=new_id())
            try:
                await self._run_to_end(self._execute(live, agree, person, invited=False))
            except Refusal:
                if live.snapshot.rematch is None:
                    raise
        agreed = live.snapshot.rematch
        if agreed is None:
            raise Refusal(msg("there is no such command"))
        count = len(old.seats)
        settings = {name: value for name, value in old.row.settings.items() if name != "lot"}
        # Everybody moves up one seat, so that another player begins.
        seats = [self._next_seating(old, (seat + 1) % count, seat) for seat in range(count)]
        if old.colours:
            settings["colours"] = turned(old.colours, 1)
        # The server may have ended after the first person agreed and before the table was made.
        with contextlib.suppress(IdTaken):
            await self.create_table(
                person,
                old.game.name,
                old.row.options,
                seats,
                settings=settings,
                public=old.row.public,
                table_id=agreed,
            )
        return agreed

    @staticmethod
    def _next_seating(old: TableSnapshot, seat: Seat, next_seat: Seat) -> Seating:
        """Who sits on a seat in the next game: a bot plays for a person who is not there any more."""
        seating = replace(old.seats[seat], seat=next_seat)
        if seating.kind == "person" and seating.person is None:
            return replace(seating, kind="bot", bot=usual_opponent(old.game))
        return seating

    # What other processes do.

    def _on_event_committed(self, table_id: str, number: int) -> None:
        """Follow the log: an event was committed, by this process or by another."""
        if self._cache.call_when_loaded(table_id, lambda: self._on_event_committed(table_id, number)):
            return  # the table may have been read before this event was written
        live = self._cache.get(table_id)
        if live is not None and number == TABLE_REWRITTEN:
            self._scheduler.start(self._read_anew(live))
            return
        if live is None or number <= live.snapshot.event_number:
            return
        live.latest_heard = max(live.latest_heard, number)
        self._scheduler.start(self._follow(live))

    async def _follow(self, live: LiveTable) -> None:
        try:
            await self._catch_up_if_behind(live)
        except StoreUnavailable:
            self._scheduler.retry_later(live)

    async def _read_anew(self, live: LiveTable) -> None:
        """Read a table until it could be read: nothing else tells that it changed."""
        while True:
            try:
                return await self._read_anew_once(live)
            except StoreUnavailable:
                await asyncio.sleep(SWEEP_SECONDS)

    async def _read_anew_once(self, live: LiveTable) -> None:
        async with self._exclusively(live):
            await live.read_anew()

    async def _catch_up_if_behind(self, live: LiveTable) -> None:
        async with self._exclusively(live):
            if live.behind:
                await live.catch_up()

    async def _compare_with_store(self) -> None:
        """Find what other processes wrote while this one could not hear of it."""
        table_ids = [live.id for live in self._cache]
        for start in range(0, len(table_ids), _COMPARED_AT_ONCE):
            some = table_ids[start : start + _COMPARED_AT_ONCE]
            try:
                numbers = await self.store.last_event_numbers(some)
                for table_id in some:
                    self._on_event_committed(table_id, numbers.get(table_id, TABLE_REWRITTEN))
            except StoreUnavailable:
                # The connection for announcements is up, so this is soon over. Until then, any table may be behind.
                for table_id in some:
                    if (live := self._cache.get(table_id)) is not None:
                        live.in_doubt = True
                        self._scheduler.retry_later(live)
