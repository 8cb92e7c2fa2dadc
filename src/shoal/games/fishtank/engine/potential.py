"""Kernels: the evaluation of an unfinished tank, which is its points and its potential.

The potential of a kind is that of the pattern or number of cards that promises most: what it would add, less
what the cards would be worth elsewhere, times the chance of getting them. A light creature has the potential
of its neighbours. Cards that score nothing may be turned to plants. The policy weights, `policy[WEIGHTS]`, say
how much all this counts; `tank[kinds]` holds sets of cells.
"""

from math import exp
from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, count, kernel, lowest, small_kernel
from shoal.games.fishtank.engine.policy_weights import (
    ALIKE_RATE,
    ALIKE_WEIGHT,
    AMOUNT_WEIGHT,
    AREA_WEIGHT,
    CARD_COST,
    DIFFERENT_RATE,
    DIFFERENT_WEIGHT,
    DRAW_RATE,
    HAND_EXPONENT,
    NEW_KIND_WEIGHT,
    PLANT_WEIGHT,
    SHAPE_WEIGHT,
)
from shoal.games.fishtank.engine.rules_kernel import ROUNDS
from shoal.games.fishtank.engine.scoring import creature_points
from shoal.games.fishtank.engine.scoring_tables import (
    ADJACENCY,
    AREA,
    AROUND,
    CELLS,
    DEMAND_ALIKE,
    DEMAND_COUNT,
    DEMAND_POINTS,
    DEMAND_WHERE,
    SHAPE,
    WHOLE,
    ScoringTables,
)
from shoal.games.fishtank.options import HAND_SIZE

__all__ = [
    "IDLE",
    "VALUE",
    "add_creatures",
    "add_creatures_near",
    "creature_value",
    "evaluate_tank",
    "kind_potential",
    "new_chances",
    "new_creature_sums",
    "plant_potential",
    "potential_with_cell",
    "potentials_without_cell",
    "set_chances",
]

#: Indices of the sums over light creatures: their points and potential, and how many score nothing now.
VALUE: Final = 0
IDLE: Final = 1
_CREATURE_SUMS: Final = 2

#: The lines of `chances` after those of the kinds: for neighbours that must be alike, or different.
_ALIKE_LINE: Final = 0
_DIFFERENT_LINE: Final = 1
_NEIGHBOUR_LINES: Final = 2


def new_chances(kinds: int) -> Reals:
    """An array for chances, `[kinds + 2, CELLS + 1]`: see `set_chances`."""
    return np.zeros((kinds + _NEIGHBOUR_LINES, CELLS + 1))


def new_creature_sums() -> Reals:
    """An array for the sums over light creatures, `[2]`: `VALUE` and `IDLE`."""
    return np.zeros(_CREATURE_SUMS)


@kernel
def set_chances(policy: Reals, unchosen: Numbers, played: int, chances: Reals) -> None:
    """Fill `chances[kinds + 2, CELLS + 1]` after this many rounds, the present one included.

    By kind and number: the chance of getting this many more cards of the kind, of those in `unchosen[kinds]`.
    Two more lines are for like and for different neighbours, and already hold their weights.
    """
    looks = 0.0
    for turn in range(played, ROUNDS):
        looks += (HAND_SIZE - turn % HAND_SIZE) ** policy[HAND_EXPONENT]
    kinds = len(unchosen)
    total = 0
    squares = 0
    for kind in range(kinds):
        total += unchosen[kind]
        squares += unchosen[kind] * unchosen[kind]
    # How likely two cards are of one kind.
    same = squares / (total * total) if total > 0 else 0.0
    rounds = ROUNDS - played
    for kind in range(kinds):
        mean = 0.0
        if total > 0:
            mean = policy[DRAW_RATE] * looks * unchosen[kind] / total
        # Binomial: one card can be taken in each round, if one is there.
        term = exp(-mean)
        odds = exp(mean / rounds) - 1 if rounds > 0 else 0.0
        rest = 1.0
        for missing in range(1, CELLS + 1):
            rest -= term
            term *= odds * (rounds - missing + 1) / missing
            chances[kind, missing] = max(rest, 0.0) if missing <= unchosen[kind] else 0.0
    alike = 1 - exp(-policy[ALIKE_RATE] * same * looks)
    different = 1 - exp(-policy[DIFFERENT_RATE] * (1 - same) * looks)
    alike_line, different_line = kinds + _ALIKE_LINE, kinds + _DIFFERENT_LINE
    chances[alike_line, 0] = policy[ALIKE_WEIGHT]
    chances[different_line, 0] = policy[DIFFERENT_WEIGHT]
    for missing in range(1, CELLS + 1):
        chances[alike_line, missing] = chances[alike_line, missing - 1] * alike
        chances[different_line, missing] = chances[different_line, missing - 1] * different


@small_kernel
def kind_potential(tables: ScoringTables, policy: Reals, chances: Reals, kind: int, cards: int, free: int) -> float:
    """The potential of a kind that lies on these cells: the best of all patterns that it may complete."""
    if chances[kind, 1] <= 0 or free == 0:
        return 0.0
    family = tables.family[kind]
    now = tables.points[kind, cards]
    cost = policy[CARD_COST]
    best = 0.0
    if family == SHAPE:
        taken = ~(cards | free)
        for number in range(tables.first_pattern[kind], tables.first_pattern[kind + 1]):
            cells = tables.patterns[number]
            if cells & taken:
                continue
            missing = count(cells & ~cards)
            if missing == 0:
                continue
            gain = tables.points[kind, cards | cells] - now - cost * missing
            if gain > 0:
                best = max(best, chances[kind, missing] * gain)
        best *= policy[SHAPE_WEIGHT]
    elif family == AREA:
        area = tables.area[kind]
        have = count(cards & area)
        for missing in range(1, min(count(free & area), tables.useful_cards[kind] - have) + 1):
            gain = tables.area_points[kind, have + missing] - now - cost * missing
            if gain > 0:
                best = max(best, chances[kind, missing] * gain)
        best *= policy[AREA_WEIGHT] if area != WHOLE else policy[AMOUNT_WEIGHT]
    return best if cards else best * policy[NEW_KIND_WEIGHT]


@small_kernel
def potentials_without_cell(
    tables: ScoringTables, policy: Reals, chances: Reals, kind: int, cards: int, free: int, potentials: Reals
) -> None:
    """Fill `potentials[CELLS]`: by free cell, the potential of a kind when another card takes that cell.

    Only the cells of the pattern that promises most are tried one by one: without any other it stays as it is.
    """
    cells = free
    if tables.family[kind] == AREA:
        area = tables.area[kind]
        inside = kind_potential(tables, policy, chances, kind, cards, free & ~(area & free & -(area & free)))
        outside = inside
        if free & ~area:
            outside = kind_potential(tables, policy, chances, kind, cards, free & ~(free & ~area & -(free & ~area)))
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            potentials[cell] = inside if area >> cell & 1 else outside
        return
    if chances[kind, 1] <= 0:
        while cells:
            potentials[lowest(cells)] = 0.0
            cells &= cells - 1
        return
    now = tables.points[kind, cards]
    cost = policy[CARD_COST]
    taken = ~(cards | free)
    best, best_pattern = 0.0, 0
    for number in range(tables.first_pattern[kind], tables.first_pattern[kind + 1]):
        pattern = tables.patterns[number]
        if pattern & taken:
            continue
        missing = count(pattern & ~cards)
        if missing == 0:
            continue
        gain = tables.points[kind, cards | pattern] - now - cost * missing
        if gain > 0 and chances[kind, missing] * gain > best:
            best = chances[kind, missing] * gain
            best_pattern = pattern
    scaled = best * policy[SHAPE_WEIGHT]
    if cards == 0:
        scaled *= policy[NEW_KIND_WEIGHT]
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        if best_pattern >> cell & 1:
            potentials[cell] = kind_potential(tables, policy, chances, kind, cards, free & ~(1 << cell))
        else:
            potentials[cell] = scaled


@small_kernel
def potential_with_cell(
    tables: ScoringTables, policy: Reals, chances: Reals, kind: int, cards: int, free: int, cell: int, without: float
) -> float:
    """The potential of a kind once a card of it lies on a free cell; `without` is that with another card there.

    Where the card makes no points at once, only the patterns that hold its cell have become better.
    """
    after, left = cards | 1 << cell, free & ~(1 << cell)
    now = tables.points[kind, after]
    if tables.family[kind] != SHAPE or cards == 0 or now != tables.points[kind, cards]:
        return kind_potential(tables, policy, chances, kind, after, left)
    if chances[kind, 1] <= 0:
        return 0.0
    taken = ~(after | left)
    best = 0.0
    at = kind * CELLS + cell
    for number in range(tables.first_pattern_at[at], tables.first_pattern_at[at + 1]):
        pattern = tables.patterns_at[number]
        if pattern & taken:
            continue
        missing = count(pattern & ~after)
        if missing == 0:
            continue
        gain = tables.points[kind, after | pattern] - now - policy[CARD_COST] * missing
        if gain > 0:
            best = max(best, chances[kind, missing] * gain)
    return max(without, float(best * policy[SHAPE_WEIGHT]))


@small_kernel
def creature_value(
    tables: ScoringTables, chances: Reals, tank: Numbers, free: int, kind: int, cell: int
) -> tuple[float, int]:
    """The points and potential of a light creature, and 1 if it scores nothing now."""
    kinds = len(tank)
    points = creature_points(tables, tank, kind, cell)
    best = 0.0
    for demand in range(tables.first_demand[kind], tables.first_demand[kind + 1]):
        gain = tables.demands[demand, DEMAND_POINTS] - points
        if gain <= 0:
            break
        near = tables.neighbours[tables.demands[demand, DEMAND_WHERE], cell]
        have, line = 0, kinds + _DIFFERENT_LINE
        if tables.demands[demand, DEMAND_ALIKE]:
            line = kinds + _ALIKE_LINE
            for other in range(kinds):
                have = max(have, count(tank[other] & near))
        else:
            for other in range(kinds):
                have += tank[other] & near != 0
        missing = tables.demands[demand, DEMAND_COUNT] - have
        if missing <= count(near & free):
            best = max(best, chances[line, missing] * gain)
    return points + best, 1 if points == 0 else 0


@kernel
def add_creatures(tables: ScoringTables, chances: Reals, tank: Numbers, free: int, sums: Reals) -> None:
    """Add all light creatures to `sums[2]`."""
    for number in range(len(tables.creatures)):
        kind = tables.creatures[number]
        cards = tank[kind]
        while cards:
            value, idle = creature_value(tables, chances, tank, free, kind, lowest(cards))
            sums[VALUE] += value
            sums[IDLE] += idle
            cards &= cards - 1


@small_kernel
def add_creatures_near(tables: ScoringTables, chances: Reals, tank: Numbers, free: int, cell: int, sums: Reals) -> None:
    """Add those that touch a cell to `sums[2]`; what lies there changes no others."""
    near = tables.neighbours[AROUND, cell]
    for number in range(len(tables.creatures)):
        kind = tables.creatures[number]
        cards = tank[kind] & near
        while cards:
            value, idle = creature_value(tables, chances, tank, free, kind, lowest(cards))
            sums[VALUE] += value
            sums[IDLE] += idle
            cards &= cards - 1


@small_kernel
def plant_potential(tables: ScoringTables, policy: Reals, plants: int, idle: int, left: int) -> float:
    """What `idle` cards that score nothing may still bring as plants, one a turn, with `left` turns to come (T10)."""
    kind = tables.plant
    if tables.family[kind] != AREA:
        return 0.0
    more = min(idle, left)
    have = count(plants & tables.area[kind])
    gain = float(tables.area_points[kind, min(have + more, CELLS)] - tables.area_points[kind, have])
    return max(0.0, float(policy[PLANT_WEIGHT] * gain))


@kernel
def evaluate_tank(tables: ScoringTables, policy: Reals, chances: Reals, tank: Numbers, free: int, sums: Reals) -> float:
    """The evaluation of a whole tank; just the points of a full one. `sums[2]` is overwritten."""
    plant = tables.plant
    sums[VALUE] = 0.0
    sums[IDLE] = 0.0
    add_creatures(tables, chances, tank, free, sums)
    total = float(sums[VALUE])
    idle = int(sums[IDLE])
    for kind in range(len(tank)):
        points = tables.points[kind, tank[kind]]
        total += points
        if points == 0 and kind != plant and tables.family[kind] != ADJACENCY:
            idle += count(tank[kind])
        if free and kind != plant:
            total += kind_potential(tables, policy, chances, kind, tank[kind], free)
    if free:
        total += plant_potential(tables, policy, tank[plant], idle, count(free))
    return total
