"""Kernels: which steps suggest themselves at a larger table, before anything is searched.

What can be seen of a step at a glance are its signs. How much each sign says, by how far the game has come, self-play
has found; together they give each step its share of the attention.
"""

import math
from typing import Final

from shoal.core.compiled import Numbers, Reals, count, kernel, lowest
from shoal.games.penguins.engine.race import FREE, LEFT, PENGUINS, TURN
from shoal.games.penguins.engine.slides import around, fish_on, reach, slides_of_all, targets
from shoal.games.penguins.engine.table import EACH, FISH, NEIGHBOURS, PLAYERS

__all__ = ["GLANCE", "SHOWN", "SIGNS", "STAGES", "glance", "lean", "signs_of", "stage_of"]

#: Where the signs of each kind begin.
_FISH: Final = 0
_WAYS_ON: Final = 12
_WAYS_OUT: Final = 19
_ENDS: Final = 47
_FISH_NEAR: Final = 57
_SHORES: Final = 67
_RIVALS: Final = 71
_FRIENDS: Final = 75
_ALSO_MINE: Final = 79
_ROOM: Final = 81
_OWN_ICE: Final = 88
_SHARED_ICE: Final = 98
_LEAVES: Final = 108
SIGNS: Final = 112
#: The most signs that one step shows.
SHOWN: Final = 24
#: How far a game has come: five while penguins move, by free floes, and two while they are placed.
STAGES: Final = 7
_FLOES_A_STAGE: Final = 11

#: What all steps of a moment have in common: floes that a rival can come to at once, that two can, that three can;
#: all rivals, and one's own penguins.
GLANCE: Final = 5


@kernel
def stage_of(table: Numbers, race: Numbers) -> int:
    """How far the game has come."""
    if race[LEFT]:
        return 6 if 2 * race[LEFT] > table[PLAYERS] * table[EACH] else 5
    return min(count(race[FREE]) // _FLOES_A_STAGE, 4)


@kernel
def glance(table: Numbers, race: Numbers, seen: Numbers) -> None:
    """Look at what all steps have in common."""
    seat, free = race[TURN], race[FREE]
    once = twice = thrice = rivals = 0
    for rival in range(table[PLAYERS]):
        if rival != seat:
            penguins = race[PENGUINS + rival]
            ends = slides_of_all(table, penguins, free)
            thrice |= twice & ends
            twice |= once & ends
            once |= ends
            rivals |= penguins
    seen[0], seen[1], seen[2], seen[3], seen[4] = once, twice, thrice, rivals, race[PENGUINS + seat]


@kernel
def signs_of(table: Numbers, free: int, seen: Numbers, start: int, end: int, signs: Numbers) -> int:
    """Write down the signs of a step, without a start when a penguin is placed; returns how many there are."""
    bit = 1 << end
    ice = free & ~bit
    rivals, friends = seen[3], seen[4]
    coming = (seen[0] >> end & 1) + (seen[1] >> end & 1) + (seen[2] >> end & 1)
    beside = table[NEIGHBOURS + end]
    ways = beside & ice
    ends = targets(table, end, ice)
    signs[0] = _FISH + 4 * (table[FISH + end] - 1) + coming
    signs[1] = _WAYS_ON + count(ways)
    signs[2] = _ENDS + min(count(ends) >> 1, 9)
    signs[3] = _FISH_NEAR + min(fish_on(table, ends) // 3, 9)
    # Stretches of ice around the floe: where there are two, taking it may part them.
    pairs = 0
    rest = ways
    while rest:
        pairs += count(table[NEIGHBOURS + lowest(rest)] & ways)
        rest &= rest - 1
    stretches = count(ways) - (pairs >> 1)
    signs[4] = _SHORES + (1 if ways and stretches < 1 else min(stretches, 3))
    signs[5] = _ROOM + min(count((around(table, ways) | ways) & ice) // 3, 6)
    region = reach(table, bit, ice)
    if around(table, region) & rivals:
        signs[6] = _SHARED_ICE + min(fish_on(table, region) // 6, 9)
    else:
        signs[6] = _OWN_ICE + min(fish_on(table, region) // 4, 9)
    found = 7
    if start < 60:
        exits = table[NEIGHBOURS + start] & free
        signs[7] = _WAYS_OUT + 4 * count(exits) + min(count(exits & seen[0]), 3)
        left = reach(table, 1 << start, free)
        signs[8] = _LEAVES + (1 if around(table, left) & rivals else 0)
        friends &= ~(1 << start)
        found = 9
    near = beside & rivals
    while near:
        signs[found] = _RIVALS + min(count(table[NEIGHBOURS + lowest(near)] & ice), 3)
        found += 1
        near &= near - 1
    near = beside & friends
    while near:
        signs[found] = _FRIENDS + min(count(table[NEIGHBOURS + lowest(near)] & ice), 3)
        found += 1
        near &= near - 1
    also = slides_of_all(table, friends, free) >> end & 1 if friends else 0
    signs[found] = _ALSO_MINE + also
    return found + 1


@kernel
def lean(table: Numbers, free: int, seen: Numbers, start: int, end: int, weights: Reals, signs: Numbers) -> float:
    """How much a step suggests itself; `weights` are those of the stage."""
    total = 0.0
    for place in range(signs_of(table, free, seen, start, end, signs)):
        total += weights[signs[place]]
    return math.exp(min(total, 30.0))
