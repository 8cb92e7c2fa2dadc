"""Makes `weights.npz`: what players may expect between two turns, learnt from self-play.

    python -m training.smallfry.fit [--processes 1] [--sessions 80000] [--rounds 3] [--players 2,3,4]

At a table sits one who judges one card ahead by what was learnt in the round before, for points, now bolder and
now more careful; beside him others like him, and people who stop after some cards and rob the largest catch.
In the first two rounds those who judge go by habit. Number of players by number of players the weights are written
to the file; those not asked for stay as they are.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import numpy as np
from rich.console import Console
from rich.progress import Progress
from training.smallfry.learning import Lessons, first_weights, learn, left_over, no_lessons

from shoal.core.numba_kernels import Numbers, Reals, below, kernel
from shoal.games.smallfry.engine.lookahead import Stakes, best_robbery, judge, linear_stakes
from shoal.games.smallfry.engine.opponent_model import begin_sea, habit_of, prospects_for
from shoal.games.smallfry.engine.sessions import (
    FIRST_STOP,
    Sea,
    appeal_of_going_on,
    copy_sea,
    new_sea,
    plan_robbery,
    shuffle,
    take_first,
    turn_up,
)
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.engine.value_network import (
    DECKS,
    Outlook,
    Tally,
    Weights,
    cell_of,
    count_all,
    expected_of,
    grounds_of,
    look,
    new_tally,
    spell_out,
)

__all__ = ["fit"]

_WEIGHTS: Final = Path(__file__).with_name("weights.npz")
#: The most turns a session can have, and more.
_TURNS: Final = 80
#: Who sits at the table: by habit of weighing a card, judging, or stopping after so many cards.
_WEIGHS: Final = 0
_JUDGES: Final = -1
#: One in so many of the other seats is like the one who thinks.
_ALIKE: Final = 4
#: Boldness is drawn evenly between the mean less this and the mean and this, in points a card.
_SWING: Final = 0.15
#: Sessions in a piece of work, about as many turns as they have, and how often the lessons are gone through.
_PIECE: Final = 2000
_MOMENTS: Final = 40
_TIMES: Final = 4
#: Rounds in which everybody goes by habit, and how many times as many sessions they have.
_BY_HABIT: Final = 2
_CHEAPER: Final = 4
_RATE: Final = 2e-3
#: How much of what a moment teaches is what is expected a turn later, and not the end itself.
_TRUST: Final = 0.3


@kernel
def _record(sea: Sea, outlook: Outlook, tally: Tally, thinker: int, moment: int, lessons: Lessons) -> None:
    """What there is to learn from between two turns, and for the time being, what is expected."""
    players = len(sea.sizes)
    for seat in range(players):
        place = moment * players + seat
        ground = lessons.grounds[place]
        ground[0], ground[1] = sea.now[1], sea.now[3]
        ground[2], ground[3] = (seat - sea.now[0]) % players, seat == thinker
        lessons.ends[place] = expected_of(sea, outlook, tally, seat, sea.now[0], thinker)
        look(sea, tally, seat, lessons.looks[place])
        for species in range(10):
            lessons.cells[place, species] = cell_of(sea, seat, species)


@kernel
def _stops(
    sea: Sea, outlook: Outlook, stakes: Stakes, habit: Reals, bold: float, prospects: Reals, hopes: Reals
) -> bool:
    if habit[0] > 0:
        return bool(sea.now[2] >= habit[0])
    if habit[0] == _WEIGHS:
        return appeal_of_going_on(sea, habit, prospects, hopes) + bold <= 0
    return judge(sea, outlook, stakes, 1) + bold <= 0


@kernel
def _at(stakes: Stakes, mover: int) -> Stakes:
    """Everybody's stakes from one seat: the curves are laid out seat after seat."""
    players = len(stakes.centre)
    side = len(stakes.curves) // players
    curves = stakes.curves[mover * side : (mover + 1) * side]
    return Stakes(stakes.centre, curves, stakes.base, stakes.tally)


@kernel
def _seat_all(habits: Reals, bolds: Reals, thinking: Reals, dice: Numbers) -> int:
    """Who sits where: one thinks; the others do too, or stop after 3 to 5 cards and rob the largest catch."""
    players = len(habits)
    thinker = below(dice, players)
    for seat in range(players):
        bolds[seat] = 0.0
        if seat == thinker or below(dice, _ALIKE) == 0:
            habits[seat] = thinking
            bolds[seat] = _SWING * (below(dice, 2001) / 1000 - 1)
        else:
            habits[seat, 0] = 3 + below(dice, 3)
            habits[seat, 1] = 1 + (below(dice, 4) + 2) // 3 if below(dice, 2) == 0 else 2
    return thinker


@kernel
def _play(
    start: Sea, sea: Sea, outlook: Outlook, stakes: Stakes, thinking: Reals, prospects: Reals, hopes: Reals,
    trust: float, sessions: int, lessons: Lessons,
) -> int:  # fmt: skip
    """Sessions one after the other. Returns how many moments they had."""
    players, now = len(sea.sizes), sea.now
    habits, bolds = np.zeros((players, 5)), np.zeros(players)
    moments, room = 0, len(lessons.ends) // players
    for _ in range(sessions):
        if moments + _TURNS > room:
            break
        copy_sea(start, sea)
        shuffle(sea)
        now[0] = below(sea.dice, players)
        thinker = _seat_all(habits, bolds, thinking, sea.dice)
        first = moments
        while now[1] > 0:
            seat = now[0]
            habit, mine = habits[seat], _at(stakes, seat)
            if now[2] == 0:
                count_all(sea, outlook, stakes.tally)
                _record(sea, outlook, stakes.tally, thinker, moments, lessons)
                moments += 1
            elif _stops(sea, outlook, mine, habit, bolds[seat], prospects, hopes):
                take_first(sea, FIRST_STOP)
                continue
            if turn_up(sea):
                if habit[0] == _JUDGES:
                    choice = best_robbery(sea, outlook, mine, 2)[0]
                else:
                    choice = plan_robbery(sea, habit, prospects)[0]
                take_first(sea, choice)
        # Backwards: the end, and by what share what was then expected a turn later, which scatters less.
        for seat in range(players):
            end = float(sea.best[seat].sum())
            for moment in range(moments - 1, first - 1, -1):
                place = moment * players + seat
                expected, lessons.ends[place] = lessons.ends[place], end
                lessons.finals[place] = sea.best[seat].sum()
                end = trust * expected + (1 - trust) * end
    return moments


def _lessons_from(job: tuple[int, Weights, bool, float, int, int]) -> Lessons:
    """Sessions of one piece of work."""
    players, weights, judges, trust, sessions, seed = job
    start, sea = begin_sea(players), new_sea(players)
    # Any odd word far from its neighbours.
    sea.dice[0] = (seed * 0x9E3779B97F4A7C1 + 0x1234567) % (1 << 62) | 1
    plain = linear_stakes(players, 0)
    curves = np.concatenate([linear_stakes(players, mover).curves for mover in range(players)])
    stakes = Stakes(plain.centre, curves, plain.base, new_tally(players))
    thinking = habit_of(Settings(), players)
    thinking[0] = _JUDGES if judges else _WEIGHS
    lessons = no_lessons(sessions * _MOMENTS * players)
    moments = _play(start, sea, spell_out(weights), stakes, thinking, *prospects_for(), trust, sessions, lessons)
    return lessons.first(moments * players)


def _scatter(lessons: Lessons, weights: Weights, players: int) -> Reals:
    """By place at `DECKS`: the mean square of what is left over, and the mean product of two seats'."""
    off = left_over(lessons._replace(ends=lessons.finals), weights, players).reshape(-1, players)
    hats = grounds_of(players)[lessons.grounds[::players, 0], 0, 0, 0][:, : len(DECKS)]
    squares = (off**2).mean(axis=1)
    products = (off.sum(axis=1) ** 2 - (off**2).sum(axis=1)) / (players * (players - 1))
    scatter = np.stack([hats.T @ squares, hats.T @ products], axis=1) / np.maximum(hats.sum(axis=0), 1)[:, None]
    scatter[0] = 0
    return np.asarray(scatter)


def fit(
    players: int, sessions: int, rounds: int, processes: int, progress: Progress, seed: int = 1
) -> Iterator[Weights]:
    """Weights after each round of self-play."""
    weights = first_weights(players, seed)
    pieces = -(-sessions // _PIECE)
    all_pieces = pieces * (rounds + (_CHEAPER - 1) * min(_BY_HABIT, rounds))
    task = progress.add_task(f"{players} players", total=all_pieces + rounds)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for number in range(rounds):
            judges = number >= _BY_HABIT
            trust = _TRUST if number > 0 else 0.0
            first = (seed * rounds + number) * 1_000_003
            jobs = [
                (players, weights, judges, trust, _PIECE, first + piece)
                for piece in range(pieces if judges else _CHEAPER * pieces)
            ]
            parts = []
            for part in pool.map(_lessons_from, jobs):
                parts.append(part)
                progress.advance(task)
            lessons = Lessons(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
            weights = learn(weights, lessons, players, _TIMES, _RATE, seed)
            weights = weights._replace(scatter=_scatter(lessons, weights, players))
            progress.advance(task)
            progress.console.print(f"{players} players, round {number + 1}: scatter {weights.scatter[:, 0].round(2)}")
            yield weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=80_000, help="in each round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--players", default="2,3,4")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, default=_WEIGHTS)
    wishes = parser.parse_args()
    tables: dict[str, Reals] = {}
    if wishes.out.exists():
        with np.load(wishes.out) as before:
            tables.update(before)
    with Progress(console=Console(file=sys.stderr)) as progress:
        for players in map(int, wishes.players.split(",")):
            for weights in fit(players, wishes.sessions, wishes.rounds, wishes.processes, progress):
                for name, table in zip(Weights._fields, weights, strict=True):
                    tables[f"{name}{players}"] = table.astype(np.float32)
                np.savez_compressed(wishes.out, **tables)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
