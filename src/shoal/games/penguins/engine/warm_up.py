"""Calling every kernel once, so that none has to be compiled or loaded while a clock runs."""

import random
from collections.abc import Iterator

import numpy as np

from shoal.core.numba_kernels import Numbers
from shoal.games.penguins.engine.alphabeta.driver import AlphaBetaDriver, AlphaBetaResult
from shoal.games.penguins.engine.evaluation_weights import write_weights
from shoal.games.penguins.engine.lookup_tables import build_tables
from shoal.games.penguins.engine.mcts.config import EVALUATION_LEAF, PLAYOUT_LEAF, TERRITORY_LEAF, MctsConfig
from shoal.games.penguins.engine.mcts.multiplayer_evaluation import (
    evaluation_error,
    expected_worths,
    shares_of_result,
    shares_of_worths,
)
from shoal.games.penguins.engine.mcts.multiplayer_features import FEATURES_SCRATCH_SIZE
from shoal.games.penguins.engine.mcts.search import MctsSearch
from shoal.games.penguins.engine.search_position import FREE, SEATS, position_of
from shoal.games.penguins.engine.settings import Settings
from shoal.games.penguins.options import Options
from shoal.games.penguins.state import State, opening

__all__ = ["warm_up_all"]


def warm_up_all() -> None:
    """Run a few very short searches in random games."""
    driver = AlphaBetaDriver(Settings(depth=2), 10)
    searches = [_small_search(leaf) for leaf in (PLAYOUT_LEAF, TERRITORY_LEAF)]
    for state, tables in _random_states(2):
        position, result = position_of(state), AlphaBetaResult()
        driver.begin()
        driver.run(tables, position, result)
        driver.principal_variation(tables, position, result.step)
        _run(searches, tables, position)
    worths, shares = np.zeros(SEATS, dtype=np.int64), np.zeros(SEATS)
    searches = [_small_search(EVALUATION_LEAF)]
    for state, tables in _random_states(3):
        position = position_of(state)
        _run(searches, tables, position)
        expected_worths(tables, position, worths, np.zeros(FEATURES_SCRATCH_SIZE, dtype=np.int64))
        shares_of_worths(tables, worths, evaluation_error(int(position[FREE])), shares)
        shares_of_result(tables, position, shares)


def _random_states(players: int) -> Iterator[tuple[State, Numbers]]:
    """Every seventh state of a random game, with its lookup tables."""
    options = Options(players, "seven", "none", "one", "end", swaps=False, shifts=(0,) * 8)
    rng = random.Random(1)
    state = opening(options)
    state = state.play(state.chance().draw(rng.randrange))
    tables = build_tables(options, state.fish)
    write_weights(tables)
    while state.to_act:
        yield state, tables
        for _ in range(7):
            if state.to_act:
                state = state.play(rng.choice(state.legal(state.to_act[0])))


def _small_search(leaf: int) -> MctsSearch:
    return MctsSearch(nodes=1 << 12, moving=MctsConfig(leaf, 0.3, 4.0, 0.5), max_leaves=4)


def _run(searches: list[MctsSearch], tables: Numbers, position: Numbers) -> None:
    for search in searches:
        search.begin()
        search.run(tables, position)
        _ = search.principal_variation
