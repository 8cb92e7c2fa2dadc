"""Kernels: the evaluation of a position of two players, by who comes where first.

Each floe goes to the player who needs fewer slides to it; all floes are looked at together, as sets. This gives the
features of a position (`features` says which is which). The evaluation adds them up with weights that depend on how
much ice is left.
"""

from shoal.core.numba_kernels import Numbers, count, kernel, lowest
from shoal.games.penguins.engine.features import (
    FEATURE_COUNT,
    FEATURE_ROW,
    FIRST_BY_FLOES,
    FIRST_BY_SLIDES,
    FLOES_FIRST,
    LEVEL_BY_FLOES,
    LEVEL_BY_SLIDES,
    MOST_BESIDE,
    MOST_FLOES,
    MOST_LEVEL_SLIDES,
    MOST_ROOM,
    MOST_SLIDES,
    OWN_FISH,
    OWN_FLOES,
    PENGUINS_BESIDE,
    PENGUINS_WITH_ROOM,
    TARGETS,
    TEMPO,
)
from shoal.games.penguins.engine.lookup_tables import NEIGHBOURS, WEIGHTS
from shoal.games.penguins.engine.move_generation import around, fish_on, slides_of_all

__all__ = ["evaluate", "write_features"]


@kernel
def write_features(tables: Numbers, free: int, me: int, opponent: int, features: Numbers, at: int) -> None:
    """Write the features, as the player on turn sees them, to `features[at : at + FEATURE_COUNT]`."""
    for index in range(FEATURE_COUNT):
        features[at + index] = 0
    features[at + TEMPO] = 1
    my_edge, their_edge = me, opponent
    mine = theirs = my_close = their_close = 0
    slides = 1
    while my_edge | their_edge:
        my_edge = slides_of_all(tables, my_edge, free) & ~mine
        their_edge = slides_of_all(tables, their_edge, free) & ~theirs
        mine |= my_edge
        theirs |= their_edge
        if slides == 1:
            features[at + TARGETS] = count(my_edge) - count(their_edge)
        features[at + LEVEL_BY_SLIDES - 1 + min(slides, MOST_LEVEL_SLIDES)] += fish_on(tables, my_edge & their_edge)
        my_first = my_edge & ~theirs
        their_first = their_edge & ~mine
        my_close |= my_first
        their_close |= their_first
        ahead = fish_on(tables, my_first) - fish_on(tables, their_first)
        features[at + FIRST_BY_SLIDES - 1 + min(slides, MOST_SLIDES)] += ahead
        slides += 1
    my_own = mine & ~theirs
    their_own = theirs & ~mine
    features[at + OWN_FISH] = fish_on(tables, my_own) - fish_on(tables, their_own)
    features[at + OWN_FLOES] = count(my_own) - count(their_own)
    features[at + FLOES_FIRST] = count(my_close) - count(their_close)
    _count_room(tables, free, me, 1, features, at)
    _count_room(tables, free, opponent, -1, features, at)
    _go_floe_by_floe(tables, free, me, opponent, features, at)


@kernel
def _count_room(tables: Numbers, free: int, penguins: int, sign: int, features: Numbers, at: int) -> None:
    """Add `sign` for each penguin to the features of the free floes beside it and of the room around it."""
    while penguins:
        beside = tables[NEIGHBOURS + lowest(penguins)] & free
        features[at + PENGUINS_BESIDE + min(count(beside), MOST_BESIDE)] += sign
        room = count((around(tables, beside) | beside) & free)
        features[at + PENGUINS_WITH_ROOM + min((room + 2) // 3, MOST_ROOM)] += sign
        penguins &= penguins - 1


@kernel
def _go_floe_by_floe(tables: Numbers, free: int, me: int, opponent: int, features: Numbers, at: int) -> None:
    """Add up who comes where first when all penguins go floe by floe."""
    unclaimed = free
    floes = 1
    while me | opponent:
        me = around(tables, me) & unclaimed
        opponent = around(tables, opponent) & unclaimed
        unclaimed &= ~(me | opponent)
        both = me & opponent
        features[at + LEVEL_BY_FLOES] += fish_on(tables, both)
        ahead = fish_on(tables, me ^ both) - fish_on(tables, opponent ^ both)
        features[at + FIRST_BY_FLOES - 1 + min(floes, MOST_FLOES)] += ahead
        floes += 1


@kernel
def evaluate(tables: Numbers, free: int, me: int, opponent: int, scratch: Numbers, at: int) -> int:
    """The static evaluation: what the player on turn will take more than the other from here on, in worth.

    The features are written to `scratch`, from `at` on.
    """
    write_features(tables, free, me, opponent, scratch, at)
    weights = WEIGHTS + FEATURE_ROW * count(free)
    total = 0
    for index in range(FEATURE_COUNT):
        total += scratch[at + index] * tables[weights + index]
    return total >> 8
