"""Teach the penguins engine, for tables of three and four, which steps suggest themselves and who is ahead.

    python bench/penguins_learn.py [--players 3,4] [--minutes 5] [--processes 2] [--teach chances] [--out FILE]

The engine plays quick games against itself with what it has learnt so far, with a random step now and then. For every
position it is noted how often the search looked at each step, and who won in the end. From that the leanings are
learnt (`engine/leanings.py`: a softmax over the signs of the steps) and the chances (`engine/chances.py`: a network
with one hidden layer). Every tenth game is held back to tell how good they are. Do it again: better games teach more.

Only the chances gain by that. Leanings that are learnt from a search that follows leanings become sharper each time,
and the search narrower: with those of the third round the engine won fewer games than with those of the first, which
come from a search that looked at all steps alike. So they stay as they are unless asked for.
"""

import argparse
import math
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress

from shoal.core.compiled import Numbers, Reals, Singles, kernel
from shoal.games.penguins import GAME
from shoal.games.penguins.engine.chances import INPUTS, UNITS, Network, read_seats
from shoal.games.penguins.engine.crowd import CROWD
from shoal.games.penguins.engine.grove import Grove
from shoal.games.penguins.engine.leanings import GLANCE, SHOWN, SIGNS, STAGES, glance, signs_of, stage_of
from shoal.games.penguins.engine.learnt import LEARNT
from shoal.games.penguins.engine.mind import manner_for, step_of
from shoal.games.penguins.engine.race import FREE, LEFT, WORTHS, race_of
from shoal.games.penguins.engine.table import SIZE, table_of
from shoal.games.penguins.engine.weights import weigh

#: The most steps a position can have, and more.
_STEPS: Final = 128
_HELD_BACK: Final = 10
_BATCH: Final = 512
_RATE: Final = 3e-3
_CONSOLE: Final = Console(file=sys.stderr)


class Lessons(NamedTuple):
    """Games with their positions; the looks at all steps stand one after the other."""

    tables: Numbers
    shares: Singles
    #: By position: its game, the position, how many steps it has; by step: the step, and how often it was looked at.
    games: Numbers
    races: Numbers
    widths: Numbers
    steps: Numbers
    looks: Numbers


def play_for(job: tuple[int, float, int, int]) -> Lessons:
    """Games of the engine with itself, for so many seconds."""
    players, seconds, leaves, seed = job
    rng = random.Random(seed)
    grove = Grove(nodes=1 << 18, manner=manner_for(players), most=leaves, seed=seed)
    tables: list[Numbers] = []
    ends: list[Numbers] = []
    moments: list[tuple[int, Numbers]] = []
    steps: list[Numbers] = []
    looks: list[Numbers] = []
    ends_at = time.monotonic() + seconds
    while time.monotonic() < ends_at:
        options: dict[str, object] = {"players": players, "edition": rng.choice(("en", "en", "en", "fr", "cs"))}
        state = GAME.start(GAME.options(options))
        state = state.play(state.chance().draw(rng.randrange))
        table = table_of(state.setup, state.fish)
        weigh(table)
        grove.forget()
        whim = rng.choice((0.0, 0.1, 0.3))
        while state.to_act:
            race = race_of(state)
            grove.begin()
            grove.run(table, race)
            if not grove.strolling:
                found, counts = grove.looks
                moments.append((len(tables), grove.race.copy()))
                steps.append(found)
                looks.append(counts)
            if rng.random() < (whim if race[LEFT] else whim / 4):
                state = state.play(rng.choice(state.legal(state.to_act[0])))
            else:
                state = state.play(step_of(state, grove.step))
        tables.append(table)
        ends.append(race_of(state)[WORTHS : WORTHS + players])
    most = np.array(ends).max(axis=1, keepdims=True)
    won = np.array(ends) == most
    return Lessons(
        np.array(tables).reshape(-1, SIZE),
        (won / won.sum(axis=1, keepdims=True)).astype(np.float32),
        np.array([game for game, _ in moments]),
        np.array([race for _, race in moments]),
        np.array([len(found) for found in steps]),
        np.concatenate(steps),
        np.concatenate(looks),
    )


def join(parts: list[Lessons]) -> Lessons:
    """All of them as one."""
    before = np.cumsum([0, *(len(part.tables) for part in parts)])
    shifted = [part._replace(games=part.games + start) for part, start in zip(parts, before, strict=False)]
    return Lessons(*(np.concatenate(columns) for columns in zip(*shifted, strict=True)))


@kernel
def go_through(
    lessons: Lessons, order: Numbers, starts: Numbers, leanings: Reals, squares: Reals, rate: float
) -> float:
    """Take a step of AdaGrad for each position of `order`, none at rate 0. Returns the mean cross entropy."""
    seen, signs = np.zeros(GLANCE, np.int64), np.zeros((_STEPS, SHOWN), np.int64)
    shown, shares = np.zeros(_STEPS, np.int64), np.zeros(_STEPS)
    total, counted = 0.0, 0
    for moment in order:
        table, race = lessons.tables[lessons.games[moment]], lessons.races[moment]
        first, width = starts[moment], lessons.widths[moment]
        looked = lessons.looks[first : first + width]
        if width < 2 or looked.sum() == 0:
            continue
        stage = stage_of(table, race)
        glance(table, race, seen)
        most = -1e9
        for index in range(width):
            step = lessons.steps[first + index]
            shown[index] = signs_of(table, race[FREE], seen, step >> 6, step & 63, signs[index])
            shares[index] = 0.0
            for place in range(shown[index]):
                shares[index] += leanings[stage, signs[index, place]]
            most = max(most, shares[index])
        for index in range(width):
            shares[index] = math.exp(shares[index] - most)
        shares[:width] /= shares[:width].sum()
        counted += 1
        for index in range(width):
            wanted = looked[index] / looked.sum()
            total -= wanted * math.log(shares[index] + 1e-12)
            off = shares[index] - wanted
            if rate:
                for place in range(shown[index]):
                    sign = signs[index, place]
                    squares[stage, sign] += off * off
                    leanings[stage, sign] -= rate * off / math.sqrt(squares[stage, sign] + 1e-3)
    return total / max(1, counted)


def learn_leanings(lessons: Lessons, held_back: NDArray[np.bool_], rng: np.random.Generator) -> Reals:
    """What each sign says, by stage."""
    leanings, squares = np.zeros((STAGES, SIGNS)), np.zeros((STAGES, SIGNS))
    starts = np.cumsum(lessons.widths) - lessons.widths
    taught = np.flatnonzero(~held_back)
    for rate in (0.3, 0.3, 0.1, 0.1, 0.03):
        go_through(lessons, rng.permutation(taught), starts, leanings, squares, rate)
    off = go_through(lessons, np.flatnonzero(held_back), starts, leanings, squares, 0.0)
    _CONSOLE.print(f"leanings: cross entropy {off:.4f} on games held back")
    return leanings


@kernel
def read_all(lessons: Lessons, players: int, read: Singles, stages: Numbers) -> None:
    scratch, rows = np.zeros(CROWD, np.int64), np.zeros((4, INPUTS), np.float32)
    for moment in range(len(lessons.races)):
        table, race = lessons.tables[lessons.games[moment]], lessons.races[moment]
        read_seats(table, race, scratch, rows)
        read[moment] = rows[:players]
        stages[moment] = stage_of(table, race)


def softmax(words: Singles) -> Singles:
    powers = np.exp(words - words.max(axis=1, keepdims=True))
    shares: Singles = powers / powers.sum(axis=1, keepdims=True)
    return shares


class Student:
    """A network for one stage, that learns by Adam's steps."""

    def __init__(self, weights: list[Singles]) -> None:
        self.weights = [part.copy() for part in weights]
        self._means, self._squares = ([np.zeros_like(part) for part in weights] for _ in range(2))
        self._steps = 0

    def off(self, read: Singles, wanted: Singles) -> float:
        """The mean cross entropy."""
        words = np.maximum(read @ self.weights[0] + self.weights[1], 0) @ self.weights[2]
        return float(-(wanted * np.log(softmax(words) + 1e-9)).sum(axis=1).mean())

    def learn(self, read: Singles, wanted: Singles, times: int, rate: float, rng: np.random.Generator) -> None:
        """Go through all that was read so many times, with ever smaller steps."""
        whole = len(read) // _BATCH * _BATCH
        for time_through in range(times):
            for place, batch in enumerate(rng.permutation(len(read))[:whole].reshape(-1, _BATCH)):
                done = (time_through + place * _BATCH / whole) / times
                self._step(read[batch], wanted[batch], rate * 0.5 * (1 + math.cos(math.pi * done)))

    def _step(self, read: Singles, wanted: Singles, rate: float) -> None:
        seats = read.reshape(-1, INPUTS)
        levels = seats @ self.weights[0] + self.weights[1]
        units = np.maximum(levels, 0)
        shares = softmax((units @ self.weights[2]).reshape(wanted.shape))
        off = ((shares - wanted) / len(wanted)).reshape(-1)
        back = np.outer(off, self.weights[2]) * (levels > 0)
        self._steps += 1
        for part, slope in enumerate((seats.T @ back, back.sum(axis=0), units.T @ off)):
            self._means[part] = 0.9 * self._means[part] + 0.1 * slope
            self._squares[part] = 0.999 * self._squares[part] + 0.001 * slope * slope
            scale = np.sqrt(self._squares[part] / (1 - 0.999**self._steps)) + 1e-8
            self.weights[part] -= (rate * (self._means[part] / (1 - 0.9**self._steps)) / scale).astype(np.float32)


def learn_chances(lessons: Lessons, held_back: NDArray[np.bool_], rng: np.random.Generator, times: int) -> Network:
    """The network: first one for all stages, then from there one for each."""
    players = lessons.shares.shape[1]
    read = np.zeros((len(lessons.races), players, INPUTS), np.float32)
    stages = np.zeros(len(lessons.races), np.int64)
    read_all(lessons, players, read, stages)
    wanted = lessons.shares[lessons.games]
    weights = [rng.standard_normal((INPUTS, UNITS)) * 0.3, np.zeros(UNITS), rng.standard_normal(UNITS) * 0.2]
    common = Student([part.astype(np.float32) for part in weights])
    common.learn(read[~held_back], wanted[~held_back], times, _RATE, rng)
    students = []
    for stage in range(STAGES):
        student = Student(common.weights)
        here, apart = (stages == stage) & ~held_back, (stages == stage) & held_back
        if here.sum() >= _BATCH and apart.any():
            student.learn(read[here], wanted[here], times, _RATE / 3, rng)
            _CONSOLE.print(
                f"chances, stage {stage}: cross entropy {student.off(read[here], wanted[here]):.4f} on "
                f"{here.sum():,} positions, {student.off(read[apart], wanted[apart]):.4f} on games held back; "
                f"before, {common.off(read[apart], wanted[apart]):.4f}"
            )
        students.append(student.weights)
    return Network(*(np.stack(parts) for parts in zip(*students, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", default="3,4")
    parser.add_argument("--minutes", type=float, default=5.0, help="of self-play, for each number of players")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--teach", default="chances", help="chances, leanings, or both with a comma")
    parser.add_argument("--leaves", type=int, default=1000, help="a step")
    parser.add_argument("--times", type=int, default=8, help="the network goes through all lessons")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=LEARNT)
    asked = parser.parse_args()
    with np.load(LEARNT) as before:
        tables = dict(before)
    for players in map(int, asked.players.split(",")):
        rounds = max(1, round(asked.minutes * 6))
        jobs = [
            (players, asked.minutes * 60 / rounds, asked.leaves, asked.seed * 1_000_003 + number)
            for number in range(rounds * asked.processes)
        ]
        parts: list[Lessons] = []
        with (
            Progress(console=_CONSOLE, transient=True) as progress,
            ProcessPoolExecutor(asked.processes, mp_context=get_context("spawn")) as pool,
        ):
            task = progress.add_task(f"{players} players", total=len(jobs))
            for part in pool.map(play_for, jobs):
                parts.append(part)
                progress.advance(task)
        lessons = join(parts)
        _CONSOLE.print(f"{players} players: {len(lessons.tables):,} games, {len(lessons.races):,} positions")
        held_back = lessons.games % _HELD_BACK == 0
        rng = np.random.default_rng(asked.seed)
        if "leanings" in asked.teach.split(","):
            tables[f"leanings{players}"] = learn_leanings(lessons, held_back, rng).astype(np.float32)
        if "chances" in asked.teach.split(","):
            network = learn_chances(lessons, held_back, rng, asked.times)
            tables |= {f"{name}{players}": part for name, part in zip(Network._fields, network, strict=True)}
        np.savez_compressed(asked.out, **tables)


if __name__ == "__main__":
    main()
