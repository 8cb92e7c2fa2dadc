"""Kernels: every seat's features in one go, at larger tables, and seats that no other can meet any more.

The features of a seat are those of `features`, seen against all other seats taken together.
"""

from typing import Final

from shoal.core.numba_kernels import Numbers, count, kernel, lowest
from shoal.games.penguins.engine.features import (
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
    WAIT,
)
from shoal.games.penguins.engine.lookup_tables import NEIGHBOURS, PLAYERS
from shoal.games.penguins.engine.move_generation import around, can_move, fish_on, reach, slides_of_all
from shoal.games.penguins.engine.search_position import FREE, LEFT_TO_PLACE, PENGUINS, SEATS, TURN, WORTHS, pass_turn
from shoal.games.penguins.engine.solo_walk_kernel import walk_worth

__all__ = ["FEATURES_SCRATCH_SIZE", "settle_isolated_seats", "write_features_of_all"]

#: After the seats' rows of features: by seat, the floes just come to, and all floes come to so far.
_EDGES: Final = SEATS * FEATURE_ROW
_SEEN: Final = _EDGES + SEATS
FEATURES_SCRATCH_SIZE: Final = _SEEN + SEATS

#: With more free floes than this, a seat is hardly ever isolated.
_MOST_FREE: Final = 40


@kernel
def write_features_of_all(tables: Numbers, position: Numbers, features: Numbers) -> None:
    """Write every seat's features to its row of `features`, `[SEATS, FEATURE_ROW]` and then scratch."""
    players = tables[PLAYERS]
    free = position[FREE]
    for index in range(SEATS * FEATURE_ROW):
        features[index] = 0
    _go_by_slides(tables, free, position, players, features)
    _count_room(tables, free, position, players, features)
    _go_floe_by_floe(tables, free, position, players, features)
    for seat in range(players):
        at = FEATURE_ROW * seat
        features[at + TEMPO] = 1
        wait = seat - position[TURN]
        features[at + WAIT] = wait + players if wait < 0 else wait


@kernel
def _go_by_slides(tables: Numbers, free: int, position: Numbers, players: int, features: Numbers) -> None:
    """Add up who comes where first by slides."""
    moving = 0
    for seat in range(players):
        features[_EDGES + seat] = position[PENGUINS + seat]
        features[_SEEN + seat] = 0
        moving |= position[PENGUINS + seat]
    slides = 1
    while moving:
        moving = 0
        for seat in range(players):
            edge = features[_EDGES + seat]
            if edge:
                edge = slides_of_all(tables, edge, free) & ~features[_SEEN + seat]
                features[_EDGES + seat] = edge
                features[_SEEN + seat] |= edge
                moving |= edge
        for seat in range(players):
            others_edge = others_seen = before = 0
            for other in range(players):
                if other != seat:
                    others_edge |= features[_EDGES + other]
                    others_seen |= features[_SEEN + other]
                    before |= features[_SEEN + other] & ~features[_EDGES + other]
            others_edge &= ~before
            at = FEATURE_ROW * seat
            edge = features[_EDGES + seat]
            if slides == 1:
                features[at + TARGETS] = count(edge) - count(others_edge)
            level = fish_on(tables, edge & others_edge)
            features[at + LEVEL_BY_SLIDES - 1 + min(slides, MOST_LEVEL_SLIDES)] += level
            first = edge & ~others_seen
            others_first = others_edge & ~features[_SEEN + seat]
            features[at + FLOES_FIRST] += count(first) - count(others_first)
            ahead = fish_on(tables, first) - fish_on(tables, others_first)
            features[at + FIRST_BY_SLIDES - 1 + min(slides, MOST_SLIDES)] += ahead
        slides += 1
    for seat in range(players):
        others_seen = 0
        for other in range(players):
            if other != seat:
                others_seen |= features[_SEEN + other]
        own = features[_SEEN + seat] & ~others_seen
        others_own = others_seen & ~features[_SEEN + seat]
        at = FEATURE_ROW * seat
        features[at + OWN_FISH] = fish_on(tables, own) - fish_on(tables, others_own)
        features[at + OWN_FLOES] = count(own) - count(others_own)


@kernel
def _count_room(tables: Numbers, free: int, position: Numbers, players: int, features: Numbers) -> None:
    """Count the penguins, a seat's own less the others', by the free floes beside them and the room around them."""
    for seat in range(players):
        penguins = position[PENGUINS + seat]
        while penguins:
            beside = tables[NEIGHBOURS + lowest(penguins)] & free
            penguins &= penguins - 1
            room = count((around(tables, beside) | beside) & free)
            for feature in (
                PENGUINS_BESIDE + min(count(beside), MOST_BESIDE),
                PENGUINS_WITH_ROOM + min((room + 2) // 3, MOST_ROOM),
            ):
                for other in range(players):
                    features[FEATURE_ROW * other + feature] += 1 if other == seat else -1


@kernel
def _go_floe_by_floe(tables: Numbers, free: int, position: Numbers, players: int, features: Numbers) -> None:
    """Add up who comes where first when all penguins go floe by floe."""
    unclaimed = free
    moving = 0
    for seat in range(players):
        features[_EDGES + seat] = position[PENGUINS + seat]
        moving |= position[PENGUINS + seat]
    floes = 1
    while moving:
        moving = 0
        for seat in range(players):
            edge = features[_EDGES + seat]
            if edge:
                edge = around(tables, edge) & unclaimed
                features[_EDGES + seat] = edge
                moving |= edge
        unclaimed &= ~moving
        for seat in range(players):
            others = 0
            for other in range(players):
                if other != seat:
                    others |= features[_EDGES + other]
            edge = features[_EDGES + seat]
            both = edge & others
            at = FEATURE_ROW * seat
            features[at + LEVEL_BY_FLOES] += fish_on(tables, both)
            ahead = fish_on(tables, edge ^ both) - fish_on(tables, others ^ both)
            features[at + FIRST_BY_FLOES - 1 + min(floes, MOST_FLOES)] += ahead
        floes += 1


@kernel
def settle_isolated_seats(tables: Numbers, walk_entries: Numbers, workspace: Numbers, position: Numbers) -> None:
    """Once all penguins stand, let every seat that shares no floe with another take its best walks, and be done.

    No other seat can interfere with it, nor it with them, so it makes no difference when it takes them.
    """
    free = position[FREE]
    if position[TURN] < 0 or position[LEFT_TO_PLACE] or count(free) > _MOST_FREE:
        return
    players = tables[PLAYERS]
    once = twice = 0
    for seat in range(players):
        ice = reach(tables, position[PENGUINS + seat], free)
        twice |= once & ice
        once |= ice
    if once == twice:
        return
    for seat in range(players):
        ice = reach(tables, position[PENGUINS + seat], free)
        if ice and not ice & twice:
            position[WORTHS + seat] += walk_worth(tables, walk_entries, workspace, ice, position[PENGUINS + seat])
            position[FREE] &= ~ice
    if not can_move(tables, position[PENGUINS + position[TURN]], position[FREE]):
        pass_turn(tables, position)
