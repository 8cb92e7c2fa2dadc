"""Perft kernels, which count positions to check the rules kernels and to measure their speed.

`python -m bench.engine` measures its speed, and the tests check its count of the published position.
"""

from shoal.core.numba_kernels import Numbers, count, kernel, lowest, recursive_kernel
from shoal.games.penguins.engine.move_generation import targets
from shoal.games.penguins.engine.rules_kernel import STATE_SIZE, legal_steps, play_step

__all__ = ["perft", "perft_of_two"]


@kernel
def moves_of(tables: Numbers, free: int, penguins: int) -> int:
    """How many moves these penguins have."""
    found = 0
    while penguins:
        found += count(targets(tables, lowest(penguins), free))
        penguins &= penguins - 1
    return found


@recursive_kernel("int64(int64[::1], int64, int64, int64, int64)")
def perft_of_two(tables: Numbers, free: int, me: int, opponent: int, depth: int) -> int:
    """How many positions lie `depth` ≥ 1 moves on; the last are counted, not made. Stuck players are passed over."""
    if depth == 1:
        return moves_of(tables, free, me) or moves_of(tables, free, opponent)
    found = 0
    stuck = True
    fewer = depth - 1
    standing = me
    while standing:
        penguin = standing & -standing
        standing ^= penguin
        ends = targets(tables, lowest(penguin), free)
        if ends:
            stuck = False
        while ends:
            end = ends & -ends
            ends ^= end
            left, moved = free ^ end, me ^ penguin ^ end
            if fewer == 1:
                found += moves_of(tables, left, opponent) or moves_of(tables, left, moved)
            else:
                found += perft_of_two(tables, left, opponent, moved, fewer)
    if stuck and moves_of(tables, free, opponent):
        return perft_of_two(tables, free, opponent, me, depth)
    return found


@recursive_kernel("int64(int64[::1], int64[::1], int64[::1], int64)")
def perft(tables: Numbers, encoded: Numbers, steps: Numbers, depth: int) -> int:
    """The same for any state and number of players, step by step as the rules have it.

    `encoded`, `[depth + 1, STATE_SIZE]`, begins with the state; `steps`, `[depth, 256]`, is scratch.
    """
    if depth == 0:
        return 1
    found = 0
    fewer = depth - 1
    following = encoded[STATE_SIZE:]
    for index in range(legal_steps(tables, encoded, steps)):
        following[:STATE_SIZE] = encoded[:STATE_SIZE]
        play_step(tables, following, steps[index] >> 6, steps[index] & 63)
        found += perft(tables, following, steps[256:], fewer)
    return found
