"""Kernels: the alpha-beta search of two players, once all penguins stand.

It is a principal variation search (negamax with null windows) with a transposition table, late move reductions, and
moves ordered by the table's move, the evaluation, killer moves and the history heuristic.

A position is the free floes and both players' penguins, and its value what the player on turn will take from here
on more than the other. As soon as no floe can be reached by both, the value is exact: it is the difference of their
best walks. Whenever a value rests on an estimate, `GUESSES` goes up; a search during which it stays as it was has
proved what it found.
"""

from typing import Final

from shoal.core.numba_kernels import Numbers, kernel, lowest, recursive_kernel
from shoal.games.penguins.engine.alphabeta.entry import (
    EXACT,
    LOWER_BOUND,
    PROVED,
    UPPER_BOUND,
    depth_of,
    generation_of,
    kind_of,
    move_of,
    pack_entry,
    value_of,
)
from shoal.games.penguins.engine.evaluation import evaluate
from shoal.games.penguins.engine.lookup_tables import WORTH
from shoal.games.penguins.engine.move_generation import around, reach, targets, worth_of
from shoal.games.penguins.engine.search_workspace import (
    DEEP_REDUCTION_FROM,
    EVALUATED_ORDER_DEPTH,
    FEATURE_SCRATCH,
    GENERATION,
    GUESSES,
    HISTORY,
    HISTORY_LIMIT,
    HISTORY_SIDE,
    KILLERS,
    KILLERS_A_PLY,
    MOVE_LIST_SIZE,
    MOVE_LISTS,
    NODE_LIMIT,
    NODES,
    REDUCTION_FROM,
    ROOT_STEP,
    ROOT_VALUE,
    STOP,
)
from shoal.games.penguins.engine.solo_walk_kernel import walk_worth
from shoal.games.penguins.engine.transposition_table import first_entry, hash_key, probe, store

__all__ = ["INFINITE", "next_move", "search", "stored_move"]

#: More than any value.
INFINITE: Final = 20_000

#: A list's entry is the order, offset to keep it above 0, then the move in its lowest bits.
_ORDER_OFFSET: Final = 1 << 20
_MOVE_BITS: Final = 12
_MOVE: Final = 0xFFF
_TABLE_MOVE_ORDER: Final = 1 << 40
_KILLER_BONUS: Final = 300


@kernel
def list_moves(
    tables: Numbers, workspace: Numbers, free: int, me: int, opponent: int, best: int, depth: int, ply: int
) -> int:
    """Write the moves with their order to the ply's list, the most promising highest; returns how many there are."""
    at = MOVE_LISTS + MOVE_LIST_SIZE * ply
    found = 0
    history = HISTORY + HISTORY_SIDE * (ply & 1)
    killers = KILLERS + KILLERS_A_PLY * ply
    first, second = workspace[killers], workspace[killers + 1]
    standing = me
    while standing:
        penguin = standing & -standing
        start = lowest(penguin)
        standing ^= penguin
        ends = targets(tables, start, free)
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            move = start << 6 | end
            if move == best:
                order = _TABLE_MOVE_ORDER
            elif depth >= workspace[EVALUATED_ORDER_DEPTH]:
                bit = 1 << end
                after = evaluate(tables, free ^ bit, opponent, me ^ penguin ^ bit, workspace, FEATURE_SCRATCH)
                order = 4 * (tables[WORTH + end] - after)
            else:
                order = 2 * tables[WORTH + end] + workspace[history + move]
            if move in (first, second):
                order += _KILLER_BONUS
            workspace[at + found] = (order + _ORDER_OFFSET) << _MOVE_BITS | move
            found += 1
    return found


@kernel
def next_move(workspace: Numbers, at: int, end: int) -> int:
    """The most promising move of a list from `at` on, brought to the front."""
    best = at
    for index in range(at + 1, end):
        if workspace[index] > workspace[best]:
            best = index
    found: int = workspace[best]
    workspace[best] = workspace[at]
    workspace[at] = found
    return found & _MOVE


@kernel
def _note_cutoff(workspace: Numbers, move: int, depth: int, ply: int) -> None:
    """Count a move that led to a cutoff, as a killer of its ply and in the history of its side."""
    killers = KILLERS + KILLERS_A_PLY * ply
    if workspace[killers] != move:
        workspace[killers + 1] = workspace[killers]
        workspace[killers] = move
    history = HISTORY + HISTORY_SIDE * (ply & 1) + move
    workspace[history] += depth * depth
    if workspace[history] > HISTORY_LIMIT:
        for other in range(HISTORY, KILLERS):
            workspace[other] >>= 1


# The arrays stay separate arguments: bundled in a NamedTuple, each node counts references to them, and the search is
# 5 to 10 % slower.
@recursive_kernel(
    "int64(int64[::1], int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64)"
)
def search(
    tables: Numbers,
    transpositions: Numbers,
    walk_entries: Numbers,
    workspace: Numbers,
    free: int,
    me: int,
    opponent: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
) -> int:
    """The value for the player on turn; outside of `alpha` and `beta` a bound on it (fail-soft).

    `walk_entries` is the transposition table of the search for walks.
    """
    if workspace[STOP]:
        return 0
    workspace[NODES] += 1
    if workspace[NODES] > workspace[NODE_LIMIT]:
        workspace[STOP] = 1
        return 0
    mine = reach(tables, me, free)
    theirs = reach(tables, opponent, free)
    if not mine & theirs:
        my_walks = walk_worth(tables, walk_entries, workspace, mine, me)
        return my_walks - walk_worth(tables, walk_entries, workspace, theirs, opponent)
    if ply > 0:
        most = worth_of(tables, mine)
        if most <= alpha:
            return most
        least = -worth_of(tables, theirs)
        if least >= beta:
            return least
    free = mine | theirs
    edge = around(tables, free)
    me &= edge
    opponent &= edge

    key = hash_key(free, me, opponent)
    entry = probe(transpositions, key)
    best_move = 0
    if entry:
        best_move = move_of(entry)
        entry_depth = depth_of(entry)
        if entry_depth >= depth and ply > 0:
            value = value_of(entry)
            kind = kind_of(entry)
            if kind == EXACT or (kind == LOWER_BOUND and value >= beta) or (kind == UPPER_BOUND and value <= alpha):
                if entry_depth != PROVED:
                    workspace[GUESSES] += 1
                return value
    if depth <= 0:
        workspace[GUESSES] += 1
        return evaluate(tables, free, me, opponent, workspace, FEATURE_SCRATCH)

    guesses = workspace[GUESSES]
    first_alpha = alpha
    found = list_moves(tables, workspace, free, me, opponent, best_move, depth, ply)
    at = MOVE_LISTS + MOVE_LIST_SIZE * ply
    best = -INFINITE
    best_move = 0
    next_ply = ply + 1
    for index in range(found):
        move = next_move(workspace, at + index, at + found)
        start, end = move >> 6, move & 63
        bit = 1 << end
        gain = tables[WORTH + end]
        moved = me ^ 1 << start ^ bit
        left = free ^ bit
        deeper = depth - 1
        if index == 0:
            low, high = gain - beta, gain - alpha
            value = gain - search(
                tables, transpositions, walk_entries, workspace, left, opponent, moved, low, high, deeper, next_ply
            )
        else:
            # Late move reductions, with a null window; a move that does better than expected is searched again.
            reduced = deeper
            if depth >= 3 and index >= workspace[REDUCTION_FROM]:
                reduced -= 1
                if index >= workspace[DEEP_REDUCTION_FROM]:
                    reduced -= 1 + depth // 6
            low, high = gain - alpha - 1, gain - alpha
            value = gain - search(
                tables, transpositions, walk_entries, workspace, left, opponent, moved, low, high, reduced, next_ply
            )
            if value > alpha and reduced < deeper:
                value = gain - search(
                    tables, transpositions, walk_entries, workspace, left, opponent, moved, low, high, deeper, next_ply
                )
            if alpha < value < beta:
                low, high = gain - beta, gain - alpha
                value = gain - search(
                    tables, transpositions, walk_entries, workspace, left, opponent, moved, low, high, deeper, next_ply
                )
        if workspace[STOP]:
            return 0
        if value > best:
            best = value
            best_move = move
            if value > alpha:
                alpha = value
                if ply == 0:
                    workspace[ROOT_STEP] = move
                    workspace[ROOT_VALUE] = value
                if alpha >= beta:
                    _note_cutoff(workspace, move, depth, ply)
                    break
    if best >= beta:
        kind = LOWER_BOUND
    elif best > first_alpha:
        kind = EXACT
    else:
        kind = UPPER_BOUND
    if workspace[GUESSES] == guesses:
        depth = PROVED
    slot = 0
    if entry == 0:
        old = first_entry(transpositions, key)
        slot = 1 if depth_of(old) > depth and generation_of(old) == workspace[GENERATION] else 0
    store(transpositions, key, pack_entry(best, best_move, depth, kind, workspace[GENERATION]), slot)
    return best


@kernel
def stored_move(tables: Numbers, transpositions: Numbers, free: int, me: int, opponent: int) -> int:
    """The best move in the transposition table; 0 when there is none."""
    free &= reach(tables, me, free) | reach(tables, opponent, free)
    edge = around(tables, free)
    return move_of(probe(transpositions, hash_key(free, me & edge, opponent & edge)))
