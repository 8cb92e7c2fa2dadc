"""The encoding: steps as action numbers, and the table as counts of cards.

A seat knows every card that was ever shown, so an observation holds all catches and the cards still to come, whatever
the option `memory` lets the table display.
"""

from collections.abc import Sequence
from typing import ClassVar, Final, get_args

import numpy as np
from numpy.typing import NDArray

from shoal import core
from shoal.core import Seat, Step
from shoal.core.encoding import ActionRange, GameEncoding, ObservationPart
from shoal.games.smallfry.cards import BOX, CARDS, OCTOPUS, SPECIES, VALUES, species_of, value_of
from shoal.games.smallfry.options import Options
from shoal.games.smallfry.phase import TurnPhase
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import FLIP, LEAVE, MAX_ANNOUNCED, ROBS, ROLLS, STOP, TAKES, TURN_UPS, FryStep, Rob
from shoal.games.smallfry.turn import LONGEST_ROW

__all__ = ["Encoding"]

_PHASES: Final[tuple[TurnPhase, ...]] = get_args(TurnPhase)
_WORDS: Final[tuple[FryStep, ...]] = (FLIP, STOP, LEAVE)
_WORD_NUMBERS: Final[dict[Step, int]] = {step: number for number, step in enumerate(_WORDS)}
_CHANCE: Final[tuple[FryStep, ...]] = (*TURN_UPS, *TAKES, *ROLLS)
_OUTCOMES: Final[dict[Step, int]] = {step: number for number, step in enumerate(_CHANCE)}
#: What all species are worth with their best cards: no session brings more points (S15).
_SESSION_POINTS: Final = len(SPECIES) * max(VALUES)
#: A flip for each card, a stop after each but the last, and what the robber says at each octopus.
_SESSION_STEPS: Final = 2 * len(BOX) - 1 + BOX.count(OCTOPUS)
#: A card for each flip, and for each octopus a roll and the cards that change hands.
_SESSION_CHANCE: Final = len(BOX) + BOX.count(OCTOPUS) * (1 + MAX_ANNOUNCED)
#: The rules know no longest match: a session may end without a point. Nobody will see a match of this many.
_SESSIONS: Final = 100


class Encoding(GameEncoding):
    """The numbers of a table of Small Fry."""

    version: ClassVar[int] = 0

    def __init__(self, options: Options) -> None:
        self.players = options.players
        self._seats_from = tuple(self.seats_from(seat) for seat in range(self.players))
        self.most_points = options.target - 1 + _SESSION_POINTS
        self.longest = _SESSIONS * _SESSION_STEPS
        self.longest_chance = _SESSIONS * _SESSION_CHANCE
        self.remembered = _SESSION_STEPS + _SESSION_CHANCE
        self.outcomes = len(_OUTCOMES)
        self.ranges = (
            ActionRange("turn", len(_WORDS), "flip, stop, leave"),
            ActionRange(
                "rob",
                (self.players - 1) * MAX_ANNOUNCED,
                "rob: by the victim clockwise, then the number announced",
            ),
        )
        self.parts = _parts_of(self.players, self.most_points)

    def number(self, step: Step, seat: Seat) -> int:
        if isinstance(step, Rob):
            turns = (step.victim - seat) % self.players
            return len(_WORDS) + (turns - 1) * MAX_ANNOUNCED + step.number - 1
        return _WORD_NUMBERS[step]

    def step(self, action: int, seat: Seat) -> FryStep:
        if action < len(_WORDS):
            return _WORDS[action]
        turns, number = divmod(action - len(_WORDS), MAX_ANNOUNCED)
        return ROBS[(seat + turns + 1) % self.players][number]

    def observe(self, state: core.State, seat: Seat) -> NDArray[np.float32]:
        own, order = _own_state(state), self._seats_from[seat]
        front: list[int] = [own.phase == phase for phase in _PHASES]
        front += [other == own.turn for other in order]
        front += _counts(own.deck, len(CARDS))
        front += _row(own.row)
        for other in order:
            front += _counts(own.catches[other], len(CARDS) - 1)
        robbery = own.robbery
        rest = [own.scores[other] for other in order]
        rest.append(len(own.sheet))
        rest += [robbery is not None and other == robbery.victim for other in order]
        rest += (0, 0) if robbery is None else (robbery.number, robbery.left)
        found = np.empty(self.size, np.float32)
        # By way of bytes, which is several times faster than an array of a list; points may be too many for a byte.
        found[: len(front)] = np.frombuffer(bytes(front), np.uint8)
        found[len(front) :] = rest
        return found

    def outcome_numbers(self, step: Step) -> tuple[int, ...]:
        return (_OUTCOMES[step],)


def _parts_of(players: int, most_points: int) -> tuple[ObservationPart, ...]:
    return (
        ObservationPart("phase", (len(_PHASES),), 1, ", ".join(_PHASES)),
        ObservationPart("turn", (players,), 1, "by seat: it is its turn"),
        ObservationPart("deck", (len(CARDS),), BOX.count(OCTOPUS), "by card: how many are still to come; octopus last"),
        ObservationPart(
            "row",
            (len(SPECIES), 2),
            LONGEST_ROW,
            "by species: its place in the row from the left, from 1, and its value; 0 for a species that is not there",
        ),
        ObservationPart(
            "catches", (players, len(CARDS) - 1), 2, "by seat and card: how many it has; cards by species, then value"
        ),
        ObservationPart("scores", (players,), most_points, "by seat: the points of the finished sessions"),
        ObservationPart("session", (1,), _SESSIONS, "how many sessions are finished"),
        ObservationPart("victim", (players,), 1, "by seat: it is being robbed"),
        ObservationPart("robbery", (2,), MAX_ANNOUNCED, "the number announced; the cards still to change hands"),
    )


def _row(row: bytes) -> list[int]:
    found = [0] * (2 * len(SPECIES))
    for place, card in enumerate(row, start=1):
        found[2 * species_of(card)] = place
        found[2 * species_of(card) + 1] = value_of(card)
    return found


def _counts(cards: Sequence[int], kinds: int) -> list[int]:
    found = [0] * kinds
    for card in cards:
        found[card] += 1
    return found


def _own_state(state: core.State) -> State:
    if not isinstance(state, State):
        raise TypeError("expected a state of smallfry")
    return state
