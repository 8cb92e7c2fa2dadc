"""Choices tried out: the session is played on from each of them, many times, and counted in won matches.

Everybody plays on by a habit (`habits.py`), the others by what they have shown of theirs. That is rough, but it takes
microseconds, and it knows what a judgement of expected points cannot: who will stop when, and whom an octopus will rob.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel
from shoal.games.smallfry.engine.match_equity import Match, share_of
from shoal.games.smallfry.engine.opponent_model import begin_sea, habit_of, prospects_for
from shoal.games.smallfry.engine.sessions import FIRST_FLIP, SCATTER, Sea, copy_sea, finish, new_sea, shuffle
from shoal.games.smallfry.engine.settings import Settings

__all__ = ["Trials", "load"]

#: Where the numbers begin from which decks are shuffled: always the same, so that a choice is judged the same again.
_FIRST_SHUFFLE: Final = 77_000
#: How far trials are trusted; for the rest, the judgement.
_TRUST: Final = 0.65
#: Sessions that are played from each step before the next is looked at again, and how many rounds say little yet.
_ROUND: Final = 100
_FEWEST_ROUNDS: Final = 4
#: A lead of so many standard errors is enough.
_DOUBTS: Final = 2.5


@kernel
def _play_on(
    start: Sea,
    sea: Sea,
    first: int,
    habits: Reals,
    prospects: Reals,
    hopes: Reals,
    scores: Reals,
    match: Match,
    begin: int,
    end: int,
    pace: int,
    worths: Numbers,
    totals: Reals,
) -> float:
    """The mover's shares of the match after sessions that begin with a step, one for each shuffle, added up."""
    mover, found = start.now[0], 0.0
    for number in range(begin, end, pace):
        copy_sea(start, sea)
        sea.dice[0] = number * SCATTER | 1
        shuffle(sea)
        finish(sea, first, habits, prospects, hopes, worths, mover)
        for seat in range(len(totals)):
            totals[seat] = scores[seat] + worths[seat]
        found += share_of(totals, match, mover)
    return found


@lru_cache(maxsize=1)
def load() -> None:
    """Compile what trials need, or load it, before time counts."""
    won_at_once = Match(np.array([0, 0, 1, 1, 1], dtype=np.int64), np.full(2, 0.5))
    habits = np.array([habit_of(Settings(), 2)] * 2)
    Trials([begin_sea(2)], np.zeros(1), {0: FIRST_FLIP}, habits, np.zeros(2), won_at_once).go_on()


class Trials:
    """Steps that look alike, tried out on the same shuffles each."""

    def __init__(
        self, seas: Sequence[Sea], judged: Reals, choices: Mapping[int, int], habits: Reals, scores: Reals, match: Match
    ) -> None:
        """What all steps were judged to be worth; and those to try, by their places there, as kernels know them."""
        players = len(scores)
        prospects, hopes = (np.array([row] * players) for row in prospects_for())
        self._seas, self._judged = seas, judged
        self._places, self._firsts = list(choices), list(choices.values())
        self._world = habits, prospects, hopes, scores, match
        self._room = new_sea(players), np.zeros(players, dtype=np.int64), np.zeros(players)
        #: By round and step, the mover's share on average.
        self._rounds: list[Reals] = []

    @property
    def sessions(self) -> int:
        """How many were played from each step."""
        return len(self._rounds) * _ROUND

    def go_on(self) -> None:
        """Play another round of sessions from each step."""
        sea, worths, totals = self._room
        shuffles = range(_FIRST_SHUFFLE + self.sessions, _FIRST_SHUFFLE + self.sessions + _ROUND)
        found = np.zeros(len(self._firsts))
        for number, start in enumerate(self._seas):
            part = shuffles[number :: len(self._seas)]
            for place, first in enumerate(self._firsts):
                found[place] += _play_on(
                    start, sea, first, *self._world, part.start, part.stop, part.step, worths, totals
                )
        self._rounds.append(found / _ROUND)

    @property
    def values(self) -> Reals:
        """What all steps are worth, judged and tried; those that were not tried come last."""
        values = np.full(len(self._judged), -np.inf)
        judged = self._judged[self._places]
        values[self._places] = judged + _TRUST * (np.mean(self._rounds, axis=0) - judged)
        return values

    @property
    def settled(self) -> bool:
        """Whether more sessions would hardly change which is best."""
        if len(self._rounds) < _FEWEST_ROUNDS:
            return False
        values = self.values[self._places]
        best = int(np.argmax(values))
        rounds = np.array(self._rounds)
        doubt = _TRUST * np.std(rounds[:, [best]] - rounds, axis=0, ddof=1) / math.sqrt(len(rounds))
        others = np.arange(len(values)) != best
        return bool(np.all((values[best] - values > _DOUBTS * doubt)[others]))
