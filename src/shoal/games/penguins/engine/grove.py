"""Any number of players: Monte Carlo tree search, whose tree is kept from move to move."""

import time
from typing import Final

import numpy as np

from shoal.core.compiled import Numbers
from shoal.games.penguins.engine.race import RACE, TURN, advance
from shoal.games.penguins.engine.tree import (
    HEADER,
    NODE,
    STEP,
    STOP,
    SUM,
    TERRITORY,
    USED,
    VISITS,
    best_child,
    child_by_step,
    children_of,
    grow,
    proof_of,
    tree_of,
)

__all__ = ["Grove"]

_BATCH: Final = 256
_UNIT: Final = float(1 << 30)


class Grove:
    """A tree for one deal, grown by `leaf` (random play or territory).

    `rate` limits how many leaves a second it looks at, for comparisons with slower programs, and `most` how many
    for one step.
    """

    def __init__(
        self,
        *,
        nodes: int,
        leaf: int = TERRITORY,
        explore: float,
        spread: float,
        rate: float = 0.0,
        most: int = 0,
        seed: int = 1,
    ) -> None:
        self._nodes = nodes
        self._leaf = leaf
        self._explore = explore
        self._spread = spread
        self._rate = rate
        self._most = most
        self._seed = seed
        self._tree = tree_of(nodes, seed)
        self._root = HEADER
        self._race = np.zeros(RACE, dtype=np.int64)
        self.leaves = 0
        self._stopped = False
        #: Whether there is a step to answer with; before that, nothing stops the search.
        self._looked = False

    def forget(self) -> None:
        """A new deal."""
        self._plant()
        self._race[:] = 0

    def stop(self) -> None:
        """End the search now."""
        self._stopped = True
        if self._looked:
            self._tree[STOP] = 1

    def begin(self) -> None:
        """Get ready for a search; from here on it can be stopped."""
        self._tree[STOP] = 0
        self._stopped = self._looked = False
        self.leaves = 0

    def run(self, table: Numbers, race: Numbers) -> None:
        """Grow the tree until it is solved, full, or stopped."""
        self._move_to(table, race)
        scratch = np.zeros(128, dtype=np.int64)
        shares = np.zeros(4)
        began = time.perf_counter()
        batch = 16 if self._rate else _BATCH
        while True:
            done = grow(
                table, self._tree, self._root, race, batch, self._leaf, self._explore, self._spread, scratch, shares
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
        best = int(best_child(self._tree, self._root))
        return -1 if best < 0 else int(self._tree[best + STEP]) & 0xFFF

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
        found: list[int] = []
        node = int(best_child(self._tree, self._root))
        while node >= 0 and self._tree[node + VISITS]:
            found.append(int(self._tree[node + STEP]) & 0xFFF)
            node = int(best_child(self._tree, node)) if children_of(self._tree, node) else -1
        return found

    def _plant(self) -> None:
        self._tree[HEADER : int(self._tree[USED])] = 0
        self._tree[USED] = HEADER + NODE
        self._root = HEADER

    def _move_to(self, table: Numbers, race: Numbers) -> None:
        """Go to the position in the tree if it is there and there is room to grow; else plant a new one."""
        root = self._find(table, race)
        if root < 0 or int(self._tree[USED]) > len(self._tree) // 2:
            self._plant()
        else:
            self._root = root
        self._race[:] = race

    def _find(self, table: Numbers, race: Numbers) -> int:
        """The node of a position that lies a few steps on from the last one; -1 when it is not there."""
        if not self._race.any():
            return -1
        edge = [(self._root, self._race.copy())]
        for _ in range(8):
            following: list[tuple[int, Numbers]] = []
            for node, at in edge:
                if np.array_equal(at, race):
                    return node
                if at[TURN] < 0:
                    continue
                for step in self._steps_towards(at, race):
                    child = int(child_by_step(self._tree, node, step))
                    if child >= 0 and self._tree[child + VISITS]:
                        then = at.copy()
                        advance(table, then, step >> 6, step & 63)
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
