"""Where things are in the array that one search scribbles in."""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers

__all__ = [
    "BUDGET",
    "FEATURE",
    "GENERATION",
    "GIVEN_UP",
    "GUESSES",
    "HISTORY",
    "KILLERS",
    "LIST",
    "LISTS",
    "NODES",
    "ROOT_MOVE",
    "ROOT_VALUE",
    "SIZE",
    "SKILL",
    "STOP",
    "WALK_LIMIT",
    "WIDTH",
    "work_of",
]  # fmt: skip

#: Positions looked at so far.
NODES: Final = 0
#: Another thread sets this to stop the search.
STOP: Final = 1
#: How often a value was judged instead of proved.
GUESSES: Final = 2
#: How many more positions the walks may look at, how many they may each time, and whether they gave up.
BUDGET: Final = 3
WALK_LIMIT: Final = 4
GIVEN_UP: Final = 5
ROOT_MOVE: Final = 6
ROOT_VALUE: Final = 7
#: Which search of the game this is: old entries give way to new ones.
GENERATION: Final = 8
#: Settings of the search: from which depth on moves are ordered by judgement, from which move on they are looked at
#: less deeply, and much less deeply; how many berths are looked into.
SKILL: Final = 16
WIDTH: Final = 20
FEATURE: Final = 32
#: By side and move: how often it was best.
HISTORY: Final = 64
#: By ply, two moves that were best beside this one.
KILLERS: Final = HISTORY + 2 * 4096
#: By ply, the moves with their order.
LISTS: Final = KILLERS + 2 * 128
LIST: Final = 128
SIZE: Final = LISTS + LIST * 128


def work_of(walk_limit: int) -> Numbers:
    """A fresh array."""
    work = np.zeros(SIZE, dtype=np.int64)
    work[WALK_LIMIT] = walk_limit
    work[SKILL + 1] = 3
    work[SKILL + 2] = 3
    work[SKILL + 3] = 10
    work[WIDTH] = 12
    return work
