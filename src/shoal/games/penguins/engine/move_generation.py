"""Kernels: move generation. Where penguins can slide, one by one and all at once."""

from shoal.core.numba_kernels import Numbers, count, kernel, last, lowest
from shoal.games.penguins.engine.lookup_tables import (
    FISH_HIGH,
    FISH_LOW,
    HAS_EAST,
    HAS_NORTH_EAST,
    HAS_NORTH_WEST,
    HAS_SOUTH_EAST,
    HAS_SOUTH_WEST,
    HAS_WEST,
    NEIGHBOURS,
    RAYS,
    RAYS_A_FLOE,
    REGULAR,
    TO_EAST,
    TO_SOUTH_EAST,
    TO_SOUTH_WEST,
    WORTH_OF_A_FISH,
)

__all__ = ["around", "can_move", "fish_on", "reach", "slides_of_all", "targets", "worth_of"]


@kernel
def targets(tables: Numbers, floe: int, free: int) -> int:
    """Where a penguin on this floe can slide (P11, P12): up to the first floe that is not free, on six rays."""
    at = RAYS + RAYS_A_FLOE * floe
    gone = ~free
    one: int = tables[at]
    two: int = tables[at + 1]
    three: int = tables[at + 2]
    stop, stop_too, stop_also = one & gone, two & gone, three & gone
    found = one & (stop & -stop) - 1 | two & (stop_too & -stop_too) - 1 | three & (stop_also & -stop_also) - 1
    one, two, three = tables[at + 3], tables[at + 4], tables[at + 5]
    return found | one & -(1 << last(one & gone)) | two & -(1 << last(two & gone)) | three & -(1 << last(three & gone))


@kernel
def _around_each(tables: Numbers, floes: int) -> int:
    found = 0
    while floes:
        found |= tables[NEIGHBOURS + lowest(floes)]
        floes &= floes - 1
    return found


@kernel
def around(tables: Numbers, floes: int) -> int:
    """The floes that touch some of these; they may be among these themselves."""
    if not tables[REGULAR]:
        return _around_each(tables, floes)
    found: int = (
        (floes & tables[HAS_EAST]) << TO_EAST
        | (floes & tables[HAS_SOUTH_WEST]) << TO_SOUTH_WEST
        | (floes & tables[HAS_SOUTH_EAST]) << TO_SOUTH_EAST
        | (floes & tables[HAS_WEST]) >> TO_EAST
        | (floes & tables[HAS_NORTH_EAST]) >> TO_SOUTH_WEST
        | (floes & tables[HAS_NORTH_WEST]) >> TO_SOUTH_EAST
    )
    return found


@kernel
def can_move(tables: Numbers, penguins: int, free: int) -> bool:
    """Whether any of these penguins has a free floe beside it."""
    while penguins:
        if tables[NEIGHBOURS + lowest(penguins)] & free:
            return True
        penguins &= penguins - 1
    return False


@kernel
def reach(tables: Numbers, penguins: int, free: int) -> int:
    """The free floes that these penguins can come to in any number of moves."""
    found = around(tables, penguins) & free
    edge = found
    while edge:
        edge = around(tables, edge) & free & ~found
        found |= edge
    return found


@kernel
def _slide_up(floes: int, through: int, step: int) -> int:
    """All floes that these slide over in one direction to higher numbers, themselves included."""
    floes |= through & floes << step
    through &= through << step
    floes |= through & floes << 2 * step
    through &= through << 2 * step
    return floes | through & floes << 4 * step


@kernel
def _slide_down(floes: int, through: int, step: int) -> int:
    """The same in one direction to lower numbers."""
    floes |= through & floes >> step
    through &= through >> step
    floes |= through & floes >> 2 * step
    through &= through >> 2 * step
    return floes | through & floes >> 4 * step


@kernel
def slides_of_all(tables: Numbers, floes: int, free: int) -> int:
    """The free floes that are one slide away from some of these; some of these may be among them."""
    if tables[REGULAR]:
        # A slide east comes only to floes that have a neighbour in the west, and so on.
        found = (
            _slide_up(floes, free & tables[HAS_WEST], TO_EAST)
            | _slide_up(floes, free & tables[HAS_NORTH_EAST], TO_SOUTH_WEST)
            | _slide_up(floes, free & tables[HAS_NORTH_WEST], TO_SOUTH_EAST)
            | _slide_down(floes, free & tables[HAS_EAST], TO_EAST)
            | _slide_down(floes, free & tables[HAS_SOUTH_WEST], TO_SOUTH_WEST)
            | _slide_down(floes, free & tables[HAS_SOUTH_EAST], TO_SOUTH_EAST)
        )
        return found & free
    found = 0
    while floes:
        found |= targets(tables, lowest(floes), free)
        floes &= floes - 1
    return found


@kernel
def fish_on(tables: Numbers, floes: int) -> int:
    """All fish on these floes."""
    return count(floes & tables[FISH_LOW]) + 2 * count(floes & tables[FISH_HIGH])


@kernel
def worth_of(tables: Numbers, floes: int) -> int:
    """What these floes are worth at the end: first their fish, then how many they are (P19)."""
    return WORTH_OF_A_FISH * fish_on(tables, floes) + count(floes)
