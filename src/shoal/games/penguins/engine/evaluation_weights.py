"""The weights of the evaluation, from `weights.toml`, which self-play has found."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from shoal.core.numba_kernels import Numbers
from shoal.games.penguins.board import FLOES
from shoal.games.penguins.engine.lookup_tables import FEATURES, PLAYERS, SEAT_WEIGHTS, WEIGHTS

__all__ = ["NAMES", "POINT", "STANDING", "weigh"]

#: The features, in their order; the last one, how many turns a seat has to wait, only at larger tables.
NAMES: Final = (
    "tempo",
    *(f"first_by_{slides}_slides" for slides in (1, 2, 3, 4)),
    "own_fish",
    *(f"level_by_{slides}_slides" for slides in (1, 2, 3)),
    "targets",
    "own_floes",
    "floes_first",
    *(f"penguins_beside_{floes}" for floes in range(6)),
    *(f"penguins_with_room_{room}" for room in range(6)),
    *(f"first_by_{floes}_floes" for floes in (1, 2, 3, 4, 5)),
    "level_by_floes",
    "wait",
)
#: Weights are whole numbers in this fraction of a worth.
POINT: Final = 256
#: With this many free floes or fewer, all penguins of two players stand.
STANDING: Final = 52


class _Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By feature: in worth, the terms of a square in free floes / 52; and while placing, the weights for 53 to 60."""

    moving: Mapping[str, Sequence[float]]
    placing: Mapping[str, Sequence[float]]


@cache
def _rows(players: int) -> Numbers:
    """By number of free floes: the weights for a table of so many."""
    text = Path(__file__).with_name("weights.toml").read_bytes()
    terms = msgspec.toml.decode(text, type=dict[str, _Terms])[f"players_{players}"]
    rows = np.zeros((FLOES + 1, FEATURES))
    for index, name in enumerate(terms.moving):
        for free in range(STANDING + 1):
            share = free / STANDING
            rows[free, index] = sum(term * share**power for power, term in enumerate(terms.moving[name]))
        rows[STANDING + 1 :, index] = terms.placing[name]
    return np.round(rows * POINT).astype(np.int64)


def weigh(table: Numbers) -> None:
    """Write the weights into a table."""
    players = int(table[PLAYERS])
    rows = _rows(players)
    at = WEIGHTS if players == 2 else SEAT_WEIGHTS
    table[at : at + rows.size] = rows.ravel()
