"""Kernels: Monte Carlo tree search (UCT) for any number of players.

A simulation goes down the tree by UCB1 (selection), gives the leaf its children (expansion), evaluates it by a random
playout or an evaluation, and adds the seats' shares of the win to all nodes on its path (backup).

A node is four words, `[nodes, NODE_SIZE]`: where its children begin and how many there are, its visits, the sum of the
shares of the win it gave to the seat that moved there, and the step with that seat. With two players, subtrees played
out to the end are marked with what is proved (MCTS-Solver). The tree is kept from move to move: `root` is the node of
the position that is searched.
"""

import math
from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel, lowest
from shoal.games.penguins.board import FLOES
from shoal.games.penguins.engine.lookup_tables import BERTHS, PLAYERS
from shoal.games.penguins.engine.mcts.config import EVALUATION_LEAF, TERRITORY_LEAF, MctsConfig
from shoal.games.penguins.engine.mcts.multiplayer_evaluation import (
    evaluation_error,
    expected_worths,
    shares_of_result,
    shares_of_worths,
)
from shoal.games.penguins.engine.mcts.multiplayer_features import FEATURES_SCRATCH_SIZE, settle_isolated_seats
from shoal.games.penguins.engine.move_generation import targets
from shoal.games.penguins.engine.search_position import (
    FREE,
    LEFT_TO_PLACE,
    PENGUINS,
    POSITION_SIZE,
    SEATS,
    TURN,
    WORTHS,
    advance,
    random_playout,
)
from shoal.games.penguins.engine.territory import TERRITORY_SCRATCH_SIZE, territory_worths

__all__ = [
    "HEADER",
    "NEXT_FREE",
    "NODE_SIZE",
    "SCRATCH_SIZE",
    "SHARE_SUM",
    "SHARE_UNIT",
    "STEP",
    "STEP_MASK",
    "STOP",
    "VISITS",
    "MctsArrays",
    "best_child",
    "child_by_step",
    "children_of",
    "new_tree",
    "proof_of",
    "run_simulations",
]

NODE_SIZE: Final = 4
CHILDREN: Final = 0
VISITS: Final = 1
SHARE_SUM: Final = 2
STEP: Final = 3
#: The first two nodes stand for no position. Their words are: where the next node goes, the random seed, and whether
#: another thread wants the search to stop.
HEADER: Final = 2 * NODE_SIZE
NEXT_FREE: Final = 0
SEED: Final = 1
STOP: Final = 2
#: A node is only expanded where there is room for this many children.
_MOST_CHILDREN: Final = 128

#: Shares of the win are summed up as whole numbers of this size.
SHARE_UNIT: Final = float(1 << 30)
#: In the children's word: their number counts this much, beside where they begin.
_COUNT: Final = 1 << 40
#: In the step's word: the step in the lowest bits, then the seat, then whether isolated seats are settled after it,
#: then the proof: 0 for none, else the margin for that seat plus `_DRAWN`.
STEP_MASK: Final = 0xFFF
_SEAT_AT: Final = 12
_SEAT_MASK: Final = 3
_SETTLES: Final = 1 << 14
_PROOF_AT: Final = 16
_BELOW_PROOF: Final = (1 << _PROOF_AT) - 1
_DRAWN: Final = 1 << 20

#: In `scratch`: the position, what playouts, territory and shares need, the path, and what the features need.
_ENDS: Final = POSITION_SIZE
_WORTHS: Final = _ENDS + SEATS
_PATH: Final = 32
_FEATURES: Final = 128
SCRATCH_SIZE: Final = _FEATURES + FEATURES_SCRATCH_SIZE


class MctsArrays(NamedTuple):
    """The arrays of one search."""

    tables: Numbers
    tree: Numbers
    #: The transposition table and the workspace of the search for walks.
    walk_entries: Numbers
    workspace: Numbers
    #: `[SCRATCH_SIZE]`
    scratch: Numbers
    #: By seat, the shares of the win at a leaf.
    shares: Reals


def new_tree(nodes: int, seed: int) -> Numbers:
    """An empty tree with room for `nodes` nodes; its root is the first one after the header."""
    tree = np.zeros(HEADER + NODE_SIZE * nodes, dtype=np.int64)
    tree[NEXT_FREE] = HEADER + NODE_SIZE
    tree[SEED] = seed * 2 + 1
    return tree


@kernel
def children_of(tree: Numbers, node: int) -> int:
    """How many children a node has."""
    found: int = tree[node + CHILDREN] // _COUNT
    return found


@kernel
def proof_of(tree: Numbers, node: int) -> int:
    """The proof of a node: the proved margin of the seat that moved there, plus `_DRAWN`; 0 when nothing is proved."""
    found: int = tree[node + STEP] >> _PROOF_AT
    return found


@kernel
def _expand(tables: Numbers, tree: Numbers, node: int, position: Numbers) -> bool:
    """Give a node its children; returns whether there was room."""
    first = tree[NEXT_FREE]
    if first + _MOST_CHILDREN * NODE_SIZE > len(tree):
        return False
    seat = position[TURN]
    at = first
    if position[LEFT_TO_PLACE]:
        ends = position[FREE] & tables[BERTHS]
        while ends:
            tree[at + STEP] = seat << _SEAT_AT | FLOES << 6 | lowest(ends)
            at += NODE_SIZE
            ends &= ends - 1
    else:
        penguins = position[PENGUINS + seat]
        while penguins:
            start = lowest(penguins)
            penguins &= penguins - 1
            ends = targets(tables, start, position[FREE])
            while ends:
                tree[at + STEP] = seat << _SEAT_AT | start << 6 | lowest(ends)
                at += NODE_SIZE
                ends &= ends - 1
    tree[node + CHILDREN] = (at - first) // NODE_SIZE * _COUNT + first
    tree[NEXT_FREE] = at
    return True


@kernel
def _select(tree: Numbers, node: int, exploration: float) -> int:
    """The child with the highest upper confidence bound (UCB1) of those whose end is not proved; -1 if all are.

    A child that was never visited counts as the mean of its siblings.
    """
    children = tree[node + CHILDREN]
    first = children % _COUNT
    end = first + children // _COUNT * NODE_SIZE
    log = math.log(tree[node + VISITS] + 1.0)
    total = 0.0
    visits = 0
    for child in range(first, end, NODE_SIZE):
        total += tree[child + SHARE_SUM]
        visits += tree[child + VISITS]
    unvisited = total / (visits * SHARE_UNIT) if visits else 0.5
    best = -1
    best_bound = -1.0
    for child in range(first, end, NODE_SIZE):
        if proof_of(tree, child):
            continue
        seen = tree[child + VISITS]
        if seen:
            bound = tree[child + SHARE_SUM] / (seen * SHARE_UNIT) + exploration * math.sqrt(log / seen)
        else:
            bound = unvisited + exploration * math.sqrt(log)
        if bound > best_bound:
            best_bound = bound
            best = child
    return best


@kernel
def _proof_by_children(tree: Numbers, node: int) -> int:
    """The margin, for the seat on turn at a node, that its children prove, plus `_DRAWN`; 0 when they do not."""
    children = tree[node + CHILDREN]
    first = children % _COUNT
    end = first + children // _COUNT * NODE_SIZE
    best = 0
    whole = True
    for child in range(first, end, NODE_SIZE):
        proof = proof_of(tree, child)
        whole = whole and proof > 0
        best = max(best, proof)
    return best if whole or best > _DRAWN else 0


@kernel
def best_child(tree: Numbers, node: int) -> int:
    """The child to play: a proved win if there is one, else the one with most visits; -1 before there are children."""
    children = tree[node + CHILDREN]
    first = children % _COUNT
    end = first + children // _COUNT * NODE_SIZE
    best = -1
    best_rank = -1.0
    for child in range(first, end, NODE_SIZE):
        proof = proof_of(tree, child)
        rank = float(tree[child + VISITS]) + 1.0
        if proof > _DRAWN:
            rank = 1e12 + proof
        elif proof == _DRAWN:
            rank *= 0.5
        elif proof:
            rank = proof / _DRAWN
        if rank > best_rank:
            best_rank = rank
            best = child
    return best


@kernel
def child_by_step(tree: Numbers, node: int, step: int) -> int:
    """The child that a step leads to; -1 when there is none."""
    children = tree[node + CHILDREN]
    first = children % _COUNT
    end = first + children // _COUNT * NODE_SIZE
    for child in range(first, end, NODE_SIZE):
        if tree[child + STEP] & STEP_MASK == step:
            return child
    return -1


@kernel
def _evaluate_leaf(
    tables: Numbers, tree: Numbers, position: Numbers, config: MctsConfig, scratch: Numbers, shares: Reals
) -> None:
    """Write the seats' shares of the win at a leaf to `shares`."""
    worths = scratch[_WORTHS : _WORTHS + TERRITORY_SCRATCH_SIZE]
    if config.leaf == TERRITORY_LEAF:
        territory_worths(tables, position, worths)
        shares_of_worths(tables, worths, config.error, shares)
        return
    if config.leaf == EVALUATION_LEAF:
        expected_worths(tables, position, worths, scratch[_FEATURES:])
        shares_of_worths(tables, worths, config.error * evaluation_error(position[FREE]), shares)
        if not config.playout_weight:
            return
        for seat in range(tables[PLAYERS]):
            scratch[_WORTHS + seat] = int(shares[seat] * SHARE_UNIT)
    tree[SEED] = random_playout(tables, position, tree[SEED], scratch[_ENDS : _ENDS + SEATS])
    shares_of_result(tables, position, shares)
    if config.leaf == EVALUATION_LEAF:
        weight = config.playout_weight
        for seat in range(tables[PLAYERS]):
            shares[seat] = weight * shares[seat] + (1.0 - weight) * scratch[_WORTHS + seat] / SHARE_UNIT


@kernel
def run_simulations(arrays: MctsArrays, root: int, start: Numbers, simulations: int, config: MctsConfig) -> int:
    """Run simulations from the root, whose position is `start`, or fewer when stopped; returns how many.

    With the features at the leaves, isolated seats at once take the best walks they have.
    """
    tables, tree, scratch, shares = arrays.tables, arrays.tree, arrays.scratch, arrays.shares
    walk_entries, workspace = arrays.walk_entries, arrays.workspace
    players = tables[PLAYERS]
    position = scratch[:POSITION_SIZE]
    settling = config.leaf == EVALUATION_LEAF and players > 2
    for done in range(simulations):
        if tree[STOP] or proof_of(tree, root):
            return done
        position[:] = start
        node = root
        length = 0
        scratch[_PATH] = node
        # Selection, and expansion of a leaf that is met for the second time.
        while position[TURN] >= 0:
            if not tree[node + CHILDREN] and (
                (node != root and not tree[node + VISITS]) or not _expand(tables, tree, node, position)
            ):
                break
            child = _select(tree, node, config.exploration)
            if child < 0:
                break
            step = tree[child + STEP] & STEP_MASK
            advance(tables, position, step >> 6, step & 63)
            if settling and (not tree[child + VISITS] or tree[child + STEP] & _SETTLES):
                free = position[FREE]
                settle_isolated_seats(tables, walk_entries, workspace, position)
                if position[FREE] != free:
                    tree[child + STEP] |= _SETTLES
            node = child
            length += 1
            scratch[_PATH + length] = node
        over = position[TURN] < 0
        if over:
            shares_of_result(tables, position, shares)
            if players == 2:
                seat = tree[node + STEP] >> _SEAT_AT & _SEAT_MASK
                margin = position[WORTHS + seat] - position[WORTHS + 1 - seat] + _DRAWN
                tree[node + STEP] = margin << _PROOF_AT | tree[node + STEP] & _BELOW_PROOF
        else:
            _evaluate_leaf(tables, tree, position, config, scratch, shares)
        # Backup of the shares, and of proofs.
        for back in range(length, -1, -1):
            node = scratch[_PATH + back]
            seat = tree[node + STEP] >> _SEAT_AT & _SEAT_MASK
            tree[node + VISITS] += 1
            tree[node + SHARE_SUM] += int(shares[seat] * SHARE_UNIT)
            if players == 2 and back < length and proof_of(tree, scratch[_PATH + back + 1]):
                proof = _proof_by_children(tree, node)
                if proof:
                    to_move = tree[scratch[_PATH + back + 1] + STEP] >> _SEAT_AT & _SEAT_MASK
                    margin = proof if to_move == seat else 2 * _DRAWN - proof
                    tree[node + STEP] = margin << _PROOF_AT | tree[node + STEP] & _BELOW_PROOF
    return simulations
