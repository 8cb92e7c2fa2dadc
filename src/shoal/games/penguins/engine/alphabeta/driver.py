"""Two players: the alpha-beta search with its transposition table, deepened iteratively until it is stopped."""

import threading
from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers
from shoal.games.penguins.engine.alphabeta.placement_search import search_placements
from shoal.games.penguins.engine.alphabeta.search import INFINITE, search, stored_move
from shoal.games.penguins.engine.move_generation import reach, targets, worth_of
from shoal.games.penguins.engine.search_position import FREE, LEFT_TO_PLACE, PENGUINS, TURN, WORTHS, advance
from shoal.games.penguins.engine.search_workspace import (
    GENERATION,
    GUESSES,
    NO_NODE_LIMIT,
    NODE_LIMIT,
    NODES,
    ROOT_STEP,
    ROOT_VALUE,
    STOP,
    WALK_LIMIT,
    new_workspace,
)
from shoal.games.penguins.engine.settings import Settings
from shoal.games.penguins.engine.solo_walk_kernel import find_walk_step, walk_worth
from shoal.games.penguins.engine.territory import TERRITORY_SCRATCH_SIZE, territory_worths
from shoal.games.penguins.engine.transposition_table import new_transposition_table

__all__ = ["AlphaBetaDriver", "AlphaBetaResult"]

#: As deep as any game.
_MAX_DEPTH: Final = 99
#: When only walks are left to find, the search for them may look at this many times more positions.
_LONG_WALK_FACTOR: Final = 400
#: How far from the expected value an aspiration window reaches; above which depth it is used.
_ASPIRATION_WINDOW: Final = 48
_ASPIRATION_DEPTH: Final = 3


class AlphaBetaResult:
    """The result of one thread so far: the step (start * 64 + end, or the floe to place on) and its value in worth."""

    __slots__ = ("depth", "proved", "step", "value", "values")

    def __init__(self) -> None:
        self.step = -1
        self.value = 0
        #: The value at each depth that was searched to its end.
        self.values: list[int] = []
        self.depth = 0
        self.proved = False


class AlphaBetaDriver:
    """The search of an engine at a table of two. It keeps what it knows of the positions of one deal."""

    def __init__(self, settings: Settings, table_bits: int) -> None:
        """`table_bits` says how large the transposition table is: 2**table_bits entries."""
        self._table_bits = table_bits
        self.forget_deal()
        self._workspaces = [new_workspace(settings.walk) for _ in range(settings.threads)]
        self._depth = settings.depth
        self._walk_limit = settings.walk
        self._node_limit = settings.nodes or NO_NODE_LIMIT
        self._stopped = False
        #: Whether there is a step to answer with; before that, nothing stops the search.
        self._has_step = False

    def forget_deal(self) -> None:
        """Begin with empty transposition tables: on a new deal, no entry holds any more."""
        # New tables take no memory before they are written to, so weak levels take little.
        self._transpositions = new_transposition_table(self._table_bits)
        self._walk_entries = new_transposition_table(max(10, self._table_bits - 2))

    @property
    def held_bytes(self) -> int:
        """How large the transposition tables and the workspaces are."""
        return sum(array.nbytes for array in (self._transpositions, self._walk_entries, *self._workspaces))

    def stop(self) -> None:
        """End the search now."""
        self._stopped = True
        if self._has_step:
            for workspace in self._workspaces:
                workspace[STOP] = 1

    @property
    def nodes(self) -> int:
        """Positions looked at in this search."""
        return sum(int(workspace[NODES]) for workspace in self._workspaces)

    def begin(self) -> None:
        """Get ready for a search; from here on it can be stopped."""
        self._stopped = self._has_step = False
        for workspace in self._workspaces:
            workspace[STOP] = workspace[NODES] = workspace[GUESSES] = 0
            workspace[GENERATION] = workspace[GENERATION] + 1 & 0xFF
            workspace[ROOT_STEP] = -1
            workspace[NODE_LIMIT] = NO_NODE_LIMIT

    def run(self, tables: Numbers, position: Numbers, result: AlphaBetaResult) -> None:
        """Search, on all threads, until the result is proved, as deep as wanted, or stopped.

        The threads share the transposition table and begin at different depths (lazy SMP).
        """
        self._search_first_ply(tables, position, result)
        if result.proved or self._stopped:
            return
        others = [
            threading.Thread(target=self._deepen, args=(tables, position, AlphaBetaResult(), index), daemon=True)
            for index in range(1, len(self._workspaces))
        ]
        for other in others:
            other.start()
        self._deepen(tables, position, result, 0)
        self.stop()
        for other in others:
            other.join()

    def principal_variation(self, tables: Numbers, position: Numbers, step: int) -> tuple[list[int], list[int], bool]:
        """The steps expected from `step` on, the worth that each seat takes in all, and whether that is exact.

        The line ends where no seat can interfere with another any more, or where the transposition table has no move.
        """
        position = position.copy()
        steps: list[int] = []
        workspace = self._workspaces[0]
        while step >= 0:
            steps.append(step)
            advance(tables, position, step >> 6, step & 63)
            free, first, second = (int(position[at]) for at in (FREE, PENGUINS, PENGUINS + 1))
            ice, other_ice = reach(tables, first, free), reach(tables, second, free)
            if not position[LEFT_TO_PLACE] and not ice & other_ice:
                workspace[GUESSES] = 0
                walked = [
                    walk_worth(tables, self._walk_entries, workspace, ice, first),
                    walk_worth(tables, self._walk_entries, workspace, other_ice, second),
                ]
                totals = [int(position[WORTHS + seat]) + int(walked[seat]) for seat in (0, 1)]
                return steps, totals, not workspace[GUESSES]
            step = -1 if position[LEFT_TO_PLACE] else self._stored_step(tables, position)
        worths = np.zeros(TERRITORY_SCRATCH_SIZE, dtype=np.int64)
        territory_worths(tables, position, worths)
        # Floes that neither comes to first are expected to be shared equally.
        free, penguins = int(position[FREE]), int(position[PENGUINS]) | int(position[PENGUINS + 1])
        most = int(position[WORTHS]) + int(position[WORTHS + 1]) + int(worth_of(tables, reach(tables, penguins, free)))
        open_to_both = (most - int(worths[0]) - int(worths[1])) // 2
        return steps, [int(worths[0]) + open_to_both, int(worths[1]) + open_to_both], False

    def _stored_step(self, tables: Numbers, position: Numbers) -> int:
        """The best step in the transposition table; -1 when there is none, or none that is legal."""
        free, me, opponent = _for_seat_on_turn(position)
        step = int(stored_move(tables, self._transpositions, free, me, opponent))
        start, end = step >> 6, step & 63
        return step if me >> start & 1 and targets(tables, start, free) >> end & 1 else -1

    def _search_first_ply(self, tables: Numbers, position: Numbers, result: AlphaBetaResult) -> None:
        """Search one step ahead, which takes no time; and to the end, where only walks are left to find."""
        workspace = self._workspaces[0]
        free, me, opponent = _for_seat_on_turn(position)
        workspace[WALK_LIMIT] = self._walk_limit
        if not position[LEFT_TO_PLACE] and not reach(tables, me, free) & reach(tables, opponent, free):
            self._solve_walks(tables, workspace, (free, me, opponent), result)
            return
        self._search_to(tables, workspace, (free, me, opponent), int(position[LEFT_TO_PLACE]), 1, 0)
        result.step, result.value, result.depth = int(workspace[ROOT_STEP]), int(workspace[ROOT_VALUE]), 1
        self._allow_stop()

    def _allow_stop(self) -> None:
        """Let the search be stopped, because from here on there is a step to answer with."""
        self._has_step = True
        for workspace in self._workspaces:
            workspace[NODE_LIMIT] = self._node_limit
        if self._stopped:
            self.stop()

    def _deepen(self, tables: Numbers, position: Numbers, result: AlphaBetaResult, index: int) -> None:
        """Iterative deepening on one thread."""
        workspace = self._workspaces[index]
        left = int(position[LEFT_TO_PLACE])
        on_turn = _for_seat_on_turn(position)
        value = result.value
        depth = 2 + index
        while depth <= self._depth:
            guesses = int(workspace[GUESSES])
            value = self._search_to(tables, workspace, on_turn, left, depth, value)
            if workspace[ROOT_STEP] >= 0:
                result.step, result.value = int(workspace[ROOT_STEP]), int(workspace[ROOT_VALUE])
            if workspace[STOP]:
                return
            result.depth = depth
            result.values.append(result.value)
            if workspace[GUESSES] == guesses:
                result.proved = True
                return
            if depth == _MAX_DEPTH:
                if left or workspace[WALK_LIMIT] >= self._walk_limit * _LONG_WALK_FACTOR:
                    return
                workspace[WALK_LIMIT] *= 20
                self._transpositions[:] = 0  # entries that rest on walks that were given up would be believed again
            depth = min(_MAX_DEPTH, depth + 1 if depth < 10 or left else depth * 4 // 3)

    def _search_to(
        self, tables: Numbers, workspace: Numbers, on_turn: tuple[int, int, int], left: int, depth: int, guess: int
    ) -> int:
        """The value at one depth, searched at first in an aspiration window around the value that is expected."""
        free, me, opponent = on_turn
        transpositions, walks = self._transpositions, self._walk_entries
        low, high = (
            (guess - _ASPIRATION_WINDOW, guess + _ASPIRATION_WINDOW)
            if depth > _ASPIRATION_DEPTH
            else (-INFINITE, INFINITE)
        )
        while True:
            if left:
                value = search_placements(
                    tables, transpositions, walks, workspace, free, me, opponent, low, high, left, depth, 0
                )
            else:
                value = search(tables, transpositions, walks, workspace, free, me, opponent, low, high, depth, 0)
            if workspace[STOP] or low < value < high:
                return int(value)
            if value <= low:
                low = -INFINITE
            if value >= high:
                high = INFINITE

    def _solve_walks(
        self, tables: Numbers, workspace: Numbers, on_turn: tuple[int, int, int], result: AlphaBetaResult
    ) -> None:
        """Find the best walks of two players who cannot interfere with each other: quickly, then with patience."""
        free, me, opponent = on_turn
        mine, theirs = reach(tables, me, free), reach(tables, opponent, free)
        for limit in (self._walk_limit, self._walk_limit * _LONG_WALK_FACTOR):
            workspace[WALK_LIMIT] = limit
            workspace[GUESSES] = 0
            find_walk_step(tables, self._walk_entries, workspace, mine, me)
            value = int(workspace[ROOT_VALUE]) - int(
                walk_worth(tables, self._walk_entries, workspace, theirs, opponent)
            )
            if workspace[STOP]:
                return
            result.step, result.value = int(workspace[ROOT_STEP]), value
            result.depth = _MAX_DEPTH
            result.proved = not workspace[GUESSES]
            if result.proved:
                return
            self._allow_stop()
        self._stopped = True


def _for_seat_on_turn(position: Numbers) -> tuple[int, int, int]:
    """The free floes, the penguins of the seat on turn, and the other seat's."""
    seat = int(position[TURN])
    return int(position[FREE]), int(position[PENGUINS + seat]), int(position[PENGUINS + 1 - seat])
