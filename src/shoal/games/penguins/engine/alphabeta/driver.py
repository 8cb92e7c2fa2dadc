"""Two players: the alpha-beta search with its memory, deepened step by step until it is stopped."""

import threading
from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers
from shoal.games.penguins.engine.alphabeta.placement_search import place
from shoal.games.penguins.engine.alphabeta.search import INFINITE, best_known, search, walk_on
from shoal.games.penguins.engine.mcts.multiplayer_evaluation import hopes
from shoal.games.penguins.engine.move_generation import reach, targets, worth_of
from shoal.games.penguins.engine.search_position import FREE, LEFT, PENGUINS, TURN, WORTHS, advance
from shoal.games.penguins.engine.search_workspace import (
    GENERATION,
    GUESSES,
    NODES,
    ROOT_MOVE,
    ROOT_VALUE,
    STOP,
    WALK_LIMIT,
    work_of,
)
from shoal.games.penguins.engine.settings import Skill
from shoal.games.penguins.engine.solo_walk_kernel import alone
from shoal.games.penguins.engine.transposition_table import memory_of

__all__ = ["AlphaBetaDriver", "Finding"]

#: As deep as any game.
BOTTOM: Final = 99
#: When all that is left to find are walks, they are looked for so much longer.
_PATIENCE: Final = 400
_WINDOW: Final = 48


class Finding:
    """What one thread has found so far: the step (start * 64 + end, or the floe to place on) and its worth."""

    __slots__ = ("depth", "proved", "step", "value")

    def __init__(self) -> None:
        self.step = -1
        self.value = 0
        self.depth = 0
        self.proved = False


class AlphaBetaDriver:
    """The searching side of an engine at a table of two. It remembers positions of one deal."""

    def __init__(self, threads: int, bits: int, skill: Skill) -> None:
        self._memory = memory_of(bits)
        self._walks = memory_of(max(10, bits - 2))
        self._works = [work_of(skill.walk) for _ in range(threads)]
        self._depth = skill.depth
        self._walk_limit = skill.walk
        self._stopped = False
        #: Whether there is a step to answer with; before that, nothing stops the search.
        self._looked = False

    def forget(self) -> None:
        """A new deal: nothing that was learned holds any more."""
        self._memory[:] = 0
        self._walks[:] = 0

    def stop(self) -> None:
        """End the search now."""
        self._stopped = True
        if self._looked:
            for work in self._works:
                work[STOP] = 1

    @property
    def nodes(self) -> int:
        """Positions looked at in this search."""
        return sum(int(work[NODES]) for work in self._works)

    def begin(self) -> None:
        """Get ready for a search; from here on it can be stopped."""
        self._stopped = self._looked = False
        for work in self._works:
            work[STOP] = work[NODES] = work[GUESSES] = 0
            work[GENERATION] = work[GENERATION] + 1 & 0xFF
            work[ROOT_MOVE] = -1

    def run(self, table: Numbers, race: Numbers, finding: Finding) -> None:
        """Search, on all threads, until it is proved, as deep as wanted, or stopped."""
        self._first_look(table, race, finding)
        if finding.proved or self._stopped:
            return
        others = [
            threading.Thread(target=self._deepen, args=(table, race, Finding(), index), daemon=True)
            for index in range(1, len(self._works))
        ]
        for other in others:
            other.start()
        self._deepen(table, race, finding, 0)
        self.stop()
        for other in others:
            other.join()

    def follow(self, table: Numbers, race: Numbers, step: int) -> tuple[list[int], list[int], bool]:
        """The steps expected from here on, the worth that each seat takes in all, and whether that is exact.

        The line ends where nobody can interfere with anybody any more, or where memory does.
        """
        race = race.copy()
        steps: list[int] = []
        work = self._works[0]
        while step >= 0:
            steps.append(step)
            advance(table, race, step >> 6, step & 63)
            free, first, second = (int(race[at]) for at in (FREE, PENGUINS, PENGUINS + 1))
            ours, others = reach(table, first, free), reach(table, second, free)
            if not race[LEFT] and not ours & others:
                work[GUESSES] = 0
                walked = [alone(table, self._walks, work, ours, first), alone(table, self._walks, work, others, second)]
                totals = [int(race[WORTHS + seat]) + int(walked[seat]) for seat in (0, 1)]
                return steps, totals, not work[GUESSES]
            step = -1 if race[LEFT] else self._remembered(table, race)
        scratch = np.zeros(12, dtype=np.int64)
        hopes(table, race, scratch)
        # What nobody comes to first, both may hope for alike.
        free, penguins = int(race[FREE]), int(race[PENGUINS]) | int(race[PENGUINS + 1])
        most = int(race[WORTHS]) + int(race[WORTHS + 1]) + int(worth_of(table, reach(table, penguins, free)))
        open_to_both = (most - int(scratch[0]) - int(scratch[1])) // 2
        return steps, [int(scratch[0]) + open_to_both, int(scratch[1]) + open_to_both], False

    def _remembered(self, table: Numbers, race: Numbers) -> int:
        """The best step in memory; -1 when there is none, or none that is legal."""
        seat = int(race[TURN])
        free, me, opponent = int(race[FREE]), int(race[PENGUINS + seat]), int(race[PENGUINS + 1 - seat])
        step = int(best_known(table, self._memory, free, me, opponent))
        start, end = step >> 6, step & 63
        return step if me >> start & 1 and targets(table, start, free) >> end & 1 else -1

    def _first_look(self, table: Numbers, race: Numbers, finding: Finding) -> None:
        """One step ahead, which takes no time; and to the end, where only walks are left to find."""
        work = self._works[0]
        seat = int(race[TURN])
        position = int(race[FREE]), int(race[PENGUINS + seat]), int(race[PENGUINS + 1 - seat])
        work[WALK_LIMIT] = self._walk_limit
        if not race[LEFT] and not reach(table, position[1], position[0]) & reach(table, position[2], position[0]):
            self._walk(table, work, position, finding)
            return
        self._look(table, work, position, int(race[LEFT]), 1, 0)
        finding.step, finding.value, finding.depth = int(work[ROOT_MOVE]), int(work[ROOT_VALUE]), 1
        self._let_stop()

    def _let_stop(self) -> None:
        """From here on there is a step to answer with."""
        self._looked = True
        if self._stopped:
            self.stop()

    def _deepen(self, table: Numbers, race: Numbers, finding: Finding, index: int) -> None:
        work = self._works[index]
        seat = int(race[TURN])
        free, left = int(race[FREE]), int(race[LEFT])
        me, opponent = int(race[PENGUINS + seat]), int(race[PENGUINS + 1 - seat])
        value = finding.value
        depth = 2 + index
        while depth <= self._depth:
            guesses = int(work[GUESSES])
            value = self._look(table, work, (free, me, opponent), left, depth, value)
            if work[ROOT_MOVE] >= 0:
                finding.step, finding.value = int(work[ROOT_MOVE]), int(work[ROOT_VALUE])
            if work[STOP]:
                return
            finding.depth = depth
            if work[GUESSES] == guesses:
                finding.proved = True
                return
            if depth == BOTTOM:
                if left or work[WALK_LIMIT] >= self._walk_limit * _PATIENCE:
                    return
                work[WALK_LIMIT] *= 20
                self._memory[:] = 0  # what rests on walks that were given up would be believed again
            depth = min(BOTTOM, depth + 1 if depth < 10 or left else depth * 4 // 3)

    def _look(
        self, table: Numbers, work: Numbers, position: tuple[int, int, int], left: int, depth: int, guess: int
    ) -> int:
        """Search to one depth, at first only around the value that is expected."""
        free, me, opponent = position
        low, high = (guess - _WINDOW, guess + _WINDOW) if depth > 3 else (-INFINITE, INFINITE)
        while True:
            if left:
                value = place(table, self._memory, self._walks, work, free, me, opponent, low, high, left, depth, 0)
            else:
                value = search(table, self._memory, self._walks, work, free, me, opponent, low, high, depth, 0)
            if work[STOP] or low < value < high:
                return int(value)
            if value <= low:
                low = -INFINITE
            if value >= high:
                high = INFINITE

    def _walk(self, table: Numbers, work: Numbers, position: tuple[int, int, int], finding: Finding) -> None:
        """Where nobody can interfere with anybody, only walks are left to find: quickly, then with patience."""
        free, me, opponent = position
        mine, theirs = reach(table, me, free), reach(table, opponent, free)
        for limit in (self._walk_limit, self._walk_limit * _PATIENCE):
            work[WALK_LIMIT] = limit
            work[GUESSES] = 0
            walk_on(table, self._walks, work, mine, me)
            value = int(work[ROOT_VALUE]) - int(alone(table, self._walks, work, theirs, opponent))
            if work[STOP]:
                return
            finding.step, finding.value = int(work[ROOT_MOVE]), value
            finding.depth = BOTTOM
            finding.proved = not work[GUESSES]
            if finding.proved:
                return
            self._let_stop()
        self._stopped = True
