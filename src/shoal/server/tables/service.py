"""The hall: where all tables are. Every act of anybody goes through `TableService.act`, in this order:

check it, append it to the log, commit, then publish. What is published is only that a table changed:
whoever is interested asks for the view that is theirs. `place.py` is one table, `attendant.py` sees to what
happens by itself. Other processes may serve the same tables; what they write is read from the log.
"""

import asyncio
import contextlib
import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from typing import Final

import structlog

from shoal.core import Refusal, ShoalError, find_game, msg, new_seed
from shoal.server.errors import Missing
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.live_table import Ask, Feed, LiveTable
from shoal.server.tables.scheduler import SWEEP_SECONDS, TableScheduler
from shoal.server.tables.snapshot import TableSnapshot, now, open_table
from shoal.store import Store, StoreAway
from shoal.store.models import Listing, Person, Seating, TableRow

__all__ = ["Ask", "Feed", "TableNotFound", "TableService", "new_id"]

#: Tables that nobody looks at are forgotten after so long; the store has them.
_IDLE_SECONDS: Final = 600
_MOST_IN_MEMORY: Final = 5000
#: So many tables are compared with the store at once.
_COMPARED_AT_ONCE: Final = 500

_log = structlog.get_logger("shoal.hall")


class TableNotFound(Missing):
    """A table that is not there, or not for this person to know of."""

    def __init__(self) -> None:
        super().__init__(msg("there is no such table, or it is not for you to see"))


def new_id() -> str:
    """A name that nobody guesses."""
    return secrets.token_urlsafe(9)


class TableService:
    """All tables of this server."""

    def __init__(self, store: Store, minds: BotWorkers, secret: bytes) -> None:
        self.store = store
        self._secret = secret
        self._minds = minds
        self._attendant = TableScheduler(store, minds, self.act, self._catch_up, self._conclude)
        self._places: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        #: What was begun is brought to its end, even when nobody waits for it any more.
        self._under_way: set[asyncio.Task[None]] = set()
        self._closing = False
        #: Called whenever a person's step is committed and published.
        self.on_step: Callable[[], None] = lambda: None

    def occupancy(self) -> dict[str, int]:
        """How many tables are in memory, how many feeds are open, and what the bots do."""
        feeds = sum(len(place.feeds) for place in self._places.values())
        return {"tables": len(self._places), "feeds": feeds, **self._minds.occupancy()}

    async def open(self) -> None:
        """Begin to see to the tables, as one of the processes that do."""
        await self.store.join(self._heard, lambda: self._attendant.start(self._compare()))
        self._attendant.start(self._sweep_for_ever())

    async def close(self) -> None:
        """Tell all feeds, finish what is under way, and let go of everything."""
        self._closing = True
        for place in self._places.values():
            place.call_off()
            place.tell()
        await self._attendant.close()
        # Tables that are being read are part of it: the store must find nobody on its connections when it closes.
        await asyncio.gather(*self._under_way, *self._opening.values(), return_exceptions=True)
        await self.store.peers.leave()

    @property
    def closing(self) -> bool:
        return self._closing

    async def course(self, table_id: str) -> TableSnapshot:
        """The table as it stands. Raises `TableNotFound`."""
        place = await self._place(table_id)
        if place.behind:
            # An older position is better than none, when the log cannot be read.
            with contextlib.suppress(StoreAway):
                await self._read_on(place)
        return place.course

    def watching(self, table_id: str) -> int:
        """How many people without a seat look at a table."""
        place = self._places.get(table_id)
        if place is None:
            return 0
        seated = {seat.person for seat in place.course.seats}
        return len({feed.person for feed in place.feeds} - seated)

    def mark(self, course: TableSnapshot) -> str:
        """What changes with everything that a page of the table shows: a page with another mark is behind."""
        return f"{course.version}.{self.watching(course.row.id)}"

    def may_see(self, course: TableSnapshot, person: str, secret: str = "") -> bool:
        """Whether a person may see a table: it is public, or they made it, or have a seat, or the link."""
        return (
            course.row.public
            or course.row.maker == person
            or bool(course.seats_of(person))
            or self.is_invited(course.row.id, secret)
        )

    def invitation(self, table_id: str) -> str:
        """The secret in a table's invitation link. It follows from the server's own, so it is kept nowhere."""
        return hmac.new(self._secret, b"invite:" + table_id.encode(), hashlib.sha256).hexdigest()[:32]

    def is_invited(self, table_id: str, secret: str) -> bool:
        """Whether this is the secret of the table's invitation link."""
        return secret.isascii() and hmac.compare_digest(self.invitation(table_id), secret)

    async def set_up(
        self,
        maker: Person,
        game: str,
        options: Mapping[str, object],
        seats: Sequence[Seating],
        *,
        settings: Mapping[str, object],
        opening: Sequence[str] = (),
        public: bool = False,
        table_id: str | None = None,
    ) -> str:
        """A new table; its name. Raises our errors when it cannot be played like that, or `IdTaken`."""
        row = TableRow(
            id=table_id or new_id(),
            game=find_game(game).name,
            options=dict(options),
            seed=new_seed(),
            opening=tuple(opening),
            settings=dict(settings),
            maker=maker.id,
            made_at=now(),
            public=public,
        )
        table = open_table(row)
        if len(seats) != len(table.seats):
            raise Refusal(msg("found {found} seats, expected {count}", found=len(seats), count=len(table.seats)))
        course = TableSnapshot(row, seats)
        await self.store.create_table(row, seats, course.summary())
        self._attendant.attend(self._keep(course))
        return row.id

    async def act(self, table_id: str, person: str | None, ask: Ask) -> TableSnapshot:
        """Somebody does something at a table; the table afterwards. What was asked before is not done again."""
        place = await self._place(table_id)
        await self._to_the_end(self._do(place, ask, person))
        if person is not None and ask.kind == "step":
            self.on_step()
        return place.course

    @contextlib.asynccontextmanager
    async def feed(self, table_id: str, person: str) -> AsyncIterator[Feed]:
        """Hear of changes for as long as the context lasts."""
        place = await self._place(table_id)
        feed = Feed(person)
        place.feeds.add(feed)
        place.tell()
        try:
            yield feed
        finally:
            place.feeds.discard(feed)
            place.tell()

    async def tables_of(self, person: str) -> list[Listing]:
        """A person's tables, those waiting for them first, then those still going on."""
        listings = await self.store.tables_of(person)

        def urgency(listing: Listing) -> tuple[bool, bool, int]:
            mine = {seat.seat for seat in listing.seats if seat.person == person}
            waits = not listing.summary.over and bool(mine.intersection(listing.summary.waiting))
            return not waits, listing.summary.over, -listing.summary.changed_at

        return sorted(listings, key=urgency)

    async def _place(self, table_id: str) -> LiveTable:
        place = self._places.get(table_id)
        if place is None:
            opening = self._opening.get(table_id)
            if opening is None:
                opening = self._opening[table_id] = asyncio.create_task(self._load(table_id))
                opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
            place = await asyncio.shield(opening)
        place.used_at = now()
        return place

    async def _load(self, table_id: str) -> LiveTable:
        kept = await self.store.table(table_id)
        if kept is None:
            raise TableNotFound
        place = self._keep(TableSnapshot.of(kept))
        self._attendant.attend(place)
        return place

    def _keep(self, course: TableSnapshot) -> LiveTable:
        """Have a table in memory, once."""
        if len(self._places) >= _MOST_IN_MEMORY:
            self._forget_idle(now() - 1000)
        return self._places.setdefault(course.row.id, LiveTable(self.store, course, self.is_invited))

    def _forget_idle(self, unused_since: int) -> None:
        """Keep memory bounded: tables that nobody looks at can be loaded again."""
        for place in list(self._places.values()):
            if place.idle and place.used_at < unused_since:
                place.call_off()
                del self._places[place.id]

    async def _to_the_end(self, work: Coroutine[None, None, None]) -> None:
        """Whoever waits for this may give up; what was begun goes on."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._arrived)
        await asyncio.shield(task)

    def _arrived(self, task: "asyncio.Task[None]") -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # whoever still waits has it; nobody else needs to hear of it

    @contextlib.asynccontextmanager
    async def _at(self, place: LiveTable) -> AsyncIterator[None]:
        """Be the one who writes to a table; if it is another one afterwards, that is published."""
        place.users += 1
        try:
            async with place.lock:
                before = place.course
                try:
                    yield
                finally:
                    if place.course is not before:
                        self._publish(place)
                    elif place.in_doubt:
                        self._attendant.attend_later(place)
        finally:
            place.users -= 1

    async def _do(self, place: LiveTable, ask: Ask, person: str | None) -> None:
        async with self._at(place):
            await place.do(ask, person)
            try:
                await place.conclude()
            except ShoalError as error:
                # What was asked for is done; what follows from it is tried again.
                _log.error("agreement not kept yet", table=place.id, reason=str(error))
                self._attendant.attend_later(place)

    async def _conclude(self, place: LiveTable) -> None:
        async with self._at(place):
            await place.conclude()

    async def _catch_up(self, place: LiveTable) -> None:
        """Another process wrote to this table, or may have."""
        async with self._at(place):
            await place.catch_up()

    def _publish(self, place: LiveTable) -> None:
        place.tell()
        self._attendant.attend(place)

    def _heard(self, table_id: str, number: int) -> None:
        """An act was committed, by us or by another process."""
        opening = self._opening.get(table_id)
        if opening is not None:
            # It may have been read before this act was written.
            opening.add_done_callback(lambda _: self._heard(table_id, number))
            return
        place = self._places.get(table_id)
        if place is None or number <= place.course.version:
            return
        place.heard_of = max(place.heard_of, number)
        self._attendant.start(self._follow(place))

    async def _follow(self, place: LiveTable) -> None:
        """Read on, unless it was our own act that we heard of."""
        try:
            await self._read_on(place)
        except StoreAway:
            self._attendant.attend_later(place)

    async def _read_on(self, place: LiveTable) -> None:
        async with self._at(place):
            if place.behind:
                await place.catch_up()

    async def _compare(self) -> None:
        """Find out what other processes wrote while we did not hear of it."""
        table_ids = list(self._places)
        for start in range(0, len(table_ids), _COMPARED_AT_ONCE):
            some = table_ids[start : start + _COMPARED_AT_ONCE]
            try:
                for table_id, last in (await self.store.last_acts(some)).items():
                    self._heard(table_id, last)
            except StoreAway:
                # The connection that hears is up, so this is soon over; until then, any of them may be behind.
                for table_id in some:
                    if (place := self._places.get(table_id)) is not None:
                        place.in_doubt = True
                        self._attendant.attend_later(place)

    async def _sweep_for_ever(self) -> None:
        away = False
        while True:
            try:
                await self._attendant.sweep(self._place)
                away = False
            except StoreAway as error:
                if not away:
                    _log.error("store away", reason=str(error))
                away = True
            self._forget_idle(now() - _IDLE_SECONDS * 1000)
            await asyncio.sleep(SWEEP_SECONDS)
