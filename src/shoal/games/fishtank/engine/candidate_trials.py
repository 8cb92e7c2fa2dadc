"""Trials: a set of candidates is tried in one determinized game after the other, each in the same ones."""

import random
import time
from typing import Final

import numpy as np

from shoal.core import SearchLimit, Seat
from shoal.core.numba_kernels import Numbers, Reals
from shoal.games.fishtank.engine.candidate_rollouts import (
    CandidateArrays,
    Objective,
    new_candidate_arrays,
    new_rollouts,
    try_choices,
    try_placings,
)
from shoal.games.fishtank.engine.candidates import Candidate, CandidateFinder
from shoal.games.fishtank.engine.scoring_tables import ScoringTables
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.view import View

__all__ = ["CandidateTrials"]

#: Seconds of rollouts between two looks at the clock.
_BATCH_SECONDS: Final = 0.004


class CandidateTrials:
    """The candidates of one view, the best evaluation first, and the determinized game that they are tried in."""

    def __init__(
        self,
        view: View,
        me: Seat,
        tables: ScoringTables,
        policy: Reals,
        objective: Objective,
        finder: CandidateFinder,
        candidates: list[Candidate],
    ) -> None:
        players = view.options.players
        self._view = view
        self._me = me
        self._finder = finder
        self._candidates = candidates
        self._rollouts = new_rollouts(tables, np.stack([policy] * players), objective)
        #: `[players]`: the static evaluation of each tank.
        self.evaluations = np.zeros(players)
        self._set_up_root()
        self._revealed = np.array([finder.numbers.numbers[name] for name in view.revealed] or [0], dtype=np.int64)
        self._seconds_per_game = 0.001

    def _set_up_root(self) -> None:
        """Set the part of the root that is the same in every determinized game."""
        root, finder = self._rollouts.root, self._finder
        root.rounds_played[0] = finder.rounds_revealed
        root.unchosen[:] = finder.unchosen
        for seat in range(self._view.options.players):
            tank, evaluation = finder.best_frame(seat)
            root.tanks[seat] = tank.cells
            root.free[seat] = tank.free
            self.evaluations[seat] = evaluation
        self.evaluations[self._me] = self._candidates[0].evaluation

    def determinize(self, rng: random.Random, opened: State | None = None) -> None:
        """Draw hands and a pile that the view leaves possible, or take those of a state that lies open."""
        state = self._view.imagine(rng) if opened is None else opened
        if not isinstance(state, State):
            raise TypeError("a view of Fish Tank imagines states of Fish Tank")
        root, numbers = self._rollouts.root, self._finder.numbers
        root.pile[:] = numbers.pile(state)
        root.hands[:] = numbers.hands(state)
        if self._view.phase is RoundPhase.PLACE and root.rounds_played[0] % HAND_SIZE == 0:
            # The cards left over after the last round of a half are out of the game (T17).
            root.hands[:] = 0
        root.random_word[0] = rng.getrandbits(62) | 1

    def play(self, left: Numbers, limit: SearchLimit) -> CandidateArrays | None:
        """Play one rollout after each candidate of `left`, by number; `None` if time runs out before the last."""
        rollouts = self._rollouts
        arrays = new_candidate_arrays(len(left), len(self.evaluations), len(rollouts.root.pile))
        for row, number in enumerate(left):
            arrays.tanks[row] = self._candidates[number].tank
            arrays.free[row] = self._candidates[number].free
            arrays.kinds[row] = self._candidates[number].kind
        choosing = self._view.phase is RoundPhase.CHOOSE
        first = 0
        while first < len(left):
            if limit.left <= 0:
                return None
            last = min(len(left), first + max(1, int(_BATCH_SECONDS / self._seconds_per_game)))
            begun = time.perf_counter()
            if choosing:
                try_choices(rollouts, arrays, first, last, self._me)
            else:
                try_placings(rollouts, arrays, first, last, self._me, self._revealed)
            seconds = (time.perf_counter() - begun) / (last - first)
            self._seconds_per_game = 0.5 * self._seconds_per_game + 0.5 * seconds
            first = last
        return arrays
