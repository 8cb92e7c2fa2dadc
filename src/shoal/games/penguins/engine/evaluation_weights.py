"""The weights of the evaluation, from `weights.toml`. Self-play found them (`python -m bench.penguins_weights`)."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from shoal.core.numba_kernels import Numbers
from shoal.games.penguins.board import FLOES
from shoal.games.penguins.engine.features import FEATURE_NAMES, FEATURE_ROW
from shoal.games.penguins.engine.lookup_tables import PLAYERS, SEAT_WEIGHTS, WEIGHTS

__all__ = ["MAX_FREE_WHILE_MOVING", "WEIGHT_SCALE", "write_weights"]

#: Weights are whole numbers in this fraction of a worth.
WEIGHT_SCALE: Final = 256
#: With this many free floes or fewer, all penguins of two players stand.
MAX_FREE_WHILE_MOVING: Final = 52


class _WeightTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By feature, in worth: the coefficients of a quadratic in free floes / 52, and the weights for 53 to 60."""

    moving: Mapping[str, Sequence[float]]
    placing: Mapping[str, Sequence[float]]


@cache
def _weights(players: int) -> Numbers:
    """The weights for a table of `players`, `[free floes, FEATURE_ROW]`."""
    text = Path(__file__).with_name("weights.toml").read_bytes()
    terms = msgspec.toml.decode(text, type=dict[str, _WeightTerms])[f"players_{players}"]
    weights = np.zeros((FLOES + 1, FEATURE_ROW))
    for name in terms.moving:
        feature = FEATURE_NAMES.index(name)
        for free in range(MAX_FREE_WHILE_MOVING + 1):
            share = free / MAX_FREE_WHILE_MOVING
            weights[free, feature] = sum(term * share**power for power, term in enumerate(terms.moving[name]))
        weights[MAX_FREE_WHILE_MOVING + 1 :, feature] = terms.placing[name]
    return np.round(weights * WEIGHT_SCALE).astype(np.int64)


def write_weights(tables: Numbers, taste: float = 0.0, seed: int = 0) -> None:
    """Write the weights into the lookup tables of a deal.

    With a `taste`, each feature counts for up to this part more or less: how much, follows from the seed.
    """
    players = int(tables[PLAYERS])
    weights = _weights(players)
    if taste:
        factors = 1 + taste * np.random.default_rng(seed).uniform(-1, 1, weights.shape[1])
        weights = np.round(weights * factors).astype(np.int64)
    at = WEIGHTS if players == 2 else SEAT_WEIGHTS
    tables[at : at + weights.size] = weights.ravel()
