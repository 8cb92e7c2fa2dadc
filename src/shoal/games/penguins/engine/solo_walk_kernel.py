"""Kernels: what one player's penguins can take at most from ice that no other penguin can come to, exactly.

Nobody can interfere there, so only the walks count, never whose turn it is. Parts of the ice that no penguin joins
add up; a lone penguin that could go to several pieces has to choose one. A search for the best walks looks at
no ice that cannot do better than what it has found, and gives up after a while.
"""

from typing import Final

from shoal.core.numba_kernels import Numbers, count, kernel, lowest, recursive_kernel
from shoal.games.penguins.engine.lookup_tables import NEIGHBOURS, WORTH
from shoal.games.penguins.engine.move_generation import around, reach, targets, worth_of
from shoal.games.penguins.engine.search_workspace import BUDGET, GIVEN_UP, GUESSES, NODES, STOP, WALK_LIMIT
from shoal.games.penguins.engine.transposition_table import fingerprint, recall, remember

__all__ = ["alone", "best_walks", "part_of"]

#: What a value in memory is, in its two lowest bits.
_EXACT: Final = 1
_AT_MOST: Final = 2
_GIVEN_UP: Final = 3
#: The walks' fingerprints have no opponent; this keeps them apart from the search's.
_NOBODY: Final = -1


@kernel
def part_of(table: Numbers, free: int, penguins: int) -> int:
    """The free floes that the first of these penguins can affect: its own, and those of all that can come there."""
    found: int = table[NEIGHBOURS + lowest(penguins)] & free
    joined = penguins & -penguins
    while True:
        edge = found
        while edge:
            edge = around(table, edge) & free & ~found
            found |= edge
        more = around(table, found) & penguins & ~joined
        if not more:
            return found
        joined |= more
        found |= around(table, more) & free


@kernel
def first_piece(table: Numbers, free: int, penguin: int) -> int:
    """One of the pieces of ice that a lone penguin can go to."""
    near: int = table[NEIGHBOURS + lowest(penguin)] & free
    near &= -near
    return reach(table, near, free) | near


@recursive_kernel("int64(int64[::1], int64[::1], int64[::1], int64, int64, int64)")
def best_walks(table: Numbers, walks: Numbers, work: Numbers, free: int, penguins: int, enough: int) -> int:
    """The most these penguins can take; what is no more than `enough` may be only a bound on it."""
    free = reach(table, penguins, free)
    total = worth_of(table, free)
    if total <= enough or not free:
        return total
    penguins &= around(table, free)
    mark = fingerprint(free, penguins, _NOBODY)
    known = recall(walks, mark)
    if known:
        worth = known >> 2
        if known & 3 == _EXACT or worth <= enough:
            return worth
    if work[BUDGET] <= 0 or work[STOP]:
        work[GIVEN_UP] = 1
        return 0
    work[BUDGET] -= 1
    work[NODES] += 1
    best = 0
    lone = not penguins & (penguins - 1)
    part = first_piece(table, free, penguins) if lone else part_of(table, free, penguins)
    if part == free:
        best = 0
        # Floes with few ways on come first: later they would be dead ends. Those that are come last.
        for order in range(1, 8):
            standing = penguins
            while standing:
                penguin = standing & -standing
                standing ^= penguin
                ends = targets(table, lowest(penguin), free)
                while ends:
                    end = lowest(ends)
                    bit = 1 << end
                    ends ^= bit
                    if count(table[NEIGHBOURS + end] & free) != order % 7:
                        continue
                    taken = table[WORTH + end]
                    least = max(best, enough) - taken
                    rest = best_walks(table, walks, work, free ^ bit, penguins ^ penguin ^ bit, least)
                    best = max(best, taken + rest)
                    if best == total or work[GIVEN_UP]:
                        break
                if best == total or work[GIVEN_UP]:
                    break
            if best == total or work[GIVEN_UP]:
                break
    elif lone:
        left = free
        while left:
            least = max(best, enough)
            best = max(best, best_walks(table, walks, work, part, penguins, least))
            left &= ~part
            if left:
                part = first_piece(table, left, penguins)
    else:
        rest = free & ~part
        elsewhere = worth_of(table, rest)
        joined = penguins & around(table, part)
        least = enough - elsewhere
        best = best_walks(table, walks, work, part, joined, least)
        if best + elsewhere <= enough:
            best += elsewhere
        else:
            least = enough - best
            best += best_walks(table, walks, work, rest, penguins & ~joined, least)
    if not work[GIVEN_UP]:
        remember(walks, mark, best << 2 | (_EXACT if best > enough else _AT_MOST), 0)
    return best


@kernel
def alone(table: Numbers, walks: Numbers, work: Numbers, free: int, penguins: int) -> int:
    """The worth of the best walks; when they are not found in time, of good ones, counted as a guess."""
    if not penguins or not free:
        return 0
    mark = fingerprint(free, penguins, _NOBODY - 1)
    known = recall(walks, mark)
    if known & 3 == _GIVEN_UP and known >> 32 >= work[WALK_LIMIT]:
        work[GUESSES] += 1
        return known >> 2 & 0xFFFFFF
    work[BUDGET] = work[WALK_LIMIT]
    work[GIVEN_UP] = 0
    worth = best_walks(table, walks, work, free, penguins, -1)
    if work[GIVEN_UP]:
        work[GUESSES] += 1
        if not work[STOP]:
            remember(walks, mark, work[WALK_LIMIT] << 32 | worth << 2 | _GIVEN_UP, 0)
    return worth
