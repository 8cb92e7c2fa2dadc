"""Kernels: the alpha-beta search of two players while penguins are being placed; once all stand, `search` goes on."""

from typing import Final

from shoal.core.numba_kernels import Numbers, kernel, lowest, recursive_kernel
from shoal.games.penguins.engine.alphabeta.search import INFINITE, next_move, search
from shoal.games.penguins.engine.evaluation import evaluate
from shoal.games.penguins.engine.lookup_tables import BERTHS, WORTH
from shoal.games.penguins.engine.search_workspace import (
    FEATURE_SCRATCH,
    GUESSES,
    MOVE_LIST_SIZE,
    MOVE_LISTS,
    NODES,
    PLACEMENT_WIDTH,
    ROOT_STEP,
    ROOT_VALUE,
    STOP,
)

__all__ = ["search_placements"]

#: A list's entry is the order, offset to keep it above 0, then the floe in its lowest bits.
_ORDER_OFFSET: Final = 1 << 20
_FLOE_BITS: Final = 12
_BEST_SO_FAR_ORDER: Final = 1 << 18


@kernel
def list_berths(tables: Numbers, workspace: Numbers, free: int, me: int, opponent: int, ply: int) -> int:
    """Write the floes to place a penguin on to the ply's list, the most promising highest; returns how many."""
    at = MOVE_LISTS + MOVE_LIST_SIZE * ply
    found = 0
    ends = free & tables[BERTHS]
    while ends:
        end = lowest(ends)
        bit = 1 << end
        ends ^= bit
        order = tables[WORTH + end] - evaluate(tables, free ^ bit, opponent, me | bit, workspace, FEATURE_SCRATCH)
        if ply == 0 and end == workspace[ROOT_STEP]:
            order = _BEST_SO_FAR_ORDER
        workspace[at + found] = (order + _ORDER_OFFSET) << _FLOE_BITS | end
        found += 1
    return found


# The arrays stay separate arguments, as in `search`: bundled in a NamedTuple, they make it slower.
@recursive_kernel(
    "int64(int64[::1], int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64, int64)"
)
def search_placements(
    tables: Numbers,
    transpositions: Numbers,
    walk_entries: Numbers,
    workspace: Numbers,
    free: int,
    me: int,
    opponent: int,
    alpha: int,
    beta: int,
    left: int,
    depth: int,
    ply: int,
) -> int:
    """The value for the player on turn with `left` penguins left to place; only promising floes are looked into."""
    if workspace[STOP]:
        return 0
    if not left:
        return search(tables, transpositions, walk_entries, workspace, free, me, opponent, alpha, beta, depth, ply)
    workspace[NODES] += 1
    if depth <= 0:
        workspace[GUESSES] += 1
        return evaluate(tables, free, me, opponent, workspace, FEATURE_SCRATCH)
    found = list_berths(tables, workspace, free, me, opponent, ply)
    at = MOVE_LISTS + MOVE_LIST_SIZE * ply
    best = -INFINITE
    width = found if ply == 0 else min(found, workspace[PLACEMENT_WIDTH])
    if width < found:
        workspace[GUESSES] += 1
    fewer = left - 1
    depth -= 1
    next_ply = ply + 1
    for index in range(width):
        end = next_move(workspace, at + index, at + found)
        bit = 1 << end
        rest, mine = free ^ bit, me | bit
        gain = tables[WORTH + end]
        low, high = gain - alpha - 1, gain - alpha
        value = alpha + 1
        if index:
            value = gain - search_placements(
                tables, transpositions, walk_entries, workspace, rest, opponent, mine, low, high, fewer, depth, next_ply
            )
        if index == 0 or alpha < value < beta:
            low = gain - beta
            value = gain - search_placements(
                tables, transpositions, walk_entries, workspace, rest, opponent, mine, low, high, fewer, depth, next_ply
            )
        if workspace[STOP]:
            return 0
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                if ply == 0:
                    workspace[ROOT_STEP] = end
                    workspace[ROOT_VALUE] = value
                if alpha >= beta:
                    break
    return best
