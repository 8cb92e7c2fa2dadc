"""Kernels: where penguins can slide, one by one and all at once."""

from shoal.core.numba_kernels import Numbers, count, kernel, last, lowest
from shoal.games.penguins.engine.lookup_tables import (
    FISH_HIGH,
    FISH_LOW,
    NEIGHBOURS,
    RAYS,
    REGULAR,
    SIDES,
    WORTH_OF_A_FISH,
)

__all__ = ["around", "can_move", "fish_on", "reach", "slides_of_all", "targets", "worth_of"]


@kernel
def targets(table: Numbers, floe: int, free: int) -> int:
    """Where a penguin on this floe can slide (P11, P12): up to the first floe that is not free, on six rays."""
    at = RAYS + 6 * floe
    gone = ~free
    one: int = table[at]
    two: int = table[at + 1]
    three: int = table[at + 2]
    stop, stop_too, stop_also = one & gone, two & gone, three & gone
    found = one & (stop & -stop) - 1 | two & (stop_too & -stop_too) - 1 | three & (stop_also & -stop_also) - 1
    one, two, three = table[at + 3], table[at + 4], table[at + 5]
    return found | one & -(1 << last(one & gone)) | two & -(1 << last(two & gone)) | three & -(1 << last(three & gone))


@kernel
def _around_each(table: Numbers, floes: int) -> int:
    found = 0
    while floes:
        found |= table[NEIGHBOURS + lowest(floes)]
        floes &= floes - 1
    return found


@kernel
def around(table: Numbers, floes: int) -> int:
    """The floes that touch some of these; they may be among these themselves."""
    if not table[REGULAR]:
        return _around_each(table, floes)
    found: int = (
        (floes & table[SIDES]) << 1
        | (floes & table[SIDES + 1]) << 7
        | (floes & table[SIDES + 2]) << 8
        | (floes & table[SIDES + 3]) >> 1
        | (floes & table[SIDES + 4]) >> 7
        | (floes & table[SIDES + 5]) >> 8
    )
    return found


@kernel
def can_move(table: Numbers, penguins: int, free: int) -> bool:
    """Whether any of these penguins has a free floe beside it."""
    while penguins:
        if table[NEIGHBOURS + lowest(penguins)] & free:
            return True
        penguins &= penguins - 1
    return False


@kernel
def reach(table: Numbers, penguins: int, free: int) -> int:
    """The free floes that these penguins can come to in any number of moves."""
    found = around(table, penguins) & free
    edge = found
    while edge:
        edge = around(table, edge) & free & ~found
        found |= edge
    return found


@kernel
def _ahead(floes: int, through: int, step: int) -> int:
    """All floes that these slide over in one direction to higher numbers, themselves included."""
    floes |= through & floes << step
    through &= through << step
    floes |= through & floes << 2 * step
    through &= through << 2 * step
    return floes | through & floes << 4 * step


@kernel
def _back(floes: int, through: int, step: int) -> int:
    floes |= through & floes >> step
    through &= through >> step
    floes |= through & floes >> 2 * step
    through &= through >> 2 * step
    return floes | through & floes >> 4 * step


@kernel
def slides_of_all(table: Numbers, floes: int, free: int) -> int:
    """The free floes that are one slide away from some of these; some of these may be among them."""
    if table[REGULAR]:
        # Coming from the right side is as good as lying beside one on the left: a neighbour's sides are ours.
        found = (
            _ahead(floes, free & table[SIDES + 3], 1)
            | _ahead(floes, free & table[SIDES + 4], 7)
            | _ahead(floes, free & table[SIDES + 5], 8)
            | _back(floes, free & table[SIDES], 1)
            | _back(floes, free & table[SIDES + 1], 7)
            | _back(floes, free & table[SIDES + 2], 8)
        )
        return found & free
    found = 0
    while floes:
        found |= targets(table, lowest(floes), free)
        floes &= floes - 1
    return found


@kernel
def fish_on(table: Numbers, floes: int) -> int:
    """All fish on these floes."""
    return count(floes & table[FISH_LOW]) + 2 * count(floes & table[FISH_HIGH])


@kernel
def worth_of(table: Numbers, floes: int) -> int:
    """What these floes are worth at the end: first their fish, then their number (P19)."""
    return WORTH_OF_A_FISH * fish_on(table, floes) + count(floes)
