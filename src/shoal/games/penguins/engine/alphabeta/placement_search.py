"""Kernels: the search of two players while penguins are being placed; once all stand, the other search goes on."""

from shoal.core.numba_kernels import Numbers, kernel, lowest, recursive_kernel
from shoal.games.penguins.engine.alphabeta.search import INFINITE, next_move, search
from shoal.games.penguins.engine.evaluation import evaluate
from shoal.games.penguins.engine.lookup_tables import BERTHS, WORTH
from shoal.games.penguins.engine.search_workspace import (
    FEATURE,
    GUESSES,
    LIST,
    LISTS,
    NODES,
    ROOT_MOVE,
    ROOT_VALUE,
    STOP,
    WIDTH,
)

__all__ = ["place"]


@kernel
def list_berths(table: Numbers, work: Numbers, free: int, me: int, opponent: int, ply: int) -> int:
    """List the floes to place a penguin on, the most promising highest; returns how many there are."""
    at = LISTS + LIST * ply
    found = 0
    ends = free & table[BERTHS]
    while ends:
        end = lowest(ends)
        bit = 1 << end
        ends ^= bit
        order = table[WORTH + end] - evaluate(table, free ^ bit, opponent, me | bit, work, FEATURE)
        if ply == 0 and end == work[ROOT_MOVE]:
            order = 1 << 18
        work[at + found] = (order + (1 << 20)) << 12 | end
        found += 1
    return found


@recursive_kernel(
    "int64(int64[::1], int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64, int64)"
)
def place(
    table: Numbers,
    memory: Numbers,
    walks: Numbers,
    work: Numbers,
    free: int,
    me: int,
    opponent: int,
    alpha: int,
    beta: int,
    left: int,
    depth: int,
    ply: int,
) -> int:
    """The value for the player on turn with so many penguins left to place; only the best berths are looked into."""
    if work[STOP]:
        return 0
    if not left:
        return search(table, memory, walks, work, free, me, opponent, alpha, beta, depth, ply)
    work[NODES] += 1
    if depth <= 0:
        work[GUESSES] += 1
        return evaluate(table, free, me, opponent, work, FEATURE)
    found = list_berths(table, work, free, me, opponent, ply)
    at = LISTS + LIST * ply
    best = -INFINITE
    width = found if ply == 0 else min(found, work[WIDTH])
    if width < found:
        work[GUESSES] += 1
    fewer = left - 1
    deeper = depth - 1
    next_ply = ply + 1
    for index in range(width):
        end = next_move(work, at + index, at + found)
        bit = 1 << end
        gain = table[WORTH + end]
        low, high = gain - alpha - 1, gain - alpha
        value = alpha + 1
        if index:
            value = gain - place(
                table, memory, walks, work, free ^ bit, opponent, me | bit, low, high, fewer, deeper, next_ply
            )
        if index == 0 or alpha < value < beta:
            low = gain - beta
            value = gain - place(
                table, memory, walks, work, free ^ bit, opponent, me | bit, low, high, fewer, deeper, next_ply
            )
        if work[STOP]:
            return 0
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                if ply == 0:
                    work[ROOT_MOVE] = end
                    work[ROOT_VALUE] = value
                if alpha >= beta:
                    break
    return best
