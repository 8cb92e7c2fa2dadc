"""The engine as a bot. Compiled code, and all that needs it, is loaded when it first thinks."""

import random
from typing import TYPE_CHECKING

from shoal.core import Step
from shoal.core import View as AnyView
from shoal.core.search_limits import SearchLimit, Thought
from shoal.games.penguins.engine.settings import Skill
from shoal.games.penguins.view import View

if TYPE_CHECKING:
    from shoal.games.penguins.engine.searchers import Searcher

__all__ = ["Engine", "warm_up"]


class Engine:
    """Plays penguins as well as its skill and its time allow.

    It remembers what it found from move to move of one deal. One engine thinks about one position at a time.
    """

    def __init__(
        self,
        *,
        rng: random.Random | None = None,
        seconds: float = 1.0,
        threads: int = 1,
        memory: int = 64,
        skill: Skill | None = None,
    ) -> None:
        """`memory` is about how many MiB it may use."""
        self._rng = rng or random.Random()
        self._seconds = seconds
        self._threads = threads
        self._memory = memory
        self._skill = skill or Skill()
        self._mind: Searcher | None = None

    def choose(self, view: AnyView) -> Step:
        """The best step it finds in its usual time."""
        self.warm_up()
        return self.think(view, SearchLimit(self._seconds)).step

    def think(self, view: AnyView, limit: SearchLimit) -> Thought:
        """The best step it finds within the limit."""
        if not isinstance(view, View):
            raise TypeError("expected a view of penguins")
        return self.warm_up().think(view, limit)

    def warm_up(self) -> "Searcher":
        """Load the compiled code now, before a clock runs."""
        if self._mind is None:
            from shoal.games.penguins.engine.searchers import Searcher

            warm_up()
            self._mind = Searcher(self._skill, self._threads, self._memory, self._rng.getrandbits(32))
        return self._mind


def warm_up() -> None:
    """Load the compiled code of all engines now, or compile it when this is the first time on this machine."""
    from shoal.games.penguins.engine.searchers import load

    load()
