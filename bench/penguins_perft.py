"""Kernels: counting positions, as a check of the kernels and a measure of their speed."""

from shoal.core.numba_kernels import Numbers, count, kernel, lowest, recursive_kernel
from shoal.games.penguins.engine.move_generation import targets
from shoal.games.penguins.engine.rules_kernel import MOMENT, legal, step

__all__ = ["perft", "perft_of_two"]


@kernel
def moves_of(table: Numbers, free: int, penguins: int) -> int:
    """How many moves these penguins have."""
    found = 0
    while penguins:
        found += count(targets(table, lowest(penguins), free))
        penguins &= penguins - 1
    return found


@recursive_kernel("int64(int64[::1], int64, int64, int64, int64)")
def perft_of_two(table: Numbers, free: int, me: int, opponent: int, depth: int) -> int:
    """How many positions lie `depth` ≥ 1 moves on; the last is counted, not made. Whoever is stuck is passed over."""
    if depth == 1:
        return moves_of(table, free, me) or moves_of(table, free, opponent)
    found = 0
    stuck = True
    fewer = depth - 1
    standing = me
    while standing:
        penguin = standing & -standing
        standing ^= penguin
        ends = targets(table, lowest(penguin), free)
        if ends:
            stuck = False
        while ends:
            end = ends & -ends
            ends ^= end
            left, moved = free ^ end, me ^ penguin ^ end
            if fewer == 1:
                found += moves_of(table, left, opponent) or moves_of(table, left, moved)
            else:
                found += perft_of_two(table, left, opponent, moved, fewer)
    if stuck and moves_of(table, free, opponent):
        return perft_of_two(table, free, opponent, me, depth)
    return found


@recursive_kernel("int64(int64[::1], int64[::1], int64[::1], int64)")
def perft(table: Numbers, moments: Numbers, steps: Numbers, depth: int) -> int:
    """The same for any moment and number of players, step by step as the rules have it.

    `moments` begins with the moment and has room for one more, `steps` for 256 more, a depth.
    """
    if depth == 0:
        return 1
    found = 0
    fewer = depth - 1
    following = moments[MOMENT:]
    for index in range(legal(table, moments, steps)):
        following[:MOMENT] = moments[:MOMENT]
        step(table, following, steps[index] >> 6, steps[index] & 63)
        found += perft(table, following, steps[256:], fewer)
    return found
