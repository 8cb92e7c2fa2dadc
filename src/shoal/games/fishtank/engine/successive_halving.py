"""Successive halving: candidates compared by rollouts in the same determinized games until time is up.

Every candidate is tried in every determinized game (common random numbers), so that luck in the deal does not
decide between them; the worse half of the candidates is dropped again and again.
"""

import random
from math import exp
from typing import Final

import numpy as np

from shoal.core import SearchLimit, Seat, Thought
from shoal.core.numba_kernels import Reals
from shoal.games.fishtank.engine.candidate_rollouts import Objective
from shoal.games.fishtank.engine.candidate_trials import CandidateTrials
from shoal.games.fishtank.engine.candidates import Candidate, CandidateFinder
from shoal.games.fishtank.engine.deck_scale import DeckScale
from shoal.games.fishtank.engine.rules_kernel import ROUNDS
from shoal.games.fishtank.engine.scoring_tables import ScoringTables
from shoal.games.fishtank.engine.settings import Settings
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.view import View

__all__ = ["SuccessiveHalving"]

#: Rollouts for the value of a step that needs no comparison.
_FORCED_GAMES: Final = 48


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
        self._settings = settings
        self._finder = finder
        self._candidates = candidates
        self._lead_scale = settings.lead_scale * scale.lead
        objective = Objective(settings.rivals, self._lead_scale, candidates[0].evaluation)
        self._trials = CandidateTrials(view, me, tables, policy, objective, finder, candidates)
        #: The candidates that are left, by number.
        self._left = np.arange(len(candidates))
        #: By candidate: rollouts, and their utilities, shares of the win and points added up.
        self._games = np.zeros(len(candidates))
        self._utilities = np.zeros(len(candidates))
        self._shares = np.zeros((len(candidates), players))
        self._points = np.zeros((len(candidates), players))
        self._games_played = 0

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
                self._trials.determinize(rng)
                if not self._try_all(limit):
                    break
            self._keep_best((len(self._left) + 1) // 2)
            if limit.report is not None and stage < stages and self._games_played:
                limit.report(self._thought())
        return self._thought()

    def _try_all(self, limit: SearchLimit) -> bool:
        """Play one rollout after each candidate that is left; if time runs out before the last, none counts."""
        left = self._left
        arrays = self._trials.play(left, limit)
        if arrays is None:
            return False
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
            points = self._trials.evaluations
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
