"""Plays a level of Fish Tank against a simple bot on twenty random decks, with both seats of every deal.

    python -m bench.fishtank_decks [--level shark] [--opponent greedy] [--games 40] [--rollouts 64 | --time MS]
                                   [--decks NAME,NAME] [--seed 1] [--first 1] [--processes 1] [--out FILE]

`fishtank_random_decks.py` makes the decks; "house" is the house deck, and stands for comparison beside them. With
`--rollouts` a level that looks ahead plays so many imagined games for each step, so that the figures do not depend on
how busy the machine is; with `--time` it has that time. The opponent `greedy` takes what makes the most points at once
and counts a part of what one more card could add; `sight` counts the points at once alone. With `--out` every game is
kept as it ends, and the same command goes on from there. A shared win counts as a half; the interval is Wilson's, 95 %.
"""

import argparse
import statistics
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec
from bench.fishtank_match import Job, final_state, share_of_win, warm_up
from bench.fishtank_random_decks import RECIPES, random_decks
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from shoal.arena import wilson
from shoal.core.levels import LEVEL_TITLES
from shoal.games.fishtank.deck_writer import write_deck

HOUSE = "house"


class Played(msgspec.Struct, frozen=True):
    """A game: what it was played with, the level's share of the win, its points and the opponent's."""

    job: Job
    share: float
    points: int
    opponent: int


def play(job: Job) -> Played:
    """Play a game to its end."""
    state = final_state(job)
    return Played(job, share_of_win(state, job.seat), state.scores[job.seat], state.scores[1 - job.seat])


def kept(out: Path | None) -> dict[Job, Played]:
    """The games that an earlier run kept."""
    if out is None or not out.exists():
        return {}
    games = (msgspec.json.decode(line, type=Played) for line in out.read_bytes().splitlines())
    return {one.job: one for one in games}


def played(jobs: list[Job], arguments: argparse.Namespace) -> Iterator[Played]:
    """Every game, as an earlier run kept it, or played now and then kept."""
    known = kept(arguments.out)
    yield from (known[job] for job in jobs if job in known)
    new = [job for job in jobs if job not in known]
    if not new:
        return
    with ProcessPoolExecutor(arguments.processes, initializer=warm_up) as pool:
        for one in pool.map(play, new):
            if arguments.out is not None:
                with arguments.out.open("ab") as out:
                    out.write(msgspec.json.encode(one) + b"\n")
            yield one


def report(results: dict[str, list[Played]]) -> Grid:
    """A line for each deck: games won, and points."""
    grid = Grid("deck", "wins", "95 %", "points", "opponent", title="wins and points by deck")
    for name, games in results.items():
        share = statistics.fmean(one.share for one in games)
        low, high = wilson(share, len(games))
        points = [statistics.fmean(one.points for one in games), statistics.fmean(one.opponent for one in games)]
        grid.add_row(name, f"{share:.1%}", f"{low:.0%} to {high:.0%}", *(f"{number:.1f}" for number in points))
    return grid


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", choices=list(LEVEL_TITLES), default="shark")
    parser.add_argument("--opponent", choices=["greedy", "sight", "random", *LEVEL_TITLES], default="greedy")
    parser.add_argument("--games", type=int, default=40, help="for each deck")
    thinking = parser.add_mutually_exclusive_group()
    thinking.add_argument("--rollouts", type=int, default=64, help="for each step (%(default)s)")
    thinking.add_argument("--time", type=int, metavar="MS", help="for each step, instead of a number of rollouts")
    parser.add_argument("--decks", metavar="NAMES", help="with commas between; without it, all twenty")
    parser.add_argument("--seed", type=int, default=1, help="of the decks")
    parser.add_argument("--first", type=int, default=1, help="number of the first deal")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep every game here, and go on from there")
    arguments = parser.parse_args()
    names = arguments.decks.split(",") if arguments.decks else list(RECIPES)
    if unknown := [name for name in names if name not in (HOUSE, *RECIPES)]:
        parser.error(f"no deck is called {unknown[0]}; they are {', '.join((HOUSE, *RECIPES))}")
    if arguments.games < 1 or arguments.processes < 1:
        parser.error("--games and --processes must be at least 1")
    texts = {HOUSE: ""} | {name: write_deck(deck) for name, deck in random_decks(arguments.seed).items()}
    names_by_text = {texts[name]: name for name in names}
    jobs = [
        Job(
            level=arguments.level,
            opponent=arguments.opponent,
            players=2,
            seat=number % 2,
            deal=arguments.first + number // 2,
            milliseconds=arguments.time,
            rollouts=None if arguments.time is not None else arguments.rollouts,
            deck=text,
        )
        for text in names_by_text
        for number in range(arguments.games)
    ]
    results: dict[str, list[Played]] = {name: [] for name in names}
    with Progress(console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("", total=len(jobs))
        for one in played(jobs, arguments):
            name = names_by_text[one.job.deck]
            results[name].append(one)
            wins = statistics.fmean(game.share for game in results[name])
            progress.update(task, advance=1, description=f"{name}: {wins:.1%}")
    Console().print(report(results))


if __name__ == "__main__":
    main()
