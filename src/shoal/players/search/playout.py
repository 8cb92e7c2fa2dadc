"""Playouts: playing a line on at random, and valuing its end for each seat."""

import random
from collections.abc import Sequence
from math import exp
from typing import Final

from shoal.core import CHANCE, State

__all__ = ["PlayoutJudge", "play_out"]

#: A playout has at least the first number of steps, goes on until the scores have changed, and has at most the second.
_LEAST_STEPS: Final = 16
_MOST_STEPS: Final = 400
#: The weight of winning a finished game, beside the points.
_WIN: Final = 0.5
_LEAST_SPREAD: Final = 0.5


def play_out(state: State, since: tuple[int, ...], rng: random.Random) -> State:
    """Play random steps to a state whose scores can be compared with those `since` the search began."""
    number = rng.random
    for count in range(_MOST_STEPS):
        to_act = state.to_act
        if not to_act or (count >= _LEAST_STEPS and state.scores != since):
            break
        if to_act[0] == CHANCE:
            state = state.play(state.chance().draw(rng.randrange))
        else:
            legal = state.legal(to_act[0])
            state = state.play(legal[int(number() * len(legal))])
    return state


class PlayoutJudge:
    """Values the ends of playouts by seat; the values lie between 0 and 1 and add up to 1.

    Points gained are scaled by their usual spread, which differs from game to game and is measured on the way.
    """

    __slots__ = ("_ends", "_since", "_spread")

    def __init__(self, since: tuple[int, ...]) -> None:
        self._since = since
        self._ends = 0
        self._spread = 0.0

    def value(self, end: State) -> tuple[Sequence[float], Sequence[float]]:
        """The values that the seats maximise, and their shares of the win as far as they are known."""
        scores = end.scores
        gains = [now - then for now, then in zip(scores, self._since, strict=True)]
        mean = sum(gains) / len(gains)
        self._ends += 1
        self._spread += sum(abs(gain - mean) for gain in gains) / len(gains)
        spread = max(_LEAST_SPREAD, 2 * self._spread / self._ends)
        values = _softmax(gains, spread)
        result = end.result
        if result is None:
            return values, _softmax(scores, spread)
        each = 1 / len(result.winners)
        shares = [each if seat in result.winners else 0.0 for seat in range(len(scores))]
        return [_WIN * share + (1 - _WIN) * part for share, part in zip(shares, values, strict=True)], shares


def _softmax(points: Sequence[float], spread: float) -> list[float]:
    """Parts of 1 that grow with the points; a lead of one `spread` multiplies a part by e."""
    most = max(points)
    weights = [exp((point - most) / spread) for point in points]
    total = sum(weights)
    return [weight / total for weight in weights]
