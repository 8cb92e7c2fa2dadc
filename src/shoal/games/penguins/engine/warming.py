"""Calling every kernel once, so that none has to be compiled or loaded while a clock runs."""

import random

import numpy as np

from shoal.games.penguins.engine.duel import Duel, Finding
from shoal.games.penguins.engine.grove import Grove
from shoal.games.penguins.engine.outlook import hopes, prospects, shares_of_hopes
from shoal.games.penguins.engine.race import race_of
from shoal.games.penguins.engine.skill import Skill
from shoal.games.penguins.engine.table import FEATURES, table_of
from shoal.games.penguins.engine.tree import PLAYOUTS, TERRITORY
from shoal.games.penguins.engine.weights import weigh
from shoal.games.penguins.rules import opening
from shoal.games.penguins.setup import Setup

__all__ = ["warm_all"]


def warm_all() -> None:
    """A few very short searches of a random game."""
    setup = Setup(2, "seven", "none", "one", "end", swaps=False, shifts=(0,) * 8)
    rng = random.Random(1)
    state = opening(setup)
    state = state.play(state.chance().draw(rng.randrange))
    table = table_of(setup, state.fish)
    weigh(table, "territory")
    duel = Duel(1, 10, Skill(depth=2))
    groves = [Grove(nodes=1 << 12, leaf=leaf, explore=0.3, spread=4.0, most=4) for leaf in (PLAYOUTS, TERRITORY)]
    scratch, shares = np.zeros(FEATURES, dtype=np.int64), np.zeros(4)
    hopes(table, race_of(state), scratch)
    prospects(table, race_of(state), scratch, np.zeros(FEATURES, dtype=np.int64))
    shares_of_hopes(table, scratch, 1.0, shares)
    while state.to_act:
        race, finding = race_of(state), Finding()
        duel.begin()
        duel.run(table, race, finding)
        duel.follow(table, race, finding.step)
        for grove in groves:
            grove.begin()
            grove.run(table, race)
        for _ in range(7):
            if state.to_act:
                state = state.play(rng.choice(state.legal(state.to_act[0])))
