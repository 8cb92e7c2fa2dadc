"""Kernels: the last two cards of a tank, placed as well as they can be."""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel, lowest
from shoal.games.fishtank.engine.rules_kernel import CELL, KIND, NOTHING, TURNED, place_card, placements
from shoal.games.fishtank.engine.scoring import sets_of, tank_points
from shoal.games.fishtank.engine.scoring_tables import ScoringTables

__all__ = ["SET_VALUE", "best_last_card", "final_value", "last_placement_values"]

#: Sets decide between equal points (T18): a set is worth so little that points come first.
SET_VALUE: Final = 1 / 64


@kernel
def final_value(tables: ScoringTables, tank: Numbers) -> float:
    """The points of a full tank, with `SET_VALUE` for every set."""
    return tank_points(tables, tank) + SET_VALUE * sets_of(tables, tank)


@kernel
def best_last_card(tables: ScoringTables, tank: Numbers, free: int, hand: Numbers, chosen: Numbers) -> float:
    """The value of the best card of `hand[kinds]` on the last free cell (T11), with the best card to turn.

    The card and its placing go to `chosen[CHOSEN]`.
    """
    plant = tables.plant
    cell = lowest(free)
    chosen[CELL] = cell
    best = -1.0
    for kind in range(len(tank)):
        if hand[kind] == 0:
            continue
        tank[kind] |= free
        value = final_value(tables, tank)
        if value > best:
            best = value
            chosen[KIND] = kind
            chosen[TURNED] = NOTHING
        for other in range(len(tank)):
            if other == plant:
                continue
            cards = tank[other]
            while cards:
                gone = cards & -cards
                cards &= cards - 1
                tank[other] ^= gone
                tank[plant] ^= gone
                value = final_value(tables, tank)
                if value > best:
                    best = value
                    chosen[KIND] = kind
                    chosen[TURNED] = lowest(gone)
                tank[other] ^= gone
                tank[plant] ^= gone
        tank[kind] &= ~free
    return best


@kernel
def last_placement_values(
    tables: ScoringTables, tank: Numbers, free: int, kind: int, hand: Numbers, values: Reals, chosen: Numbers
) -> None:
    """Fill `values[CELLS, CELLS + 1]`: the final value after each way to place the last card, or the last but one.

    After the last but one, the last card comes from `hand[kinds]`. The indices are those of `evaluate_placements`.
    """
    plant = tables.plant
    after = np.zeros(len(tank), dtype=np.int64)
    values[:] = -1e9
    for cell, turned in placements(free, tank[plant]):
        after[:] = tank
        place_card(after, plant, kind, cell, turned)
        rest = free & ~(1 << cell)
        values[cell, turned] = best_last_card(tables, after, rest, hand, chosen) if rest else final_value(tables, after)
