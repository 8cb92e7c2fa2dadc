"""Kernels: the points of a tank, from the set of cells of each kind (T12 to T16).

A tank is an array `[kinds]` of sets of cells, the plant among the kinds.
"""

from shoal.core.numba_kernels import Numbers, count, kernel, lowest, small_kernel
from shoal.games.fishtank.engine.scoring_tables import (
    DEMAND_ALIKE,
    DEMAND_COUNT,
    DEMAND_POINTS,
    DEMAND_WHERE,
    ScoringTables,
)

__all__ = ["all_creature_points", "creature_points", "sets_of", "tank_points"]


@small_kernel
def creature_points(tables: ScoringTables, tank: Numbers, kind: int, cell: int) -> int:
    """What a light creature scores on a cell: the best of what its neighbours meet (T15)."""
    for demand in range(tables.first_demand[kind], tables.first_demand[kind + 1]):
        needed = tables.demands[demand, DEMAND_COUNT]
        near = tables.neighbours[tables.demands[demand, DEMAND_WHERE], cell]
        if tables.demands[demand, DEMAND_ALIKE]:
            for other in range(len(tank)):
                if count(tank[other] & near) >= needed:
                    return int(tables.demands[demand, DEMAND_POINTS])
        else:
            different = 0
            for other in range(len(tank)):
                different += tank[other] & near != 0
            if different >= needed:
                return int(tables.demands[demand, DEMAND_POINTS])
    return 0


@kernel
def all_creature_points(tables: ScoringTables, tank: Numbers) -> int:
    """The points of all light creatures."""
    total = 0
    for number in range(len(tables.creatures)):
        kind = tables.creatures[number]
        cards = tank[kind]
        while cards:
            total += creature_points(tables, tank, kind, lowest(cards))
            cards &= cards - 1
    return total


@kernel
def tank_points(tables: ScoringTables, tank: Numbers) -> int:
    """The points of the whole tank."""
    total = all_creature_points(tables, tank)
    for kind in range(len(tank)):
        total += tables.points[kind, tank[kind]]
    return total


@kernel
def sets_of(tables: ScoringTables, tank: Numbers) -> int:
    """How many kinds score anything (T18)."""
    sets = 0
    for kind in range(len(tank)):
        if tables.points[kind, tank[kind]] > 0:
            sets += 1
    for number in range(len(tables.creatures)):
        kind = tables.creatures[number]
        cards = tank[kind]
        while cards:
            if creature_points(tables, tank, kind, lowest(cards)) > 0:
                sets += 1
                break
            cards &= cards - 1
    return sets
