"""Searching under a limit: how long a search may take, and what it has found so far.

A thinker looks at a view alone, keeps to its time, can be stopped at any moment, and says what it
would do, how good that is for every seat, and whether that is proved.
"""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from shoal.core.seats import Seat
from shoal.core.state import View
from shoal.core.step import Step

__all__ = ["SearchLimit", "Thinker", "Thought", "with_share"]


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a search.

    >>> thought = shoal.analyse(shoal.new_table("smallfry", seed=1), bot="search", seconds=0.05)
    >>> str(thought.step), len(thought.shares), len(thought.points), thought.proved
    ('flip', 2, 2, False)
    """

    step: Step
    #: By seat: the expected share of the win, from 0 to 1; they add up to 1.
    shares: tuple[float, ...]
    #: By seat: the expected final points.
    points: tuple[float, ...]
    #: The line of play it expects, its own step first.
    line: Sequence[Step] = ()
    #: Whether the value is exact and the step is proved to be best.
    proved: bool = False
    #: How far its own share may be off, by the engine's own account (a standard error); 0 if it gives none.
    error: float = 0.0
    #: How far it looked ahead, in steps, and how many positions it looked at.
    depth: int = 0
    nodes: int = 0


class SearchLimit:
    """How long a search may take. `stop()` ends it early, from any thread; `report` is called with better thoughts."""

    __slots__ = ("_ends", "_stopped", "report", "seconds")

    def __init__(self, seconds: float, report: Callable[[Thought], None] | None = None) -> None:
        self.seconds = seconds
        self.report = report
        self._ends = time.monotonic() + seconds
        self._stopped = threading.Event()

    def stop(self) -> None:
        """End the search now; it answers with the best it has found."""
        self._stopped.set()

    @property
    def left(self) -> float:
        """The seconds left; 0 once the limit is over."""
        return 0.0 if self._stopped.is_set() else max(0.0, self._ends - time.monotonic())

    def wait(self) -> None:
        """Sleep until the limit is over."""
        self._stopped.wait(self.left)


class Thinker(Protocol):
    """A bot that can say what it thinks."""

    def choose(self, view: View) -> Step:
        """One of `view.legal`, in the time it usually takes."""

    def think(self, view: View, limit: SearchLimit) -> Thought:
        """The best it can find within the limit."""


def with_share(shares: Sequence[float], seat: Seat, share: float) -> tuple[float, ...]:
    """The shares of all seats after one seat's is set to `share`; the others keep their proportions."""
    share = min(max(share, 0.0), 1.0)
    # The others are added up, not taken as 1 minus this share: that would lose them where it is nearly 1.
    others = sum(part for other, part in enumerate(shares) if other != seat)
    parts = (part / others if others > 0 else 1 / (len(shares) - 1) for part in shares)
    return tuple(share if other == seat else (1 - share) * part for other, part in enumerate(parts))
