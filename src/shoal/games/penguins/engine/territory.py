"""Kernels: territory, with any number of players. Each floe goes to the seat that needs fewer slides to it."""

from typing import Final

from shoal.core.numba_kernels import Numbers, kernel
from shoal.games.penguins.engine.lookup_tables import PLAYERS
from shoal.games.penguins.engine.move_generation import slides_of_all, worth_of
from shoal.games.penguins.engine.search_position import FREE, PENGUINS, SEATS, WORTHS

__all__ = ["TERRITORY_SCRATCH_SIZE", "territory_worths"]

#: After the seats' own floes and worths: by seat, the floes just come to, and all floes come to so far.
_EDGES: Final = SEATS
_SEEN: Final = _EDGES + SEATS
TERRITORY_SCRATCH_SIZE: Final = _SEEN + SEATS


@kernel
def territory_worths(tables: Numbers, position: Numbers, worths: Numbers) -> None:
    """Write to `worths[:SEATS]` the worth of what each seat has and of the floes it comes to before all others.

    A floe that several seats need equally few slides to goes to none. The rest of `worths`, of size
    TERRITORY_SCRATCH_SIZE, is scratch.
    """
    players = tables[PLAYERS]
    free = position[FREE]
    for seat in range(players):
        worths[seat] = 0
        worths[_EDGES + seat] = position[PENGUINS + seat]
        worths[_SEEN + seat] = 0
    claimed = 0
    moving = True
    while moving and claimed != free:
        moving = False
        once = twice = 0
        for seat in range(players):
            edge = worths[_EDGES + seat]
            if edge:
                seen = worths[_SEEN + seat]
                edge = slides_of_all(tables, edge, free) & ~seen
                worths[_EDGES + seat] = edge
                worths[_SEEN + seat] = seen | edge
                twice |= once & edge
                once |= edge
                moving = True
        for seat in range(players):
            worths[seat] |= worths[_EDGES + seat] & ~twice & ~claimed
        claimed |= once
    for seat in range(players):
        worths[seat] = worth_of(tables, worths[seat]) + position[WORTHS + seat]
