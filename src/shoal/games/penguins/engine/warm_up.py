"""Calling every kernel once, so that none has to be compiled or loaded while a clock runs."""

import random
from collections.abc import Iterator

import numpy as np

from shoal.core.numba_kernels import Numbers
from shoal.games.penguins.engine.alphabeta.driver import AlphaBetaDriver, Finding
from shoal.games.penguins.engine.evaluation_weights import weigh
from shoal.games.penguins.engine.lookup_tables import table_of
from shoal.games.penguins.engine.mcts.kernels import PLAYOUTS, PROSPECTS, TERRITORY
from shoal.games.penguins.engine.mcts.multiplayer_evaluation import doubt, prospects, shares_of_hopes, shares_of_result
from shoal.games.penguins.engine.mcts.multiplayer_features import CROWD
from shoal.games.penguins.engine.mcts.search import MctsConfig, MctsSearch
from shoal.games.penguins.engine.search_position import FREE, race_of
from shoal.games.penguins.engine.settings import Skill
from shoal.games.penguins.options import Setup
from shoal.games.penguins.state import State, opening

__all__ = ["warm_all"]


def warm_all() -> None:
    """A few very short searches of random games."""
    duel = AlphaBetaDriver(1, 10, Skill(depth=2))
    groves = [_grove(leaf) for leaf in (PLAYOUTS, TERRITORY)]
    for state, table in _moments(2):
        race, finding = race_of(state), Finding()
        duel.begin()
        duel.run(table, race, finding)
        duel.follow(table, race, finding.step)
        _grow(groves, table, race)
    worths, shares = np.zeros(4, dtype=np.int64), np.zeros(4)
    groves = [_grove(PROSPECTS)]
    for state, table in _moments(3):
        race = race_of(state)
        _grow(groves, table, race)
        prospects(table, race, worths, np.zeros(CROWD, dtype=np.int64))
        shares_of_hopes(table, worths, doubt(int(race[FREE])), shares)
        shares_of_result(table, race, shares)


def _moments(players: int) -> Iterator[tuple[State, Numbers]]:
    """Some moments of a random game, with its table."""
    setup = Setup(players, "seven", "none", "one", "end", swaps=False, shifts=(0,) * 8)
    rng = random.Random(1)
    state = opening(setup)
    state = state.play(state.chance().draw(rng.randrange))
    table = table_of(setup, state.fish)
    weigh(table)
    while state.to_act:
        yield state, table
        for _ in range(7):
            if state.to_act:
                state = state.play(rng.choice(state.legal(state.to_act[0])))


def _grove(leaf: int) -> MctsSearch:
    return MctsSearch(nodes=1 << 12, moving=MctsConfig(leaf, 0.3, 4.0, 0.5), most=4)


def _grow(groves: list[MctsSearch], table: Numbers, race: Numbers) -> None:
    for grove in groves:
        grove.begin()
        grove.run(table, race)
