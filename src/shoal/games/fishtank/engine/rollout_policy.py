"""Kernels: playing by points and hopes at once, without looking further: which card, which cell, which turn."""

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, count, kernel, lowest
from shoal.games.fishtank.engine.potential import (
    creature,
    creatures,
    creatures_near,
    hope_with,
    hopes_beside,
    kind_hope,
    plant_hope,
)
from shoal.games.fishtank.engine.scoring_tables import ADJACENCY, CELLS, Book

__all__ = ["CELL", "KIND", "NOTHING", "TURNED", "decide", "lay"]

#: What a decision says: the kind taken, its cell, and the cell of the card turned, if any.
KIND = 0
CELL = 1
TURNED = 2
NOTHING = -1

#: With so few cards to come, cards that score nothing should be turned.
_LATE = 4
#: Cards that make more points than this are not turned by habit.
_DEAR = 3


@kernel
def lay(tank: Numbers, plant: int, kind: int, cell: int, turned: int) -> None:
    """Put a card on a cell, and turn a card, perhaps the same one."""
    bit = 1 << cell
    if turned == cell:
        tank[plant] |= bit
        return
    tank[kind] |= bit
    if turned >= 0:
        gone = 1 << turned
        for other in range(len(tank)):
            tank[other] &= ~gone
        tank[plant] |= gone


@kernel
def decide(
    book: Book, habits: Reals, odds: Reals, tank: Numbers, free: int, hand: Numbers, room: Reals, chosen: Numbers
) -> float:
    """The card of the hand and the way to place it that promise most.

    A card laid on a cell takes that cell from the hopes of all other kinds, whichever kind it is: these are
    summed up once, as are the light creatures that the cell does not touch. `room` has a line of cells for
    every kind and four more.
    """
    kinds = len(tank)
    plant = book.plant[0]
    sums, tally, far, far_idle = room[kinds], room[kinds + 1], room[kinds + 2], room[kinds + 3]
    fixed, idle, lights = 0.0, 0, 0
    sums[:] = 0.0
    for kind in range(kinds):
        points = book.points[kind, tank[kind]]
        fixed += points
        if book.family[kind] == ADJACENCY:
            lights |= tank[kind]
            continue
        if kind == plant:
            continue
        if points == 0:
            idle += count(tank[kind])
        hopes_beside(book, habits, odds, kind, tank[kind], free, room[kind])
        cells = free
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            sums[cell] += room[kind, cell]
    far[:] = 0.0
    far_idle[:] = 0.0
    if lights:
        _look_from_afar(book, odds, tank, free, far, far_idle)
    best = -1e9
    left = count(free) - 1
    any_kind = NOTHING
    for kind in range(kinds):
        if hand[kind] > 0:
            any_kind = kind
    for kind in range(kinds):
        if hand[kind] == 0 and kind != plant:
            continue
        before = tank[kind]
        base = fixed - book.points[kind, before]
        light = book.family[kind] == ADJACENCY
        others_idle = idle
        if not light and kind != plant and book.points[kind, before] == 0:
            others_idle -= count(before)
        cells = free
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            bit = 1 << cell
            after = before | bit
            points = book.points[kind, after]
            value = base + points + sums[cell] + far[cell]
            still_idle = others_idle + int(far_idle[cell])
            if not light and kind != plant:
                beside = room[kind, cell]
                value += hope_with(book, habits, odds, kind, before, free, cell, beside) - beside
                if points == 0:
                    still_idle += count(after)
            tank[kind] = after
            if light or lights:
                tally[0] = 0.0
                tally[1] = 0.0
                creatures_near(book, odds, tank, free & ~bit, cell, tally)
                value += tally[0]
                still_idle += int(tally[1])
            if light:
                own, unmet = creature(book, odds, tank, free & ~bit, kind, cell)
                value += own
                still_idle += unmet
            if left:
                value += plant_hope(book, habits, tank[plant], still_idle, left)
            tank[kind] = before
            if value > best:
                best = value
                chosen[CELL] = cell
                chosen[KIND] = any_kind if kind == plant else kind
                chosen[TURNED] = cell if kind == plant else NOTHING
    # Turning can wait as long as there are turns enough, unless a light creature looks on.
    if chosen[TURNED] == NOTHING and (lights or left <= _LATE):
        best = _turn(book, habits, odds, tank, free, tally, chosen, best)
    return best


@kernel
def _look_from_afar(book: Book, odds: Reals, tank: Numbers, free: int, far: Reals, far_idle: Reals) -> None:
    """By free cell, what the light creatures that it does not touch score and hope for, and how many are idle."""
    for number in range(len(book.light)):
        kind = book.light[number]
        cards = tank[kind]
        while cards:
            at = lowest(cards)
            cards &= cards - 1
            value, unmet = creature(book, odds, tank, free, kind, at)
            cells = free & ~book.touching[2, at]
            while cells:
                cell = lowest(cells)
                cells &= cells - 1
                far[cell] += value
                far_idle[cell] += unmet


@kernel
def _turn(
    book: Book, habits: Reals, odds: Reals, tank: Numbers, free: int, tally: Reals, chosen: Numbers, best: float
) -> float:
    """Whether turning an earlier card makes the placing better: its kind, the plants and the creatures change."""
    plant = book.plant[0]
    bit = 1 << chosen[CELL]
    rest = free & ~bit
    left = count(rest)
    tank[chosen[KIND]] |= bit
    tally[0] = 0.0
    tally[1] = 0.0
    creatures(book, odds, tank, rest, tally)
    others = best - tally[0] - book.points[plant, tank[plant]]
    idle = 0
    for kind in range(len(tank)):
        if kind != plant and book.family[kind] != ADJACENCY and book.points[kind, tank[kind]] == 0:
            idle += count(tank[kind])
    if left:
        others -= plant_hope(book, habits, tank[plant], idle + int(tally[1]), left)
    for kind in range(len(tank)):
        cards = tank[kind] & ~bit
        if kind == plant or cards == 0:
            continue
        whole = tank[kind]
        points = book.points[kind, whole]
        light = book.family[kind] == ADJACENCY
        without = others - points - kind_hope(book, habits, odds, kind, whole, rest)
        idle_without = idle - count(whole) if points == 0 and not light else idle
        while cards:
            gone = cards & -cards
            cards &= cards - 1
            fewer = book.points[kind, whole ^ gone]
            if points - fewer > _DEAR:
                continue
            tank[kind] = whole ^ gone
            tank[plant] ^= gone
            tally[0] = 0.0
            tally[1] = 0.0
            creatures(book, odds, tank, rest, tally)
            value = without + fewer + tally[0] + book.points[plant, tank[plant]]
            value += kind_hope(book, habits, odds, kind, whole ^ gone, rest)
            if left:
                unmet = idle_without + int(tally[1])
                if fewer == 0 and not light:
                    unmet += count(whole ^ gone)
                value += plant_hope(book, habits, tank[plant], unmet, left)
            if value > best + 1e-9:
                best = value
                chosen[TURNED] = lowest(gone)
            tank[plant] ^= gone
        tank[kind] = whole
    tank[chosen[KIND]] &= ~bit
    return best


def room_for(kinds: int) -> Reals:
    """Where a decision may write."""
    return np.zeros((kinds + 4, CELLS))
