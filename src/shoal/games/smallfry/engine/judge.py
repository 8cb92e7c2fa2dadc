"""The judge: the lookahead's values of all steps, and rollouts of the whole match after each, always the same number.

The rollouts say what every seat may expect, and how far that may be off. The last cards of a match are solved exactly.
"""

import random
from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import sqrt
from typing import Final

import numpy as np

from shoal import core
from shoal.core import Step
from shoal.core.exact_value import exact_verdict
from shoal.core.judging import Effort, JudgedStep, Judgement, SeatVerdict, best_first, raised, stretch
from shoal.core.numba_kernels import Reals
from shoal.core.search_limits import with_share
from shoal.games.smallfry.engine.bot import Decision, action_of
from shoal.games.smallfry.engine.match_rollouts import MatchRollouts
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.state import State
from shoal.games.smallfry.view import View

__all__ = ["FryJudge"]

#: Matches that are played on from each step.
_MATCHES: Final[dict[Effort, int]] = {"quick": 200, "usual": 1_000, "deep": 10_000}
#: The weight of the rollouts beside the lookahead, as the engine has it.
_TRUST: Final = 0.65
#: Leads last longer between players than between engines that know all cards and dare what pays: the chances would be
#: too cautious. By number of players, the power that mends that: fitted to bot games (`training/chances.py`).
_POWER: Final = {2: 1.2, 3: 1.35, 4: 1.4}
#: With so few cards left the rest of the match is solved, if it is the last session and this many positions are enough.
_CARDS_TO_SOLVE: Final[dict[Effort, int]] = {"quick": 3, "usual": 3, "deep": 5}
_SOLVED: Final[dict[Effort, int]] = {"quick": 20_000, "usual": 20_000, "deep": 40_000}
#: Standard errors in half of a 95 % interval.
_HALF: Final = 1.96
_STRONGEST: Final = Settings()


class FryJudge:
    """Judges the steps of Small Fry."""

    def __init__(self, effort: Effort = "usual") -> None:
        self._effort: Effort = effort
        self._matches = _MATCHES[effort]

    def judge(self, view: core.View, compared: Sequence[Step] = (), opened: core.State | None = None) -> SeatVerdict:
        """All steps, the best first. A seat that has seen everything knows everything, so nothing is to be opened."""
        own = _own(view)
        if not own.hides_cards:
            exact = _solve_last_cards(own, self._effort)
            if exact is not None:
                return exact
        return self._estimate(own)

    def _estimate(self, view: View) -> SeatVerdict:
        decision = Decision(view, _STRONGEST, random.Random(0))
        steps, seat = view.legal, view.turn
        # How deeply it looks must not depend on the time, nor on what is cheap to look at.
        looked = decision.values(2 if len(steps) == 2 else 1)
        rollouts = MatchRollouts(decision, [action_of(step) for step in steps], self._matches)
        judged, stretches = [], []
        for index, step in enumerate(steps):
            shares, totals = rollouts.shares[index], rollouts.totals[index]
            chance = looked[index] + _TRUST * (shares[:, seat].mean() - looked[index])
            chances = with_share(shares.mean(axis=0), seat, float(chance))
            error = _TRUST * _error(shares[:, seat])
            mended = raised(chances, _POWER[len(chances)])
            stretches.append(stretch(chances[seat], mended[seat], _POWER[len(chances)]))
            value = Judgement.of(mended, totals.mean(axis=0), "estimated", stretches[index] * error)
            judged.append(JudgedStep(step, value, (step,)))
        ranked = best_first(judged, seat)
        best = steps.index(ranked[0].step)
        doubts: dict[Step, float] = {
            step: max(stretches[best], stretches[index])
            * _TRUST
            * _error(rollouts.shares[best][:, seat] - rollouts.shares[index][:, seat])
            for index, step in enumerate(steps)
        }
        return SeatVerdict(seat, tuple(JudgedStep(one.step, one.value, one.line, doubts[one.step]) for one in ranked))


def _error(samples: Reals) -> float:
    """Half of the 95 % interval of a mean."""
    return float(_HALF * np.std(samples, ddof=1) / sqrt(len(samples)))


def _solve_last_cards(view: View, effort: Effort) -> SeatVerdict | None:
    """All steps, judged exactly, where the few cards that are left decide the match."""
    if len(view.deck) > _CARDS_TO_SOLVE[effort]:
        return None
    state = view.imagine(random.Random(0))
    totals = [score + worth(catch) for score, catch in zip(state.scores, state.catches, strict=True)]
    if max(totals) < view.options.target:
        return None
    return _solve(state, _SOLVED[effort])


@lru_cache(maxsize=64)
def _solve(state: State, most: int) -> SeatVerdict | None:
    return exact_verdict(state, most, _without_history)


def _without_history(state: core.State) -> Hashable:
    """What of a state counts for what may follow."""
    if not isinstance(state, State):
        raise TypeError("expected a state of smallfry")
    return state.phase, state.turn, state.deck, state.row, state.catches, state.scores, state.robbery


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of smallfry")
    if not view.legal:
        raise ValueError("there is nothing to judge")
    return view
