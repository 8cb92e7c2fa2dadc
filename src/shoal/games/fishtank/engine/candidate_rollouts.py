"""Kernels: candidates compared by rollouts of the same determinized games (common random numbers)."""

from math import exp
from typing import NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel
from shoal.games.fishtank.engine.rollouts import (
    PolicyScratch,
    choose_by_policy,
    final_values,
    new_policy_scratch,
    play_out,
)
from shoal.games.fishtank.engine.rules_kernel import (
    CELL,
    KIND,
    TURNED,
    GameArrays,
    copy_game,
    new_game_arrays,
    pass_hands,
    place_card,
    place_chosen,
)
from shoal.games.fishtank.engine.scoring_tables import ScoringTables

__all__ = [
    "CandidateArrays",
    "Objective",
    "Rollouts",
    "new_candidate_arrays",
    "new_rollouts",
    "record_result",
    "try_choices",
    "try_placings",
]


class CandidateArrays(NamedTuple):
    """The candidates that are compared, and what one rollout after each of them led to."""

    #: `[candidates, kinds]` and `[candidates]`: the tank in some frame, with the card if placed, and its free cells.
    tanks: Numbers
    free: Numbers
    #: `[candidates]`: the kind to choose.
    kinds: Numbers
    #: `[candidates]`: what the result is worth, from 0 to 1.
    utilities: Reals
    #: `[candidates, players]`: each seat's share of the win, and its points.
    shares: Reals
    points: Reals


class Objective(NamedTuple):
    """The objective of the engine: its points less those of the best rival, as far as rivals count."""

    #: How much the best rival counts, from 0 to 1.
    rivals: float
    #: How many points make a large lead.
    lead_scale: float
    #: The points that the engine's own tank promises; the yardstick as far as rivals do not count.
    expected_points: float


class Rollouts(NamedTuple):
    """All that the rollouts of one search need."""

    tables: ScoringTables
    #: `[players, WEIGHTS]`: the policy of each seat.
    policies: Reals
    #: The determinized game at the root, and the one that is played.
    root: GameArrays
    game: GameArrays
    scratch: PolicyScratch
    objective: Objective
    #: `[players]`: by seat, the points of the game played last, with `SET_VALUE` for every set.
    values: Reals


def new_candidate_arrays(count: int, players: int, kinds: int) -> CandidateArrays:
    return CandidateArrays(
        tanks=np.zeros((count, kinds), dtype=np.int64),
        free=np.zeros(count, dtype=np.int64),
        kinds=np.zeros(count, dtype=np.int64),
        utilities=np.zeros(count),
        shares=np.zeros((count, players)),
        points=np.zeros((count, players)),
    )


def new_rollouts(tables: ScoringTables, policies: Reals, objective: Objective) -> Rollouts:
    """Rollouts with empty games, for as many players as there are policies."""
    players, kinds = len(policies), len(tables.family)
    return Rollouts(
        tables=tables,
        policies=policies,
        root=new_game_arrays(players, kinds),
        game=new_game_arrays(players, kinds),
        scratch=new_policy_scratch(kinds),
        objective=objective,
        values=np.zeros(players),
    )


@kernel
def record_result(candidates: CandidateArrays, candidate: int, me: int, values: Reals, objective: Objective) -> None:
    """Note what a finished game with these `values[players]` says about a candidate."""
    players = len(values)
    most = values[0]
    best_rival = -1e9
    for seat in range(players):
        most = max(most, values[seat])
        if seat != me:
            best_rival = max(best_rival, values[seat])
    winners = 0
    for seat in range(players):
        winners += values[seat] == most
    for seat in range(players):
        candidates.points[candidate, seat] = np.floor(values[seat])
        candidates.shares[candidate, seat] = 1 / winners if values[seat] == most else 0.0
    lead = values[me] - objective.rivals * best_rival - (1 - objective.rivals) * objective.expected_points
    candidates.utilities[candidate] = 1 / (1 + exp(-lead / objective.lead_scale))


@kernel
def _finish(rollouts: Rollouts, candidates: CandidateArrays, candidate: int, me: int) -> None:
    """Play the game on to its end, and note the result."""
    play_out(rollouts.tables, rollouts.policies, rollouts.game, rollouts.scratch)
    final_values(rollouts.tables, rollouts.game, rollouts.values)
    record_result(candidates, candidate, me, rollouts.values, rollouts.objective)


@kernel
def try_choices(rollouts: Rollouts, candidates: CandidateArrays, first: int, last: int, me: int) -> None:
    """Choose the kind of each candidate from `first` up to `last`, all others by policy, and play on."""
    tables, policies, game, scratch = rollouts.tables, rollouts.policies, rollouts.game, rollouts.scratch
    players = len(game.free)
    for candidate in range(first, last):
        copy_game(rollouts.root, game)
        game.tanks[me] = candidates.tanks[candidate]
        game.free[me] = candidates.free[candidate]
        only = np.zeros(len(game.pile), dtype=np.int64)
        only[candidates.kinds[candidate]] = 1
        for seat in range(players):
            choose_by_policy(tables, policies[seat], game, scratch, seat, only if seat == me else game.hands[seat])
        for seat in range(players):
            place_chosen(game, tables.plant, seat)
        game.rounds_played[0] += 1
        pass_hands(game)
        _finish(rollouts, candidates, candidate, me)


@kernel
def try_placings(
    rollouts: Rollouts, candidates: CandidateArrays, first: int, last: int, me: int, revealed: Numbers
) -> None:
    """Take the tank of each candidate from `first` up to `last`; all others place `revealed[players]` by policy."""
    tables, policies, game, scratch = rollouts.tables, rollouts.policies, rollouts.game, rollouts.scratch
    for candidate in range(first, last):
        copy_game(rollouts.root, game)
        game.rounds_played[0] -= 1
        for seat in range(len(game.free)):
            if seat != me:
                only = np.zeros(len(game.pile), dtype=np.int64)
                only[revealed[seat]] = 1
                choose_by_policy(tables, policies[seat], game, scratch, seat, only)
                chosen = game.chosen[seat]
                place_card(game.tanks[seat], tables.plant, chosen[KIND], chosen[CELL], chosen[TURNED])
                game.free[seat] &= ~(1 << chosen[CELL])
        game.rounds_played[0] += 1
        game.tanks[me] = candidates.tanks[candidate]
        game.free[me] = candidates.free[candidate]
        _finish(rollouts, candidates, candidate, me)
