"""A state: one moment of a game as an immutable value. A view: all that one viewer may know of it.

States have no clock, no randomness and no way out: every question is answered from the value
itself. Only views are shown to anybody; bots think on states that they *imagine* from a view.
"""

import random
from collections.abc import Sequence
from typing import Protocol

import msgspec

from shoal.core.chance import Chance
from shoal.core.result import Result
from shoal.core.seats import Seat, Viewer
from shoal.core.step import Step
from shoal.core.text import Text

__all__ = ["State", "View", "view_bytes"]


class View(Protocol):
    """What one viewer may know: equal for any two states that differ only in what it may not know."""

    @property
    def viewer(self) -> Viewer: ...

    @property
    def to_act(self) -> tuple[Seat, ...]: ...

    @property
    def legal(self) -> Sequence[Step]:
        """What the viewer may do now."""

    @property
    def scores(self) -> tuple[int, ...]: ...

    @property
    def result(self) -> Result | None: ...

    def imagine(self, rng: random.Random) -> "State":
        """A full state that looks like this, drawn from what is possible given all that was seen."""


class State(Protocol):
    """One moment of a game."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who still has to act: one seat, several at once, `(CHANCE,)`, or nobody when it is over."""

    @property
    def sealed(self) -> tuple[Seat, ...]:
        """Seats whose choice is in but not yet open; they may still replace it."""

    def legal(self, seat: Seat) -> Sequence[Step]:
        """What the seat may do now, in a fixed order; empty when it may do nothing."""

    def chance(self) -> Chance:
        """What chance may do; only when it is to act."""

    def parse(self, text: str) -> Step:
        """Read one step's notation. Raises `NotationError`; says nothing about legality."""

    def play(self, step: Step) -> "State":
        """What follows. Raises `IllegalStep` when the step may not be taken here."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Points so far, by seat."""

    @property
    def result(self) -> Result | None:
        """How it ended; `None` before the end."""

    def view(self, viewer: Viewer) -> View:
        """All that the viewer may know, built by allow-list."""

    def describe(self, step: Step) -> Text:
        """In words, what a legal step would do here, as its player may read it."""


def view_bytes(view: View) -> bytes:
    """A view as JSON: what would leave the table."""
    return msgspec.json.encode(view, enc_hook=str)
