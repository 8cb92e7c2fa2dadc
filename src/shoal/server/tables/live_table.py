"""A table in memory, and the one way to write to its log.

Check, append, commit; whoever calls publishes. Other processes may write to the same log, so nobody is
refused and nothing is repeated on the word of what is in memory alone.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from shoal.core import Refusal, Seat, ShoalError, msg
from shoal.server.errors import Late, NotYours
from shoal.server.tables.snapshot import TableSnapshot, now
from shoal.store import EventsMissing, KeyUsed, NumberTaken, Store, StoreAway
from shoal.store.models import Event

__all__ = ["Ask", "Feed", "LiveTable"]

#: Sealed choices of many seats may arrive at many processes at once; each time one of them gets in.
_MOST_TRIES: Final = 20

_KINDS: Final = ("sit", "step", "ask", "agree", "refuse", "settle", "odds", "bot", "flag", "rematch")


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


class LiveTable:
    """One table. Whoever writes to it, or reads what others wrote, holds its lock."""

    def __init__(self, store: Store, course: TableSnapshot, is_invited: Callable[[str, str], bool]) -> None:
        self._store = store
        self._is_invited = is_invited
        self.course = course
        self.lock = asyncio.Lock()
        self.feeds: set[Feed] = set()
        #: How many are about to use it.
        self.users = 0
        self.used_at = now()
        #: The newest act that we heard of, here or elsewhere.
        self.heard_of = course.version
        #: Set when an append failed and may have arrived all the same.
        self.in_doubt = False
        #: The bots that think, and the moment they think about.
        self.thinking: set[tuple[int, Seat]] = set()
        #: When to flag a seat, and when to try again what failed, so many times by now.
        self.flag_timer: asyncio.TimerHandle | None = None
        self.second_try: asyncio.TimerHandle | None = None
        self.failures = 0

    @property
    def id(self) -> str:
        return self.course.row.id

    @property
    def behind(self) -> bool:
        """Whether the log goes on, or may go on, behind what is in memory."""
        return self.in_doubt or self.course.version < self.heard_of

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it: what is due is found in the store."""
        return not self.feeds and not self.thinking and not self.users and not self.lock.locked()

    def tell(self) -> None:
        """Tell all feeds that something changed."""
        for feed in self.feeds:
            feed.changed.set()

    def call_off(self) -> None:
        """Stop what would happen by itself."""
        for timer in (self.flag_timer, self.second_try):
            if timer is not None:
                timer.cancel()
        self.flag_timer = self.second_try = None

    async def do(self, ask: Ask, person: str | None) -> None:
        """Do what somebody asks, once. Raises our errors when it may not be done or cannot be kept."""
        for _ in range(_MOST_TRIES):
            if ask.key is not None and ask.key in self.course.keys:
                return
            try:
                self._check(ask, person)
                act, following = self._drafted(ask, person)
            except ShoalError:
                if not await self.catch_up():
                    raise
                continue
            if await self._append(act, following):
                return
            if ask.kind == "step" and ask.moment is None:
                break
        raise Late

    async def conclude(self) -> None:
        """Do what all have agreed on."""
        for _ in range(_MOST_TRIES):
            agreed = self.course.agreed_on()
            if agreed is None:
                return
            act, following = self._drafted(Ask(kind=agreed.kind, seat=agreed.seat), None)
            await self._append(act, following)

    async def catch_up(self) -> bool:
        """Read what others wrote; whether there was anything."""
        heard_of = self.heard_of
        acts = await self._store.acts_since(self.id, self.course.version)
        self.in_doubt = False
        if acts:
            self.course = self.course.after(*acts)
        # What is heard of while this reads may be written after it was read: that is still to come.
        if self.heard_of == heard_of:
            self.heard_of = self.course.version
        return bool(acts)

    def _check(self, ask: Ask, person: str | None) -> None:
        """Whether this person may ask for this; whether the rules allow it is seen when it is done."""
        course = self.course
        if ask.kind not in _KINDS:
            raise Refusal(msg("there is no such act"))
        if ask.kind == "flag":
            if person is not None:
                raise NotYours(msg("only the clock can do that"))
            return
        if ask.kind == "sit":
            if not self._is_invited(self.id, ask.secret):
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

    def _drafted(self, ask: Ask, person: str | None) -> tuple[Event, TableSnapshot]:
        """The act that this would be, and what follows from it."""
        act = Event(
            number=self.course.version + 1,
            # Clocks are worked out from these times, and two machines never quite agree on the time.
            at=max(now(), self.course.changed_at),
            kind=ask.kind,
            seat=ask.seat,
            text=ask.text,
            person=_leaver(self.course, ask) or person,
            key=ask.key,
        )
        return act, self.course.after(act)

    async def _append(self, act: Event, following: TableSnapshot) -> bool:
        """Keep an act; False if another process was quicker, and the table is another one now."""
        changed = [seat for seat, old in zip(following.seats, self.course.seats, strict=True) if seat != old]
        try:
            await self._store.append(self.id, act, following.summary(), changed)
        except KeyUsed:
            await self.catch_up()
            return True
        except NumberTaken:
            await self.catch_up()
            return False
        except EventsMissing:
            # The log is shorter than it was: somebody put an older copy of the database in its place.
            kept = await self._store.table(self.id)
            if kept is not None:
                self.course = TableSnapshot.of(kept)
                self.heard_of = self.course.version
            raise Late from None
        except StoreAway:
            self.in_doubt = True
            raise
        self.course = following
        self.heard_of = max(self.heard_of, following.version)
        self.failures = 0
        return True


def _leaver(course: TableSnapshot, ask: Ask) -> str | None:
    """Who held a seat that is given up, for the log."""
    if ask.kind in ("bot", "flag") and ask.seat is not None:
        return course.seats[ask.seat].person
    return None
