"""Rivals to measure the engine by: what the field knows, on the same kernels.

Both keep their tree from move to move and, with two players, mark subtrees that are played out to the end.
"""

import random
from typing import TYPE_CHECKING, Final

from shoal.core import Step
from shoal.core import View as AnyView
from shoal.core.search_limits import SearchLimit, Thought
from shoal.games.penguins.engine.bot import warm_up
from shoal.games.penguins.view import View

if TYPE_CHECKING:
    from shoal.games.penguins.engine.searchers import MctsSearcher

__all__ = ["PlainTree", "TerritoryTree"]

_NODES: Final = 1 << 22


class _Rival:
    """A bot that grows a tree."""

    def __init__(self, seconds: float, rng: random.Random | None) -> None:
        self._seconds = seconds
        self._seed = (rng or random.Random()).getrandbits(32)
        self._mind: MctsSearcher | None = None

    def choose(self, view: AnyView) -> Step:
        self.warm_up()
        return self.think(view, SearchLimit(self._seconds)).step

    def think(self, view: AnyView, limit: SearchLimit) -> Thought:
        if not isinstance(view, View):
            raise TypeError("expected a view of penguins")
        return self.warm_up().think(view, limit)

    def warm_up(self) -> "MctsSearcher":
        if self._mind is None:
            warm_up()
            self._mind = self._make_mind()
        return self._mind

    def _make_mind(self) -> "MctsSearcher":
        raise NotImplementedError


class PlainTree(_Rival):
    """UCT: random play from every leaf to the end.

    The textbook explores with the root of 2; the default was found to play better.
    """

    def __init__(
        self, *, seconds: float = 1.0, rng: random.Random | None = None, explore: float = 0.35, nodes: int = _NODES
    ) -> None:
        super().__init__(seconds, rng)
        self._explore = explore
        self._nodes = nodes

    def _make_mind(self) -> "MctsSearcher":
        from shoal.games.penguins.engine.mcts.kernels import PLAYOUTS
        from shoal.games.penguins.engine.mcts.search import MctsConfig, MctsSearch
        from shoal.games.penguins.engine.searchers import MctsSearcher

        return MctsSearcher(MctsSearch(nodes=self._nodes, moving=MctsConfig(PLAYOUTS, self._explore), seed=self._seed))


class TerritoryTree(_Rival):
    """UCT that plays nothing out: a leaf is judged by the fish taken and the floes each seat comes to first.

    `rate` limits how many leaves it looks at a second; 0 is as fast as it can.
    """

    def __init__(
        self,
        *,
        seconds: float = 1.0,
        rng: random.Random | None = None,
        rate: float = 0.0,
        explore: float = 0.2,
        spread: float = 3.0,
        nodes: int = _NODES,
    ) -> None:
        super().__init__(seconds, rng)
        self._rate = rate
        self._explore = explore
        self._spread = spread
        self._nodes = nodes

    def _make_mind(self) -> "MctsSearcher":
        from shoal.games.penguins.engine.mcts.kernels import TERRITORY
        from shoal.games.penguins.engine.mcts.search import MctsConfig, MctsSearch
        from shoal.games.penguins.engine.searchers import MctsSearcher

        grove = MctsSearch(
            nodes=self._nodes,
            moving=MctsConfig(TERRITORY, self._explore, self._spread),
            rate=self._rate,
            seed=self._seed,
        )
        return MctsSearcher(grove)
