"""Kernels: the search of two players, alpha-beta with all that goes with it.

A position is the free floes and both players' penguins, and its value what the player on turn will take from here
on more than the other. As soon as no floe can be reached by both, the walks say exactly what it is. Whenever a value
rests on judgement, `GUESSES` goes up; a search during which it stays put has proved what it found.
"""

from typing import Final

from shoal.core.numba_kernels import Numbers, kernel, lowest, recursive_kernel
from shoal.games.penguins.engine.evaluation import evaluate
from shoal.games.penguins.engine.lookup_tables import WORTH
from shoal.games.penguins.engine.move_generation import around, reach, targets, worth_of
from shoal.games.penguins.engine.search_workspace import (
    FEATURE,
    GENERATION,
    GUESSES,
    HISTORY,
    KILLERS,
    LIST,
    LISTS,
    NODES,
    ROOT_MOVE,
    ROOT_VALUE,
    SKILL,
    STOP,
)
from shoal.games.penguins.engine.solo_walk_kernel import alone
from shoal.games.penguins.engine.transposition_table import fingerprint, recall, remember

__all__ = ["INFINITE", "PROVED", "best_known", "next_move", "search", "walk_on"]

INFINITE: Final = 20_000
#: The depth of an entry that is proved.
PROVED: Final = 127

#: What an entry says of the value.
_EXACT: Final = 3
_AT_LEAST: Final = 1
_AT_MOST: Final = 2
_OFFSET: Final = 1 << 15


@kernel
def entry(value: int, move: int, depth: int, kind: int, generation: int) -> int:
    """What is remembered of a position, in one word; never 0."""
    return (value + _OFFSET) << 32 | move << 20 | generation << 12 | depth << 4 | kind


@kernel
def list_moves(
    table: Numbers, work: Numbers, free: int, me: int, opponent: int, best: int, depth: int, ply: int
) -> int:
    """List the moves with their order, the most promising highest; returns how many there are."""
    at = LISTS + LIST * ply
    found = 0
    side = HISTORY + 4096 * (ply & 1)
    first, second = work[KILLERS + 2 * ply], work[KILLERS + 2 * ply + 1]
    standing = me
    while standing:
        penguin = standing & -standing
        start = lowest(penguin)
        standing ^= penguin
        ends = targets(table, start, free)
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            move = start << 6 | end
            if move == best:
                order = 1 << 40
            elif depth >= work[SKILL + 1]:
                bit = 1 << end
                order = 4 * (
                    table[WORTH + end] - evaluate(table, free ^ bit, opponent, me ^ penguin ^ bit, work, FEATURE)
                )
            else:
                order = 2 * table[WORTH + end] + work[side + move]
            if move in (first, second):
                order += 300
            work[at + found] = (order + (1 << 20)) << 12 | move
            found += 1
    return found


@kernel
def next_move(work: Numbers, at: int, end: int) -> int:
    """The most promising move from `at` on, brought to the front."""
    best = at
    for index in range(at + 1, end):
        if work[index] > work[best]:
            best = index
    found: int = work[best]
    work[best] = work[at]
    work[at] = found
    return found & 0xFFF


@recursive_kernel(
    "int64(int64[::1], int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64)"
)
def search(
    table: Numbers,
    memory: Numbers,
    walks: Numbers,
    work: Numbers,
    free: int,
    me: int,
    opponent: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
) -> int:
    """The value for the player on turn; outside of `alpha` and `beta` a bound on it."""
    if work[STOP]:
        return 0
    work[NODES] += 1
    mine = reach(table, me, free)
    theirs = reach(table, opponent, free)
    if not mine & theirs:
        return alone(table, walks, work, mine, me) - alone(table, walks, work, theirs, opponent)
    if ply > 0:
        most = worth_of(table, mine)
        if most <= alpha:
            return most
        least = -worth_of(table, theirs)
        if least >= beta:
            return least
    free = mine | theirs
    edge = around(table, free)
    me &= edge
    opponent &= edge

    mark = fingerprint(free, me, opponent)
    known = recall(memory, mark)
    best_move = 0
    if known:
        best_move = known >> 20 & 0xFFF
        known_depth = known >> 4 & 0x7F
        if known_depth >= depth and ply > 0:
            value = (known >> 32) - _OFFSET
            kind = known & 3
            if kind == _EXACT or (kind == _AT_LEAST and value >= beta) or (kind == _AT_MOST and value <= alpha):
                if known_depth != PROVED:
                    work[GUESSES] += 1
                return value
    if depth <= 0:
        work[GUESSES] += 1
        return evaluate(table, free, me, opponent, work, FEATURE)

    guesses = work[GUESSES]
    before = alpha
    found = list_moves(table, work, free, me, opponent, best_move, depth, ply)
    at = LISTS + LIST * ply
    best = -INFINITE
    best_move = 0
    next_ply = ply + 1
    for index in range(found):
        move = next_move(work, at + index, at + found)
        start, end = move >> 6, move & 63
        bit = 1 << end
        gain = table[WORTH + end]
        moved = me ^ 1 << start ^ bit
        left = free ^ bit
        deeper = depth - 1
        if index == 0:
            low, high = gain - beta, gain - alpha
            value = gain - search(table, memory, walks, work, left, opponent, moved, low, high, deeper, next_ply)
        else:
            reduced = deeper
            if depth >= 3 and index >= work[SKILL + 2]:
                reduced -= 1
                if index >= work[SKILL + 3]:
                    reduced -= 1 + depth // 6
            low, high = gain - alpha - 1, gain - alpha
            value = gain - search(table, memory, walks, work, left, opponent, moved, low, high, reduced, next_ply)
            if value > alpha and reduced < deeper:
                value = gain - search(table, memory, walks, work, left, opponent, moved, low, high, deeper, next_ply)
            if alpha < value < beta:
                low, high = gain - beta, gain - alpha
                value = gain - search(table, memory, walks, work, left, opponent, moved, low, high, deeper, next_ply)
        if work[STOP]:
            return 0
        if value > best:
            best = value
            best_move = move
            if value > alpha:
                alpha = value
                if ply == 0:
                    work[ROOT_MOVE] = move
                    work[ROOT_VALUE] = value
                if alpha >= beta:
                    at_killers = KILLERS + 2 * ply
                    if work[at_killers] != move:
                        work[at_killers + 1] = work[at_killers]
                        work[at_killers] = move
                    at_history = HISTORY + 4096 * (ply & 1) + move
                    work[at_history] += depth * depth
                    if work[at_history] > 4000:
                        for other in range(HISTORY, KILLERS):
                            work[other] >>= 1
                    break
    if best >= beta:
        kind = _AT_LEAST
    elif best > before:
        kind = _EXACT
    else:
        kind = _AT_MOST
    if work[GUESSES] == guesses:
        depth = PROVED
    keep = 0
    if known == 0:
        old = memory[(mark & (len(memory) - 2)) + 1]
        keep = 1 if old >> 4 & 0x7F > depth and old >> 12 & 0xFF == work[GENERATION] else 0
    remember(memory, mark, entry(best, best_move, depth, kind, work[GENERATION]), keep)
    return best


@kernel
def walk_on(table: Numbers, walks: Numbers, work: Numbers, free: int, me: int) -> None:
    """Find the first move of the best walks of a player who shares no floe with the other."""
    best = -1
    standing = me
    while standing:
        penguin = standing & -standing
        start = lowest(penguin)
        standing ^= penguin
        ends = targets(table, start, free)
        while ends:
            end = lowest(ends)
            bit = 1 << end
            ends ^= bit
            value = table[WORTH + end] + alone(table, walks, work, free ^ bit, me ^ penguin ^ bit)
            if value > best:
                best = value
                work[ROOT_MOVE] = start << 6 | end
    work[ROOT_VALUE] = best


@kernel
def best_known(table: Numbers, memory: Numbers, free: int, me: int, opponent: int) -> int:
    """The best move in memory; 0 when there is none."""
    free &= reach(table, me, free) | reach(table, opponent, free)
    edge = around(table, free)
    return recall(memory, fingerprint(free, me & edge, opponent & edge)) >> 20 & 0xFFF
