"""The engine as a bot. Compiled code, and all that needs it, is loaded when it first thinks."""

import random
from typing import TYPE_CHECKING, Final

import msgspec

from shoal import core
from shoal.core import Step
from shoal.core.search_limits import SearchLimit, Thought
from shoal.games.penguins.engine.settings import Settings
from shoal.games.penguins.view import View

if TYPE_CHECKING:
    from shoal.games.penguins.engine.searchers import MctsSearcher, Searcher

__all__ = ["Engine", "warm_up"]

_STRONGEST: Final = Settings()


class Engine:
    """Plays penguins as well as its settings and its time allow.

    It keeps what it found from move to move of one deal. One engine thinks about one position at a time.
    """

    def __init__(self, rng: random.Random, settings: Settings = _STRONGEST, *, seconds: float = 1.0) -> None:
        """`seconds` is how long `choose` may think about a step."""
        self._rng = rng
        self._settings = settings
        self._seconds = seconds
        self._searcher: Searcher | MctsSearcher | None = None

    def choose(self, view: core.View) -> Step:
        """The best step it finds in its usual time."""
        self.warm_up()
        return self.think(view, SearchLimit(self._seconds)).step

    def think(self, view: core.View, limit: SearchLimit) -> Thought:
        """The best step it finds within the limit, with what it expects."""
        own = _own(view)
        return self._load().think(own, limit)

    def use_threads(self, threads: int) -> None:
        """Before it first thinks: on how many threads to think at a table of two. On one, equal engines think alike."""
        self._settings = msgspec.structs.replace(self._settings, threads=threads)

    def warm_up(self) -> None:
        """Load the compiled code now, before a clock runs."""
        self._load()

    @property
    def held_bytes(self) -> int:
        """How much memory it holds from move to move."""
        return 0 if self._searcher is None else self._searcher.held_bytes

    def _load(self) -> "Searcher | MctsSearcher":
        if self._searcher is None:
            warm_up()
            self._searcher = self._make_searcher(self._rng.getrandbits(32))
        return self._searcher

    def _make_searcher(self, seed: int) -> "Searcher | MctsSearcher":
        """The search that thinks; the baselines in `bench/` have others."""
        from shoal.games.penguins.engine.searchers import Searcher

        return Searcher(self._settings, seed)


def warm_up() -> None:
    """Load the compiled code of all engines now, or compile it when this is the first time on this machine."""
    from shoal.games.penguins.engine.searchers import load

    load()


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of penguins")
    return view
