"""Any number of players: Monte Carlo tree search, whose tree is kept from move to move."""

import time
from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers
from shoal.games.penguins.engine import search_workspace
from shoal.games.penguins.engine.alphabeta.search import walk_on
from shoal.games.penguins.engine.lookup_tables import PLAYERS
from shoal.games.penguins.engine.mcts.kernels import (
    HEADER,
    NODE,
    PROSPECTS,
    SCRATCH,
    STEP,
    STOP,
    SUM,
    USED,
    VISITS,
    best_child,
    child_by_step,
    children_of,
    grow,
    proof_of,
    tree_of,
)
from shoal.games.penguins.engine.mcts.multiplayer_features import part_ways
from shoal.games.penguins.engine.move_generation import reach
from shoal.games.penguins.engine.search_position import FREE, LEFT, PENGUINS, RACE, TURN, advance
from shoal.games.penguins.engine.transposition_table import memory_of

__all__ = ["MctsConfig", "MctsSearch"]

_BATCH: Final = 256
#: How many bits' worth of walks are remembered.
_WALKS: Final = 16
#: When all that is left to find is a walk, it is looked for so much longer.
_PATIENCE: Final = 400
_UNIT: Final = float(1 << 30)


class MctsConfig(NamedTuple):
    """How a tree is grown: what its leaves are judged by, and how curious it is about what it has seen little of.

    `spread` is by how many fish territory may be wrong, or how many times as unsure as usual prospects are; `luck` how
    much random play counts beside prospects.
    """

    leaf: int
    explore: float
    spread: float = 1.0
    luck: float = 0.0


class MctsSearch:
    """A tree for one deal, grown in one manner while penguins are being placed and in another once they move.

    `rate` limits how many leaves a second it looks at, for comparisons with slower programs, and `most` how many for
    one step.
    """

    def __init__(
        self,
        *,
        nodes: int,
        moving: MctsConfig,
        placing: MctsConfig | None = None,
        rate: float = 0.0,
        most: int = 0,
        walk: int = 500,
        seed: int = 1,
    ) -> None:
        self._nodes = nodes
        self._moving = moving
        self._placing = placing or moving
        self._rate = rate
        self._most = most
        self._seed = seed
        self._tree = tree_of(nodes, seed)
        self._root = HEADER
        self._race = np.zeros(RACE, dtype=np.int64)
        self._walks = memory_of(_WALKS)
        self._work = search_workspace.work_of(walk)
        self._walk_limit = walk
        #: The next step of the best walk, where only walks are left to find; else -1.
        self._stroll = -1
        self.leaves = 0
        self._stopped = False
        #: Whether there is a step to answer with; before that, nothing stops the search.
        self._looked = False

    def forget(self) -> None:
        """A new deal."""
        self._plant()
        self._race[:] = 0
        self._walks[:] = 0

    def stop(self) -> None:
        """End the search now."""
        self._stopped = True
        if self._looked:
            self._tree[STOP] = self._work[search_workspace.STOP] = 1

    def begin(self) -> None:
        """Get ready for a search; from here on it can be stopped."""
        self._tree[STOP] = self._work[search_workspace.STOP] = 0
        self._stroll = -1
        self._stopped = self._looked = False
        self.leaves = 0

    def run(self, table: Numbers, race: Numbers) -> None:
        """Grow the tree until it is solved, full, or stopped; nothing has to grow where only walks are left to find."""
        self._move_to(table, race)
        if self._race[TURN] != race[TURN]:
            self._walk(table, race)
            return
        scratch = np.zeros(SCRATCH, dtype=np.int64)
        shares = np.zeros(4)
        manner = self._placing if race[LEFT] else self._moving
        began = time.perf_counter()
        batch = min(16 if self._rate else _BATCH, self._most or _BATCH)
        while True:
            done = grow(
                table,
                self._tree,
                self._root,
                self._race,
                batch,
                manner.leaf,
                manner.explore,
                manner.spread,
                manner.luck,
                self._walks,
                self._work,
                scratch,
                shares,
            )
            self.leaves += int(done)
            self._looked = True
            if self._stopped:
                return
            if done < batch or 0 < self._most <= self.leaves:
                return
            if self._rate:
                ahead = self.leaves / self._rate - (time.perf_counter() - began)
                if ahead > 0:
                    time.sleep(ahead)

    @property
    def step(self) -> int:
        """The best step so far; -1 before the first look."""
        if self._stroll >= 0:
            return self._stroll
        best = int(best_child(self._tree, self._root))
        return -1 if best < 0 else int(self._tree[best + STEP]) & 0xFFF

    @property
    def race(self) -> Numbers:
        """The position it looks at; seats that nobody can meet any more have taken what they can."""
        return self._race

    @property
    def strolling(self) -> bool:
        """Whether whoever is on turn can meet nobody any more."""
        return self._stroll >= 0

    @property
    def share(self) -> float:
        """The share of the win that the best step promises to whoever takes it."""
        best = int(best_child(self._tree, self._root))
        return float(self._tree[best + SUM]) / _UNIT / max(1, int(self._tree[best + VISITS]))

    @property
    def proved(self) -> bool:
        """Whether the end is known."""
        return bool(proof_of(self._tree, self._root))

    @property
    def line(self) -> list[int]:
        """The steps looked at most often, one after the other."""
        if self._stroll >= 0:
            return [self._stroll]
        found: list[int] = []
        node = int(best_child(self._tree, self._root))
        while node >= 0 and self._tree[node + VISITS]:
            found.append(int(self._tree[node + STEP]) & 0xFFF)
            node = int(best_child(self._tree, node)) if children_of(self._tree, node) else -1
        return found

    def _walk(self, table: Numbers, race: Numbers) -> None:
        """Find the walk of a seat that can meet nobody any more: quickly, then with patience."""
        standing = int(race[PENGUINS + race[TURN]])
        ice = int(reach(table, standing, int(race[FREE])))
        for limit in (self._walk_limit, self._walk_limit * _PATIENCE):
            self._work[search_workspace.WALK_LIMIT] = limit
            self._work[search_workspace.GUESSES] = 0
            walk_on(table, self._walks, self._work, ice, standing)
            if self._work[search_workspace.STOP]:
                break
            self._stroll = int(self._work[search_workspace.ROOT_MOVE])
            self._looked = True
            if self._stopped or not self._work[search_workspace.GUESSES]:
                break
        self._work[search_workspace.WALK_LIMIT] = self._walk_limit

    def _plant(self) -> None:
        self._tree[HEADER : int(self._tree[USED])] = 0
        self._tree[USED] = HEADER + NODE
        self._root = HEADER

    def _move_to(self, table: Numbers, race: Numbers) -> None:
        """Go to the position in the tree if it is there and there is room to grow; else plant a new one."""
        parted = race.copy()
        self._part(table, parted)
        root = self._find(table, race, parted)
        if root < 0 or bool(self._race[LEFT]) != bool(race[LEFT]) or int(self._tree[USED]) > len(self._tree) // 2:
            self._plant()
        else:
            self._root = root
        self._race[:] = parted

    def _part(self, table: Numbers, race: Numbers) -> None:
        """Leave out the seats that nobody can meet any more, as the tree does."""
        if self._moving.leaf == PROSPECTS and table[PLAYERS] > 2:
            part_ways(table, self._walks, self._work, race)

    def _find(self, table: Numbers, race: Numbers, parted: Numbers) -> int:
        """The node of a position that lies a few steps on from the last one; -1 when it is not there."""
        if not self._race.any():
            return -1
        edge = [(self._root, self._race.copy())]
        for _ in range(8):
            following: list[tuple[int, Numbers]] = []
            for node, at in edge:
                if np.array_equal(at, parted):
                    return node
                if at[TURN] < 0:
                    continue
                for step in self._steps_towards(at, race):
                    child = int(child_by_step(self._tree, node, step))
                    if child >= 0 and self._tree[child + VISITS]:
                        then = at.copy()
                        advance(table, then, step >> 6, step & 63)
                        self._part(table, then)
                        following.append((child, then))
            edge = following
        return -1

    def _steps_towards(self, at: Numbers, race: Numbers) -> list[int]:
        """Steps of the seat on turn from a floe it is no longer on to one that is no longer free."""
        seat = int(at[TURN])
        gone = int(at[0]) & ~int(race[0])
        ends = [floe for floe in range(60) if gone >> floe & 1]
        if at[2]:
            return [60 << 6 | end for end in ends if int(race[4 + seat]) >> end & 1]
        left = int(at[4 + seat]) & ~int(race[4 + seat])
        starts = [floe for floe in range(60) if left >> floe & 1]
        return [start << 6 | end for start in starts for end in ends]
