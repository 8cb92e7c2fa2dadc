"""A state: one moment of a game as an immutable value. A view: all that one viewer may know of it.

States have no clock, no files and no randomness: every question is answered from the value itself.
People and bots only see views; bots think on states that they *imagine* from a view.

A game's own classes may derive from `BaseState` and `BaseView`, which draw them in a notebook and have
answers to what a plain game need not think about. The contract itself is `State` and `View`.
"""

import random
from collections.abc import Sequence
from typing import Protocol

import msgspec

from shoal.core.chance import Chance
from shoal.core.notebook import NotebookPicture
from shoal.core.result import Result
from shoal.core.seats import Seat, Viewer
from shoal.core.step import Step
from shoal.core.text import Text

__all__ = ["BaseState", "BaseView", "State", "View", "view_bytes"]


class View(Protocol):
    """What one viewer may know: equal for any two states that differ only in what the viewer may not know.

    A table may display less of it: see `Game.displayed`.

    >>> view = shoal.new_table("penguins", seed=1).view(0)
    >>> view.viewer, view.to_act, view.scores, len(view.legal)
    (0, (0,), (0, 0), 30)
    """

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
    """One moment of a game.

    >>> state = shoal.new_table("penguins", seed=1).state
    >>> after = state.play(state.parse("c4"))
    >>> state.to_act, after.to_act
    ((0,), (1,))
    """

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who has to act now: one seat, several at once, `(CHANCE,)`, or nobody when the game is over."""

    @property
    def sealed(self) -> tuple[Seat, ...]:
        """Seats that have chosen but whose choice is not revealed yet; they may still replace it.

        Always empty in a game in which one seat acts at a time.
        """

    def legal(self, seat: Seat) -> Sequence[Step]:
        """What the seat may do now, in a fixed order; empty when it may do nothing."""

    def chance(self) -> Chance:
        """What chance may do. Asked only while `to_act` is `(CHANCE,)`, so never in a game without chance."""

    def parse(self, text: str) -> Step:
        """Read one step's notation. Raises `NotationError`; says nothing about legality."""

    def play(self, step: Step) -> "State":
        """The state after the step. Raises `IllegalStep` when the step may not be taken here."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Points so far, one number for each seat, so its length is the number of seats.

        In a game without points they are 0 until the end, then 1 for a winner and 0 for a loser.
        """

    @property
    def result(self) -> Result | None:
        """How the game ended, with one winner at least; `None` before the end.

        All seats that share the win are winners; in a draw that is every seat.
        """

    def view(self, viewer: Viewer) -> View:
        """All that the viewer may know, built field by field from what is allowed."""

    def describe(self, step: Step) -> Text:
        """What a legal step would do here, in words for the player who may take it."""


class BaseView(NotebookPicture):
    """A view that draws itself in a notebook."""

    __slots__ = ()


class BaseState(NotebookPicture):
    """A state that draws itself in a notebook, of a game without sealed choices and without chance.

    A game that has them writes its own `sealed` and `chance`.
    """

    __slots__ = ()

    @property
    def sealed(self) -> tuple[Seat, ...]:
        return ()

    def chance(self) -> Chance:
        raise LookupError("chance does not act here")


def view_bytes(view: View) -> bytes:
    """A view as JSON: what would leave the table. `Game.read_view` reads it back."""
    return msgspec.json.encode(view, enc_hook=str)
