"""Rollouts of whole matches: the session is played on from each step, and further sessions are drawn from the pool.

All steps are compared by common random numbers: the same shuffles, and the same sessions after this one.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel
from shoal.games.smallfry.engine.bot import Decision
from shoal.games.smallfry.engine.match_equity import BEGINS, TARGET, MatchEquity, fill_win_shares, first_seat
from shoal.games.smallfry.engine.rollouts import SEED_STRIDE, play_out
from shoal.games.smallfry.engine.rules_kernel import (
    TURN,
    SessionArrays,
    copy_session,
    new_session,
    shuffle_deck,
)
from shoal.games.smallfry.engine.species_values import species_tables

__all__ = ["MatchRollouts"]

#: The first seed of the shuffles: always the same, so that a step is judged the same again.
_FIRST_SHUFFLE: Final = 177_000
#: Sessions after which a match counts as decided, however far its target is.
_MOST_SESSIONS: Final = 200


@kernel
def _play_matches(
    start: SessionArrays,
    action: int,
    policies: Reals,
    species_values: Reals,
    flip_gains: Reals,
    scores: Reals,
    equity: MatchEquity,
    pool: Numbers,
    session: SessionArrays,
    points: Numbers,
    first: int,
    shares: Reals,
    totals: Reals,
) -> None:
    """Play one match on for each line of `shares` and `totals`, both [matches, players], from an action on.

    `shares` receives the shares of the win after this session, `totals` how the match ends in points.
    """
    mover, players, target = start.scalars[TURN], len(scores), equity.rules[TARGET]
    after = np.zeros(players)
    for line in range(len(shares)):
        copy_session(start, session)
        session.dice[0] = (first + line) * SEED_STRIDE | 1
        shuffle_deck(session)
        play_out(session, action, policies, species_values, flip_gains, points, mover)
        for seat in range(players):
            totals[line, seat] = scores[seat] + points[seat]
            after[seat] = totals[line, seat]
        fill_win_shares(after, equity, shares[line])
        drawn = first + line
        for _ in range(_MOST_SESSIONS):
            if totals[line].max() >= target:
                break
            drawn = drawn * 6364136223846793005 + 1442695040888963407 & (1 << 62) - 1
            begins = first_seat(totals[line], equity.rules[BEGINS])
            for seat in range(players):
                totals[line, seat] += pool[(drawn >> 20) % len(pool), (seat - begins) % players]


class MatchRollouts:
    """The matches after each of several actions. `shares` and `totals` are [actions, matches, players]."""

    def __init__(self, decision: Decision, actions: Sequence[int], matches: int) -> None:
        sessions, players = decision.sessions, len(decision.scores)
        self.shares = np.zeros((len(actions), matches, players))
        self.totals = np.zeros((len(actions), matches, players))
        species_values, flip_gains = (np.array([row] * players) for row in species_tables())
        session, points = new_session(players), np.zeros(players, dtype=np.int64)
        # Where cards are hidden, each imagined session gets its part of the matches.
        ends = [matches * number // len(sessions) for number in range(len(sessions) + 1)]
        for index, action in enumerate(actions):
            for start, low, high in zip(sessions, ends[:-1], ends[1:], strict=True):
                _play_matches(
                    start,
                    action,
                    decision.policies,
                    species_values,
                    flip_gains,
                    decision.scores,
                    decision.equity,
                    decision.pool,
                    session,
                    points,
                    _FIRST_SHUFFLE + low,
                    self.shares[index, low:high],
                    self.totals[index, low:high],
                )
