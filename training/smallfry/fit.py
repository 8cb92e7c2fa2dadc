"""Trains the value network from self-play, and writes its weights to `weights.npz`.

    python -m training.smallfry.fit [--processes 1] [--sessions 80000] [--rounds 4] [--players 2,3,4]

At each table, one player looks one card ahead with the network of the previous round and plays for points, with varying
boldness; the others play like it, or stop after some cards and rob the largest catch. In the first two rounds a policy
replaces the lookahead. After each round the weights are written to the file, for one number of players after the other;
the weights for other numbers of players stay as they are.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import Progress
from training.smallfry.learning import (
    CARDS_LEFT,
    IS_THINKER,
    OCTOPUSES_LEFT,
    TURNS_AWAY,
    Samples,
    empty_samples,
    initial_weights,
    learn,
    residuals,
)

from shoal.core.numba_kernels import Numbers, Reals, below, kernel
from shoal.games.smallfry.engine.lookahead import best_robbery, flip_gain
from shoal.games.smallfry.engine.opponent_model import policy_of
from shoal.games.smallfry.engine.rollouts import (
    ANNOUNCES,
    POLICY_NUMBERS,
    STOP_AFTER,
    choose_robbery,
    flip_advantage,
)
from shoal.games.smallfry.engine.rules_kernel import (
    ACTION_STOP,
    DECK_SIZE,
    OCTOPUSES,
    ROW_SIZE,
    SPECIES,
    TURN,
    SessionArrays,
    copy_session,
    new_session,
    opening_session,
    play_action,
    shuffle_deck,
    turn_up,
)
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.engine.species_values import species_tables
from shoal.games.smallfry.engine.utility import Utility, linear_utility
from shoal.games.smallfry.engine.value_network import (
    DECK_KNOTS,
    STORED_NAMES,
    WEIGHTS_FILE,
    Accumulator,
    NetworkWeights,
    ValueNetwork,
    context_inputs,
    expand_weights,
    expected_points,
    fill_accumulator,
    fill_catch_features,
    new_accumulator,
    species_cell,
)

__all__ = ["fit", "play_samples"]

#: More than the most turns that a session can have.
_MAX_TURNS: Final = 80
#: Instead of the number of cards after which a policy stops: it weighs the next card, or the network looks ahead.
_WEIGHS: Final = 0
_LOOKS_AHEAD: Final = -1
#: One of this many other seats is like the thinker.
_ALIKE: Final = 4
#: The most that boldness adds to a card, or takes from it, in points.
_BOLDNESS: Final = 0.15
#: Sessions in a part of the work, the turns that they have on average, and how often all samples are learnt from.
_PART: Final = 2000
_TURNS: Final = 40
_EPOCHS: Final = 4
#: Rounds in which all players go by policy, and how many times as many sessions they have.
_BY_POLICY: Final = 2
_CHEAPER: Final = 4
_RATE: Final = 2e-3
#: The weight in a target of what is expected a turn later; the rest is the end itself.
_TRUST: Final = 0.3


class _Bots(NamedTuple):
    """What all seats of self-play choose by."""

    network: ValueNetwork
    #: The curves of all seats, laid out seat after seat.
    utility: Utility
    #: [5] The policy of the thinker.
    policy: Reals
    #: [180], both
    species_values: Reals
    flip_gains: Reals


@kernel
def _record(
    session: SessionArrays,
    network: ValueNetwork,
    accumulator: Accumulator,
    thinker: int,
    moment: int,
    samples: Samples,
) -> None:
    """Write down a moment between two turns, for all seats; the target is what is expected now, for the time being."""
    players, mover = len(session.sizes), session.scalars[TURN]
    for seat in range(players):
        sample = moment * players + seat
        context = samples.contexts[sample]
        context[CARDS_LEFT], context[OCTOPUSES_LEFT] = session.scalars[DECK_SIZE], session.scalars[OCTOPUSES]
        context[TURNS_AWAY], context[IS_THINKER] = (seat - mover) % players, seat == thinker
        samples.targets[sample] = expected_points(session, network, accumulator, seat, mover, thinker)
        fill_catch_features(session, accumulator, seat, samples.catches[sample])
        for species in range(SPECIES):
            samples.cells[sample, species] = species_cell(session, seat, species)


@kernel
def _stops(session: SessionArrays, bots: _Bots, utility: Utility, policy: Reals, boldness: float) -> bool:
    if policy[STOP_AFTER] > 0:
        return bool(session.scalars[ROW_SIZE] >= policy[STOP_AFTER])
    if policy[STOP_AFTER] == _WEIGHS:
        return flip_advantage(session, policy, bots.species_values, bots.flip_gains) + boldness <= 0
    return flip_gain(session, bots.network, utility, 1) + boldness <= 0


@kernel
def _utility_at(utility: Utility, mover: int) -> Utility:
    """The utility of one seat, out of the curves of all seats."""
    players = len(utility.centre)
    side = len(utility.curves) // players
    curves = utility.curves[mover * side : (mover + 1) * side]
    return Utility(utility.centre, curves, utility.scale, utility.accumulator)


@kernel
def _seat_all(policies: Reals, boldness: Reals, thinking: Reals, dice: Numbers) -> int:
    """Fill `policies` [players, 5] and `boldness` [players]. Returns the thinker's seat.

    The others think too, or stop after 3 to 5 cards and rob the largest catch.
    """
    players = len(policies)
    thinker = below(dice, players)
    for seat in range(players):
        boldness[seat] = 0.0
        if seat == thinker or below(dice, _ALIKE) == 0:
            policies[seat] = thinking
            boldness[seat] = _BOLDNESS * (below(dice, 2001) / 1000 - 1)
        else:
            policies[seat, STOP_AFTER] = 3 + below(dice, 3)
            policies[seat, ANNOUNCES] = 1 + (below(dice, 4) + 2) // 3 if below(dice, 2) == 0 else 2
    return thinker


@kernel
def _play(
    start: SessionArrays, session: SessionArrays, bots: _Bots, trust: float, sessions: int, samples: Samples
) -> int:
    """Play sessions one after the other, and fill the samples. Returns how many moments they had."""
    players, scalars, accumulator = len(session.sizes), session.scalars, bots.utility.accumulator
    policies, boldness = np.zeros((players, POLICY_NUMBERS)), np.zeros(players)
    moments, capacity = 0, len(samples.targets) // players
    for _ in range(sessions):
        if moments + _MAX_TURNS > capacity:
            break
        copy_session(start, session)
        shuffle_deck(session)
        scalars[TURN] = below(session.dice, players)
        thinker = _seat_all(policies, boldness, bots.policy, session.dice)
        first = moments
        while scalars[DECK_SIZE] > 0:
            seat = scalars[TURN]
            policy, utility = policies[seat], _utility_at(bots.utility, seat)
            if scalars[ROW_SIZE] == 0:
                fill_accumulator(session, bots.network, accumulator)
                _record(session, bots.network, accumulator, thinker, moments, samples)
                moments += 1
            elif _stops(session, bots, utility, policy, boldness[seat]):
                play_action(session, ACTION_STOP)
                continue
            if turn_up(session):
                if policy[STOP_AFTER] == _LOOKS_AHEAD:
                    action = best_robbery(session, bots.network, utility, 2)[0]
                else:
                    action = choose_robbery(session, policy, bots.species_values)[0]
                play_action(session, action)
        # Backwards: the end, and with its weight what was then expected a turn later, which scatters less.
        for seat in range(players):
            end = float(session.best[seat].sum())
            for moment in range(moments - 1, first - 1, -1):
                sample = moment * players + seat
                expected, samples.targets[sample] = samples.targets[sample], end
                samples.points[sample] = session.best[seat].sum()
                end = trust * expected + (1 - trust) * end
    return moments


class Job(NamedTuple):
    """One part of the work of a round."""

    players: int
    weights: NetworkWeights
    looks_ahead: bool
    trust: float
    sessions: int
    seed: int


def play_samples(job: Job) -> Samples:
    """The samples of the sessions of one part of the work."""
    players = job.players
    start, session = opening_session(players), new_session(players)
    # Any odd word far from its neighbours.
    session.dice[0] = (job.seed * 0x9E3779B97F4A7C1 + 0x1234567) % (1 << 62) | 1
    plain = linear_utility(players, 0)
    curves = np.concatenate([linear_utility(players, mover).curves for mover in range(players)])
    utility = Utility(plain.centre, curves, plain.scale, new_accumulator(players))
    thinking = policy_of(Settings(), players)
    thinking[STOP_AFTER] = _LOOKS_AHEAD if job.looks_ahead else _WEIGHS
    bots = _Bots(expand_weights(job.weights), utility, thinking, *species_tables())
    samples = empty_samples(job.sessions * _TURNS * players)
    moments = _play(start, session, bots, job.trust, job.sessions, samples)
    return samples.head(moments * players)


def _covariance(samples: Samples, weights: NetworkWeights, players: int) -> Reals:
    """The mean square of the residuals, and the mean product of two seats': [knots, 2]."""
    off = residuals(samples._replace(targets=samples.points), weights, players).reshape(-1, players)
    hats = context_inputs(players)[samples.contexts[::players, CARDS_LEFT], 0, 0, 0][:, : len(DECK_KNOTS)]
    squares = (off**2).mean(axis=1)
    products = (off.sum(axis=1) ** 2 - (off**2).sum(axis=1)) / (players * (players - 1))
    sums = np.stack([hats.T @ squares, hats.T @ products], axis=1)
    covariance = sums / np.maximum(hats.sum(axis=0), 1)[:, None]
    covariance[0] = 0
    return np.asarray(covariance)


def fit(
    players: int, sessions: int, rounds: int, processes: int, progress: Progress, seed: int = 1
) -> Iterator[NetworkWeights]:
    """Weights after each round of self-play."""
    weights = initial_weights(players, seed)
    parts = -(-sessions // _PART)
    all_parts = parts * (rounds + (_CHEAPER - 1) * min(_BY_POLICY, rounds))
    task = progress.add_task(f"{players} players", total=all_parts + rounds)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for number in range(rounds):
            looks_ahead = number >= _BY_POLICY
            trust = _TRUST if number > 0 else 0.0
            first = (seed * rounds + number) * 1_000_003
            jobs = [
                Job(players, weights, looks_ahead, trust, _PART, first + part)
                for part in range(parts if looks_ahead else _CHEAPER * parts)
            ]
            found = []
            for samples in pool.map(play_samples, jobs):
                found.append(samples)
                progress.advance(task)
            all_samples = Samples(*(np.concatenate(columns) for columns in zip(*found, strict=True)))
            weights = learn(weights, all_samples, players, _EPOCHS, _RATE, seed)
            weights = weights._replace(covariance=_covariance(all_samples, weights, players))
            progress.advance(task)
            variance = weights.covariance[:, 0].round(2)
            progress.console.print(f"{players} players, round {number + 1}: variance {variance}")
            yield weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=80_000, help="in each round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--players", default="2,3,4")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS_FILE)
    arguments = parser.parse_args()
    tables: dict[str, Reals] = {}
    if arguments.out.exists():
        with np.load(arguments.out) as before:
            tables.update(before)
    with Progress(console=Console(file=sys.stderr)) as progress:
        for players in map(int, arguments.players.split(",")):
            for weights in fit(players, arguments.sessions, arguments.rounds, arguments.processes, progress):
                for name, table in zip(STORED_NAMES, weights, strict=True):
                    tables[f"{name}{players}"] = table.astype(np.float32)
                np.savez_compressed(arguments.out, **tables)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
