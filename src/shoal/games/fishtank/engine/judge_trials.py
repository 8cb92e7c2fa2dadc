"""The trials of the judge: candidates are sifted, and the finalists tried in new games until enough is known of them.

How many games there are depends on what came out so far, never on a clock, so that a verdict can be repeated.
"""

import random
from math import inf, sqrt
from typing import Final, NamedTuple

import numpy as np

from shoal.core import Seat
from shoal.core.numba_kernels import Numbers, Reals
from shoal.core.search_limits import SearchLimit
from shoal.games.fishtank.engine.candidate_trials import CandidateTrials
from shoal.games.fishtank.state import State

__all__ = ["Tried", "Trier", "error_of", "sift", "try_finalists"]

#: Players do not go on as the rollouts do. So the points of a rollout give shares of the win by a softmax: its scale is
#: the first number, times the rounds that are left to the power of the second. Fitted by bot games (docs/coach.md).
_SCALE: Final = 0.9
_GROWTH: Final = 0.75
#: Finalists are tried in so many parts of the most games, as long as their error bar or the doubts are too large.
_PARTS: Final = 6
#: A step that costs less than this, beyond doubt, has no mark: so its cost is known well enough.
_CHEAP: Final = 0.05
#: In how many games, as parts of the most, candidates were tried by the end of a stage of the sifting, and how many it
#: leaves.
_STAGES: Final = ((0.04, 8), (0.1, 4), (0.2, 2), (0.4, 1))
#: Standard errors in half of a 95 % interval.
_HALF: Final = 1.96


class Tried(NamedTuple):
    """What the candidates led to, game by game."""

    #: `[candidates]`: the mean utility.
    utilities: Reals
    #: `[games, candidates, players]`.
    shares: Reals
    points: Reals


class Trier:
    """Determinized games one after the other, for candidates by number."""

    def __init__(
        self, trials: CandidateTrials, rng: random.Random, opened: State | None, players: int, rounds_left: int
    ) -> None:
        self._trials = trials
        self._rng = rng
        self._opened = opened
        self._players = players
        self._scale = _SCALE * rounds_left**_GROWTH

    def play(self, numbers: Numbers, games: int) -> Tried:
        """Try the candidates in so many games."""
        shape = games, len(numbers), self._players
        tried = Tried(np.zeros(len(numbers)), np.zeros(shape), np.zeros(shape))
        for game in range(games):
            self._trials.determinize(self._rng, self._opened)
            arrays = self._trials.play(numbers, SearchLimit(inf))
            if arrays is None:
                raise RuntimeError("rollouts without a limit have ended early")
            tried.utilities[:] += arrays.utilities / games
            tried.shares[game] = _likely_shares(arrays.points, self._scale) if self._scale else arrays.shares
            tried.points[game] = arrays.points
        return tried


def sift(count: int, trier: Trier, most: int) -> int:
    """The number of the best of so many candidates, after ever more games with ever fewer candidates."""
    left, utilities, games = np.arange(count), np.zeros(count), 0
    for part, kept in _STAGES:
        if len(left) > kept:
            further = max(2, round(part * most)) - games
            utilities[left] += further * trier.play(left, further).utilities
            games += further
            left = np.sort(left[np.argsort(-utilities[left], kind="stable")[:kept]])
    return int(left[0])


def try_finalists(finalists: Numbers, trier: Trier, most: int, seat: Seat, sure: float) -> Tried:
    """What the finalists lead to in new games, part by part, until that is known well enough."""
    part = most // _PARTS
    tried = trier.play(finalists, part)
    for _ in range(1, _PARTS):
        tried = _joined(tried, trier.play(finalists, part))
        if _is_known(tried.shares[:, :, seat], sure):
            break
    return tried


def _is_known(shares: Reals, sure: float) -> bool:
    """Whether a seat's `shares[games, finalists]` say enough of the first finalist and of what the others cost."""
    if error_of(shares[:, 0]) > sure:
        return False
    for row in range(1, shares.shape[1]):
        costs = shares[:, 0] - shares[:, row]
        doubt = error_of(costs)
        if doubt > sure and abs(costs.mean()) + doubt >= _CHEAP:
            return False
    return True


def _joined(tried: Tried, further: Tried) -> Tried:
    """The games of both. The mean utilities are those of the sifting, which is over."""
    return tried._replace(
        shares=np.concatenate([tried.shares, further.shares]), points=np.concatenate([tried.points, further.points])
    )


def _likely_shares(points: Reals, scale: float) -> Reals:
    """Shares of the win `[candidates, players]` by points that may still change by about the scale."""
    weights = np.exp((points - points.max(axis=1, keepdims=True)) / scale)
    shares: Reals = weights / weights.sum(axis=1, keepdims=True)
    return shares


def error_of(samples: Reals) -> float:
    """Half of the 95 % interval of a mean."""
    return float(_HALF * np.std(samples, ddof=1) / sqrt(len(samples)))
