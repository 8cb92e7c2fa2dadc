"""The course of one table: what the acts in its log have made of it.

An act is one line of the log:

    sit     an open seat is taken; `text` is the name
    step    a seat's step, in notation
    ask     a seat asks to take its last step back; `agree` and `refuse` answer
    undo    a seat's last step is taken back
    settle  a seat would have the rest played (P22, for whoever has such a rule)
    finish  all wanted that: it is played
    odds    a seat agrees to help with the odds; it is shown once everybody has agreed
    bot     a seat is left to the bot `text`
    flag    a seat is out of time
    rematch the same people play again at the table `text`

`TableSnapshot.after` gives a new course and leaves the old one as it was, so that an act can be tried, kept in
the store, and only then shown to anybody.
"""

import copy
import time
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from shoal.core import HUMAN, Dealer, Game, Record, Refusal, Seat, Table, find_game, msg, seat_name
from shoal.core.record import FORMAT, Fair
from shoal.players import bot_names, usual_opponent
from shoal.server.tables.clocks import NO_CLOCK, Clocks, TimeControl
from shoal.store.models import Event, Seating, StoredTable, Summary, TableRow

__all__ = ["Agreement", "TableSnapshot", "now", "open_table"]


def now() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def open_table(row: TableRow) -> Table:
    """The game of a table before the first act in its log."""
    game = find_game(row.game)
    if not row.opening:
        return Table(game, row.options, seed=row.seed)
    fair = Fair(Dealer(row.seed).commitment, row.seed)
    return Table.resume(Record(FORMAT, row.game, row.options, row.opening, fair=fair), game)


class Agreement(NamedTuple):
    """The act that follows when all have agreed."""

    kind: Literal["undo", "finish"]
    seat: Seat | None


class TableSnapshot:
    """One table as it stands."""

    def __init__(self, row: TableRow, seats: Sequence[Seating]) -> None:
        self.row = row
        self.game: Game = find_game(row.game)
        self.table = open_table(row)
        self.seats = tuple(seats)
        #: The number of the last act.
        self.version = 0
        #: The act after which the position that is open to all last changed: what a step answers to.
        self.moment = 0
        self.keys: dict[str, int] = {}
        terms = msgspec.convert(row.settings["clock"], TimeControl) if "clock" in row.settings else NO_CLOCK
        self.clocks = Clocks(terms, len(self.seats))
        #: Who asks to take a step back, and who has agreed.
        self.asking: Seat | None = None
        self.agreed: frozenset[Seat] = frozenset()
        self.settling: frozenset[Seat] = frozenset()
        self.with_odds: frozenset[Seat] = frozenset()
        #: Seats that ran out of time and cannot win any more.
        self.left: frozenset[Seat] = frozenset()
        self.rematch: str | None = None
        self.changed_at = row.made_at
        self._run_clocks(row.made_at)

    @classmethod
    def of(cls, kept: StoredTable) -> "TableSnapshot":
        """The course that the log tells."""
        course = cls.before(kept)
        for act in kept.acts:
            course._apply(act)
        return course

    @classmethod
    def before(cls, kept: StoredTable) -> "TableSnapshot":
        """The course before the first act in the log."""
        return cls(kept.row, _first_seats(kept))

    def after(self, *acts: Event) -> "TableSnapshot":
        """What follows from these acts. Raises our errors when one of them may not be done."""
        twin = copy.copy(self)
        twin.table = self.table.fork()
        twin.clocks = self.clocks.copy()
        twin.keys = dict(self.keys)
        for act in acts:
            twin._apply(act)
        return twin

    @property
    def waiting_for_people(self) -> bool:
        """Whether a seat is still open."""
        return any(seat.kind == "open" for seat in self.seats)

    @property
    def over(self) -> bool:
        return self.table.over or self.only_one_stayed

    @property
    def only_one_stayed(self) -> bool:
        """Whether all seats but one have run out of time: the game ends there."""
        return len(self.left) >= len(self.seats) - 1

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won; those who left cannot."""
        if self.only_one_stayed:
            return tuple(seat for seat in self.table.seats if seat not in self.left)
        result = self.table.state.result
        return () if result is None else tuple(seat for seat in result.winners if seat not in self.left)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that everybody waits for."""
        return () if self.over or self.waiting_for_people else self.table.state.to_act

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def odds_shown(self) -> bool:
        """Whether all people at the table want help with the odds; who plays alone need not ask."""
        return len(self.people()) == 1 or self.people(self.with_odds) == self.people()

    def people(self, seats: Collection[Seat] | None = None) -> frozenset[str | None]:
        """The people on these seats, or on any."""
        return frozenset(
            seat.person for seat in self.seats if seat.kind == "person" and (seats is None or seat.seat in seats)
        )

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        """The seats that a person holds."""
        return tuple(seat.seat for seat in self.seats if seat.kind == "person" and seat.person == person)

    def bots_to_act(self) -> tuple[Seat, ...]:
        """Bots that everybody waits for."""
        return tuple(seat for seat in self.to_act if self.seats[seat].kind == "bot")

    def agreed_on(self) -> Agreement | None:
        """What all have agreed to and is now to be done: all people, that is, on however many seats each sits."""
        if self.asking is not None:
            others = self.people() - {self.seats[self.asking].person}
            if self.people(self.agreed) >= others:
                return Agreement("undo", self.asking)
        if self.settling and self.table.finish_offered():
            concerned = self.people(self.game.remaining(self.table.state))
            if self.people(self.settling) >= concerned:
                return Agreement("finish", None)
        return None

    def due_at(self) -> int | None:
        """When something has to happen here without anybody asking."""
        if self.bots_to_act() or self.agreed_on() is not None:
            return self.changed_at
        flag = self.clocks.next_flag()
        return None if flag is None else flag[0]

    def record(self) -> Record:
        """The game on paper, with the seed once it is over."""
        table = self.table.fork()
        table.names = self.names
        table.players = tuple(seat.bot if seat.bot is not None else HUMAN for seat in self.seats)
        return table.record()

    def summary(self) -> Summary:
        """What lists of tables say of it."""
        people = tuple(seat for seat in self.to_act if self.seats[seat].kind == "person")
        return Summary(self.over, people, self.table.length, self.changed_at, self.due_at())

    def _apply(self, act: Event) -> None:
        if act.kind != "rematch" and self.over:
            raise Refusal(msg("the game is over"))
        getattr(self, f"_do_{act.kind}")(act)
        self.version = act.number
        self.changed_at = act.at
        if act.key is not None:
            self.keys[act.key] = act.number
        self._run_clocks(act.at)

    def _do_sit(self, act: Event) -> None:
        seat = self._seat(act)
        if self.seats[seat].kind != "open":
            raise Refusal(msg("seat {seat} is taken", seat=seat_name(seat)))
        self._seat_again(replace(self.seats[seat], kind="person", name=act.text, person=act.person))

    def _do_step(self, act: Event) -> None:
        seat = self._seat(act)
        if self.waiting_for_people:
            raise Refusal(msg("the game begins when all seats are taken"))
        before = self.table.open_length
        self.table.submit(seat, act.text)
        self.clocks.acted(seat, act.at)
        if self.table.open_length != before:
            self._moved(act)

    def _do_ask(self, act: Event) -> None:
        seat = self._seat(act)
        if not self.table.can_undo(seat):
            raise Refusal(msg("there is nothing to take back"))
        self.asking, self.agreed = seat, frozenset()

    def _do_agree(self, act: Event) -> None:
        if self.asking is None:
            raise Refusal(msg("nobody asks for anything"))
        self.agreed |= {self._seat(act)}

    def _do_refuse(self, act: Event) -> None:
        if self.asking is None:
            raise Refusal(msg("nobody asks for anything"))
        self.asking, self.agreed = None, frozenset()

    def _do_undo(self, act: Event) -> None:
        self.table.undo(self._seat(act))
        self._moved(act)

    def _do_settle(self, act: Event) -> None:
        if not self.table.finish_offered():
            raise Refusal(msg("the game cannot be finished by agreement yet"))
        self.settling |= {self._seat(act)}

    def _do_finish(self, act: Event) -> None:
        for seat in self.game.remaining(self.table.state):
            if self.table.agree_to_finish(seat):
                break
        self._moved(act)

    def _do_odds(self, act: Event) -> None:
        self.with_odds |= {self._seat(act)}

    def _do_bot(self, act: Event) -> None:
        self._leave_to(self._seat(act), act.text)

    def _do_flag(self, act: Event) -> None:
        seat = self._seat(act)
        if self.clocks.left(act.at).get(seat, 1) > 0:
            raise Refusal(msg("seat {seat} has time left", seat=seat_name(seat)))
        if self.clocks.terms.late == "bot":
            self._leave_to(seat, usual_opponent(self.game))
        else:
            self.left |= {seat}
            self._leave_to(seat, bot_names(self.game)[0])

    def _do_rematch(self, act: Event) -> None:
        if not self.over:
            raise Refusal(msg("the game is not over yet"))
        if self.rematch is not None:
            raise Refusal(msg("there is a rematch already"))
        self.rematch = act.text

    def _leave_to(self, seat: Seat, bot: str) -> None:
        if self.seats[seat].kind != "person":
            raise Refusal(msg("nobody sits on seat {seat}", seat=seat_name(seat)))
        self._seat_again(replace(self.seats[seat], kind="bot", bot=bot, person=None))
        self.asking, self.agreed = None, frozenset()

    def _moved(self, act: Event) -> None:
        self.moment = act.number
        self.asking, self.agreed, self.settling = None, frozenset(), frozenset()

    def _seat(self, act: Event) -> Seat:
        if act.seat is None or not 0 <= act.seat < len(self.seats):
            raise Refusal(msg("there is no such seat"))
        return act.seat

    def _seat_again(self, seating: Seating) -> None:
        self.seats = tuple(seating if seat.seat == seating.seat else seat for seat in self.seats)

    def _run_clocks(self, at: int) -> None:
        self.clocks.run_for([seat for seat in self.to_act if self.seats[seat].kind == "person"], at)


def _first_seats(kept: StoredTable) -> list[Seating]:
    """Who sat where before the log began: the kept seats are those after its end."""
    seats = {seat.seat: seat for seat in kept.seats}
    for act in reversed(kept.acts):
        if act.seat is None:
            continue
        if act.kind == "sit":
            seats[act.seat] = replace(seats[act.seat], kind="open", person=None)
        elif act.kind in ("bot", "flag"):
            seats[act.seat] = replace(seats[act.seat], kind="person", bot=None, person=act.person)
    return [seats[number] for number in sorted(seats)]
