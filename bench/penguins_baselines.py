"""Baselines for the penguins engine: well-known searches on the same kernels.

`python -m bench.penguins_match --opponent uct` (or `territory`) plays them against the engine. Both keep their tree
between moves and, with two players, mark subtrees that are solved.
"""

import random
from typing import TYPE_CHECKING, Final

from shoal.games.penguins.engine import Engine

if TYPE_CHECKING:
    from shoal.games.penguins.engine.searchers import MctsSearcher

__all__ = ["TerritoryBot", "UctBot"]

_NODES: Final = 1 << 22


class UctBot(Engine):
    """UCT: a random playout from every leaf to the end.

    The textbook value of `exploration` is √2; the default plays better.
    """

    def __init__(
        self, *, seconds: float = 1.0, rng: random.Random | None = None, exploration: float = 0.35, nodes: int = _NODES
    ) -> None:
        super().__init__(rng or random.Random(), seconds=seconds)
        self._exploration = exploration
        self._nodes = nodes

    def _make_searcher(self, seed: int) -> "MctsSearcher":
        from shoal.games.penguins.engine.mcts.config import PLAYOUT_LEAF, MctsConfig
        from shoal.games.penguins.engine.mcts.search import MctsSearch
        from shoal.games.penguins.engine.searchers import MctsSearcher

        config = MctsConfig(PLAYOUT_LEAF, self._exploration)
        return MctsSearcher(MctsSearch(nodes=self._nodes, moving=config, seed=seed))


class TerritoryBot(Engine):
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
        super().__init__(rng or random.Random(), seconds=seconds)
        self._leaves_per_second = leaves_per_second
        self._exploration = exploration
        self._error = error
        self._nodes = nodes

    def _make_searcher(self, seed: int) -> "MctsSearcher":
        from shoal.games.penguins.engine.mcts.config import TERRITORY_LEAF, MctsConfig
        from shoal.games.penguins.engine.mcts.search import MctsSearch
        from shoal.games.penguins.engine.searchers import MctsSearcher

        search = MctsSearch(
            nodes=self._nodes,
            moving=MctsConfig(TERRITORY_LEAF, self._exploration, self._error),
            leaves_per_second=self._leaves_per_second,
            seed=seed,
        )
        return MctsSearcher(search)
