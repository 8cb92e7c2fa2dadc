"""Kernels: what one player's penguins can take at most from ice that no other penguin can come to, exactly.

No other player can interfere there, so only the walks count, never whose turn it is. Parts of the ice that no penguin
joins add up; a lone penguin that could go to several pieces has to choose one. The search for the best walks is a
branch and bound: it looks at no ice that cannot do better than what it has found, and it gives up after a while. It has
a transposition table of its own.
"""

from typing import Final

from shoal.core.numba_kernels import Numbers, count, kernel, lowest, recursive_kernel
from shoal.games.penguins.engine.lookup_tables import NEIGHBOURS, WORTH
from shoal.games.penguins.engine.move_generation import around, reach, targets, worth_of
from shoal.games.penguins.engine.search_workspace import (
    BUDGET,
    GIVEN_UP,
    GUESSES,
    NODES,
    ROOT_STEP,
    ROOT_VALUE,
    STOP,
    WALK_LIMIT,
)
from shoal.games.penguins.engine.transposition_table import hash_key, probe, store

__all__ = ["find_walk_step", "region_of", "search_walks", "walk_worth"]

#: An entry is a kind in its lowest bits, then the worth, then, where the search gave up, its limit.
_KIND_BITS: Final = 2
_KIND: Final = 3
_EXACT: Final = 1
_UPPER_BOUND: Final = 2
_GIVEN_UP: Final = 3
_WORTH: Final = 0xFFFFFF
_LIMIT_BITS: Final = 32
#: Stand for the opponent in hash keys: walks have none, and those that were given up have keys of their own.
_NO_OPPONENT: Final = -1
_NO_OPPONENT_GIVEN_UP: Final = -2


@kernel
def region_of(tables: Numbers, free: int, penguins: int) -> int:
    """The free floes that the first of these penguins can affect: its own, and those of penguins that share them."""
    found: int = tables[NEIGHBOURS + lowest(penguins)] & free
    joined = penguins & -penguins
    while True:
        edge = found
        while edge:
            edge = around(tables, edge) & free & ~found
            found |= edge
        more = around(tables, found) & penguins & ~joined
        if not more:
            return found
        joined |= more
        found |= around(tables, more) & free


@kernel
def first_piece(tables: Numbers, free: int, penguin: int) -> int:
    """One of the pieces of ice that a lone penguin can go to."""
    near: int = tables[NEIGHBOURS + lowest(penguin)] & free
    near &= -near
    return reach(tables, near, free) | near


@recursive_kernel("int64(int64[::1], int64[::1], int64[::1], int64, int64, int64)")
def search_walks(
    tables: Numbers, transpositions: Numbers, workspace: Numbers, free: int, penguins: int, enough: int
) -> int:
    """The most that these penguins can take; a worth of at most `enough` may be only an upper bound on it."""
    free = reach(tables, penguins, free)
    total = worth_of(tables, free)
    if total <= enough or not free:
        return total
    penguins &= around(tables, free)
    key = hash_key(free, penguins, _NO_OPPONENT)
    entry = probe(transpositions, key)
    if entry:
        worth = entry >> _KIND_BITS
        if entry & _KIND == _EXACT or worth <= enough:
            return worth
    if workspace[BUDGET] <= 0 or workspace[STOP]:
        workspace[GIVEN_UP] = 1
        return 0
    workspace[BUDGET] -= 1
    workspace[NODES] += 1
    best = 0
    lone = not penguins & (penguins - 1)
    part = first_piece(tables, free, penguins) if lone else region_of(tables, free, penguins)
    if part == free:
        best = 0
        # Floes with few ways on come first: later they would be dead ends. Dead ends come last.
        for order in range(1, 8):
            standing = penguins
            while standing:
                penguin = standing & -standing
                standing ^= penguin
                ends = targets(tables, lowest(penguin), free)
                while ends:
                    end = lowest(ends)
                    bit = 1 << end
                    ends ^= bit
                    if count(tables[NEIGHBOURS + end] & free) != order % 7:
                        continue
                    taken = tables[WORTH + end]
                    least = max(best, enough) - taken
                    rest = search_walks(tables, transpositions, workspace, free ^ bit, penguins ^ penguin ^ bit, least)
                    best = max(best, taken + rest)
                    if best == total or workspace[GIVEN_UP]:
                        break
                if best == total or workspace[GIVEN_UP]:
                    break
            if best == total or workspace[GIVEN_UP]:
                break
    elif lone:
        left = free
        while left:
            least = max(best, enough)
            best = max(best, search_walks(tables, transpositions, workspace, part, penguins, least))
            left &= ~part
            if left:
                part = first_piece(tables, left, penguins)
    else:
        rest = free & ~part
        elsewhere = worth_of(tables, rest)
        joined = penguins & around(tables, part)
        least = enough - elsewhere
        best = search_walks(tables, transpositions, workspace, part, joined, least)
        if best + elsewhere <= enough:
            best += elsewhere
        else:
            least = enough - best
            best += search_walks(tables, transpositions, workspace, rest, penguins & ~joined, least)
    if not workspace[GIVEN_UP]:
        store(transpositions, key, best << _KIND_BITS | (_EXACT if best > enough else _UPPER_BOUND), 0)
    return best


@kernel
def walk_worth(tables: Numbers, transpositions: Numbers, workspace: Numbers, free: int, penguins: int) -> int:
    """The worth of the best walks; where they are not found within the limit, of good ones, counted as a guess."""
    if not penguins or not free:
        return 0
    key = hash_key(free, penguins, _NO_OPPONENT_GIVEN_UP)
    entry = probe(transpositions, key)
    if entry & _KIND == _GIVEN_UP and entry >> _LIMIT_BITS >= workspace[WALK_LIMIT]:
        workspace[GUESSES] += 1
        return entry >> _KIND_BITS & _WORTH
    workspace[BUDGET] = workspace[WALK_LIMIT]
    workspace[GIVEN_UP] = 0
    worth = search_walks(tables, transpositions, workspace, free, penguins, -1)
    if workspace[GIVEN_UP]:
        workspace[GUESSES] += 1
        if not workspace[STOP]:
            store(transpositions, key, workspace[WALK_LIMIT] << _LIMIT_BITS | worth << _KIND_BITS | _GIVEN_UP, 0)
    return worth


@kernel
def find_walk_step(tables: Numbers, transpositions: Numbers, workspace: Numbers, free: int, me: int) -> None:
    """Write to the workspace the first step and the worth of the best walks of a seat that meets no other."""
    best = -1
    standing = me
    while standing:
        penguin = standing & -standing
        start = lowest(penguin)
        standing ^= penguin
        ends = targets(tables, start, free)
        while ends:
            end = lowest(ends)
            bit = 1 << end
            ends ^= bit
            value = tables[WORTH + end] + walk_worth(tables, transpositions, workspace, free ^ bit, me ^ penguin ^ bit)
            if value > best:
                best = value
                workspace[ROOT_STEP] = start << 6 | end
    workspace[ROOT_VALUE] = best
