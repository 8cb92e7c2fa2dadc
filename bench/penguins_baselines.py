"""Baselines for the penguins engine: well-known searches on the same kernels.

`python -m bench.penguins_match --opponent uct` (or `territory`) plays them against the engine. Both keep their tree
between moves and, with two players, mark subtrees that are solved.
"""

import random
from typing import TYPE_CHECKING, Final

from shoal import core
from shoal.core import Step
from shoal.core.search_limits import SearchLimit, Thought
from shoal.games.penguins import View
from shoal.games.penguins.engine import warm_up

if TYPE_CHECKING:
    from shoal.games.penguins.engine.searchers import MctsSearcher

__all__ = ["TerritoryBot", "UctBot"]

_NODES: Final = 1 << 22


class _Baseline:
    """A bot that searches with MCTS."""

    def __init__(self, seconds: float, rng: random.Random | None) -> None:
        self._seconds = seconds
        self._seed = (rng or random.Random()).getrandbits(32)
        self._searcher: MctsSearcher | None = None

    def choose(self, view: core.View) -> Step:
        self.warm_up()
        return self.think(view, SearchLimit(self._seconds)).step

    def think(self, view: core.View, limit: SearchLimit) -> Thought:
        if not isinstance(view, View):
            raise TypeError("expected a view of penguins")
        return self._load().think(view, limit)

    def warm_up(self) -> None:
        self._load()

    def _load(self) -> "MctsSearcher":
        if self._searcher is None:
            warm_up()
            self._searcher = self._make_searcher()
        return self._searcher

    def _make_searcher(self) -> "MctsSearcher":
        raise NotImplementedError


class UctBot(_Baseline):
    """UCT: a random playout from every leaf to the end.

    The textbook value of `exploration` is √2; the default plays better.
    """

    def __init__(
        self, *, seconds: float = 1.0, rng: random.Random | None = None, exploration: float = 0.35, nodes: int = _NODES
    ) -> None:
        super().__init__(seconds, rng)
        self._exploration = exploration
        self._nodes = nodes

    def _make_searcher(self) -> "MctsSearcher":
        from shoal.games.penguins.engine.mcts.config import PLAYOUT_LEAF, MctsConfig
        from shoal.games.penguins.engine.mcts.search import MctsSearch
        from shoal.games.penguins.engine.searchers import MctsSearcher

        config = MctsConfig(PLAYOUT_LEAF, self._exploration)
        return MctsSearcher(MctsSearch(nodes=self._nodes, moving=config, seed=self._seed))


class TerritoryBot(_Baseline):
    """MCTS without playouts: a leaf is judged by the fish taken and the floes that each seat comes to first.

    `leaves_per_second` limits how fast it looks at leaves; 0 is as fast as it can.
    """

    def __init__(
        self,
        *,
        seconds: float = 1.0,
        rng: random.Random | None = None,
        leaves_per_second: float = 0.0,
        exploration: float = 0.2,
        error: float = 3.0,
        nodes: int = _NODES,
    ) -> None:
        super().__init__(seconds, rng)
        self._leaves_per_second = leaves_per_second
        self._exploration = exploration
        self._error = error
        self._nodes = nodes

    def _make_searcher(self) -> "MctsSearcher":
        from shoal.games.penguins.engine.mcts.config import TERRITORY_LEAF, MctsConfig
        from shoal.games.penguins.engine.mcts.search import MctsSearch
        from shoal.games.penguins.engine.searchers import MctsSearcher

        search = MctsSearch(
            nodes=self._nodes,
            moving=MctsConfig(TERRITORY_LEAF, self._exploration, self._error),
            leaves_per_second=self._leaves_per_second,
            seed=self._seed,
        )
        return MctsSearcher(search)
