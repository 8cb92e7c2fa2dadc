"""The rules of play: dealing, choosing, passing, placing, the end. Scoring is in `scoring.py`.

A half goes round like this, everything but the choices following by itself:

    DEAL … → CHOOSE → (two players: DISCARD → DRAW for each seat) → PLACE → CHOOSE → … → PLACE → DEAL or OVER
"""

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from msgspec.structs import replace

from shoal.core import CHANCE, Chance, IllegalStep, Odds, Result, Seat, Step, Text, Viewer, msg, seat_name
from shoal.games.fishtank.hand import Hand, add_card, take_card
from shoal.games.fishtank.options import HAND_SIZE, Box
from shoal.games.fishtank.result import final_result
from shoal.games.fishtank.steps import Choose, Deal, Discard, Place, TankStep, parse_step
from shoal.games.fishtank.tank import EMPTY_TANK, Placings, Tank

if TYPE_CHECKING:
    from shoal.games.fishtank.view import TankView

__all__ = ["Phase", "Round", "TankState", "opening", "passed"]

_T = TypeVar("_T")


class Phase(Enum):
    """What is going on."""

    DEAL = "deal"
    CHOOSE = "choose"
    DISCARD = "discard"
    DRAW = "draw"
    PLACE = "place"
    OVER = "over"


class Round(msgspec.Struct, frozen=True):
    """A round that was played: the hands chosen from, the cards drawn into them (T17), and what was chosen."""

    hands: tuple[Hand, ...]
    drawn: tuple[str | None, ...]
    choices: tuple[str, ...]


class TankState(msgspec.Struct, frozen=True):
    """One moment of a game of Fish Tank."""

    box: Box
    phase: Phase
    to_act: tuple[Seat, ...]
    #: 1 or 2 (T3), and 1 to 8 (T6).
    half: int
    round: int
    #: The seat that chance deals to, discards for or draws for.
    served: Seat
    #: The unused pile: cards of each kind, in the order of `box.kinds`.
    pile: tuple[int, ...]
    hands: tuple[Hand, ...]
    #: What was drawn into each hand since it was passed (T17).
    drawn: tuple[str | None, ...]
    tanks: tuple[Tank, ...]
    #: Sealed choices, or sealed placings.
    pending: tuple[Choose | Place | None, ...]
    #: The cards to be placed, while they are.
    revealed: tuple[str, ...]
    #: All rounds before this; what each seat may conclude depends on what it held.
    past: tuple[Round, ...]

    @property
    def sealed(self) -> tuple[Seat, ...]:
        """Seats whose choice or placing is in; they may replace it until the last one is (T4)."""
        return tuple(seat for seat, step in enumerate(self.pending) if step is not None)

    def legal(self, seat: Seat) -> Sequence[TankStep]:
        """Cards to choose, or ways to place the revealed one."""
        if not 0 <= seat < self.box.players:
            return ()
        if self.phase is Phase.CHOOSE:
            return choices(self.box, seat, self.hands[seat])
        if self.phase is Phase.PLACE:
            return Placings(seat, self.tanks[seat])
        return ()

    def chance(self) -> Chance:
        """A card of the pile for the seat served, or a card of its hand to be discarded."""
        if self.phase is Phase.DISCARD:
            hand, steps = self.hands[self.served], self.box.discards[self.served]
            return Odds(
                [steps[kind] for kind in dict.fromkeys(hand)], [hand.count(kind) for kind in dict.fromkeys(hand)]
            )
        if self.phase is Phase.DEAL or self.phase is Phase.DRAW:
            deals = self.box.deals[self.served]
            return Odds(
                [deal for deal, count in zip(deals, self.pile, strict=True) if count],
                [count for count in self.pile if count],
            )
        raise ValueError("chance is not to act")

    def parse(self, text: str) -> TankStep:
        """Read one step's notation."""
        return parse_step(text, self.box.players, self.box.order)

    def play(self, step: Step) -> "TankState":
        """What follows."""
        if type(step) is Choose:
            return self._choose(step)
        if type(step) is Place:
            return self._place(step)
        if type(step) is Deal:
            return self._deal(step)
        if type(step) is Discard:
            return self._discard(step)
        raise self._refusal(step)

    @property
    def scores(self) -> tuple[int, ...]:
        """What each tank is worth as it lies, in the best frame still possible."""
        return tuple(self.box.judge.best(tank)[0].total for tank in self.tanks)

    @property
    def result(self) -> Result | None:
        """T18."""
        return final_result(self.box.judge, self.tanks) if self.phase is Phase.OVER else None

    def view(self, viewer: Viewer) -> "TankView":
        """All that the viewer may know."""
        from shoal.games.fishtank.view import view_of

        return view_of(self, viewer)

    def describe(self, step: Step) -> Text:
        """In words, what a legal step would do here."""
        from shoal.games.fishtank.words import describe

        return describe(self, step)

    def has_looked(self, seat: Seat) -> bool:
        """Whether the seat has seen the hand that lies before it: not before its discard is made (T17)."""
        if self.phase is Phase.DISCARD:
            return self.served > seat
        if self.phase is Phase.DRAW:
            return self.served >= seat or len(self.hands[seat]) == 1
        return True

    def _deal(self, step: Deal) -> "TankState":
        """Round the table, one card a step, until every hand is full (T3); or one card for one hand (T17)."""
        drawing = self.phase is Phase.DRAW
        if not drawing and self.phase is not Phase.DEAL:
            raise self._refusal(step)
        place = self.box.order.get(step.kind)
        if step.seat != self.served or place is None or not self.pile[place]:
            raise self._refusal(step)
        pile = (*self.pile[:place], self.pile[place] - 1, *self.pile[place + 1 :])
        hands = _put(self.hands, step.seat, add_card(self.hands[step.seat], step.kind))
        if drawing:
            drawn = _put(self.drawn, step.seat, step.kind)
            return replace(self, pile=pile, hands=hands, drawn=drawn)._serve(step.seat + 1)
        if len(hands[-1]) < HAND_SIZE:
            return replace(self, pile=pile, hands=hands, served=(step.seat + 1) % self.box.players)
        return replace(self, pile=pile, hands=hands, served=0, phase=Phase.CHOOSE, to_act=self._everybody)

    def _discard(self, step: Discard) -> "TankState":
        """A random card of the hand received, which nobody sees (T17)."""
        if self.phase is not Phase.DISCARD or step.seat != self.served or step.kind not in self.hands[step.seat]:
            raise self._refusal(step)
        hands = _put(self.hands, step.seat, take_card(self.hands[step.seat], step.kind))
        return replace(self, hands=hands, phase=Phase.DRAW)

    def _choose(self, step: Choose) -> "TankState":
        """A sealed choice (T4); the last one opens them all."""
        if self.phase is not Phase.CHOOSE or step.seat not in self._everybody:
            raise self._refusal(step)
        if step.kind not in self.hands[step.seat]:
            raise self._refusal(step)
        pending = _put(self.pending, step.seat, step)
        to_act = tuple(seat for seat in self.to_act if seat != step.seat)
        if to_act:
            return replace(self, pending=pending, to_act=to_act)
        return self._reveal(tuple(sealed.kind for sealed in pending if type(sealed) is Choose))

    def _reveal(self, choices: tuple[str, ...]) -> "TankState":
        """Hands are passed on, then the choices are revealed (T4)."""
        hands = tuple(map(take_card, self.hands, choices))
        opened = replace(
            self,
            pending=(None,) * self.box.players,
            revealed=choices,
            past=(*self.past, Round(self.hands, self.drawn, choices)),
            drawn=(None,) * self.box.players,
            hands=hands if self.round == HAND_SIZE else passed(hands, self.half),
        )
        if self.box.players > 2 or self.round == HAND_SIZE:
            return opened._begin_placing()
        return opened._serve(0)

    def _serve(self, seat: Seat) -> "TankState":
        """Two players: a discard and a draw for each hand passed, no discard for a single last card (T17)."""
        if seat == self.box.players:
            return self._begin_placing()
        phase = Phase.DISCARD if len(self.hands[seat]) > 1 else Phase.DRAW
        return replace(self, phase=phase, served=seat, to_act=(CHANCE,))

    def _begin_placing(self) -> "TankState":
        return replace(self, phase=Phase.PLACE, served=0, to_act=self._everybody)

    def _place(self, step: Place) -> "TankState":
        """A sealed placing (T7); the last one lays all cards."""
        if self.phase is not Phase.PLACE or step.seat not in self._everybody:
            raise self._refusal(step)
        if step not in Placings(step.seat, self.tanks[step.seat]):
            raise self._refusal(step)
        pending = _put(self.pending, step.seat, step)
        to_act = tuple(seat for seat in self.to_act if seat != step.seat)
        if to_act:
            return replace(self, pending=pending, to_act=to_act)
        return self._lay(tuple(sealed for sealed in pending if type(sealed) is Place))

    def _lay(self, places: tuple[Place, ...]) -> "TankState":
        plant = self.box.deck.back.name
        tanks = tuple(
            tank.placed(kind, place, plant) for tank, kind, place in zip(self.tanks, self.revealed, places, strict=True)
        )
        laid = replace(self, tanks=tanks, pending=(None,) * self.box.players, revealed=())
        if self.round < HAND_SIZE:
            return replace(laid, phase=Phase.CHOOSE, round=self.round + 1, to_act=self._everybody)
        # What two players still hold is out of the game.
        empty = replace(laid, hands=((),) * self.box.players)
        if self.half == 1:
            return replace(empty, phase=Phase.DEAL, half=2, round=1, to_act=(CHANCE,))
        return replace(empty, phase=Phase.OVER, to_act=())

    @property
    def _everybody(self) -> tuple[Seat, ...]:
        return _SEATS[: self.box.players]

    def _refusal(self, step: Step) -> IllegalStep:
        return IllegalStep(step, self._expected())

    def _expected(self) -> Text:
        """What may be done now, told without telling what anybody holds."""
        match self.phase:
            case Phase.DEAL | Phase.DRAW:
                return msg("a card of the pile for seat {seat}", seat=seat_name(self.served))
            case Phase.DISCARD:
                return msg("a discard of a card in the hand of seat {seat}", seat=seat_name(self.served))
            case Phase.CHOOSE:
                return msg("a seat and a card of its hand")
            case Phase.PLACE:
                return msg("a seat and a free cell in reach of its tank, perhaps with a card to turn")
            case Phase.OVER:
                return msg("nothing, the game is over")


_SEATS: Final = tuple(range(6))


def opening(box: Box) -> TankState:
    """Before the first card is dealt."""
    nobody = (None,) * box.players
    return TankState(
        box=box,
        phase=Phase.DEAL,
        to_act=(CHANCE,),
        half=1,
        round=1,
        served=0,
        pile=box.counts,
        hands=((),) * box.players,
        drawn=nobody,
        tanks=(EMPTY_TANK,) * box.players,
        pending=nobody,
        revealed=(),
        past=(),
    )


def choices(box: Box, seat: Seat, hand: Hand) -> Sequence[Choose]:
    """The cards of a hand to choose from, each kind once."""
    steps = box.chooses[seat]
    return [steps[kind] for kind in dict.fromkeys(hand)]


def passed(hands: tuple[_T, ...], half: int) -> tuple[_T, ...]:
    """Every hand one seat on: to the left, which is the next seat, in the first half, then to the right (T5)."""
    return (hands[-1], *hands[:-1]) if half == 1 else (*hands[1:], hands[0])


def _put(items: tuple[_T, ...], place: int, item: _T) -> tuple[_T, ...]:
    return (*items[:place], item, *items[place + 1 :])
