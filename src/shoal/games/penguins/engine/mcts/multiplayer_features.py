"""Kernels: larger tables: every seat's features in one go, and seats that nobody can meet any more.

The features of a seat are those of `territory`, seen against all other seats taken together.
"""

from typing import Final

from shoal.core.numba_kernels import Numbers, count, kernel, lowest
from shoal.games.penguins.engine.evaluation import USED
from shoal.games.penguins.engine.lookup_tables import FEATURES, NEIGHBOURS, PLAYERS
from shoal.games.penguins.engine.move_generation import around, can_move, fish_on, reach, slides_of_all
from shoal.games.penguins.engine.search_position import FREE, LEFT, PENGUINS, TURN, WORTHS, hand_on
from shoal.games.penguins.engine.solo_walk_kernel import alone

__all__ = ["CROWD", "features_of_all", "part_ways"]

_SEATS: Final = 4
#: Where things are in the array that is scribbled in, after the seats' features: by seat, the floes just come to, and
#: all floes come to so far.
_EDGES: Final = _SEATS * FEATURES
_SEEN: Final = _EDGES + _SEATS
#: How many numbers that array holds.
CROWD: Final = _SEEN + _SEATS

#: With more free floes than this, hardly ever is a seat by itself.
_CROWDED: Final = 40


@kernel
def features_of_all(table: Numbers, race: Numbers, found: Numbers) -> None:
    """Write every seat's features to its row of `found`."""
    players = table[PLAYERS]
    free = race[FREE]
    for index in range(_SEATS * FEATURES):
        found[index] = 0
    _slide(table, free, race, players, found)
    _stand(table, free, race, players, found)
    _waddle(table, free, race, players, found)
    for seat in range(players):
        at = FEATURES * seat
        found[at] = 1
        wait = seat - race[TURN]
        found[at + USED] = wait + players if wait < 0 else wait


@kernel
def _slide(table: Numbers, free: int, race: Numbers, players: int, found: Numbers) -> None:
    """Who comes where first by slides."""
    moving = 0
    for seat in range(players):
        found[_EDGES + seat] = race[PENGUINS + seat]
        found[_SEEN + seat] = 0
        moving |= race[PENGUINS + seat]
    level = 1
    while moving:
        moving = 0
        for seat in range(players):
            edge = found[_EDGES + seat]
            if edge:
                edge = slides_of_all(table, edge, free) & ~found[_SEEN + seat]
                found[_EDGES + seat] = edge
                found[_SEEN + seat] |= edge
                moving |= edge
        for seat in range(players):
            others_edge = others_seen = before = 0
            for other in range(players):
                if other != seat:
                    others_edge |= found[_EDGES + other]
                    others_seen |= found[_SEEN + other]
                    before |= found[_SEEN + other] & ~found[_EDGES + other]
            others_edge &= ~before
            at = FEATURES * seat
            edge = found[_EDGES + seat]
            if level == 1:
                found[at + 9] = count(edge) - count(others_edge)
            found[at + 5 + min(level, 3)] += fish_on(table, edge & others_edge)
            first = edge & ~others_seen
            others_first = others_edge & ~found[_SEEN + seat]
            found[at + 11] += count(first) - count(others_first)
            found[at + min(level, 4)] += fish_on(table, first) - fish_on(table, others_first)
        level += 1
    for seat in range(players):
        others_seen = 0
        for other in range(players):
            if other != seat:
                others_seen |= found[_SEEN + other]
        own = found[_SEEN + seat] & ~others_seen
        others_own = others_seen & ~found[_SEEN + seat]
        at = FEATURES * seat
        found[at + 5] = fish_on(table, own) - fish_on(table, others_own)
        found[at + 10] = count(own) - count(others_own)


@kernel
def _stand(table: Numbers, free: int, race: Numbers, players: int, found: Numbers) -> None:
    """How many penguins, one's own more than the others', have how many free floes beside them."""
    for seat in range(players):
        penguins = race[PENGUINS + seat]
        while penguins:
            beside = table[NEIGHBOURS + lowest(penguins)] & free
            penguins &= penguins - 1
            room = count((around(table, beside) | beside) & free)
            for near in (12 + min(count(beside), 5), 18 + min((room + 2) // 3, 5)):
                for other in range(players):
                    found[FEATURES * other + near] += 1 if other == seat else -1


@kernel
def _waddle(table: Numbers, free: int, race: Numbers, players: int, found: Numbers) -> None:
    """Who comes where first when all penguins go floe by floe."""
    unclaimed = free
    moving = 0
    for seat in range(players):
        found[_EDGES + seat] = race[PENGUINS + seat]
        moving |= race[PENGUINS + seat]
    level = 1
    while moving:
        moving = 0
        for seat in range(players):
            edge = found[_EDGES + seat]
            if edge:
                edge = around(table, edge) & unclaimed
                found[_EDGES + seat] = edge
                moving |= edge
        unclaimed &= ~moving
        for seat in range(players):
            others = 0
            for other in range(players):
                if other != seat:
                    others |= found[_EDGES + other]
            edge = found[_EDGES + seat]
            both = edge & others
            at = FEATURES * seat + 24
            found[at + 5] += fish_on(table, both)
            found[at + min(level, 5) - 1] += fish_on(table, edge ^ both) - fish_on(table, others ^ both)
        level += 1


@kernel
def part_ways(table: Numbers, walks: Numbers, work: Numbers, race: Numbers) -> None:
    """Once all penguins stand, let every seat that shares no floe with another take its best walks, and be done.

    Nobody can interfere with it, and it with nobody, so when it takes them makes no difference.
    """
    free = race[FREE]
    if race[TURN] < 0 or race[LEFT] or count(free) > _CROWDED:
        return
    players = table[PLAYERS]
    once = twice = 0
    for seat in range(players):
        ice = reach(table, race[PENGUINS + seat], free)
        twice |= once & ice
        once |= ice
    if once == twice:
        return
    for seat in range(players):
        ice = reach(table, race[PENGUINS + seat], free)
        if ice and not ice & twice:
            race[WORTHS + seat] += alone(table, walks, work, ice, race[PENGUINS + seat])
            race[FREE] &= ~ice
    if not can_move(table, race[PENGUINS + race[TURN]], race[FREE]):
        hand_on(table, race)
