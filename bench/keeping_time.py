"""Measures whether bots keep to their time, and how soon they answer when told to stop.

    python -m bench.keeping_time [--time 100,200,1000] [--thoughts 24] [--bots shark,search] [--players 2,4]

Bots play whole games and think with one of the limits before each step; every other thought is stopped at a random
moment before its limit. Aim: no thought takes more than 1.1 times its limit on an idle machine. Beside each thought, a
thread sleeps for the same time: if it wakes late too, the machine was busy, and the table counts the thought as such.
"""

import argparse
import random
import statistics
import sys
import threading
import time
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from shoal.core import Game, SearchLimit, Table, Thinker, find_game, game_names
from shoal.players import as_thinker, close_bot, find_bot, warm_up

#: The most that a thought may take, in parts of its limit.
ALLOWED = 1.1


class Thinking(NamedTuple):
    """One thought, in seconds: its limit, the time it took, and the time a sleep of the same length took beside it."""

    limit: float
    taken: float
    slept: float
    #: From the call to stop until the answer; None if the thought was not stopped.
    stopping: float | None


def think(bot: Thinker, table: Table, seconds: float, stop_after: float | None) -> Thinking:
    """Let the bot think about the position at the table and take its step."""
    seat = table.state.to_act[0]
    view = table.view(seat)
    slept = 0.0

    def sleep() -> None:
        nonlocal slept
        began = time.perf_counter()
        time.sleep(seconds if stop_after is None else stop_after)
        slept = time.perf_counter() - began
        if stop_after is not None:
            limit.stop()

    sleeper = threading.Thread(target=sleep)
    limit = SearchLimit(seconds)
    began = time.perf_counter()
    sleeper.start()
    step = bot.think(view, limit).step
    taken = time.perf_counter() - began
    sleeper.join()
    table.submit(seat, step)
    # A bot that answers before it is stopped takes no time to stop.
    stopping = None if stop_after is None else max(0.0, taken - slept)
    return Thinking(seconds, taken, slept, stopping)


def measure(
    game: Game, name: str, players: int, limits: list[float], thoughts: int, progress: Progress
) -> list[Thinking]:
    """Time `thoughts` thoughts with each limit, over as many games as needed."""
    options: dict[str, object] = {"players": players}
    maker = find_bot(game, name)
    warm_up(game, options, maker)
    rng = random.Random(f"{game.name} {name} {players}")
    found: list[Thinking] = []
    task = progress.add_task(f"{game.name}, {name}, {players} players", total=len(limits) * thoughts)
    for seconds in limits:
        bot = as_thinker(maker(random.Random(rng.random())))
        table = None
        for number in range(thoughts):
            if table is None or table.over:
                table = Table(game, options, seed=rng.randbytes(32).hex())
            stop_after = rng.random() * seconds if number % 2 else None
            found.append(think(bot, table, seconds, stop_after))
            progress.advance(task)
        close_bot(bot)
    return found


def add_rows(grid: Grid, title: str, thoughts: list[Thinking]) -> int:
    """Add a row for each limit; return the number of late thoughts whose sleep was not late."""
    late = 0
    for limit in sorted({thought.limit for thought in thoughts}):
        whole = [thought for thought in thoughts if thought.limit == limit and thought.stopping is None]
        stopped = [thought.stopping for thought in thoughts if thought.limit == limit and thought.stopping is not None]
        over = [thought for thought in whole if thought.taken > ALLOWED * limit]
        excused = sum(thought.slept > ALLOWED * limit for thought in over)
        late += len(over) - excused
        ratios = sorted(thought.taken / limit for thought in whole)
        grid.add_row(
            title,
            f"{limit * 1000:.0f}",
            f"{statistics.median(ratios):.2f}",
            f"{ratios[-1]:.2f}",
            f"{len(over)} of {len(whole)}",
            str(excused),
            f"{statistics.median(stopped) * 1000:.1f}",
            f"{max(stopped) * 1000:.1f}",
        )
    return late


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", default="100,200,1000", help="milliseconds, with commas")
    parser.add_argument("--thoughts", type=int, default=24, help="for each limit, every other one stopped early")
    parser.add_argument("--games", default=",".join(sorted(game_names())))
    parser.add_argument("--bots", default="shark,search")
    parser.add_argument("--players", default="2,4")
    arguments = parser.parse_args()
    if arguments.thoughts < 2:
        parser.error("--thoughts must be at least 2: one left alone, one stopped")
    limits = [float(word) / 1000 for word in arguments.time.split(",")]
    grid = Grid(title="Parts of the limit taken; milliseconds to stop")
    for heading in ("bot", "ms", "median", "most", "late", "busy", "stop", "most"):
        grid.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=True)
    late = 0
    with Progress(console=Console(file=sys.stderr), transient=True) as progress:
        for name in arguments.games.split(","):
            for bot in arguments.bots.split(","):
                for players in map(int, arguments.players.split(",")):
                    thoughts = measure(find_game(name), bot, players, limits, arguments.thoughts, progress)
                    late += add_rows(grid, f"{name} {bot} {players}p", thoughts)
    Console().print(grid)
    print("every budget kept" if not late else f"{late} thoughts were late on an idle machine")
    return bool(late)


if __name__ == "__main__":
    sys.exit(main())
