"""A table in memory, and the only way to write to its log: check, append, commit. The service then publishes.

Other processes may write to the same log. So no command is refused, and none is run again, because of what is in
memory alone: before that, the table catches up with the log.
"""

import asyncio
from typing import Final

from shoal.core import Refusal, Seat, ShoalError, msg, parse_seat, seat_name
from shoal.server.errors import NotPermitted, StalePosition
from shoal.server.tables.access import TableNotFound
from shoal.server.tables.commands import (
    AgreeToRematch,
    FlagSeat,
    LeaveToBot,
    TableCommand,
    TakeHint,
    TakeSeat,
    TakeStep,
    event_kind,
    event_text,
    known_bot,
)
from shoal.server.tables.events import EventKind
from shoal.server.tables.feed import Feed, page_version
from shoal.server.tables.hints import TableHints
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.timestamps import now
from shoal.store import EventNumberTaken, EventsMissing, IdempotencyKeyUsed, Store, StoreUnavailable, UnknownTable
from shoal.store.models import Event

__all__ = ["LiveTable"]

#: Sealed choices of many seats may arrive at many processes at once, and each time one of them gets in.
_MOST_TRIES: Final = 20


class LiveTable:
    """One table. Hold its `lock` to write to it, or to read what other processes wrote."""

    def __init__(self, store: Store, snapshot: TableSnapshot) -> None:
        self._store = store
        self.snapshot = snapshot
        self.lock = asyncio.Lock()
        self.feeds: set[Feed] = set()
        #: How many coroutines hold the lock or wait for it.
        self.users = 0
        self.used_at = now()
        #: The number of the latest event that this process has heard of, from any process.
        self.latest_heard = snapshot.event_number
        #: Whether its bots think for less time than usual, because the server has much to do.
        self.hurried = False
        #: Whether a simple bot has played for a level that is not compiled yet.
        self.stood_in = False
        self.hints = TableHints(self.notify_feeds)
        #: Whether an append failed that may have reached the store all the same.
        self.in_doubt = False
        #: Whether the table was deleted; it never comes back.
        self.deleted = False

    @property
    def id(self) -> str:
        return self.snapshot.row.id

    @property
    def behind(self) -> bool:
        """Whether the log has, or may have, more events than the snapshot."""
        return self.in_doubt or self.snapshot.event_number < self.latest_heard

    @property
    def in_use(self) -> bool:
        """Whether a feed listens to the table or a coroutine works on it."""
        return bool(self.feeds) or self.users > 0 or self.lock.locked()

    def notify_feeds(self) -> None:
        """Tell all who listen and whose page has changed."""
        for feed in self.feeds:
            feed.notify(self.page_version(self.snapshot, feed.person))

    def page_version(self, snapshot: TableSnapshot, person: str) -> str:
        """The page version of a person who sees a snapshot of this table."""
        return page_version(
            snapshot,
            person,
            self.spectators,
            hurried=self.hurried,
            stood_in=self.stood_in,
            hints=self.hints.count_ended(snapshot, person),
        )

    @property
    def spectators(self) -> int:
        """How many people without a seat listen."""
        seated = {seat.person for seat in self.snapshot.seats}
        return len({feed.person for feed in self.feeds} - seated)

    async def execute(self, command: TableCommand, person: str | None, *, invited: bool = False) -> None:
        """Run a command once, for a person or (None) for the server itself.

        Does nothing when a command with the same key was run before, or the seat has gone as far with its hint already.
        Raises a `ShoalError` when the command is not allowed or cannot be stored.
        """
        key = _event_key(command, person)
        for _ in range(_MOST_TRIES):
            if key is not None and key in self.snapshot.keys:
                return
            try:
                self._check(command, person, invited=invited)
                if isinstance(command, TakeHint) and self.snapshot.hint_stages.get(command.seat, 0) >= command.stage:
                    return
                event, following = self._draft(command, person, key)
            except ShoalError:
                if not await self.catch_up():
                    raise
                continue
            if await self._append(event, following):
                return
            if isinstance(command, TakeStep) and command.position_id is None:
                break
        raise StalePosition

    async def apply_agreement(self) -> None:
        """Carry out what all people have agreed on."""
        for _ in range(_MOST_TRIES):
            agreement = self.snapshot.agreement()
            if agreement is None:
                return
            event = self._event(agreement.kind, agreement.seat)
            await self._append(event, self.snapshot.after(event))

    async def catch_up(self) -> bool:
        """Read what other processes wrote; return whether there was anything."""
        latest_heard = self.latest_heard
        events = await self._store.events_since(self.id, self.snapshot.event_number)
        self.in_doubt = False
        if events:
            self.snapshot = self.snapshot.after(*events)
        # An event that was announced during the read may have been written after it, so it is still to come.
        if self.latest_heard == latest_heard:
            self.latest_heard = self.snapshot.event_number
        return bool(events)

    async def read_anew(self) -> None:
        """Read the whole table again, which was deleted, or which somebody's name was taken out of."""
        stored = await self._store.table(self.id)
        if stored is None:
            self.deleted = True
            return
        self.snapshot = TableSnapshot.replay(stored)
        self.latest_heard = self.snapshot.event_number

    def _check(self, command: TableCommand, person: str | None, *, invited: bool) -> None:
        """Raise unless this person may give this command. Whether the game allows it shows when it is applied."""
        snapshot = self.snapshot
        parse_seat(seat_name(command.seat), len(snapshot.seats))
        if isinstance(command, FlagSeat):
            if person is not None:
                raise NotPermitted(msg("only the clock can do that"))
            return
        if isinstance(command, TakeSeat):
            if not invited:
                raise NotPermitted(msg("that seat is for people with the invitation link"))
            return
        if isinstance(command, LeaveToBot):
            known_bot(snapshot.game, command.bot)
        if isinstance(command, AgreeToRematch) and not snapshot.over:
            raise Refusal(msg("the game is not over yet"))
        seating = snapshot.seats[command.seat]
        holder = seating.person if seating.kind == "person" else None
        if holder != person or seating.kind == "open":
            raise NotPermitted(msg("that seat is not yours"))
        if isinstance(command, TakeStep | TakeHint) and command.position_id not in (None, snapshot.position_id):
            raise StalePosition
        if isinstance(command, TakeHint):
            self._check_hint(command.seat)

    def _check_hint(self, seat: Seat) -> None:
        """Raise unless the table allows hints, and the seat can use one. Whose turn it is shows when it is applied."""
        snapshot = self.snapshot
        if not snapshot.hints_allowed:
            raise Refusal(msg("there are no hints at this table"))
        if seat in snapshot.to_act and len(snapshot.table.view(seat).legal) == 1:
            raise Refusal(msg("there is only one possible step"))

    def _draft(self, command: TableCommand, person: str | None, key: str | None) -> tuple[Event, TableSnapshot]:
        """Return the event that a command would become, and the table after it."""
        text = event_text(command)
        if isinstance(command, TakeSeat):
            text = self.snapshot.free_name(text)
        if isinstance(command, LeaveToBot | FlagSeat):
            # The log says who left the seat.
            person = self.snapshot.seats[command.seat].person or person
        kind = event_kind(command)
        if kind is EventKind.STEP_TAKEN and command.seat in self.snapshot.table.state.sealed:
            kind = EventKind.CHOICE_CHANGED
        event = self._event(kind, command.seat, text, person, key)
        return event, self.snapshot.after(event)

    def _event(
        self, kind: EventKind, seat: Seat | None, text: str = "", person: str | None = None, key: str | None = None
    ) -> Event:
        return Event(
            number=self.snapshot.event_number + 1,
            # Clocks are computed from these times, and the clocks of two machines never quite agree.
            at=max(now(), self.snapshot.changed_at),
            kind=kind.value,
            seat=seat,
            text=text,
            person=person,
            key=key,
        )

    async def _append(self, event: Event, following: TableSnapshot) -> bool:
        """Store an event; return False if another process was quicker, after which the table is another one."""
        changed = [seat for seat, old in zip(following.seats, self.snapshot.seats, strict=True) if seat != old]
        try:
            await self._store.append(self.id, event, following.summary(), changed)
        except IdempotencyKeyUsed:
            await self.catch_up()
            return True
        except EventNumberTaken:
            await self.catch_up()
            return False
        except EventsMissing:
            # The log is shorter than it was: an older copy of the database was put in its place.
            await self.read_anew()
            raise StalePosition from None
        except UnknownTable:
            self.deleted = True
            raise TableNotFound from None
        except StoreUnavailable:
            self.in_doubt = True
            raise
        self.snapshot = following
        self.latest_heard = max(self.latest_heard, following.event_number)
        return True


def _event_key(command: TableCommand, person: str | None) -> str | None:
    """Return the key that the log stores: people choose their own keys, so each key carries who chose it."""
    return f"{person[:8]}:{command.key}" if command.key and person is not None else command.key
