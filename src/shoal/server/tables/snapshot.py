"""A table as it stands after some of its events.

`TableSnapshot.after` returns a new snapshot and does not change the old one. So an event can be
tried, then stored, and is shown only after that.
"""

import copy
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from shoal.core import HUMAN, Dealer, Game, Record, Refusal, Seat, Table, find_game, msg, seat_name
from shoal.core.record import FORMAT, Fair
from shoal.players import bot_names, usual_opponent
from shoal.server.names import free_name, words_for_you
from shoal.server.tables.clocks import NO_CLOCK, Clocks, TimeControl
from shoal.server.tables.events import EventKind
from shoal.store.models import Event, Seating, StoredTable, TableRow, TableSummary

__all__ = ["Agreement", "TableSnapshot", "open_table"]


def open_table(row: TableRow) -> Table:
    """Return the game of a table before the first event in its log."""
    game = find_game(row.game)
    if not row.opening:
        return Table(game, row.options, seed=row.seed, lot=_lot(row))
    fair = Fair(Dealer(row.seed).commitment, row.seed)
    return Table.resume(Record(FORMAT, row.game, row.options, row.opening, fair=fair), game)


def _lot(row: TableRow) -> int | None:
    """The number that was drawn for who begins, if lots were drawn."""
    return msgspec.convert(row.settings.get("lot"), int | None)


class Agreement(NamedTuple):
    """The event that follows when all have agreed."""

    kind: Literal[EventKind.UNDONE, EventKind.FINISHED]
    seat: Seat | None


class TableSnapshot:
    """One table: the game, who sits where, what is asked and agreed, the clocks."""

    def __init__(self, row: TableRow, seats: Sequence[Seating]) -> None:
        self.row = row
        self.game: Game = find_game(row.game)
        self.table = open_table(row)
        self.seats = tuple(seats)
        if len(self.seats) != len(self.table.seats):
            found, count = len(self.seats), len(self.table.seats)
            raise Refusal(msg("found {found} seats, expected {count}", found=found, count=count))
        #: Counters: see the docstring of this package.
        self.event_number = 0
        self.version = 0
        self.position_id = 0
        #: How often each seat has changed the choice that is sealed now. For its own pages only.
        self.choices_changed: dict[Seat, int] = {}
        #: The key of every command that became an event, and the number of that event.
        self.keys: dict[str, int] = {}
        control = msgspec.convert(row.settings["clock"], TimeControl) if "clock" in row.settings else NO_CLOCK
        self.clocks = Clocks(control, len(self.seats))
        #: The colours that the seats have by choice; empty if nobody chose any.
        self.colours = msgspec.convert(row.settings.get("colours", ()), tuple[str, ...])
        #: The seat that asks to take its last step back, and the seats that agreed.
        self.undo_requested_by: Seat | None = None
        self.undo_agreed_by: frozenset[Seat] = frozenset()
        self.finish_offered_by: frozenset[Seat] = frozenset()
        self.odds_agreed_by: frozenset[Seat] = frozenset()
        #: About how many positions each seat has taken a hint. Everybody may know.
        self.hints_taken: dict[Seat, int] = {}
        #: How far each seat has gone with its hint about this position: see `TakeHint`.
        self.hint_stages: dict[Seat, int] = {}
        #: Seats that ran out of time and cannot win any more.
        self.timed_out: frozenset[Seat] = frozenset()
        #: The table of the next game.
        self.rematch: str | None = None
        #: When something happened last that everybody may know of.
        self.changed_at = row.made_at
        self._run_clocks(row.made_at)

    @classmethod
    def replay(cls, stored: StoredTable) -> "TableSnapshot":
        """Return the table after all events in its log."""
        snapshot = cls.at_start(stored)
        for event in stored.events:
            snapshot._apply(event)
        return snapshot

    @classmethod
    def at_start(cls, stored: StoredTable) -> "TableSnapshot":
        """Return the table before the first event in its log."""
        return cls(stored.row, _seats_at_start(stored))

    def after(self, *events: Event) -> "TableSnapshot":
        """Return the table after these events. Raises a `ShoalError` when one of them is not possible here."""
        following = copy.copy(self)
        following.table = self.table.fork()
        following.clocks = self.clocks.copy()
        following.keys = dict(self.keys)
        following.choices_changed = dict(self.choices_changed)
        following.hints_taken = dict(self.hints_taken)
        following.hint_stages = dict(self.hint_stages)
        for event in events:
            following._apply(event)
        return following

    @property
    def has_open_seat(self) -> bool:
        return any(seat.kind == "open" for seat in self.seats)

    @property
    def over(self) -> bool:
        return self.table.over or self.decided_by_clock

    @property
    def decided_by_clock(self) -> bool:
        """Whether all seats but one have run out of time, which ends the game."""
        return len(self.timed_out) >= len(self.seats) - 1

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won; those that ran out of time cannot."""
        if self.decided_by_clock:
            return tuple(seat for seat in self.table.seats if seat not in self.timed_out)
        result = self.table.state.result
        return () if result is None else tuple(seat for seat in result.winners if seat not in self.timed_out)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that the game waits for."""
        return () if self.over or self.has_open_seat else self.table.state.to_act

    def may_act(self, seat: Seat) -> bool:
        """Tell whether a seat may take a step now, or replace its sealed one."""
        return not self.over and not self.has_open_seat and (seat in self.to_act or seat in self.table.state.sealed)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def odds_shown(self) -> bool:
        """Whether all people at the table want to see the odds. One who plays alone need not say so."""
        return len(self.people()) == 1 or self.people(self.odds_agreed_by) == self.people()

    @property
    def hints_allowed(self) -> bool:
        """Whether hints may be taken: as the table says, or else where all the people at it are one."""
        match self.row.settings.get("hints"):
            case bool(allowed):
                return allowed
            case _:
                return len(self.people()) == 1 and not self.has_open_seat

    def people(self, seats: Collection[Seat] | None = None) -> frozenset[str | None]:
        """Return the people on these seats, or on all seats."""
        return frozenset(
            seat.person for seat in self.seats if seat.kind == "person" and (seats is None or seat.seat in seats)
        )

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        """Return the seats that a person holds."""
        return tuple(seat.seat for seat in self.seats if seat.kind == "person" and seat.person == person)

    def free_name(self, name: str) -> str:
        """Return the name, with a number behind it if it looks like that of another player or a bot, or like "You"."""
        players = {seat.name for seat in self.seats if seat.kind != "open"}
        bots = {seat.bot for seat in self.seats if seat.bot is not None}
        return free_name(name, {*players, *bots, *words_for_you()})

    def bots_to_act(self) -> tuple[Seat, ...]:
        """Return the bots that the game waits for."""
        return tuple(seat for seat in self.to_act if self.seats[seat].kind == "bot")

    def agreement(self) -> Agreement | None:
        """Return what all people have agreed to and is not done yet, however many seats each of them has."""
        if self.undo_requested_by is not None:
            others = self.people() - {self.seats[self.undo_requested_by].person}
            if self.people(self.undo_agreed_by) >= others:
                return Agreement(EventKind.UNDONE, self.undo_requested_by)
        if self.finish_offered_by and self.table.finish_offered():
            concerned = self.people(self.game.remaining(self.table.state))
            if self.people(self.finish_offered_by) >= concerned:
                return Agreement(EventKind.FINISHED, None)
        return None

    def due_at(self) -> int | None:
        """Return when a server next has to act at this table without a command."""
        if self.bots_to_act() or self.agreement() is not None:
            return self.changed_at
        flag = self.clocks.next_flag()
        return None if flag is None else flag[0]

    def record(self) -> Record:
        """Return the record of the game, with the seed once it is over."""
        table = self.table.fork()
        table.names = self.names
        table.players = tuple(seat.bot if seat.bot is not None else HUMAN for seat in self.seats)
        return table.record()

    def summary(self) -> TableSummary:
        """Return what lists of tables show."""
        people = tuple(seat for seat in self.to_act if self.seats[seat].kind == "person")
        return TableSummary(self.over, people, self.table.length, self.changed_at, self.due_at())

    def _apply(self, event: Event) -> None:
        kind = EventKind(event.kind)
        if self.over and kind is not EventKind.REMATCH_AGREED:
            raise Refusal(msg("the game is over"))
        is_public = kind is not EventKind.CHOICE_CHANGED and not (
            kind is EventKind.STEP_TAKEN and self._is_sealed(event)
        )
        if is_public:
            self.version += 1
        match kind:
            case EventKind.SEAT_TAKEN:
                self._take_seat(event)
            case EventKind.STEP_TAKEN if is_public:
                self._take_step(event)
            case EventKind.STEP_TAKEN | EventKind.CHOICE_CHANGED:
                self._change_choice(event, kind)
            case EventKind.UNDO_REQUESTED:
                self._request_undo(event)
            case EventKind.UNDO_AGREED:
                self._answer_undo(self.undo_agreed_by | {self._seat_of(event)})
            case EventKind.UNDO_REFUSED:
                self._answer_undo(None)
            case EventKind.UNDONE:
                self.table.undo(self._seat_of(event))
                self._begin_position()
            case EventKind.FINISH_OFFERED:
                self._offer_finish(event)
            case EventKind.FINISHED:
                self._finish()
                self._begin_position()
            case EventKind.ODDS_AGREED:
                self.odds_agreed_by |= {self._seat_of(event)}
            case EventKind.HINT_TAKEN:
                self._take_hint(event)
            case EventKind.LEFT_TO_BOT:
                self._give_to_bot(self._seat_of(event), event.text)
            case EventKind.FLAGGED:
                self._flag(event)
            case EventKind.CLOCKS_HELD:
                self.clocks.hold(int(event.text), event.at)
            case EventKind.REMATCH_AGREED:
                self._agree_to_rematch(event)
            case _:
                assert_never(kind)
        self.event_number = event.number
        if event.key is not None:
            self.keys[event.key] = event.number
        if is_public:
            self.changed_at = event.at
            self._run_clocks(event.at)

    def _take_seat(self, event: Event) -> None:
        seat = self._seat_of(event)
        if self.seats[seat].kind != "open":
            raise Refusal(msg("seat {seat} is taken", seat=seat_name(seat)))
        self._replace_seat(replace(self.seats[seat], kind="person", name=event.text, person=event.person))

    def _take_step(self, event: Event) -> None:
        seat = self._seat_of(event)
        if self.has_open_seat:
            raise Refusal(msg("the game begins when all seats are taken"))
        before = self.table.revealed_count
        self.table.submit(seat, event.text)
        self.clocks.stop_after_step(seat, event.at)
        if self.table.revealed_count != before:
            self._begin_position()

    def _is_sealed(self, event: Event) -> bool:
        return event.seat in self.table.state.sealed

    def _change_choice(self, event: Event, kind: EventKind) -> None:
        """Replace a sealed choice. Nothing that others see changes."""
        seat = self._seat_of(event)
        if not self._is_sealed(event):
            raise Refusal(msg("seat {seat} has no sealed choice", seat=seat_name(seat)))
        if kind is EventKind.STEP_TAKEN:
            self.table.submit_counted(seat, event.text)
        else:
            self.table.submit(seat, event.text)
        self.choices_changed[seat] = self.choices_changed.get(seat, 0) + 1

    def _request_undo(self, event: Event) -> None:
        seat = self._seat_of(event)
        if not self.table.can_undo(seat):
            raise Refusal(msg("there is nothing to take back"))
        self.undo_requested_by, self.undo_agreed_by = seat, frozenset()

    def _answer_undo(self, agreed: frozenset[Seat] | None) -> None:
        """Note which seats agree by now; None if one refused."""
        if self.undo_requested_by is None:
            raise Refusal(msg("nobody has asked to take a step back"))
        if agreed is None:
            self._drop_undo_request()
        else:
            self.undo_agreed_by = agreed

    def _drop_undo_request(self) -> None:
        self.undo_requested_by, self.undo_agreed_by = None, frozenset()

    def _offer_finish(self, event: Event) -> None:
        if not self.table.finish_offered():
            raise Refusal(msg("the game cannot be finished by agreement yet"))
        self.finish_offered_by |= {self._seat_of(event)}

    def _finish(self) -> None:
        for seat in self.game.remaining(self.table.state):
            if self.table.agree_to_finish(seat):
                break

    def _take_hint(self, event: Event) -> None:
        """Count a hint once for each position, however far the seat goes with it."""
        seat = self._seat_of(event)
        if seat not in self.to_act:
            raise Refusal(msg("it is not the turn of seat {seat}", seat=seat_name(seat)))
        if seat not in self.hint_stages:
            self.hints_taken[seat] = self.hints_taken.get(seat, 0) + 1
        self.hint_stages[seat] = int(event.text)

    def _flag(self, event: Event) -> None:
        seat = self._seat_of(event)
        if self.clocks.time_left(event.at).get(seat, 1) > 0:
            raise Refusal(msg("seat {seat} has time left", seat=seat_name(seat)))
        if self.clocks.control.late == "bot":
            self._give_to_bot(seat, usual_opponent(self.game))
        else:
            self.timed_out |= {seat}
            self._give_to_bot(seat, bot_names(self.game)[0])

    def _agree_to_rematch(self, event: Event) -> None:
        if not self.over:
            raise Refusal(msg("the game is not over yet"))
        if self.rematch is not None:
            raise Refusal(msg("there is a rematch already"))
        self.rematch = event.text

    def _give_to_bot(self, seat: Seat, bot: str) -> None:
        if self.seats[seat].kind != "person":
            raise Refusal(msg("nobody sits on seat {seat}", seat=seat_name(seat)))
        self._replace_seat(replace(self.seats[seat], kind="bot", bot=bot, person=None))
        self._drop_undo_request()

    def _begin_position(self) -> None:
        """The position that everybody sees has changed: whatever was asked about the old one is void."""
        self.position_id = self.version
        self.choices_changed = {}
        self.hint_stages = {}
        self._drop_undo_request()
        self.finish_offered_by = frozenset()

    def _seat_of(self, event: Event) -> Seat:
        if event.seat is None or not 0 <= event.seat < len(self.seats):
            raise Refusal(msg("there is no such seat"))
        return event.seat

    def _replace_seat(self, seating: Seating) -> None:
        self.seats = tuple(seating if seat.seat == seating.seat else seat for seat in self.seats)

    def _run_clocks(self, at: int) -> None:
        self.clocks.run_for([seat for seat in self.to_act if self.seats[seat].kind == "person"], at)


def _seats_at_start(stored: StoredTable) -> list[Seating]:
    """Return who had which seat before the first event.

    The store keeps the seats as they are after the last event, for lists of tables, and only those. So the events are
    undone here, the latest first: each names the seat it changed, and the person who left it.
    """
    seats = {seat.seat: seat for seat in stored.seats}
    for event in reversed(stored.events):
        if event.seat is None:
            continue
        if event.kind == EventKind.SEAT_TAKEN:
            seats[event.seat] = replace(seats[event.seat], kind="open", person=None)
        elif event.kind in (EventKind.LEFT_TO_BOT, EventKind.FLAGGED):
            seats[event.seat] = replace(seats[event.seat], kind="person", bot=None, person=event.person)
    return [seats[number] for number in sorted(seats)]
