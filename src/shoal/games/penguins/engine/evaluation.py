"""Kernels: judging a position of two players by who comes where first.

Each floe goes to whoever needs fewer slides to it. All floes are looked at together, as sets. The numbers that are
found are the `features` of a position; the evaluation adds them up with weights that depend on how much ice is left.
"""

from typing import Final

from shoal.core.numba_kernels import Numbers, count, kernel, lowest
from shoal.games.penguins.engine.lookup_tables import FEATURES, NEIGHBOURS, WEIGHTS
from shoal.games.penguins.engine.move_generation import around, fish_on, slides_of_all

__all__ = ["USED", "evaluate", "features"]

#: How many features there are.
USED: Final = 30


@kernel
def features(table: Numbers, free: int, me: int, opponent: int, found: Numbers, at: int) -> None:
    """Write the features, as the player on turn sees them, from `at` on."""
    for index in range(USED):
        found[at + index] = 0
    found[at] = 1
    my_edge, their_edge = me, opponent
    mine = theirs = my_close = their_close = 0
    level = 1
    while my_edge | their_edge:
        my_edge = slides_of_all(table, my_edge, free) & ~mine
        their_edge = slides_of_all(table, their_edge, free) & ~theirs
        mine |= my_edge
        theirs |= their_edge
        if level == 1:
            found[at + 9] = count(my_edge) - count(their_edge)
        found[at + 5 + min(level, 3)] += fish_on(table, my_edge & their_edge)
        my_first = my_edge & ~theirs
        their_first = their_edge & ~mine
        my_close |= my_first
        their_close |= their_first
        found[at + min(level, 4)] += fish_on(table, my_first) - fish_on(table, their_first)
        level += 1
    my_own = mine & ~theirs
    their_own = theirs & ~mine
    found[at + 5] = fish_on(table, my_own) - fish_on(table, their_own)
    found[at + 10] = count(my_own) - count(their_own)
    found[at + 11] = count(my_close) - count(their_close)
    _penguins(table, free, me, 1, found, at + 12)
    _penguins(table, free, opponent, -1, found, at + 12)
    _waddles(table, free, me, opponent, found, at + 24)


@kernel
def _penguins(table: Numbers, free: int, penguins: int, sign: int, found: Numbers, at: int) -> None:
    """How many penguins have how many free floes beside them."""
    while penguins:
        beside = table[NEIGHBOURS + lowest(penguins)] & free
        found[at + min(count(beside), 5)] += sign
        room = count((around(table, beside) | beside) & free)
        found[at + 6 + min((room + 2) // 3, 5)] += sign
        penguins &= penguins - 1


@kernel
def _waddles(table: Numbers, free: int, me: int, opponent: int, found: Numbers, at: int) -> None:
    """Who comes where first when all penguins go floe by floe."""
    unclaimed = free
    level = 1
    while me | opponent:
        me = around(table, me) & unclaimed
        opponent = around(table, opponent) & unclaimed
        unclaimed &= ~(me | opponent)
        both = me & opponent
        found[at + 5] += fish_on(table, both)
        found[at + min(level, 5) - 1] += fish_on(table, me ^ both) - fish_on(table, opponent ^ both)
        level += 1


@kernel
def evaluate(table: Numbers, free: int, me: int, opponent: int, work: Numbers, at: int) -> int:
    """What the player on turn will take more than the other from here on, in worth; `at` is where it may scribble."""
    features(table, free, me, opponent, work, at)
    weights = WEIGHTS + FEATURES * count(free)
    total = 0
    for index in range(USED):
        total += work[at + index] * table[weights + index]
    return total >> 8
