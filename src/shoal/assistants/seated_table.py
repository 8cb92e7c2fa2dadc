"""A table as an assistant meets it, whoever the others are: everything about it is seen from one seat."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from shoal.core import Game, Record, Say, Seat, State, Text, View, seat_name
from shoal.core.judging import Effort

__all__ = ["GivenHint", "SeatedTable", "TableProgress", "with_letter"]

#: Called with a number that rises whenever something has happened at the table.
TableProgress: TypeAlias = Callable[[int], None]


@dataclass(frozen=True)
class GivenHint:
    """The best step that the coach finds, and everything that it says of it."""

    step: str
    chance_to_win: float
    points: float
    #: `proved`, `exact` or `estimated`.
    certainty: str
    told: list[str]


class SeatedTable(Protocol):
    """One game, here (`local_table.py`) or at a server (`joined_table.py`)."""

    #: Nobody can guess it, so who knows it was told.
    id: str
    seat: Seat
    #: Held by whoever works with the table: an assistant may ask for several things at once.
    lock: threading.RLock

    @property
    def game(self) -> Game: ...

    @property
    def options(self) -> Mapping[str, object]: ...

    @property
    def names(self) -> Sequence[str]:
        """What the seats are called."""

    @property
    def players(self) -> Sequence[str]:
        """Who sits where."""

    @property
    def over(self) -> bool: ...

    @property
    def acting(self) -> bool:
        """Whether the game waits for the seat."""

    @property
    def commitment(self) -> str: ...

    @property
    def hints_taken(self) -> int:
        """About how many positions the assistant has asked for a hint."""

    @property
    def displayed(self) -> View:
        """What the table displays to the assistant's seat."""

    @property
    def imagined(self) -> State:
        """A state that looks to the seat like the real one, to describe steps with: it can tell nothing more."""

    @property
    def log(self) -> Sequence[str]:
        """Every step as the seat saw it."""

    def tell(self, number: int, seen: str) -> Text:
        """Step `number` of the log, as a person would tell it to the seat."""

    def refresh(self) -> None:
        """Take note of what has happened since the last call."""

    def play(self, step: str, progress: TableProgress) -> None:
        """Take a step with the seat, in notation with or without its letter, and let bots act."""

    def wait(self, seconds: float, progress: TableProgress) -> None:
        """Wait until it is the seat's turn, or the game is over, or so long."""

    def nudge(self, say: Say, effort: Effort) -> str:
        """Where to look for a good step, without giving it away."""

    def hint(self, say: Say, effort: Effort) -> GivenHint:
        """The best step for the seat, and why."""

    def record(self) -> Record:
        """The record of the game, with all that was hidden: only once it is over."""

    def close(self) -> None:
        """Give the table up."""


def with_letter(seated: SeatedTable, step: str) -> str:
    """The step as the game writes it: in some games with the letter of the seat, which may be left out."""
    lettered = f"{seat_name(seated.seat)}:{step}"
    return lettered if lettered in map(str, seated.displayed.legal) else step
