"""The rules of play: dealing, choosing, passing, placing, the end. `scoring.py` counts points.

The phases of a half follow each other like this:

    DEAL … → CHOOSE → (two players: DISCARD → DRAW for each seat) → PLACE → CHOOSE → … → PLACE → DEAL or OVER
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from msgspec.structs import replace

from shoal.core import CHANCE, BaseState, Chance, IllegalStep, Odds, Result, Seat, Step, Text, Viewer
from shoal.games.fishtank.hand import Hand, add_card, take_card
from shoal.games.fishtank.notation import parse_step
from shoal.games.fishtank.options import HAND_SIZE, Options
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.result import result_of
from shoal.games.fishtank.steps import ChooseCard, DealCard, DiscardCard, PlaceCard, TankStep
from shoal.games.fishtank.tank import EMPTY_TANK, Placings, Tank

if TYPE_CHECKING:
    from shoal.games.fishtank.view import View

__all__ = ["PlayedRound", "State", "choices_of", "opening", "passed"]

_T = TypeVar("_T")


class PlayedRound(msgspec.Struct, frozen=True):
    """A finished round of choosing, seat by seat: the hands, the cards drawn into them (T17), and the choices."""

    hands: tuple[Hand, ...]
    drawn: tuple[str | None, ...]
    choices: tuple[str, ...]


class State(BaseState, msgspec.Struct, frozen=True):
    """One moment of a game of Fish Tank."""

    options: Options
    phase: RoundPhase
    to_act: tuple[Seat, ...]
    #: 1 or 2 (T3), and 1 to 8 (T6).
    half: int
    round: int
    #: The seat that chance deals to, discards for or draws for.
    served: Seat
    #: The unused pile: how many cards of each kind, in the order of `options.kinds`.
    pile: tuple[int, ...]
    hands: tuple[Hand, ...]
    #: The card drawn into each hand since it was passed (T17).
    drawn: tuple[str | None, ...]
    tanks: tuple[Tank, ...]
    #: By seat, the sealed choice or placing.
    pending: tuple[ChooseCard | PlaceCard | None, ...]
    #: By seat, the card to be placed; empty outside the placing.
    revealed: tuple[str, ...]
    #: All rounds before this one: what each seat may conclude depends on what it held.
    past: tuple[PlayedRound, ...]

    @property
    def sealed(self) -> tuple[Seat, ...]:
        """Seats whose choice or placing is in; they may replace it until the last one is (T4)."""
        return tuple(seat for seat, step in enumerate(self.pending) if step is not None)

    def legal(self, seat: Seat) -> Sequence[TankStep]:
        """The cards that the seat may choose, or the ways to place its revealed card."""
        if not 0 <= seat < self.options.players:
            return ()
        if self.phase is RoundPhase.CHOOSE:
            return choices_of(self.options, seat, self.hands[seat])
        if self.phase is RoundPhase.PLACE:
            return Placings(seat, self.tanks[seat])
        return ()

    def chance(self) -> Chance:
        """A card of the pile for the seat served, or a discard from its hand."""
        if self.phase is RoundPhase.DISCARD:
            hand, steps = self.hands[self.served], self.options.discards[self.served]
            return Odds(
                [steps[kind] for kind in dict.fromkeys(hand)], [hand.count(kind) for kind in dict.fromkeys(hand)]
            )
        if self.phase is RoundPhase.DEAL or self.phase is RoundPhase.DRAW:
            deals = self.options.deals[self.served]
            return Odds(
                [deal for deal, count in zip(deals, self.pile, strict=True) if count],
                [count for count in self.pile if count],
            )
        raise ValueError("chance is not to act")

    def parse(self, text: str) -> TankStep:
        """Read one step's notation."""
        return parse_step(text, self.options.players, self.options.kind_index)

    def play(self, step: Step) -> "State":
        """The state after a step. Raises `IllegalStep`."""
        if type(step) is ChooseCard:
            return self._choose(step)
        if type(step) is PlaceCard:
            return self._place(step)
        if type(step) is DealCard:
            return self._deal(step)
        if type(step) is DiscardCard:
            return self._discard(step)
        raise self._refusal(step)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each tank as it lies, in the best frame still possible."""
        return tuple(map(self.options.scorer.total, self.tanks))

    @property
    def result(self) -> Result | None:
        """Who has won (T18); `None` before the end."""
        return result_of(self.options.scorer, self.tanks) if self.phase is RoundPhase.OVER else None

    def view(self, viewer: Viewer) -> "View":
        """All that the viewer may know."""
        from shoal.games.fishtank.view import view_of

        return view_of(self, viewer)

    def describe(self, step: Step) -> Text:
        """In words, what a legal step would do here."""
        from shoal.games.fishtank.words import describe

        return describe(self, step)

    def has_looked(self, seat: Seat) -> bool:
        """Whether the seat has seen its present hand: it sees a hand only after the discard from it (T17)."""
        if self.phase is RoundPhase.DISCARD:
            return self.served > seat
        if self.phase is RoundPhase.DRAW:
            return self.served >= seat or len(self.hands[seat]) == 1
        return True

    def _deal(self, step: DealCard) -> "State":
        """Deal one card: round the table until every hand is full (T3), or for one hand after the discard (T17)."""
        drawing = self.phase is RoundPhase.DRAW
        if not drawing and self.phase is not RoundPhase.DEAL:
            raise self._refusal(step)
        index = self.options.kind_index.get(step.kind)
        if step.seat != self.served or index is None or not self.pile[index]:
            raise self._refusal(step)
        pile = _put(self.pile, index, self.pile[index] - 1)
        hands = _put(self.hands, step.seat, add_card(self.hands[step.seat], step.kind))
        if drawing:
            drawn = _put(self.drawn, step.seat, step.kind)
            return replace(self, pile=pile, hands=hands, drawn=drawn)._serve(step.seat + 1)
        if len(hands[-1]) < HAND_SIZE:
            return replace(self, pile=pile, hands=hands, served=(step.seat + 1) % self.options.players)
        return replace(self, pile=pile, hands=hands, served=0, phase=RoundPhase.CHOOSE, to_act=self._all_seats)

    def _discard(self, step: DiscardCard) -> "State":
        """Discard a random card of the hand received; no seat sees it (T17)."""
        if self.phase is not RoundPhase.DISCARD or step.seat != self.served or step.kind not in self.hands[step.seat]:
            raise self._refusal(step)
        hands = _put(self.hands, step.seat, take_card(self.hands[step.seat], step.kind))
        return replace(self, hands=hands, phase=RoundPhase.DRAW)

    def _choose(self, step: ChooseCard) -> "State":
        """Seal a choice (T4); the last one reveals them all."""
        if self.phase is not RoundPhase.CHOOSE or step.seat not in self._all_seats:
            raise self._refusal(step)
        if step.kind not in self.hands[step.seat]:
            raise self._refusal(step)
        pending = _put(self.pending, step.seat, step)
        to_act = tuple(seat for seat in self.to_act if seat != step.seat)
        if to_act:
            return replace(self, pending=pending, to_act=to_act)
        return self._reveal(tuple(sealed.kind for sealed in pending if type(sealed) is ChooseCard))

    def _reveal(self, choices: tuple[str, ...]) -> "State":
        """Pass the hands on, then reveal the choices (T4)."""
        hands = tuple(map(take_card, self.hands, choices))
        opened = replace(
            self,
            pending=(None,) * self.options.players,
            revealed=choices,
            past=(*self.past, PlayedRound(self.hands, self.drawn, choices)),
            drawn=(None,) * self.options.players,
            hands=hands if self.round == HAND_SIZE else passed(hands, self.half),
        )
        if self.options.players > 2 or self.round == HAND_SIZE:
            return opened._begin_placing()
        return opened._serve(0)

    def _serve(self, seat: Seat) -> "State":
        """Two players: discard from each hand passed, but for a single last card, and draw for it (T17)."""
        if seat == self.options.players:
            return self._begin_placing()
        phase = RoundPhase.DISCARD if len(self.hands[seat]) > 1 else RoundPhase.DRAW
        return replace(self, phase=phase, served=seat, to_act=(CHANCE,))

    def _begin_placing(self) -> "State":
        return replace(self, phase=RoundPhase.PLACE, served=0, to_act=self._all_seats)

    def _place(self, step: PlaceCard) -> "State":
        """Seal a placing (T7); the last one lays all cards."""
        if self.phase is not RoundPhase.PLACE or step.seat not in self._all_seats:
            raise self._refusal(step)
        if step not in Placings(step.seat, self.tanks[step.seat]):
            raise self._refusal(step)
        pending = _put(self.pending, step.seat, step)
        to_act = tuple(seat for seat in self.to_act if seat != step.seat)
        if to_act:
            return replace(self, pending=pending, to_act=to_act)
        return self._lay(tuple(sealed for sealed in pending if type(sealed) is PlaceCard))

    def _lay(self, placings: tuple[PlaceCard, ...]) -> "State":
        plant = self.options.deck.back.name
        tanks = tuple(
            tank.placed(kind, step, plant) for tank, kind, step in zip(self.tanks, self.revealed, placings, strict=True)
        )
        laid = replace(self, tanks=tanks, pending=(None,) * self.options.players, revealed=())
        if self.round < HAND_SIZE:
            return replace(laid, phase=RoundPhase.CHOOSE, round=self.round + 1, to_act=self._all_seats)
        # The cards that two players still hold are out of the game.
        empty = replace(laid, hands=((),) * self.options.players)
        if self.half == 1:
            return replace(empty, phase=RoundPhase.DEAL, half=2, round=1, to_act=(CHANCE,))
        return replace(empty, phase=RoundPhase.OVER, to_act=())

    @property
    def _all_seats(self) -> tuple[Seat, ...]:
        return _SEATS[: self.options.players]

    def _refusal(self, step: Step) -> IllegalStep:
        from shoal.games.fishtank.words import expected

        return IllegalStep(step, expected(self))


_SEATS: Final = tuple(range(6))


def opening(options: Options) -> State:
    """The state before the first card is dealt."""
    nothing = (None,) * options.players
    return State(
        options=options,
        phase=RoundPhase.DEAL,
        to_act=(CHANCE,),
        half=1,
        round=1,
        served=0,
        pile=options.counts,
        hands=((),) * options.players,
        drawn=nothing,
        tanks=(EMPTY_TANK,) * options.players,
        pending=nothing,
        revealed=(),
        past=(),
    )


def choices_of(options: Options, seat: Seat, hand: Hand) -> Sequence[ChooseCard]:
    """The cards of a hand to choose from, each kind once."""
    steps = options.choices[seat]
    return [steps[kind] for kind in dict.fromkeys(hand)]


def passed(hands: tuple[_T, ...], half: int) -> tuple[_T, ...]:
    """The hands, passed on by one seat: to the left (the next seat) in the first half, then to the right (T5)."""
    return (hands[-1], *hands[:-1]) if half == 1 else (*hands[1:], hands[0])


def _put(items: tuple[_T, ...], index: int, item: _T) -> tuple[_T, ...]:
    return (*items[:index], item, *items[index + 1 :])
