"""Calling every kernel once, so that none has to be compiled or loaded while a clock runs."""

import random
from collections.abc import Iterator

import numpy as np

from shoal.core.compiled import Numbers
from shoal.games.penguins.engine.crowd import CROWD
from shoal.games.penguins.engine.duel import Duel, Finding
from shoal.games.penguins.engine.grove import Grove, Manner
from shoal.games.penguins.engine.outlook import doubt, prospects, shares_of_hopes, shares_of_result
from shoal.games.penguins.engine.race import FREE, race_of
from shoal.games.penguins.engine.skill import Skill
from shoal.games.penguins.engine.table import table_of
from shoal.games.penguins.engine.tree import PLAYOUTS, PROSPECTS, TERRITORY
from shoal.games.penguins.engine.weights import weigh
from shoal.games.penguins.rules import State, opening
from shoal.games.penguins.setup import Setup

__all__ = ["warm_all"]


def warm_all() -> None:
    """A few very short searches of random games."""
    duel = Duel(1, 10, Skill(depth=2))
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


def _grove(leaf: int) -> Grove:
    return Grove(nodes=1 << 12, moving=Manner(leaf, 0.3, 4.0, 0.5), most=4)


def _grow(groves: list[Grove], table: Numbers, race: Numbers) -> None:
    for grove in groves:
        grove.begin()
        grove.run(table, race)
