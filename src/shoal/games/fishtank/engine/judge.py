"""The judge: rollouts of a fixed number of determinized games, the same ones for all steps that are compared.

First the candidates are sifted, then the best one and those that are asked for are tried in new games, so that the one
that was found has no advantage by luck. The last placings are solved.
"""

import random
from collections.abc import Sequence
from math import inf, sqrt
from typing import Final, NamedTuple

import numpy as np

from shoal import core
from shoal.core import Seat, Step
from shoal.core.judging import Effort, JudgedStep, Judgement, SeatVerdict, best_first
from shoal.core.numba_kernels import Numbers, Reals
from shoal.core.search_limits import SearchLimit
from shoal.games.fishtank.engine.candidate_rollouts import Objective
from shoal.games.fishtank.engine.candidate_trials import CandidateTrials
from shoal.games.fishtank.engine.candidates import Candidate, CandidateFinder
from shoal.games.fishtank.engine.deck_scale import deck_scale
from shoal.games.fishtank.engine.policy_weights import policy_weights
from shoal.games.fishtank.engine.rules_kernel import ROUNDS
from shoal.games.fishtank.engine.scoring_tables import visible_tables
from shoal.games.fishtank.engine.settings import FULL_STRENGTH
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.view import View

__all__ = ["TankJudge"]

#: Games in which the best step and those compared with it are tried at last.
_GAMES: Final[dict[Effort, int]] = {"quick": 60, "usual": 240, "deep": 2_400}
#: What a stage of the sifting tries, as parts of these games, and how many candidates it leaves.
_STAGES: Final = ((0.1, 6), (0.25, 2), (0.5, 1))
#: Candidates, and how far their evaluation may be below the best, in usual leads of the deck.
_CANDIDATES: Final = FULL_STRENGTH.candidates
_SLACK: Final = FULL_STRENGTH.slack
#: Players do not go on as the rollouts do. So the points of a rollout give shares of the win by a softmax: its scale is
#: the first number, times the rounds that are left to the power of the second. Fitted by bot games (docs/coach.md).
_SCALE: Final = 0.9
_GROWTH: Final = 0.75
#: Standard errors in half of a 95 % interval.
_HALF: Final = 1.96


class _Tried(NamedTuple):
    """What the candidates led to, game by game."""

    #: `[candidates]`: the mean utility.
    utilities: Reals
    #: `[games, candidates, players]`.
    shares: Reals
    points: Reals


class TankJudge:
    """Judges the choices and placings of Fish Tank."""

    def __init__(self, effort: Effort = "usual") -> None:
        self._games = _GAMES[effort]

    def judge(self, view: core.View, compared: Sequence[Step] = (), opened: core.State | None = None) -> SeatVerdict:
        """The best step and those compared with it, in hands as likely as they are, or in those of the open state."""
        own, seat = _own(view)
        rng = random.Random(0)
        tables, scale = visible_tables(own.options.deck, ""), deck_scale(own.options)
        policy = policy_weights(FULL_STRENGTH, scale.card)
        finder = CandidateFinder(own, seat, tables, policy)
        candidates = finder.candidates(rng, turning=True)
        wanted = [candidate for candidate in candidates if candidate.step in compared]
        if own.phase is RoundPhase.PLACE and finder.rounds_revealed == ROUNDS:
            listed = [candidates[0], *(one for one in wanted if one is not candidates[0])]
        else:
            enough = candidates[0].evaluation - _SLACK * scale.lead
            kept = 1 if finder.exact else _CANDIDATES
            listed = [candidate for candidate in candidates[:kept] if candidate.evaluation >= enough]
            listed += [candidate for candidate in wanted if candidate not in listed]
        objective = Objective(FULL_STRENGTH.rivals, FULL_STRENGTH.lead_scale * scale.lead, candidates[0].evaluation)
        trials = CandidateTrials(own, seat, tables, policy, objective, finder, listed)
        rounds_left = ROUNDS - finder.rounds_revealed - (own.phase is RoundPhase.CHOOSE)
        trial = _Trial(trials, rng, _state(opened), len(own.tanks), rounds_left)
        if own.phase is RoundPhase.PLACE and finder.rounds_revealed == ROUNDS:
            return _solved(listed, trial.play(np.arange(len(listed)), 1), seat)
        best = self._sift(listed, trial)
        finalists = np.array([best, *(number for number, one in enumerate(listed) if one in wanted and number != best)])
        return _verdict([listed[number] for number in finalists], trial.play(finalists, self._games), seat)

    def _sift(self, listed: list[Candidate], trial: "_Trial") -> int:
        """The number of the best candidate, after ever more games with ever fewer candidates."""
        left = np.arange(len(listed))
        for part, kept in _STAGES:
            if len(left) > kept:
                tried = trial.play(left, max(2, round(part * self._games)))
                left = np.sort(left[np.argsort(-tried.utilities, kind="stable")[:kept]])
        return int(left[0])


class _Trial:
    """Determinized games one after the other, for candidates by number."""

    def __init__(
        self, trials: CandidateTrials, rng: random.Random, opened: State | None, players: int, rounds_left: int
    ) -> None:
        self._trials = trials
        self._rng = rng
        self._opened = opened
        self._players = players
        self._scale = _SCALE * rounds_left**_GROWTH

    def play(self, numbers: Numbers, games: int) -> _Tried:
        """Try the candidates in so many games."""
        shape = games, len(numbers), self._players
        tried = _Tried(np.zeros(len(numbers)), np.zeros(shape), np.zeros(shape))
        for game in range(games):
            self._trials.determinize(self._rng, self._opened)
            arrays = self._trials.play(numbers, SearchLimit(inf))
            if arrays is None:
                raise RuntimeError("rollouts without a limit have ended early")
            tried.utilities[:] += arrays.utilities / games
            tried.shares[game] = _likely_shares(arrays.points, self._scale) if self._scale else arrays.shares
            tried.points[game] = arrays.points
        return tried


def _likely_shares(points: Reals, scale: float) -> Reals:
    """Shares of the win `[candidates, players]` by points that may still change by about the scale."""
    weights = np.exp((points - points.max(axis=1, keepdims=True)) / scale)
    shares: Reals = weights / weights.sum(axis=1, keepdims=True)
    return shares


def _verdict(candidates: list[Candidate], tried: _Tried, seat: Seat) -> SeatVerdict:
    shares, points = tried.shares.mean(axis=0), tried.points.mean(axis=0)
    judged = [
        JudgedStep(
            candidate.step,
            Judgement.of(shares[row], points[row], "estimated", _error(tried.shares[:, row, seat])),
            (candidate.step,),
        )
        for row, candidate in enumerate(candidates)
    ]
    ranked = best_first(judged, seat)
    best = judged.index(ranked[0])
    doubts = {
        one.step: _error(tried.shares[:, best, seat] - tried.shares[:, row, seat]) for row, one in enumerate(judged)
    }
    return SeatVerdict(seat, tuple(JudgedStep(one.step, one.value, one.line, doubts[one.step]) for one in ranked))


def _solved(candidates: list[Candidate], tried: _Tried, seat: Seat) -> SeatVerdict:
    """The last placing: all cards are open, and every seat places its own as well as it can be placed."""
    judged = [
        JudgedStep(
            candidate.step, Judgement.of(tried.shares[0, row], tried.points[0, row], "proved"), (candidate.step,)
        )
        for row, candidate in enumerate(candidates)
    ]
    return SeatVerdict(seat, best_first(judged, seat))


def _error(samples: Reals) -> float:
    """Half of the 95 % interval of a mean."""
    return float(_HALF * np.std(samples, ddof=1) / sqrt(len(samples)))


def _state(opened: core.State | None) -> State | None:
    if opened is not None and not isinstance(opened, State):
        raise TypeError("expected a state of Fish Tank")
    return opened


def _own(view: core.View) -> tuple[View, Seat]:
    if not isinstance(view, View):
        raise TypeError("expected a view of Fish Tank")
    if view.viewer is None or not view.legal:
        raise ValueError("there is nothing to judge")
    return view, view.viewer
