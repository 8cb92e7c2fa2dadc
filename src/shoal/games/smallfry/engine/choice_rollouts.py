"""Rollouts of choices: the session is played on from each of them, many times, and counted in won matches.

All players go on by a policy (`opponent_model.py`), the others by what they have shown of theirs. That is rough, but it
takes microseconds, and it knows what expected points cannot tell: who will stop when, and whom an octopus will rob.
All choices are compared by common random numbers: the same shuffles for each.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel
from shoal.games.smallfry.engine.match_equity import MatchEquity, win_share
from shoal.games.smallfry.engine.rollouts import SEED_STRIDE, play_out
from shoal.games.smallfry.engine.rules_kernel import (
    TURN,
    SessionArrays,
    copy_session,
    new_session,
    shuffle_deck,
)
from shoal.games.smallfry.engine.species_values import species_tables

__all__ = ["ChoiceRollouts"]

#: The first seed of the shuffles: always the same, so that a choice is valued the same again.
_FIRST_SHUFFLE: Final = 77_000
#: The weight of the rollouts' value; the rest is the lookahead's.
_TRUST: Final = 0.65
#: Sessions that are played from each choice before the next is looked at again, and the fewest rounds that count.
_ROUND: Final = 100
_FEWEST_ROUNDS: Final = 4
#: A lead of this many standard errors is enough.
_ENOUGH_ERRORS: Final = 2.5


class _Match(NamedTuple):
    """What all rollouts of a choice have in common."""

    #: [players, 5]
    policies: Reals
    #: [players, 180], both
    species_values: Reals
    flip_gains: Reals
    #: [players] The totals before this session.
    scores: Reals
    equity: MatchEquity


class _Buffers(NamedTuple):
    """Arrays that every rollout uses again."""

    session: SessionArrays
    #: [players] The points of the session, and the totals after it.
    points: Numbers
    totals: Reals


@kernel
def _play_rollouts(
    start: SessionArrays, action: int, match: _Match, buffers: _Buffers, first: int, end: int, step: int
) -> float:
    """The mover's shares of the match after an action, one session for each seed from `first` to `end`, added up."""
    # Unpacked once: to read the arrays out of the records in the loop takes longer.
    session, points, totals = buffers
    policies, species_values, flip_gains, scores, equity = match
    mover, shares = start.scalars[TURN], 0.0
    for seed in range(first, end, step):
        copy_session(start, session)
        session.dice[0] = seed * SEED_STRIDE | 1
        shuffle_deck(session)
        play_out(session, action, policies, species_values, flip_gains, points, mover)
        for seat in range(len(totals)):
            totals[seat] = scores[seat] + points[seat]
        shares += win_share(totals, equity, mover)
    return shares


class ChoiceRollouts:
    """Rollouts of the choices that look alike, with the same shuffles for each."""

    def __init__(
        self,
        sessions: Sequence[SessionArrays],
        lookahead_values: Reals,
        choices: Mapping[int, int],
        policies: Reals,
        scores: Reals,
        equity: MatchEquity,
    ) -> None:
        """`lookahead_values` [steps] are those of all legal steps; `choices` has, by index, the actions to play out.

        `policies` is [players, 5], `scores` [players].
        """
        players = len(scores)
        species_values, flip_gains = (np.array([row] * players) for row in species_tables())
        self._sessions, self._lookahead_values = sessions, lookahead_values
        self._indices, self._actions = list(choices), list(choices.values())
        self._match = _Match(policies, species_values, flip_gains, scores, equity)
        self._buffers = _Buffers(new_session(players), np.zeros(players, dtype=np.int64), np.zeros(players))
        #: By round, the mover's average shares [choices].
        self._rounds: list[Reals] = []

    @property
    def sessions_played(self) -> int:
        """The number of sessions played from each choice."""
        return len(self._rounds) * _ROUND

    def play_round(self) -> None:
        """Play another round of sessions from each choice."""
        seeds = range(_FIRST_SHUFFLE + self.sessions_played, _FIRST_SHUFFLE + self.sessions_played + _ROUND)
        shares = np.zeros(len(self._actions))
        for number, start in enumerate(self._sessions):
            part = seeds[number :: len(self._sessions)]
            for index, action in enumerate(self._actions):
                shares[index] += _play_rollouts(
                    start, action, self._match, self._buffers, part.start, part.stop, part.step
                )
        self._rounds.append(shares / _ROUND)

    @property
    def values(self) -> Reals:
        """The values of all legal steps [steps], lookahead and rollouts together; those not played out come last."""
        values = np.full(len(self._lookahead_values), -np.inf)
        looked = self._lookahead_values[self._indices]
        values[self._indices] = looked + _TRUST * (np.mean(self._rounds, axis=0) - looked)
        return values

    @property
    def settled(self) -> bool:
        """Whether more sessions would hardly change which choice is best."""
        if len(self._rounds) < _FEWEST_ROUNDS:
            return False
        values = self.values[self._indices]
        best = int(np.argmax(values))
        rounds = np.array(self._rounds)
        error = _TRUST * np.std(rounds[:, [best]] - rounds, axis=0, ddof=1) / math.sqrt(len(rounds))
        others = np.arange(len(values)) != best
        return bool(np.all((values[best] - values > _ENOUGH_ERRORS * error)[others]))
