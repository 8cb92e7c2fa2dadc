"""The hall: where all tables are. Every act of anybody goes through `Hall.act`, in this order:

check it, append it to the log, commit, then publish. What is published is only that a table changed:
whoever is interested asks for the view that is theirs.
"""

import asyncio
import contextlib
import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextvars import Context
from typing import Final

import msgspec
import structlog

from shoal.core import Refusal, Seat, find_game, msg, new_seed, seat_name
from shoal.server.course import Course, now, open_table
from shoal.server.minds import MindFailure, Minds
from shoal.server.refusals import Late, Missing, NotYours
from shoal.store import KeyUsed, NumberTaken, Store, StoreAway
from shoal.store.rows import Act, Listing, Person, Seating, TableRow

__all__ = ["Ask", "Feed", "Hall", "NoSuchTable", "new_id"]

#: Tables that nobody looks at are forgotten after so long; the store has them.
_IDLE_SECONDS: Final = 600
_MOST_IN_MEMORY: Final = 5000
_SECOND_TRY_SECONDS: Final = 1.0

_log = structlog.get_logger("shoal.hall")


class NoSuchTable(Missing):
    """A table that is not there, or not for this person to know of."""

    def __init__(self) -> None:
        super().__init__(msg("there is no such table, or it is not for you to see"))


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """What a person wants to do at a table."""

    kind: str
    seat: Seat | None = None
    text: str = ""
    #: The moment that a step answers; None where it does not matter.
    moment: int | None = None
    #: The client's own mark: asking twice with it does it once.
    key: str | None = None
    #: What the invitation link holds, for somebody who sits down.
    secret: str = ""


class Feed:
    """Somebody who wants to hear of a table's changes."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.changed = asyncio.Event()


class _Place:
    """A table in memory."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.lock = asyncio.Lock()
        self.feeds: set[Feed] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: set[tuple[int, Seat]] = set()
        self.used_at = now()


def new_id() -> str:
    """A name that nobody guesses."""
    return secrets.token_urlsafe(9)


class Hall:
    """All tables of this server."""

    def __init__(self, store: Store, minds: Minds, secret: bytes) -> None:
        self.store = store
        self._secret = secret
        self._minds = minds
        self._places: dict[str, _Place] = {}
        self._opening: dict[str, asyncio.Task[_Place]] = {}
        self._jobs: set[asyncio.Task[None]] = set()
        self._closing = False
        #: Called whenever a person's step is committed and published.
        self.on_step: Callable[[], None] = lambda: None

    def occupancy(self) -> dict[str, int]:
        """How many tables are in memory, how many feeds are open, and what the bots do."""
        feeds = sum(len(place.feeds) for place in self._places.values())
        return {"tables": len(self._places), "feeds": feeds, **self._minds.occupancy()}

    async def close(self) -> None:
        """Tell all feeds, and let go of everything."""
        self._closing = True
        for place in self._places.values():
            if place.timer is not None:
                place.timer.cancel()
            for feed in place.feeds:
                feed.changed.set()
        for job in list(self._jobs):
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)

    @property
    def closing(self) -> bool:
        return self._closing

    async def course(self, table_id: str) -> Course:
        """The table as it stands. Raises `NoSuchTable`."""
        return (await self._place(table_id)).course

    def watching(self, table_id: str) -> int:
        """How many people without a seat look at a table."""
        place = self._places.get(table_id)
        if place is None:
            return 0
        seated = {seat.person for seat in place.course.seats}
        return len({feed.person for feed in place.feeds} - seated)

    def invitation(self, table_id: str) -> str:
        """The secret in a table's invitation link. It follows from the server's own, so it is kept nowhere."""
        return hmac.new(self._secret, b"invite:" + table_id.encode(), hashlib.sha256).hexdigest()[:32]

    def is_invited(self, table_id: str, secret: str) -> bool:
        """Whether this is the secret of the table's invitation link."""
        return hmac.compare_digest(self.invitation(table_id).encode(), secret.encode())

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
        """A new table; its name. Raises our errors when it cannot be played like that."""
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
        course = Course(row, seats)
        await self.store.create_table(row, seats, course.summary())
        place = _Place(course)
        self._places[row.id] = place
        self._attend(place)
        return row.id

    async def act(self, table_id: str, person: str | None, ask: Ask) -> Course:
        """Somebody does something at a table; the table afterwards. What was asked before is not done again."""
        place = await self._place(table_id)
        async with place.lock:
            if ask.key is not None and ask.key in place.course.keys:
                return place.course
            self._check(place.course, person, ask)
            await self._append(place, ask, person)
            while (more := _consequence(place.course)) is not None:
                await self._append(place, more, None)
        self._publish(place)
        if person is not None and ask.kind == "step":
            self.on_step()
        return place.course

    @contextlib.asynccontextmanager
    async def feed(self, table_id: str, person: str) -> AsyncIterator[Feed]:
        """Hear of changes for as long as the context lasts."""
        place = await self._place(table_id)
        feed = Feed(person)
        place.feeds.add(feed)
        self._tell(place)
        try:
            yield feed
        finally:
            place.feeds.discard(feed)
            self._tell(place)

    async def tables_of(self, person: str) -> list[Listing]:
        """A person's tables, those waiting for them first, then those still going on."""
        listings = await self.store.tables_of(person)

        def urgency(listing: Listing) -> tuple[bool, bool, int]:
            mine = {seat.seat for seat in listing.seats if seat.person == person}
            waits = not listing.summary.over and bool(mine.intersection(listing.summary.waiting))
            return not waits, listing.summary.over, -listing.summary.changed_at

        return sorted(listings, key=urgency)

    async def _place(self, table_id: str) -> _Place:
        place = self._places.get(table_id)
        if place is None:
            opening = self._opening.get(table_id)
            if opening is None:
                opening = self._opening[table_id] = asyncio.create_task(self._load(table_id))
                opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
            place = await asyncio.shield(opening)
        place.used_at = now()
        return place

    async def _load(self, table_id: str) -> _Place:
        kept = await self.store.table(table_id)
        if kept is None:
            raise NoSuchTable
        place = self._places[table_id] = _Place(Course.of(kept))
        self._forget_idle()
        self._attend(place)
        return place

    def _forget_idle(self) -> None:
        """Keep memory bounded: tables without feeds or thinking bots can be loaded again."""
        long_ago = now() - _IDLE_SECONDS * 1000
        crowded = len(self._places) > _MOST_IN_MEMORY
        for table_id, place in list(self._places.items()):
            idle = not place.feeds and not place.thinking and not place.lock.locked() and place.timer is None
            if idle and (place.used_at < long_ago or (crowded and place.used_at < now() - 1000)):
                del self._places[table_id]

    def _check(self, course: Course, person: str | None, ask: Ask) -> None:
        """Whether this person may ask for this; whether the rules allow it is seen when it is done."""
        if ask.kind not in ("sit", "step", "ask", "agree", "refuse", "settle", "odds", "bot", "flag", "rematch"):
            raise Refusal(msg("there is no such act"))
        if ask.kind == "flag":
            if person is not None:
                raise NotYours(msg("only the clock can do that"))
            return
        if ask.kind == "sit":
            if not self.is_invited(course.row.id, ask.secret):
                raise NotYours(msg("that seat is for people with the invitation link"))
            return
        if ask.seat is None or not 0 <= ask.seat < len(course.seats):
            raise Refusal(msg("there is no such seat"))
        seating = course.seats[ask.seat]
        holder = seating.person if seating.kind == "person" else None
        if holder != person or seating.kind == "open":
            raise NotYours(msg("that seat is not yours"))
        if ask.kind == "step" and ask.moment is not None and ask.moment != course.moment:
            raise Late

    async def _append(self, place: _Place, ask: Ask, person: str | None) -> None:
        act = Act(
            number=place.course.version + 1,
            at=now(),
            kind=ask.kind,
            seat=ask.seat,
            text=ask.text,
            person=_leaver(place.course, ask) or person,
            key=ask.key,
        )
        following = place.course.after(act)
        changed = [seat for seat, old in zip(following.seats, place.course.seats, strict=True) if seat != old]
        try:
            await self.store.append(place.course.row.id, act, following.summary(), changed)
        except KeyUsed:
            await self._catch_up(place)
            return
        except NumberTaken:
            await self._catch_up(place)
            raise Late from None
        place.course = following

    async def _catch_up(self, place: _Place) -> None:
        """Another process wrote to this table."""
        kept = await self.store.table(place.course.row.id)
        if kept is not None:
            place.course = Course.of(kept)

    def _publish(self, place: _Place) -> None:
        self._tell(place)
        self._attend(place)

    def _tell(self, place: _Place) -> None:
        for feed in place.feeds:
            feed.changed.set()

    def _attend(self, place: _Place) -> None:
        """See to what happens by itself: bots that are to act, clocks that run out."""
        if place.timer is not None:
            place.timer.cancel()
            place.timer = None
        if self._closing:
            return
        course = place.course
        flag = course.clocks.next_flag()
        if flag is not None:
            at, seat = flag
            delay = max(0, at - now()) / 1000 + 0.001
            loop = asyncio.get_running_loop()
            place.timer = loop.call_later(delay, lambda: self._start(self._flag(course.row.id, seat)))
        for seat in course.bots_to_act():
            if (course.moment, seat) not in place.thinking:
                place.thinking.add((course.moment, seat))
                self._start(self._think(place, course, seat))

    def _start(self, job: Coroutine[None, None, None]) -> None:
        # Not in the context of the request that led to it: a bot's step is no part of it, in logs and counts.
        task = asyncio.create_task(job, context=Context())
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _flag(self, table_id: str, seat: Seat) -> None:
        try:
            await self.act(table_id, None, Ask(kind="flag", seat=seat))
        except Refusal:
            pass  # the seat acted in the last moment
        except StoreAway as error:
            _log.error("clock failed", table=table_id, seat=seat_name(seat), reason=str(error))
            await asyncio.sleep(_SECOND_TRY_SECONDS)
            self._attend(await self._place(table_id))

    async def _think(self, place: _Place, course: Course, seat: Seat) -> None:
        key = (course.moment, seat)
        try:
            step = await self._minds.choose(course, seat)
            # The mark makes sure that one step is played, however often it was computed.
            mark = f"bot:{course.moment}:{seat}"
            await self.act(course.row.id, None, Ask(kind="step", seat=seat, text=step, moment=course.moment, key=mark))
        except Refusal:
            pass  # the position it thought about is gone: something was taken back, or another process was quicker
        except (MindFailure, StoreAway) as error:
            _log.error("bot failed", table=course.row.id, seat=seat_name(seat), reason=str(error))
            await asyncio.sleep(_SECOND_TRY_SECONDS)
        finally:
            place.thinking.discard(key)
            self._attend(place)


def _leaver(course: Course, ask: Ask) -> str | None:
    """Who held a seat that is given up, for the log."""
    if ask.kind in ("bot", "flag") and ask.seat is not None:
        return course.seats[ask.seat].person
    return None


def _consequence(course: Course) -> Ask | None:
    """What everybody has agreed to by now: people, that is, on however many seats each of them sits."""
    if course.asking is not None:
        others = course.people() - {course.seats[course.asking].person}
        if course.people(course.agreed) >= others:
            return Ask(kind="undo", seat=course.asking)
    if course.settling and course.table.finish_offered():
        concerned = course.people(course.game.remaining(course.table.state))
        if course.people(course.settling) >= concerned:
            return Ask(kind="finish")
    return None
