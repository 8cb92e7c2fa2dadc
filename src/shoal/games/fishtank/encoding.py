"""The encoding: steps as action numbers, and hands and tanks as planes.

A tank is a plane of seven rows and columns for each kind, the plant last; the first card lies in the middle.
"""

from functools import lru_cache
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from shoal import core
from shoal.core import Seat, Step
from shoal.core.encoding import ActionRange, GameEncoding, ObservationPart
from shoal.games.fishtank.cells import CELLS, PLANE_WIDTH, cells_of, reach
from shoal.games.fishtank.deck import TANK_SIDE, Adjacency, Amount, Area, Deck, Kind, Shapes
from shoal.games.fishtank.hand import Hand
from shoal.games.fishtank.options import HAND_SIZE, Options
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import ChooseCard, DealCard, DiscardCard, PlaceCard

__all__ = ["Encoding"]

_PHASES: Final = tuple(RoundPhase)
_PHASE_BYTES: Final = {phase: bytes(phase is other for other in _PHASES) for phase in _PHASES}
_CELL_COUNT: Final = len(CELLS)
#: For each cell: turn nothing, or the card on one of the cells, that to be placed included.
_TURNS: Final = 1 + _CELL_COUNT
_HALVES: Final = 2
_PLANE: Final = (PLANE_WIDTH, PLANE_WIDTH)


class Encoding(GameEncoding):
    """The numbers of a table of Fish Tank."""

    version: ClassVar[int] = 0
    simultaneous: ClassVar[bool] = True
    hidden: ClassVar[bool] = True

    def __init__(self, options: Options) -> None:
        self._options = options
        self.players = options.players
        self._seats_from = tuple(self.seats_from(seat) for seat in range(self.players))
        self._kinds = len(options.kinds)
        self._faces = {**options.kind_index, options.deck.back.name: self._kinds}
        self._counts = lru_cache(maxsize=1 << 12)(self._count)
        self.outcomes = self._kinds
        self.most_points = _most_points(options.deck)
        self.longest = _HALVES * HAND_SIZE * 2 * self.players
        draws = 2 * (HAND_SIZE - 1) if self.players == 2 else 0
        self.longest_chance = _HALVES * self.players * (HAND_SIZE + draws)
        self.remembered = self.longest + self.longest_chance
        self.ranges = (
            ActionRange("choose", self._kinds, "choose a card of this kind, in the order of the deck file"),
            ActionRange(
                "place",
                _CELL_COUNT * _TURNS,
                "place the card: by the cell, a1 to g7 row by row, then by the card that is turned to its plant side: "
                "none, or that on a1 to g7, where the cell itself means the card to be placed",
            ),
        )
        self.parts = _parts_of(self.players, self._kinds, self.most_points)

    def number(self, step: Step, seat: Seat) -> int:
        if isinstance(step, ChooseCard):
            return self._options.kind_index[step.kind]
        if isinstance(step, PlaceCard):
            return self._kinds + step.cell * _TURNS + (0 if step.turned is None else 1 + step.turned)
        raise TypeError(f"no seat takes the step {step}")

    def step(self, action: int, seat: Seat) -> ChooseCard | PlaceCard:
        if action < self._kinds:
            return self._options.choices[seat][self._options.kinds[action]]
        cell, turn = divmod(action - self._kinds, _TURNS)
        return PlaceCard(seat, cell, turn - 1 if turn else None)

    def mask(self, state: core.State, seat: Seat) -> NDArray[np.int8]:
        """As in every game, but without listing the hundreds of ways to place a card."""
        own = _own_state(state)
        if own.phase is not RoundPhase.PLACE or seat not in own.to_act:
            return super().mask(state, seat)
        tank = own.tanks[seat]
        cells = np.array(cells_of(reach(tank.occupied) & ~tank.occupied))
        turns = np.array([0, *(1 + cell for cell in cells_of(tank.occupied & ~tank.turned))])
        found = np.zeros(self.actions, np.int8)
        first = self._kinds + cells * _TURNS
        found[first[:, None] + turns] = 1
        found[first + 1 + cells] = 1
        return found

    def observe(self, state: core.State, seat: Seat) -> NDArray[np.float32]:
        own, order, counts = _own_state(state), self._seats_from[seat], self._counts
        drawn = own.drawn[seat]
        past = own.past[(own.half - 1) * HAND_SIZE :]
        # As bytes, which become an array faster than numbers; points may be too many for a byte.
        until_scores = b"".join(
            (
                _PHASE_BYTES[own.phase],
                bytes((own.half, own.round)),
                counts(own.hands[seat] if own.has_looked(seat) else ()),
                counts(() if drawn is None else (drawn,)),
                *(counts(played.hands[seat]) for played in past),
                bytes(self._kinds * (HAND_SIZE - len(past))),
            )
        )
        after_scores = b"".join(
            (
                bytes(own.pending[other] is not None for other in order),
                *(counts((own.revealed[other],) if own.revealed else ()) for other in order),
            )
        )
        scores = own.scores
        found = np.zeros(self.size, np.float32)
        start = len(until_scores)
        found[:start] = np.frombuffer(until_scores, np.uint8)
        found[start : start + self.players] = [scores[other] for other in order]
        start += self.players
        found[start : start + len(after_scores)] = np.frombuffer(after_scores, np.uint8)
        found[self._lying(own, order)] = 1
        return found

    def _count(self, hand: Hand) -> bytes:
        """How many cards of each kind."""
        counts = bytearray(self._kinds)
        for kind in hand:
            counts[self._faces[kind]] += 1
        return bytes(counts)

    def _lying(self, state: State, order: tuple[Seat, ...]) -> list[int]:
        """The places of the observation that say what lies in the tanks, which are its last part."""
        lying = []
        start = self.size - self.players * (self._kinds + 1) * _CELL_COUNT
        for other in order:
            tank = state.tanks[other]
            faces = tank.faces
            lying += [start + self._faces[faces[cell]] * _CELL_COUNT + cell for cell in cells_of(tank.occupied)]
            start += (self._kinds + 1) * _CELL_COUNT
        return lying

    def outcome_numbers(self, step: Step) -> tuple[int, ...]:
        if not isinstance(step, DealCard | DiscardCard):
            raise TypeError(f"chance does not take the step {step}")
        return (self._options.kind_index[step.kind],)


def _parts_of(players: int, kinds: int, most_points: int) -> tuple[ObservationPart, ...]:
    return (
        ObservationPart("phase", (len(_PHASES),), 1, ", ".join(phase.value for phase in _PHASES)),
        ObservationPart("time", (2,), HAND_SIZE, "the half, 1 or 2, and the round, 1 to 8"),
        ObservationPart("hand", (kinds,), HAND_SIZE, "by kind: the cards in one's own hand"),
        ObservationPart("drawn", (kinds,), 1, "by kind: the card drawn into it this round (two players)"),
        ObservationPart(
            "earlier_hands",
            (HAND_SIZE, kinds),
            HAND_SIZE,
            "by round of this half and kind: the hand that one chose from, which others hold now",
        ),
        ObservationPart("scores", (players,), most_points, "by seat: the points of its tank as it lies"),
        ObservationPart("sealed", (players,), 1, "by seat: it has chosen or placed, and waits for others"),
        ObservationPart("revealed", (players, kinds), 1, "by seat and kind: the card to be placed"),
        ObservationPart(
            "tanks",
            (players * (kinds + 1), *_PLANE),
            1,
            "a plane each for every kind of every seat, seat by seat: where it lies in that tank; the last plane of a "
            "seat is of cards that show their plant side",
        ),
    )


def _most_points(deck: Deck) -> int:
    """A number that no tank can reach more than: each kind at its best, wherever its cards lie."""
    return sum(_most_of(kind) for kind in deck.kinds)


def _most_of(kind: Kind) -> int:
    cards = TANK_SIDE * TANK_SIDE
    match kind.condition:
        case Shapes(shapes):
            return cards * max((shape.points for shape in shapes), default=0)
        case Area(_, thresholds) | Amount(thresholds):
            return max((threshold.points for threshold in thresholds), default=0)
        case Adjacency(neighbours):
            return cards * max((each.points for each in neighbours), default=0)


def _own_state(state: core.State) -> State:
    if not isinstance(state, State):
        raise TypeError("expected a state of Fish Tank")
    return state
