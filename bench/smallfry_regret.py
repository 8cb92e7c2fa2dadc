"""Measures what the lookahead of Small Fry's engine loses by its choices at a table of four.

    python -m bench.smallfry_regret [--minutes 10] [--sessions 300] [--robberies 0.1] [--processes 2] [--seed 1]

The engine, without its own rollouts, plays for points (its own minus the others' mean) against three players that stop
after 4 cards and rob the largest catch of 2: the best of such players (`bench.smallfry_match`). At a sample of its
decisions, all choices are tried: rollouts continue the session from there, each with a new shuffle of the deck, the
same for all choices, and the engine looks one card ahead, to save time. One half of the rollouts selects the best
choice, the other half measures how much more it makes than the engine's choice. So the result is the gain of a player
who tries choices with that many rollouts: below zero where luck misleads the player more often than the engine errs.
More rollouts mislead less; the engine loses at least the measured gain. Choices that the engine finds close are sampled
more often than the rest, and get a lower weight in return.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import Progress

from shoal.core.numba_kernels import Reals, below, kernel
from shoal.games.smallfry.engine.lookahead import best_robbery, flip_gain
from shoal.games.smallfry.engine.opponent_model import policy_of
from shoal.games.smallfry.engine.rollouts import SEED_STRIDE, choose_robbery, flip_advantage
from shoal.games.smallfry.engine.rules_kernel import (
    ACTION_FLIP,
    ACTION_LEAVE,
    ACTION_STOP,
    DECK_SIZE,
    MAX_ROBBED,
    ROW_SIZE,
    TURN,
    SessionArrays,
    copy_session,
    new_session,
    opening_session,
    play_action,
    rob_action,
    shuffle_deck,
    turn_up,
)
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.engine.species_values import species_tables
from shoal.games.smallfry.engine.utility import Utility, linear_utility
from shoal.games.smallfry.engine.value_network import ValueNetwork, read_network

PLAYERS: Final = 4
#: The others stop after this many cards, and rob the largest catch of this many.
CARDS: Final = 4
ANNOUNCED: Final = 2
#: The chance that a choice to stop or flip is sampled: with a gain within `CLOSE` points, and beyond.
CLOSE: Final = 1.0
CLOSE_CHANCE: Final = 0.08
CLEAR_CHANCE: Final = 0.01

#: What the engine decides next.
OVER: Final = 0
STOP_OR_FLIP: Final = 1
ROB: Final = 2


class Bots(NamedTuple):
    """The parameters by which the engine and the others choose."""

    network: ValueNetwork
    utility: Utility
    #: [5] The others' policy; [180], both: the values by which it weighs cards.
    policy: Reals
    species_values: Reals
    flip_gains: Reals


class SampledChoice(NamedTuple):
    """A sampled choice: the gain of the best choice, the chance of the sample, and whether it was a robbery."""

    gained: float
    chance: float
    robbery: bool


class Found(NamedTuple):
    """Some sessions: the engine's lead at the end of each, and the sampled choices."""

    leads: list[float]
    tried: list[SampledChoice]


@kernel
def to_choice(session: SessionArrays, bots: Bots) -> int:
    """Play until the engine, on seat 0, has to choose; return `STOP_OR_FLIP`, `ROB` or `OVER`."""
    scalars = session.scalars
    while scalars[DECK_SIZE] > 0:
        if scalars[ROW_SIZE] > 0:
            if scalars[TURN] == 0:
                return STOP_OR_FLIP
            if flip_advantage(session, bots.policy, bots.species_values, bots.flip_gains) <= 0:
                play_action(session, ACTION_STOP)
                continue
        if turn_up(session):
            if scalars[TURN] == 0:
                return ROB
            play_action(session, choose_robbery(session, bots.policy, bots.species_values)[0])
    return OVER


@kernel
def lead(session: SessionArrays) -> float:
    """The engine's points minus the others' mean."""
    others = 0.0
    for seat in range(1, PLAYERS):
        others += session.best[seat].sum()
    own: float = session.best[0].sum()
    return own - others / (PLAYERS - 1)


@kernel
def choose(session: SessionArrays, bots: Bots, what: int) -> None:
    """Play what the engine chooses, looking one card ahead."""
    if what == STOP_OR_FLIP:
        if flip_gain(session, bots.network, bots.utility, 1) <= 0:
            play_action(session, ACTION_STOP)
            return
        if not turn_up(session):
            return
    play_action(session, best_robbery(session, bots.network, bots.utility, MAX_ROBBED)[0])


@kernel
def mean_lead(start: SessionArrays, session: SessionArrays, bots: Bots, action: int, sessions: int, seed: int) -> float:
    """The mean lead at the end of `sessions` sessions that go on with this action; the seed shuffles them."""
    total = 0.0
    for number in range(sessions):
        copy_session(start, session)
        session.dice[0] = (seed + number) * SEED_STRIDE >> 3 | 1
        shuffle_deck(session)
        if action != ACTION_FLIP:
            play_action(session, action)
        elif turn_up(session):
            play_action(session, best_robbery(session, bots.network, bots.utility, MAX_ROBBED)[0])
        while True:
            what = to_choice(session, bots)
            if what == OVER:
                break
            choose(session, bots, what)
        total += lead(session)
    return total / sessions


class RegretSampler:
    """Plays sessions and measures a sample of the engine's choices by rollouts."""

    def __init__(self, seed: int, sessions: int, robberies: float) -> None:
        policy = policy_of(Settings(stop_after=CARDS, announces=ANNOUNCED), PLAYERS)
        self._bots = Bots(read_network(PLAYERS), linear_utility(PLAYERS, 0), policy, *species_tables())
        self._start = opening_session(PLAYERS)
        #: The session that is played, its copy at a decision, and a rollout from there.
        self._session, self._decision, self._rollout = (new_session(PLAYERS) for _ in range(3))
        self._rng = random.Random(seed)
        self._session.dice[0] = self._rng.getrandbits(60) | 1
        self._sessions = sessions
        self._robberies = robberies

    def run(self, seconds: float) -> Found:
        """Play sessions for about this long."""
        found = Found([], [])
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._play(found)
        return found

    def _play(self, found: Found) -> None:
        session, bots = self._session, self._bots
        copy_session(self._start, session)
        shuffle_deck(session)
        session.scalars[TURN] = below(session.dice, PLAYERS)
        while what := to_choice(session, bots):
            if what == STOP_OR_FLIP:
                gain = flip_gain(session, bots.network, bots.utility, 1)
                chance = CLOSE_CHANCE if abs(gain) < CLOSE else CLEAR_CHANCE
                if gain <= 0:
                    gain = flip_gain(session, bots.network, bots.utility, 2)
                self._try(found, ACTION_FLIP if gain > 0 else ACTION_STOP, (ACTION_FLIP, ACTION_STOP), chance)
                if gain <= 0:
                    play_action(session, ACTION_STOP)
                    continue
                if not turn_up(session):
                    continue
            own = best_robbery(session, bots.network, bots.utility, MAX_ROBBED)[0]
            robberies = [
                rob_action(victim, number)
                for victim in range(1, PLAYERS)
                for number in range(1, min(MAX_ROBBED, int(session.sizes[victim])) + 1)
            ]
            if robberies:
                self._try(found, own, (ACTION_LEAVE, *robberies), self._robberies)
            play_action(session, own)
        found.leads.append(lead(session))

    def _try(self, found: Found, own: int, choices: Sequence[int], chance: float) -> None:
        """Try out all choices, with this chance."""
        if self._rng.random() >= chance:
            return
        copy_session(self._session, self._decision)
        # All choices get the same shuffles, which lowers the variance.
        halves = [
            {
                choice: mean_lead(self._decision, self._rollout, self._bots, choice, self._sessions, seed)
                for choice in choices
            }
            for seed in (self._rng.getrandbits(40), self._rng.getrandbits(40))
        ]
        gained = 0.0
        for says, judges in (halves, halves[::-1]):
            best = max(choices, key=lambda choice: says[choice])
            gained += (judges[best] - judges[own]) / 2
        found.tried.append(SampledChoice(gained, chance, ACTION_STOP not in choices))


def run_part(seed: int, sessions: int, robberies: float, seconds: float) -> Found:
    return RegretSampler(seed, sessions, robberies).run(seconds)


def gained_a_session(tried: Sequence[SampledChoice], sessions: int) -> str:
    """Points a session that rollouts would gain, with half of a 95 % interval, in words."""
    parts = [each.gained / each.chance for each in tried]
    margin = 1.96 * math.sqrt(sum(part * part for part in parts))
    return f"{sum(parts) / sessions:+.3f} ± {margin / sessions:.3f} ({len(tried):,} tried)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--sessions", type=int, default=300, help="played on from each choice, twice")
    parser.add_argument(
        "--robberies", type=float, default=0.1, help="how often one is tried; each takes five times as long"
    )
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.minutes <= 0 or arguments.sessions < 1 or arguments.processes < 1:
        parser.error("--minutes, --sessions and --processes must be more than 0")
    if not 0 <= arguments.robberies <= 1:
        parser.error("--robberies is a chance, from 0 to 1")
    leads: list[float] = []
    tried: list[SampledChoice] = []
    seconds = arguments.minutes * 60
    part = min(20.0, seconds)
    parts = math.ceil(seconds / part)
    with (
        Progress(console=Console(file=sys.stderr), transient=True) as progress,
        ProcessPoolExecutor(arguments.processes) as pool,
    ):
        task = progress.add_task("sessions", total=parts)
        for number in range(parts):
            seeds = [
                arguments.seed * 1_000_003 + number * arguments.processes + process
                for process in range(arguments.processes)
            ]
            columns = ([value] * len(seeds) for value in (arguments.sessions, arguments.robberies, part))
            for found in pool.map(run_part, seeds, *columns):
                leads += found.leads
                tried += found.tried
            progress.update(task, advance=1, description=f"{len(leads):,} sessions, {len(tried):,} choices tried")
    if len(leads) < 2:
        parser.error("too short: not two sessions were played")
    margin = 1.96 * float(np.std(leads)) / math.sqrt(len(leads))
    print(f"sessions               {len(leads):,}")
    print(f"points ahead           {np.mean(leads):+.2f} ± {margin:.2f} a session")
    print(f"gained by stop or flip {gained_a_session([each for each in tried if not each.robbery], len(leads))}")
    print(f"gained by robberies    {gained_a_session([each for each in tried if each.robbery], len(leads))}")


if __name__ == "__main__":
    main()
