"""A sequential test: stops as soon as two bots' difference is clear, with known rates of error.

The unit is a deal, played from both seats: its outcome for the first bot is its mean share of the two
games. The log-likelihood ratio compares the two distributions of outcomes that fit what was seen best
among those with the mean that either hypothesis says (the generalised test on the empirical
distribution; with five outcomes of a pair it is known as the pentanomial test).
"""

from collections.abc import Mapping
from math import log
from typing import Final

import msgspec

__all__ = ["Hypotheses", "Verdict", "expected_share", "judge_pairs", "log_likelihood_ratio"]

#: Every outcome is taken as seen at least so often, so that a few equal ones prove nothing yet.
_OUTCOMES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_SEEN_A_LITTLE: Final = 1e-3
_HALVINGS: Final = 80


class Hypotheses(msgspec.Struct, frozen=True):
    """The first bot is better by so much Elo, or by so much; and how often the test may err either way."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class Verdict(msgspec.Struct, frozen=True):
    """Where the test stands after so many deals; `accepted` is the Elo it settled on, if it did."""

    pairs: int
    llr: float
    lower: float
    upper: float
    accepted: float | None

    @property
    def decided(self) -> bool:
        return self.accepted is not None


def judge_pairs(counts: Mapping[float, int], hypotheses: Hypotheses) -> Verdict:
    """The verdict on outcomes of deals, each seen so often."""
    lower, upper = hypotheses.bounds
    pairs = sum(counts.values())
    llr = log_likelihood_ratio(counts, expected_share(hypotheses.elo0), expected_share(hypotheses.elo1))
    accepted = hypotheses.elo1 if llr >= upper else hypotheses.elo0 if llr <= lower else None
    return Verdict(pairs, llr, lower, upper, accepted)


def expected_share(elo: float) -> float:
    """The share of wins that goes with a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(counts: Mapping[float, int], mean0: float, mean1: float) -> float:
    """How much better the outcomes fit the second mean than the first."""
    if not any(counts.values()):
        return 0.0
    seen: dict[float, float] = dict.fromkeys(_OUTCOMES, _SEEN_A_LITTLE)
    seen.update({outcome: float(count) for outcome, count in counts.items() if count})
    total = sum(seen.values())
    tilt0, tilt1 = _tilt(seen, mean0), _tilt(seen, mean1)
    # With p the part seen, the best fit with mean m is p / (1 + tilt * (outcome - m)).
    ratio = sum(
        count * (log(1 + tilt0 * (outcome - mean0)) - log(1 + tilt1 * (outcome - mean1)))
        for outcome, count in seen.items()
    )
    return ratio * sum(counts.values()) / total


def _tilt(seen: Mapping[float, float], mean: float) -> float:
    """The tilt that gives the outcomes this mean: the root of a falling function, by halving."""
    low, high = -1 / (max(seen) - mean), 1 / (mean - min(seen))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        excess = sum(count * (outcome - mean) / (1 + middle * (outcome - mean)) for outcome, count in seen.items())
        if excess > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
