"""Kernels: Monte Carlo tree search for any number of players, with random play or a judgement at the leaves.

A node is four words: where its children begin and how many there are, its visits, the shares of the win it gave to
whoever moved there, and the step with that seat. With two players, subtrees played out to the end are marked with
what is proved. The tree is kept from move to move: `root` is where it is looked at from.
"""

import math
from typing import Final

import numpy as np
from numpy import float64
from numpy.typing import NDArray

from shoal.core.numba_kernels import Numbers, kernel, lowest
from shoal.games.penguins.board import FLOES
from shoal.games.penguins.engine.lookup_tables import BERTHS, PLAYERS
from shoal.games.penguins.engine.mcts.multiplayer_evaluation import (
    doubt,
    hopes,
    prospects,
    shares_of_hopes,
    shares_of_result,
)
from shoal.games.penguins.engine.mcts.multiplayer_features import CROWD, part_ways
from shoal.games.penguins.engine.move_generation import targets
from shoal.games.penguins.engine.search_position import FREE, LEFT, PENGUINS, RACE, TURN, WORTHS, advance, play_out

__all__ = [
    "CHILDREN",
    "HEADER",
    "NODE",
    "PLAYOUTS",
    "PROSPECTS",
    "SCRATCH",
    "SEED",
    "STEP",
    "STOP",
    "SUM",
    "TERRITORY",
    "USED",
    "VISITS",
    "best_child",
    "child_by_step",
    "children_of",
    "grow",
    "proof_of",
    "tree_of",
]  # fmt: skip

NODE: Final = 4
CHILDREN: Final = 0
VISITS: Final = 1
SUM: Final = 2
STEP: Final = 3
#: The first node stands for no position: its words, and the next one's, are these.
HEADER: Final = 2 * NODE
USED: Final = 0
SEED: Final = 1
STOP: Final = 2

_UNIT: Final = float(1 << 30)
_COUNT: Final = 1 << 40
#: In the step's word: the step, then the seat, then whether somebody parts from the others there, then the proof: 0
#: for none, else the margin for that seat plus this.
_SEAT: Final = 12
_PARTING: Final = 1 << 14
_PROOF: Final = 16
_MARGIN: Final = 1 << 20

#: In the array that is scribbled in: the position, what leaves need, then the path; and what prospects need.
_CROWD: Final = 128
SCRATCH: Final = _CROWD + CROWD

PLAYOUTS: Final = 0
TERRITORY: Final = 1
PROSPECTS: Final = 2


def tree_of(nodes: int, seed: int) -> Numbers:
    """An empty tree with room for so many nodes; its root is the first one after the header."""
    tree = np.zeros(HEADER + NODE * nodes, dtype=np.int64)
    tree[USED] = HEADER + NODE
    tree[SEED] = seed * 2 + 1
    return tree


@kernel
def children_of(tree: Numbers, node: int) -> int:
    """How many children a node has."""
    found: int = tree[node + CHILDREN] // _COUNT
    return found


@kernel
def proof_of(tree: Numbers, node: int) -> int:
    """What is proved of a node: the margin of the seat that moved there, offset; 0 when nothing is."""
    found: int = tree[node + STEP] >> _PROOF
    return found


@kernel
def _expand(table: Numbers, tree: Numbers, node: int, race: Numbers) -> bool:
    """Give a node its children; returns whether there was room."""
    first = tree[USED]
    if first + 128 * NODE > len(tree):
        return False
    seat = race[TURN]
    at = first
    if race[LEFT]:
        ends = race[FREE] & table[BERTHS]
        while ends:
            tree[at + STEP] = seat << _SEAT | FLOES << 6 | lowest(ends)
            at += NODE
            ends &= ends - 1
    else:
        penguins = race[PENGUINS + seat]
        while penguins:
            start = lowest(penguins)
            penguins &= penguins - 1
            ends = targets(table, start, race[FREE])
            while ends:
                tree[at + STEP] = seat << _SEAT | start << 6 | lowest(ends)
                at += NODE
                ends &= ends - 1
    tree[node + CHILDREN] = (at - first) // NODE * _COUNT + first
    tree[USED] = at
    return True


@kernel
def _select(tree: Numbers, node: int, explore: float) -> int:
    """The child to look at next: by its upper confidence bound, never one whose end is known."""
    children = tree[node + CHILDREN]
    first = children % _COUNT
    end = first + children // _COUNT * NODE
    log = math.log(tree[node + VISITS] + 1.0)
    hope = 0.0
    visits = 0
    for child in range(first, end, NODE):
        hope += tree[child + SUM]
        visits += tree[child + VISITS]
    fresh = hope / (visits * _UNIT) if visits else 0.5
    best = -1
    best_bound = -1.0
    for child in range(first, end, NODE):
        if proof_of(tree, child):
            continue
        seen = tree[child + VISITS]
        if seen:
            bound = tree[child + SUM] / (seen * _UNIT) + explore * math.sqrt(log / seen)
        else:
            bound = fresh + explore * math.sqrt(log)
        if bound > best_bound:
            best_bound = bound
            best = child
    return best


@kernel
def _prove(tree: Numbers, node: int) -> int:
    """The margin, for whoever is on turn at a node, that its children prove; 0 when they do not, else offset."""
    children = tree[node + CHILDREN]
    first = children % _COUNT
    end = first + children // _COUNT * NODE
    best = 0
    whole = True
    for child in range(first, end, NODE):
        proof = proof_of(tree, child)
        whole = whole and proof > 0
        best = max(best, proof)
    return best if whole or best > _MARGIN else 0


@kernel
def best_child(tree: Numbers, node: int) -> int:
    """The child to play: a proved win if there is one, else the one that was looked at most often."""
    children = tree[node + CHILDREN]
    first = children % _COUNT
    end = first + children // _COUNT * NODE
    best = -1
    best_rank = -1.0
    for child in range(first, end, NODE):
        proof = proof_of(tree, child)
        rank = float(tree[child + VISITS]) + 1.0
        if proof > _MARGIN:
            rank = 1e12 + proof
        elif proof == _MARGIN:
            rank *= 0.5
        elif proof:
            rank = proof / _MARGIN
        if rank > best_rank:
            best_rank = rank
            best = child
    return best


@kernel
def child_by_step(tree: Numbers, node: int, step: int) -> int:
    """The child that a step leads to; -1 when there is none."""
    children = tree[node + CHILDREN]
    first = children % _COUNT
    end = first + children // _COUNT * NODE
    for child in range(first, end, NODE):
        if tree[child + STEP] & 0xFFF == step:
            return child
    return -1


@kernel
def _judge(
    table: Numbers,
    tree: Numbers,
    race: Numbers,
    leaf: int,
    spread: float,
    luck: float,
    scratch: Numbers,
    shares: NDArray[float64],
) -> None:
    """The seats' shares of the win at a leaf; random play counts for the part `luck` beside prospects."""
    found = scratch[16:28]
    if leaf == TERRITORY:
        hopes(table, race, found)
        shares_of_hopes(table, found, spread, shares)
        return
    if leaf == PROSPECTS:
        prospects(table, race, found, scratch[_CROWD:])
        shares_of_hopes(table, found, spread * doubt(race[FREE]), shares)
        if not luck:
            return
        for seat in range(table[PLAYERS]):
            scratch[16 + seat] = int(shares[seat] * _UNIT)
    tree[SEED] = play_out(table, race, tree[SEED], scratch[12:16])
    shares_of_result(table, race, shares)
    if leaf == PROSPECTS:
        for seat in range(table[PLAYERS]):
            shares[seat] = luck * shares[seat] + (1.0 - luck) * scratch[16 + seat] / _UNIT


@kernel
def grow(
    table: Numbers,
    tree: Numbers,
    root: int,
    start: Numbers,
    rounds: int,
    leaf: int,
    explore: float,
    spread: float,
    luck: float,
    walks: Numbers,
    work: Numbers,
    scratch: Numbers,
    shares: NDArray[float64],
) -> int:
    """Look at so many leaves, or fewer when stopped; returns how many. `scratch` is of size SCRATCH.

    With prospects at the leaves, seats that nobody can meet any more take their best walks at once.
    """
    path = 32
    players = table[PLAYERS]
    race = scratch[:RACE]
    parting = leaf == PROSPECTS and players > 2
    for done in range(rounds):
        if tree[STOP] or proof_of(tree, root):
            return done
        race[:] = start
        node = root
        length = 0
        scratch[path] = node
        while race[TURN] >= 0:
            if not tree[node + CHILDREN] and (
                (node != root and not tree[node + VISITS]) or not _expand(table, tree, node, race)
            ):
                break
            child = _select(tree, node, explore)
            if child < 0:
                break
            step = tree[child + STEP] & 0xFFF
            advance(table, race, step >> 6, step & 63)
            if parting and (not tree[child + VISITS] or tree[child + STEP] & _PARTING):
                free = race[FREE]
                part_ways(table, walks, work, race)
                if race[FREE] != free:
                    tree[child + STEP] |= _PARTING
            node = child
            length += 1
            scratch[path + length] = node
        over = race[TURN] < 0
        if over:
            shares_of_result(table, race, shares)
            if players == 2:
                seat = tree[node + STEP] >> _SEAT & 3
                margin = race[WORTHS + seat] - race[WORTHS + 1 - seat] + _MARGIN
                tree[node + STEP] = margin << _PROOF | tree[node + STEP] & 0xFFFF
        else:
            _judge(table, tree, race, leaf, spread, luck, scratch, shares)
        for back in range(length, -1, -1):
            node = scratch[path + back]
            seat = tree[node + STEP] >> _SEAT & 3
            tree[node + VISITS] += 1
            tree[node + SUM] += int(shares[seat] * _UNIT)
            if players == 2 and back < length and proof_of(tree, scratch[path + back + 1]):
                proof = _prove(tree, node)
                if proof:
                    to_move = tree[scratch[path + back + 1] + STEP] >> _SEAT & 3
                    margin = proof if to_move == seat else 2 * _MARGIN - proof
                    tree[node + STEP] = margin << _PROOF | tree[node + STEP] & 0xFFFF
    return rounds
