"""The judge: rollouts of determinized games, the same ones for all steps that are compared, without a clock.

First the candidates are sifted, then the best one and those that are asked for are tried in new games, so that the one
that was found has no advantage by luck (`judge_trials.py`). The last placings are solved.
"""

import random
from collections.abc import Sequence
from typing import Final

import numpy as np

from shoal import core
from shoal.core import Seat, Step
from shoal.core.judging import Effort, JudgedStep, Judgement, SeatVerdict, best_first
from shoal.games.fishtank.engine.candidate_rollouts import Objective
from shoal.games.fishtank.engine.candidate_trials import CandidateTrials
from shoal.games.fishtank.engine.candidates import Candidate, CandidateFinder
from shoal.games.fishtank.engine.deck_scale import deck_scale
from shoal.games.fishtank.engine.judge_trials import Tried, Trier, error_of, sift, try_finalists
from shoal.games.fishtank.engine.policy_weights import policy_weights
from shoal.games.fishtank.engine.rules_kernel import ROUNDS
from shoal.games.fishtank.engine.scoring_tables import visible_tables
from shoal.games.fishtank.engine.settings import FULL_STRENGTH
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.view import View

__all__ = ["TankJudge"]

#: The most games in which the best step and those compared with it are tried at last; and the part of these at larger
#: tables, where a rollout takes longer, and a chance is a smaller number with a smaller error.
_GAMES: Final[dict[Effort, int]] = {"quick": 60, "usual": 240, "deep": 2_400}
_PART_OF_GAMES: Final = {2: 1.0, 3: 0.7, 4: 0.5, 5: 0.35, 6: 0.3}
_LEAST_GAMES: Final = 30
#: How small the error bar is to be, and the doubt about what a step costs; if they are, fewer games are enough.
_SURE: Final[dict[Effort, float]] = {"quick": 0.05, "usual": 0.025, "deep": 0.008}
#: Candidates, and how far their evaluation may be below the best, in usual leads of the deck.
_CANDIDATES: Final = FULL_STRENGTH.candidates
_SLACK: Final = FULL_STRENGTH.slack


class TankJudge:
    """Judges the choices and placings of Fish Tank."""

    def __init__(self, effort: Effort = "usual") -> None:
        self._effort: Effort = effort

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
        trier = Trier(trials, rng, _state(opened), len(own.tanks), rounds_left)
        if own.phase is RoundPhase.PLACE and finder.rounds_revealed == ROUNDS:
            return _solved(listed, trier.play(np.arange(len(listed)), 1), seat)
        games = max(_LEAST_GAMES, round(_PART_OF_GAMES[len(own.tanks)] * _GAMES[self._effort]))
        best = sift(len(listed), trier, games)
        finalists = np.array([best, *(number for number, one in enumerate(listed) if one in wanted and number != best)])
        tried = try_finalists(finalists, trier, games, seat, _SURE[self._effort])
        return _verdict([listed[number] for number in finalists], tried, seat)


def _verdict(candidates: list[Candidate], tried: Tried, seat: Seat) -> SeatVerdict:
    shares, points = tried.shares.mean(axis=0), tried.points.mean(axis=0)
    judged = [
        JudgedStep(
            candidate.step,
            Judgement.of(shares[row], points[row], "estimated", error_of(tried.shares[:, row, seat])),
            (candidate.step,),
        )
        for row, candidate in enumerate(candidates)
    ]
    ranked = best_first(judged, seat)
    best = judged.index(ranked[0])
    doubts = {
        one.step: error_of(tried.shares[:, best, seat] - tried.shares[:, row, seat]) for row, one in enumerate(judged)
    }
    return SeatVerdict(seat, tuple(JudgedStep(one.step, one.value, one.line, doubts[one.step]) for one in ranked))


def _solved(candidates: list[Candidate], tried: Tried, seat: Seat) -> SeatVerdict:
    """The last placing: all cards are open, and every seat places its own as well as it can be placed."""
    judged = [
        JudgedStep(
            candidate.step, Judgement.of(tried.shares[0, row], tried.points[0, row], "proved"), (candidate.step,)
        )
        for row, candidate in enumerate(candidates)
    ]
    return SeatVerdict(seat, best_first(judged, seat))


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
