"""Kernels: the rollout policy, which takes and places a card by the evaluation alone, without looking ahead."""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, count, kernel, lowest
from shoal.games.fishtank.engine.policy_weights import CARD_COST
from shoal.games.fishtank.engine.potential import (
    IDLE,
    VALUE,
    add_creatures,
    add_creatures_near,
    creature_value,
    evaluate_tank,
    kind_potential,
    plant_potential,
    potential_with_cell,
    potentials_without_cell,
)
from shoal.games.fishtank.engine.rules_kernel import CELL, KIND, NOTHING, TURNED, place_card, placements
from shoal.games.fishtank.engine.scoring_tables import ADJACENCY, AROUND, CELLS, ScoringTables

__all__ = ["best_placement", "evaluate_placements", "new_scratch"]

#: The policy turns no card that makes so many times what a card is worth elsewhere, or more.
_TOO_GOOD_TO_TURN: Final = 1.6
#: Less than any evaluation.
_WORST: Final = -1e9

#: The lines of the scratch array after those of the kinds: by cell, the potential of all other kinds; the sums of
#: creatures near a cell; the value, and the number of idle ones, of creatures that a cell does not touch.
_POTENTIAL_LINE: Final = 0
_NEAR_LINE: Final = 1
_FAR_LINE: Final = 2
_FAR_IDLE_LINE: Final = 3
_EXTRA_LINES: Final = 4


def new_scratch(kinds: int) -> Reals:
    """An array that `best_placement` may write to, `[kinds + 4, CELLS]`."""
    return np.zeros((kinds + _EXTRA_LINES, CELLS))


@kernel
def evaluate_placements(
    tables: ScoringTables, policy: Reals, chances: Reals, tank: Numbers, free: int, kind: int, values: Reals,
    sums: Reals,
) -> None:  # fmt: skip
    """Fill `values[CELLS, CELLS + 1]`: the evaluation after each way to place a card, by cell and turned cell.

    The last column is for placing it without turning a card; what is not possible has less than any evaluation.
    """
    plant = tables.plant
    after = np.zeros(len(tank), dtype=np.int64)
    values[:] = _WORST
    for cell, turned in placements(free, tank[plant]):
        after[:] = tank
        place_card(after, plant, kind, cell, turned)
        values[cell, turned] = evaluate_tank(tables, policy, chances, after, free & ~(1 << cell), sums)


@kernel
def best_placement(
    tables: ScoringTables, policy: Reals, chances: Reals, tank: Numbers, free: int, hand: Numbers, scratch: Reals,
    chosen: Numbers,
) -> float:  # fmt: skip
    """The evaluation after the best card of `hand[kinds]` and its best placement, which go to `chosen[CHOSEN]`.

    A card laid on a cell takes that cell from the potential of all other kinds, whichever kind it is: these are
    summed up once, as are the light creatures that the cell does not touch. `scratch` is that of `new_scratch`.
    """
    kinds = len(tank)
    plant = tables.plant
    potentials, near = scratch[kinds + _POTENTIAL_LINE], scratch[kinds + _NEAR_LINE]
    far, far_idle = scratch[kinds + _FAR_LINE], scratch[kinds + _FAR_IDLE_LINE]
    fixed, idle, creatures = 0.0, 0, 0
    potentials[:] = 0.0
    for kind in range(kinds):
        points = tables.points[kind, tank[kind]]
        fixed += points
        if tables.family[kind] == ADJACENCY:
            creatures |= tank[kind]
            continue
        if kind == plant:
            continue
        if points == 0:
            idle += count(tank[kind])
        potentials_without_cell(tables, policy, chances, kind, tank[kind], free, scratch[kind])
        cells = free
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            potentials[cell] += scratch[kind, cell]
    far[:] = 0.0
    far_idle[:] = 0.0
    if creatures:
        _add_far_creatures(tables, chances, tank, free, far, far_idle)
    best = _WORST
    left = count(free) - 1
    any_kind = NOTHING
    for kind in range(kinds):
        if hand[kind] > 0:
            any_kind = kind
    for kind in range(kinds):
        if hand[kind] == 0 and kind != plant:
            continue
        before = tank[kind]
        base = fixed - tables.points[kind, before]
        is_creature = tables.family[kind] == ADJACENCY
        others_idle = idle
        if not is_creature and kind != plant and tables.points[kind, before] == 0:
            others_idle -= count(before)
        cells = free
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            bit = 1 << cell
            after = before | bit
            points = tables.points[kind, after]
            value = base + points + potentials[cell] + far[cell]
            still_idle = others_idle + int(far_idle[cell])
            if not is_creature and kind != plant:
                without = scratch[kind, cell]
                value += potential_with_cell(tables, policy, chances, kind, before, free, cell, without) - without
                if points == 0:
                    still_idle += count(after)
            tank[kind] = after
            if is_creature or creatures:
                near[VALUE] = 0.0
                near[IDLE] = 0.0
                add_creatures_near(tables, chances, tank, free & ~bit, cell, near)
                value += near[VALUE]
                still_idle += int(near[IDLE])
            if is_creature:
                own_value, own_idle = creature_value(tables, chances, tank, free & ~bit, kind, cell)
                value += own_value
                still_idle += own_idle
            if left:
                value += plant_potential(tables, policy, tank[plant], still_idle, left)
            tank[kind] = before
            if value > best:
                best = value
                chosen[CELL] = cell
                chosen[KIND] = any_kind if kind == plant else kind
                chosen[TURNED] = cell if kind == plant else NOTHING
    # Turning a card can wait while there are turns for all useful plants, unless a light creature may count it.
    if chosen[TURNED] == NOTHING and (creatures or left <= tables.useful_cards[plant]):
        best = _best_turn(tables, policy, chances, tank, free, near, chosen, best)
    return best


@kernel
def _add_far_creatures(
    tables: ScoringTables, chances: Reals, tank: Numbers, free: int, far: Reals, far_idle: Reals
) -> None:
    """By free cell, add up the value and the idle ones of the light creatures that the cell does not touch."""
    for number in range(len(tables.creatures)):
        kind = tables.creatures[number]
        cards = tank[kind]
        while cards:
            at = lowest(cards)
            cards &= cards - 1
            value, idle = creature_value(tables, chances, tank, free, kind, at)
            cells = free & ~tables.neighbours[AROUND, at]
            while cells:
                cell = lowest(cells)
                cells &= cells - 1
                far[cell] += value
                far_idle[cell] += idle


@kernel
def _best_turn(
    tables: ScoringTables, policy: Reals, chances: Reals, tank: Numbers, free: int, sums: Reals, chosen: Numbers,
    best: float,
) -> float:  # fmt: skip
    """Turn an earlier card if that makes the placing better: its kind, the plants and the creatures change."""
    plant = tables.plant
    most_turned = _TOO_GOOD_TO_TURN * policy[CARD_COST]
    bit = 1 << chosen[CELL]
    rest = free & ~bit
    left = count(rest)
    tank[chosen[KIND]] |= bit
    sums[VALUE] = 0.0
    sums[IDLE] = 0.0
    add_creatures(tables, chances, tank, rest, sums)
    others = best - sums[VALUE] - tables.points[plant, tank[plant]]
    idle = 0
    for kind in range(len(tank)):
        if kind != plant and tables.family[kind] != ADJACENCY and tables.points[kind, tank[kind]] == 0:
            idle += count(tank[kind])
    if left:
        others -= plant_potential(tables, policy, tank[plant], idle + int(sums[IDLE]), left)
    for kind in range(len(tank)):
        cards = tank[kind] & ~bit
        if kind == plant or cards == 0:
            continue
        whole = tank[kind]
        points = tables.points[kind, whole]
        is_creature = tables.family[kind] == ADJACENCY
        without = others - points - kind_potential(tables, policy, chances, kind, whole, rest)
        idle_without = idle - count(whole) if points == 0 and not is_creature else idle
        while cards:
            gone = cards & -cards
            cards &= cards - 1
            fewer = tables.points[kind, whole ^ gone]
            if points - fewer > most_turned:
                continue
            tank[kind] = whole ^ gone
            tank[plant] ^= gone
            sums[VALUE] = 0.0
            sums[IDLE] = 0.0
            add_creatures(tables, chances, tank, rest, sums)
            value = without + fewer + sums[VALUE] + tables.points[plant, tank[plant]]
            value += kind_potential(tables, policy, chances, kind, whole ^ gone, rest)
            if left:
                still_idle = idle_without + int(sums[IDLE])
                if fewer == 0 and not is_creature:
                    still_idle += count(whole ^ gone)
                value += plant_potential(tables, policy, tank[plant], still_idle, left)
            if value > best + 1e-9:
                best = value
                chosen[TURNED] = lowest(gone)
            tank[plant] ^= gone
        tank[kind] = whole
    tank[chosen[KIND]] &= ~bit
    return best
