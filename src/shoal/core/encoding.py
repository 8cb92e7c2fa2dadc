"""Encodings: the steps of a game as action numbers, and what a seat may know as an array, for programs that learn.

`shoal.envs` builds the environments of PettingZoo, Gymnasium and OpenSpiel on this. An encoding belongs to the options
of one table; `Game.encoding` makes it. Numbers never change their meaning within a version, which every environment
has in its name. All that concerns seats is told from the seat that looks, then clockwise, so that one policy plays
every seat.
"""

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from shoal.core.seats import Seat
from shoal.core.state import State, View
from shoal.core.step import Step

__all__ = ["ActionRange", "GameEncoding", "ObservationPart"]


class ObservationPart(msgspec.Struct, frozen=True):
    """One stretch of an observation, as an array of this shape. All its numbers are from 0 to `most`."""

    name: str
    shape: tuple[int, ...]
    most: int
    #: What the numbers mean, in plain English: this is read in the manual.
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)


class ActionRange(msgspec.Struct, frozen=True):
    """Some actions that follow each other, of one kind."""

    name: str
    count: int
    #: Which number stands for which step, counted from the first of the range.
    meaning: str


class GameEncoding(ABC):
    """The numbers of one game with some options.

    A state is encoded for a seat, and the numbers depend on nothing but the view of that seat: any state that is
    imagined from the view has the same. `observe_view` is the same for a bot, which has the view alone.
    """

    #: Goes up whenever a number means something else than before.
    version: ClassVar[int]
    #: Whether several seats ever act at the same time.
    simultaneous: ClassVar[bool] = False
    #: Whether seats ever know different things.
    hidden: ClassVar[bool] = False

    #: How many seats there are.
    players: int
    #: The parts of an observation, one after the other.
    parts: tuple[ObservationPart, ...]
    #: All actions but the last one, which is to wait.
    ranges: tuple[ActionRange, ...]
    #: How many outcomes a small step of chance can have at most.
    outcomes: int
    #: How many steps of players, and how many small steps of chance, a game can have at most.
    longest: int
    longest_chance: int
    #: No seat gets more points.
    most_points: int
    #: How many of the latest steps an information state holds as numbers.
    remembered: int

    @cached_property
    def actions(self) -> int:
        """How many actions there are, waiting included."""
        return sum(each.count for each in self.ranges) + 1

    @property
    def wait(self) -> int:
        """The action of a seat that has nothing to do: the last one. It stands for no step."""
        return self.actions - 1

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(part.size for part in self.parts)

    @abstractmethod
    def number(self, step: Step, seat: Seat) -> int:
        """The action that stands for a step of this seat."""

    @abstractmethod
    def step(self, action: int, seat: Seat) -> Step:
        """The step that an action other than waiting stands for; the seat may not be allowed to take it now."""

    @abstractmethod
    def observe(self, state: State, seat: Seat) -> NDArray[np.float32]:
        """What the seat may know, `[size]`: the parts, flattened. Always a new array."""

    def mask(self, state: State, seat: Seat) -> NDArray[np.int8]:
        """1 for each action that the seat may take, `[actions]`: to wait if it has nothing to do. A new array."""
        found = np.zeros(self.actions, np.int8)
        if seat in state.to_act:
            found[[self.number(step, seat) for step in state.legal(seat)]] = 1
        else:
            found[self.wait] = 1
        return found

    def observe_view(self, view: View) -> NDArray[np.float32]:
        """The observation of the seat whose view this is: what a learned bot looks at."""
        return self.observe(view.imagine(random.Random(0)), _seat_of(view))

    def mask_view(self, view: View) -> NDArray[np.int8]:
        """The actions that the seat whose view this is may take."""
        return self.mask(view.imagine(random.Random(0)), _seat_of(view))

    @abstractmethod
    def outcome_numbers(self, step: Step) -> tuple[int, ...]:
        """The small steps of chance that a step of chance consists of; most are a single one."""

    def odds(self, state: State, drawn: Sequence[int]) -> list[tuple[int, float]]:
        """What chance may draw next, after the small steps `drawn` of a step that is not whole yet."""
        chance = state.chance()
        numbered = [(self.outcome_numbers(step)[0], float(chance.probability(step))) for step in chance.steps]
        return sorted(numbered)

    def drawn_step(self, state: State, drawn: Sequence[int]) -> Step | None:
        """The step of chance that these small steps make; `None` while some are missing."""
        return next(step for step in state.chance().steps if self.outcome_numbers(step) == tuple(drawn))

    def outcome_text(self, state: State, drawn: Sequence[int], number: int) -> str:
        """What the next small step of chance is called, after those drawn."""
        return str(self.drawn_step(state, (*drawn, number)))

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats clockwise, this one first."""
        return tuple((seat + turn) % self.players for turn in range(self.players))

    def named(self, observation: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """The parts of an observation by name, in their shapes; they share its memory."""
        found, start = {}, 0
        for part in self.parts:
            found[part.name] = observation[start : start + part.size].reshape(part.shape)
            start += part.size
        return found

    @cached_property
    def highest(self) -> NDArray[np.float32]:
        """The highest number at each place of an observation, `[size]`; the lowest is 0 everywhere."""
        return np.concatenate([np.full(part.size, part.most, np.float32) for part in self.parts])


def _seat_of(view: View) -> Seat:
    if view.viewer is None:
        raise ValueError("a spectator has no observation: expected the view of a seat")
    return view.viewer
