"""Successive halving: candidates compared by rollouts in the same determinized games until time is up.

Every candidate is tried in every determinized game (common random numbers), so that luck in the deal does not
decide between them; the worse half of the candidates is dropped again and again.
"""

import random
import time
from math import exp
from typing import Final

import numpy as np

from shoal.core import SearchLimit, Seat, Thought
from shoal.core.numba_kernels import Reals
from shoal.games.fishtank.engine.candidate_rollouts import (
    Objective,
    new_candidate_arrays,
    new_rollouts,
    try_choices,
    try_placings,
)
from shoal.games.fishtank.engine.candidates import Candidate, CandidateFinder
from shoal.games.fishtank.engine.deck_scale import DeckScale
from shoal.games.fishtank.engine.rules_kernel import ROUNDS
from shoal.games.fishtank.engine.scoring_tables import ScoringTables
from shoal.games.fishtank.engine.settings import Settings
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.view import View

__all__ = ["SuccessiveHalving"]

#: Rollouts for the value of a step that needs no comparison.
_FORCED_GAMES: Final = 48
#: Seconds of rollouts between two looks at the clock.
_BATCH_SECONDS: Final = 0.004


class SuccessiveHalving:
    """Candidates, the best evaluation first, and the results of the rollouts after each."""

    def __init__(
        self,
        view: View,
        me: Seat,
        tables: ScoringTables,
        policy: Reals,
        settings: Settings,
        scale: DeckScale,
        finder: CandidateFinder,
        candidates: list[Candidate],
    ) -> None:
        players = view.options.players
        self._view = view
        self._me = me
        self._settings = settings
        self._finder = finder
        self._candidates = candidates
        self._lead_scale = settings.lead_scale * scale.lead
        objective = Objective(settings.rivals, self._lead_scale, candidates[0].evaluation)
        self._rollouts = new_rollouts(tables, np.stack([policy] * players), objective)
        #: `[players]`: the static evaluation of each tank.
        self._evaluations = np.zeros(players)
        self._set_up_root()
        self._revealed = np.array([finder.numbers.numbers[name] for name in view.revealed] or [0], dtype=np.int64)
        #: The candidates that are left, by number.
        self._left = np.arange(len(candidates))
        #: By candidate: rollouts, and their utilities, shares of the win and points added up.
        self._games = np.zeros(len(candidates))
        self._utilities = np.zeros(len(candidates))
        self._shares = np.zeros((len(candidates), players))
        self._points = np.zeros((len(candidates), players))
        self._games_played = 0
        self._seconds_per_game = 0.001

    def run(self, limit: SearchLimit, rng: random.Random) -> Thought:
        """Drop the worse half of the candidates again and again, with equal time or games for each stage."""
        allowed = self._settings.games
        if len(self._candidates) == 1 and allowed:
            allowed = _FORCED_GAMES
        whole = limit.left
        stages = max(1, (len(self._candidates) - 1).bit_length())
        for stage in range(1, stages + 1):
            while limit.left > 0 and allowed:
                spent = 1 - limit.left / whole
                if max(spent, self._games_played / allowed if allowed > 0 else 0.0) >= stage / stages:
                    break
                self._determinize(rng)
                if not self._try_all(limit):
                    break
            self._keep_best((len(self._left) + 1) // 2)
            if limit.report is not None and stage < stages and self._games_played:
                limit.report(self._thought())
        return self._thought()

    def _set_up_root(self) -> None:
        """Set the part of the root that is the same in every determinized game."""
        root, finder = self._rollouts.root, self._finder
        root.rounds_played[0] = finder.rounds_revealed
        root.unchosen[:] = finder.unchosen
        for seat in range(self._view.options.players):
            tank, evaluation = finder.best_frame(seat)
            root.tanks[seat] = tank.cells
            root.free[seat] = tank.free
            self._evaluations[seat] = evaluation
        self._evaluations[self._me] = self._candidates[0].evaluation

    def _determinize(self, rng: random.Random) -> None:
        """Draw hands and a pile that the view leaves possible."""
        state = self._view.imagine(rng)
        if not isinstance(state, State):
            raise TypeError("a view of Fish Tank imagines states of Fish Tank")
        root, numbers = self._rollouts.root, self._finder.numbers
        root.pile[:] = numbers.pile(state)
        root.hands[:] = numbers.hands(state)
        if self._view.phase is RoundPhase.PLACE and root.rounds_played[0] % HAND_SIZE == 0:
            # The cards left over after the last round of a half are out of the game (T17).
            root.hands[:] = 0
        root.random_word[0] = rng.getrandbits(62) | 1

    def _try_all(self, limit: SearchLimit) -> bool:
        """Play one rollout after each candidate that is left; if time runs out before the last, none counts."""
        left, rollouts = self._left, self._rollouts
        arrays = new_candidate_arrays(len(left), len(self._evaluations), len(rollouts.root.pile))
        for row, number in enumerate(left):
            arrays.tanks[row] = self._candidates[number].tank
            arrays.free[row] = self._candidates[number].free
            arrays.kinds[row] = self._candidates[number].kind
        choosing = self._view.phase is RoundPhase.CHOOSE
        first = 0
        while first < len(left):
            if limit.left <= 0:
                return False
            last = min(len(left), first + max(1, int(_BATCH_SECONDS / self._seconds_per_game)))
            begun = time.perf_counter()
            if choosing:
                try_choices(rollouts, arrays, first, last, self._me)
            else:
                try_placings(rollouts, arrays, first, last, self._me, self._revealed)
            seconds = (time.perf_counter() - begun) / (last - first)
            self._seconds_per_game = 0.5 * self._seconds_per_game + 0.5 * seconds
            first = last
        self._games[left] += 1
        self._utilities[left] += arrays.utilities
        self._shares[left] += arrays.shares
        self._points[left] += arrays.points
        self._games_played += len(left)
        return True

    def _estimates(self) -> Reals:
        """`[candidates]`: the mean utility, with the static evaluation as a prior that counts as some rollouts."""
        prior_games = self._settings.prior_games
        best = self._candidates[0].evaluation
        prior = np.array(
            [1 / (1 + exp((best - candidate.evaluation) / self._lead_scale)) - 0.5 for candidate in self._candidates]
        )
        base = self._utilities[0] / self._games[0] if self._games[0] else 0.5
        estimates: Reals = (self._utilities + prior_games * (base + prior)) / (self._games + prior_games)
        return estimates

    def _keep_best(self, kept: int) -> None:
        estimates = self._estimates()[self._left]
        best = np.argsort(-estimates, kind="stable")[:kept]
        self._left = self._left[np.sort(best)]

    def _thought(self) -> Thought:
        best = int(self._left[np.argmax(self._estimates()[self._left])])
        games = self._games[best]
        if games:
            shares, points = self._shares[best] / games, self._points[best] / games
        else:
            points = self._evaluations
            weights = np.exp((points - points.max()) / self._lead_scale)
            shares = weights / weights.sum()
        step = self._candidates[best].step
        return Thought(
            step=step,
            shares=tuple(shares.tolist()),
            points=tuple(points.tolist()),
            line=(step,),
            proved=bool(games) and self._is_last_placing(),
            depth=ROUNDS - self._finder.rounds_revealed + 1,
            nodes=self._games_played,
        )

    def _is_last_placing(self) -> bool:
        """Whether one rollout gives the exact result: all cards are open, and all seats place them optimally."""
        sees_all = self._settings.turning and not self._settings.blind
        return sees_all and self._view.phase is RoundPhase.PLACE and self._finder.rounds_revealed == ROUNDS
