"""Monte Carlo tree search for any number of players, whose tree is kept from move to move."""

import time
from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers
from shoal.games.penguins.board import FLOES
from shoal.games.penguins.engine import search_workspace
from shoal.games.penguins.engine.lookup_tables import PLAYERS
from shoal.games.penguins.engine.mcts.config import EVALUATION_LEAF, MctsConfig
from shoal.games.penguins.engine.mcts.kernels import (
    HEADER,
    NEXT_FREE,
    NODE_SIZE,
    SCRATCH_SIZE,
    SHARE_SUM,
    SHARE_UNIT,
    STEP,
    STEP_MASK,
    STOP,
    VISITS,
    MctsArrays,
    best_child,
    child_by_step,
    children_of,
    new_tree,
    proof_of,
    run_simulations,
)
from shoal.games.penguins.engine.mcts.multiplayer_features import settle_isolated_seats
from shoal.games.penguins.engine.move_generation import reach
from shoal.games.penguins.engine.search_position import (
    FREE,
    LEFT_TO_PLACE,
    PENGUINS,
    POSITION_SIZE,
    SEATS,
    TURN,
    advance,
)
from shoal.games.penguins.engine.search_workspace import new_workspace
from shoal.games.penguins.engine.solo_walk_kernel import find_walk_step
from shoal.games.penguins.engine.transposition_table import new_transposition_table

__all__ = ["MctsSearch"]

#: Simulations between two looks at the clock; fewer where their rate is limited.
_BATCH: Final = 256
_SLOW_BATCH: Final = 16
#: The transposition table of the search for walks has 2**_WALK_TABLE_BITS entries.
_WALK_TABLE_BITS: Final = 16
#: When only a walk is left to find, the search for it may look at this many times more positions.
_LONG_WALK_FACTOR: Final = 400
#: How many steps on from the last position the next one is looked for in the tree.
_REUSE_STEPS: Final = 8


class MctsSearch:
    """The tree of one deal, grown by one config while penguins are being placed and by another once they move.

    `leaves_per_second` limits how fast it looks at leaves, for comparisons with slower programs, and `max_leaves` how
    many it looks at for one step; 0 is no limit.
    """

    def __init__(
        self,
        *,
        nodes: int,
        moving: MctsConfig,
        placing: MctsConfig | None = None,
        leaves_per_second: float = 0.0,
        max_leaves: int = 0,
        walk_limit: int = 500,
        seed: int = 1,
    ) -> None:
        self._moving = moving
        self._placing = placing or moving
        self._leaves_per_second = leaves_per_second
        self._max_leaves = max_leaves
        self._tree = new_tree(nodes, seed)
        self._root = HEADER
        self._position = np.zeros(POSITION_SIZE, dtype=np.int64)
        self._walk_entries = new_transposition_table(_WALK_TABLE_BITS)
        self._workspace = new_workspace(walk_limit)
        self._walk_limit = walk_limit
        #: The next step of the best walk, where only walks are left to find; else -1.
        self._walk_step = -1
        self.leaves = 0
        self._stopped = False
        #: Whether there is a step to answer with; before that, nothing stops the search.
        self._has_step = False

    def forget_deal(self) -> None:
        """Empty the tree and the table of walks: on a new deal, nothing in them holds any more."""
        self._clear_tree()
        self._position[:] = 0
        self._walk_entries[:] = 0

    @property
    def held_bytes(self) -> int:
        """How large the tree, the table of walks and the workspace can be."""
        return self._tree.nbytes + self._walk_entries.nbytes + self._workspace.nbytes

    def stop(self) -> None:
        """End the search now."""
        self._stopped = True
        if self._has_step:
            self._tree[STOP] = self._workspace[search_workspace.STOP] = 1

    def begin(self) -> None:
        """Get ready for a search; from here on it can be stopped."""
        self._tree[STOP] = self._workspace[search_workspace.STOP] = 0
        self._walk_step = -1
        self._stopped = self._has_step = False
        self.leaves = 0

    def run(self, tables: Numbers, position: Numbers) -> None:
        """Grow the tree until it is solved, full, or stopped; where only a walk is left to find, find that instead."""
        self._set_root(tables, position)
        if self._position[TURN] != position[TURN]:
            self._solve_walk(tables, position)
            return
        scratch = np.zeros(SCRATCH_SIZE, dtype=np.int64)
        arrays = MctsArrays(tables, self._tree, self._walk_entries, self._workspace, scratch, np.zeros(SEATS))
        config = self._placing if position[LEFT_TO_PLACE] else self._moving
        began = time.perf_counter()
        batch = min(_SLOW_BATCH if self._leaves_per_second else _BATCH, self._max_leaves or _BATCH)
        while True:
            done = run_simulations(arrays, self._root, self._position, batch, config)
            self.leaves += int(done)
            self._has_step = True
            if self._stopped:
                return
            if done < batch or 0 < self._max_leaves <= self.leaves:
                return
            if self._leaves_per_second:
                ahead = self.leaves / self._leaves_per_second - (time.perf_counter() - began)
                if ahead > 0:
                    time.sleep(ahead)

    @property
    def step(self) -> int:
        """The best step so far; -1 before the first simulation."""
        if self._walk_step >= 0:
            return self._walk_step
        best = int(best_child(self._tree, self._root))
        return -1 if best < 0 else int(self._tree[best + STEP]) & STEP_MASK

    @property
    def position(self) -> Numbers:
        """The position that is searched; isolated seats have taken what they can."""
        return self._position

    @property
    def isolated(self) -> bool:
        """Whether the seat on turn can meet no other any more."""
        return self._walk_step >= 0

    @property
    def share(self) -> float:
        """The share of the win that the best step promises to the seat on turn."""
        best = int(best_child(self._tree, self._root))
        return float(self._tree[best + SHARE_SUM]) / SHARE_UNIT / max(1, int(self._tree[best + VISITS]))

    @property
    def proved(self) -> bool:
        """Whether the result is proved."""
        return bool(proof_of(self._tree, self._root))

    @property
    def principal_variation(self) -> list[int]:
        """The steps expected from here on: the best child of each node, one after the other."""
        if self._walk_step >= 0:
            return [self._walk_step]
        found: list[int] = []
        node = int(best_child(self._tree, self._root))
        while node >= 0 and self._tree[node + VISITS]:
            found.append(int(self._tree[node + STEP]) & STEP_MASK)
            node = int(best_child(self._tree, node)) if children_of(self._tree, node) else -1
        return found

    def _solve_walk(self, tables: Numbers, position: Numbers) -> None:
        """Find the best walk of a seat that can meet no other any more: quickly, then with patience."""
        standing = int(position[PENGUINS + position[TURN]])
        ice = int(reach(tables, standing, int(position[FREE])))
        workspace = self._workspace
        for limit in (self._walk_limit, self._walk_limit * _LONG_WALK_FACTOR):
            workspace[search_workspace.WALK_LIMIT] = limit
            workspace[search_workspace.GUESSES] = 0
            find_walk_step(tables, self._walk_entries, workspace, ice, standing)
            if workspace[search_workspace.STOP]:
                break
            self._walk_step = int(workspace[search_workspace.ROOT_STEP])
            self._has_step = True
            if self._stopped or not workspace[search_workspace.GUESSES]:
                break
        workspace[search_workspace.WALK_LIMIT] = self._walk_limit

    def _clear_tree(self) -> None:
        self._tree[HEADER : int(self._tree[NEXT_FREE])] = 0
        self._tree[NEXT_FREE] = HEADER + NODE_SIZE
        self._root = HEADER

    def _set_root(self, tables: Numbers, position: Numbers) -> None:
        """Make a position the root: in the tree, if it is there and there is room to grow, else in an empty one."""
        settled = position.copy()
        self._settle(tables, settled)
        root = self._find(tables, position, settled)
        half_full = int(self._tree[NEXT_FREE]) > len(self._tree) // 2
        if root < 0 or bool(self._position[LEFT_TO_PLACE]) != bool(position[LEFT_TO_PLACE]) or half_full:
            self._clear_tree()
        else:
            self._root = root
        self._position[:] = settled

    def _settle(self, tables: Numbers, position: Numbers) -> None:
        """Settle isolated seats, as the simulations do."""
        if self._moving.leaf == EVALUATION_LEAF and tables[PLAYERS] > 2:
            settle_isolated_seats(tables, self._walk_entries, self._workspace, position)

    def _find(self, tables: Numbers, position: Numbers, settled: Numbers) -> int:
        """The node of a position that lies a few steps on from the last one; -1 when it is not there."""
        if not self._position.any():
            return -1
        edge = [(self._root, self._position.copy())]
        for _ in range(_REUSE_STEPS):
            following: list[tuple[int, Numbers]] = []
            for node, earlier in edge:
                if np.array_equal(earlier, settled):
                    return node
                if earlier[TURN] < 0:
                    continue
                for step in _steps_towards(earlier, position):
                    child = int(child_by_step(self._tree, node, step))
                    if child >= 0 and self._tree[child + VISITS]:
                        later = earlier.copy()
                        advance(tables, later, step >> 6, step & 63)
                        self._settle(tables, later)
                        following.append((child, later))
            edge = following
        return -1


def _steps_towards(earlier: Numbers, position: Numbers) -> list[int]:
    """Steps of the seat on turn from a floe it is no longer on to one that is no longer free."""
    seat = int(earlier[TURN])
    gone = int(earlier[FREE]) & ~int(position[FREE])
    ends = _floes(gone)
    standing = int(position[PENGUINS + seat])
    if earlier[LEFT_TO_PLACE]:
        return [FLOES << 6 | end for end in ends if standing >> end & 1]
    starts = _floes(int(earlier[PENGUINS + seat]) & ~standing)
    return [start << 6 | end for start in starts for end in ends]


def _floes(some: int) -> list[int]:
    """The numbers of a set of floes."""
    return [floe for floe in range(FLOES) if some >> floe & 1]
