"""What self-play has taught the engine for larger tables, from `learnt.npz`; `bench/penguins_learn.py` makes it."""

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from shoal.core.compiled import Reals
from shoal.games.penguins.engine.chances import Network

__all__ = ["LEARNT", "leanings_of", "network_of"]

LEARNT: Final = Path(__file__).with_name("learnt.npz")


@cache
def leanings_of(players: int) -> Reals:
    """By stage: how much each sign of a step says."""
    with np.load(LEARNT) as tables:
        leanings: Reals = tables[f"leanings{players}"].astype(np.float64)
    return leanings


@cache
def network_of(players: int) -> Network:
    """The network that tells the seats' chances."""
    with np.load(LEARNT) as tables:
        return Network(*(tables[f"{name}{players}"].astype(np.float32) for name in Network._fields))
