"""The layout of the workspace, the array in which one thread of a search keeps its counters and notes."""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers

__all__ = [
    "BUDGET",
    "DEEP_REDUCTION_FROM",
    "EVALUATED_ORDER_DEPTH",
    "FEATURE_SCRATCH",
    "GENERATION",
    "GIVEN_UP",
    "GUESSES",
    "HISTORY",
    "HISTORY_LIMIT",
    "HISTORY_SIDE",
    "KILLERS",
    "KILLERS_A_PLY",
    "MOVE_LISTS",
    "MOVE_LIST_SIZE",
    "NODES",
    "NODE_LIMIT",
    "NO_NODE_LIMIT",
    "PLACEMENT_WIDTH",
    "REDUCTION_FROM",
    "ROOT_STEP",
    "ROOT_VALUE",
    "STOP",
    "WALK_LIMIT",
    "WORKSPACE_SIZE",
    "new_workspace",
]  # fmt: skip

#: Positions looked at so far.
NODES: Final = 0
#: Another thread sets this to stop the search.
STOP: Final = 1
#: How often a value was estimated instead of proved.
GUESSES: Final = 2
#: How many more positions the search for walks may look at, how many it may each time, and whether it gave up.
BUDGET: Final = 3
WALK_LIMIT: Final = 4
GIVEN_UP: Final = 5
#: The best step at the root, and its value.
ROOT_STEP: Final = 6
ROOT_VALUE: Final = 7
#: The generation of the transposition table's entries: those of earlier searches of the game give way to new ones.
GENERATION: Final = 8
#: The search stops itself when it has looked at this many positions.
NODE_LIMIT: Final = 9
#: Move ordering: from this depth on, the evaluation orders moves.
EVALUATED_ORDER_DEPTH: Final = 17
#: Late move reductions: moves from this place in the list on are searched less deeply, or much less deeply.
REDUCTION_FROM: Final = 18
DEEP_REDUCTION_FROM: Final = 19
#: How many floes the search looks into for a placing.
PLACEMENT_WIDTH: Final = 20
#: Room for the features of a position.
FEATURE_SCRATCH: Final = 32
#: The history heuristic, by side and move: how often the move led to a cutoff.
HISTORY: Final = 64
HISTORY_SIDE: Final = 4096
#: Above this, all history counts are halved.
HISTORY_LIMIT: Final = 4000
_MAX_PLY: Final = 128
#: The killer heuristic, by ply: the last two moves that led to a cutoff there.
KILLERS: Final = HISTORY + 2 * HISTORY_SIDE
KILLERS_A_PLY: Final = 2
#: By ply, the moves with their order.
MOVE_LISTS: Final = KILLERS + KILLERS_A_PLY * _MAX_PLY
MOVE_LIST_SIZE: Final = 128
#: No limit: more positions than any search looks at.
NO_NODE_LIMIT: Final = 1 << 62
WORKSPACE_SIZE: Final = MOVE_LISTS + MOVE_LIST_SIZE * _MAX_PLY


def new_workspace(walk_limit: int) -> Numbers:
    """A fresh workspace, for walks of up to `walk_limit` positions."""
    workspace = np.zeros(WORKSPACE_SIZE, dtype=np.int64)
    workspace[WALK_LIMIT] = walk_limit
    workspace[NODE_LIMIT] = NO_NODE_LIMIT
    workspace[EVALUATED_ORDER_DEPTH] = 3
    workspace[REDUCTION_FROM] = 3
    workspace[DEEP_REDUCTION_FROM] = 10
    workspace[PLACEMENT_WIDTH] = 12
    return workspace
