"""What the judgement of Small Fry's engine loses by its choices at a table of four: some are tried out.

    python bench/smallfry_regret.py [--minutes 10] [--sessions 300] [--robberies 0.1] [--processes 2] [--seed 1]

The engine, without its own trials, plays for points, own less the others' mean, against three who stop after 4 cards
and rob the largest catch of 2: the best such players there are (`smallfry_match.py`). At some of its choices
everything it might do is tried: sessions are played on from there, each with the deck shuffled anew, the same way for
all choices, and the engine looking one card ahead, to save time. One half of the sessions says which choice is best,
the other half what that one brings more than the engine's own. So what comes out is what somebody would gain who tried
choices out with so many sessions: below nothing where luck misleads him more often than the engine errs. More sessions
mislead less; the engine loses at least what is found. Choices that it finds close are tried more often than the rest,
and count the less for it.
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
from shoal.games.smallfry.engine.lookahead import Stakes, best_robbery, judge, linear_stakes
from shoal.games.smallfry.engine.opponent_model import begin_sea, prospects_for
from shoal.games.smallfry.engine.sessions import (
    FIRST_FLIP,
    FIRST_LEAVE,
    FIRST_ROB,
    FIRST_STOP,
    SCATTER,
    Sea,
    copy_sea,
    new_sea,
    plan_robbery,
    shuffle,
    take_first,
    turn_up,
)
from shoal.games.smallfry.engine.value_network import Outlook, read_outlook

PLAYERS: Final = 4
#: The others stop after so many cards, and rob the largest catch of so many.
CARDS: Final = 4
ANNOUNCED: Final = 2
#: How often a choice to stop or flip is tried: one within so many points, and one beyond.
CLOSE: Final = 1.0
OFTEN: Final = 0.08
SELDOM: Final = 0.01

#: What the engine has to decide next.
OVER: Final = 0
STOP_OR_FLIP: Final = 1
ROB: Final = 2


class Mind(NamedTuple):
    """What the engine and the others choose by."""

    outlook: Outlook
    stakes: Stakes
    habit: Reals
    prospects: Reals


class Tried(NamedTuple):
    """What another choice would have gained, how often choices like it are tried, and whether it was a robbery."""

    gained: float
    often: float
    robbery: bool


class Found(NamedTuple):
    """Some sessions: how far the engine was ahead at the end of each, and the choices that were tried."""

    leads: list[float]
    tried: list[Tried]


@kernel
def to_choice(sea: Sea, mind: Mind) -> int:
    """Play until the engine, on seat 0, has to choose; returns what."""
    now = sea.now
    while now[1] > 0:
        if now[2] > 0:
            if now[0] == 0:
                return STOP_OR_FLIP
            if now[2] >= CARDS:
                take_first(sea, FIRST_STOP)
                continue
        if turn_up(sea):
            if now[0] == 0:
                return ROB
            take_first(sea, plan_robbery(sea, mind.habit, mind.prospects)[0])
    return OVER


@kernel
def lead(sea: Sea) -> float:
    """By how many points the engine is ahead of the others' mean."""
    others = 0.0
    for seat in range(1, PLAYERS):
        others += sea.best[seat].sum()
    own: float = sea.best[0].sum()
    return own - others / (PLAYERS - 1)


@kernel
def choose(sea: Sea, mind: Mind, what: int) -> None:
    """What the engine does, looking one card ahead."""
    if what == STOP_OR_FLIP:
        if judge(sea, mind.outlook, mind.stakes, 1) <= 0:
            take_first(sea, FIRST_STOP)
            return
        if not turn_up(sea):
            return
    take_first(sea, best_robbery(sea, mind.outlook, mind.stakes, 3)[0])


@kernel
def worth(start: Sea, sea: Sea, mind: Mind, first: int, sessions: int, seed: int) -> float:
    """The mean lead at the end of so many sessions that go on with this choice; the seed says how they are shuffled."""
    total = 0.0
    for session in range(sessions):
        copy_sea(start, sea)
        sea.dice[0] = (seed + session) * SCATTER >> 3 | 1
        shuffle(sea)
        if first != FIRST_FLIP:
            take_first(sea, first)
        elif turn_up(sea):
            take_first(sea, best_robbery(sea, mind.outlook, mind.stakes, 3)[0])
        while True:
            what = to_choice(sea, mind)
            if what == OVER:
                break
            choose(sea, mind, what)
        total += lead(sea)
    return total / sessions


class Trial:
    """Tries choices out."""

    def __init__(self, seed: int, sessions: int, robberies: float) -> None:
        self._mind = Mind(
            read_outlook(PLAYERS),
            linear_stakes(PLAYERS, 0),
            np.array([CARDS, ANNOUNCED, 0, 0, 0], dtype=np.float64),
            prospects_for()[0],
        )
        self._start, self._sea, self._at, self._on = begin_sea(PLAYERS), *(new_sea(PLAYERS) for _ in range(3))
        self._rng = random.Random(seed)
        self._sea.dice[0] = self._rng.getrandbits(60) | 1
        self._sessions = sessions
        self._robberies = robberies

    def run(self, seconds: float) -> Found:
        """Sessions for about so long."""
        found = Found([], [])
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._play(found)
        return found

    def _play(self, found: Found) -> None:
        sea, mind = self._sea, self._mind
        copy_sea(self._start, sea)
        shuffle(sea)
        sea.now[0] = below(sea.dice, PLAYERS)
        while what := to_choice(sea, mind):
            if what == STOP_OR_FLIP:
                gain = judge(sea, mind.outlook, mind.stakes, 1)
                often = OFTEN if abs(gain) < CLOSE else SELDOM
                if gain <= 0:
                    gain = judge(sea, mind.outlook, mind.stakes, 2)
                self._try(found, FIRST_FLIP if gain > 0 else FIRST_STOP, (FIRST_FLIP, FIRST_STOP), often)
                if gain <= 0:
                    take_first(sea, FIRST_STOP)
                    continue
                if not turn_up(sea):
                    continue
            own = best_robbery(sea, mind.outlook, mind.stakes, 3)[0]
            robberies = [
                FIRST_ROB + 3 * victim + number
                for victim in range(1, PLAYERS)
                for number in range(min(3, int(sea.sizes[victim])))
            ]
            if robberies:
                self._try(found, own, (FIRST_LEAVE, *robberies), self._robberies)
            take_first(sea, own)
        found.leads.append(lead(sea))

    def _try(self, found: Found, own: int, choices: Sequence[int], often: float) -> None:
        """With this chance, try out all choices."""
        if self._rng.random() >= often:
            return
        copy_sea(self._sea, self._at)
        # All choices meet the same shuffles: that leaves less to luck.
        halves = [
            {choice: worth(self._at, self._on, self._mind, choice, self._sessions, seed) for choice in choices}
            for seed in (self._rng.getrandbits(40), self._rng.getrandbits(40))
        ]
        gained = 0.0
        for says, judges in (halves, halves[::-1]):
            best = max(choices, key=lambda choice: says[choice])
            gained += (judges[best] - judges[own]) / 2
        found.tried.append(Tried(gained, often, FIRST_STOP not in choices))


def run_piece(seed: int, sessions: int, robberies: float, seconds: float) -> Found:
    return Trial(seed, sessions, robberies).run(seconds)


def gained_a_session(tried: Sequence[Tried], sessions: int) -> str:
    """Points a session that trying choices out would gain, with half of a 95 % interval."""
    parts = [each.gained / each.often for each in tried]
    spread = 1.96 * math.sqrt(sum(part * part for part in parts))
    return f"{sum(parts) / sessions:+.3f} ± {spread / sessions:.3f} ({len(tried):,} tried)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--sessions", type=int, default=300, help="played on from each choice, twice")
    parser.add_argument(
        "--robberies", type=float, default=0.1, help="how often one is tried; each takes five times as long"
    )
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.minutes <= 0 or asked.sessions < 1 or asked.processes < 1:
        parser.error("--minutes, --sessions and --processes must be more than 0")
    if not 0 <= asked.robberies <= 1:
        parser.error("--robberies is a chance, from 0 to 1")
    leads: list[float] = []
    tried: list[Tried] = []
    seconds = asked.minutes * 60
    piece = min(20.0, seconds)
    pieces = math.ceil(seconds / piece)
    with (
        Progress(console=Console(file=sys.stderr), transient=True) as progress,
        ProcessPoolExecutor(asked.processes) as pool,
    ):
        task = progress.add_task("sessions", total=pieces)
        for number in range(pieces):
            seeds = [asked.seed * 1_000_003 + number * asked.processes + process for process in range(asked.processes)]
            asking = ([value] * len(seeds) for value in (asked.sessions, asked.robberies, piece))
            for found in pool.map(run_piece, seeds, *asking):
                leads += found.leads
                tried += found.tried
            progress.update(task, advance=1, description=f"{len(leads):,} sessions, {len(tried):,} choices tried")
    if len(leads) < 2:
        parser.error("too short: not two sessions were played")
    spread = 1.96 * float(np.std(leads)) / math.sqrt(len(leads))
    print(f"sessions               {len(leads):,}")
    print(f"points ahead           {np.mean(leads):+.2f} ± {spread:.2f} a session")
    print(f"gained by stop or flip {gained_a_session([each for each in tried if not each.robbery], len(leads))}")
    print(f"gained by robberies    {gained_a_session([each for each in tried if each.robbery], len(leads))}")


if __name__ == "__main__":
    main()
