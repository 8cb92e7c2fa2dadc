"""Measures the speed of the rules: steps a second of random legal play through the public contract, on one core.

    python -m bench.rules [--seconds 1] [--rounds 5] [--json FILE]

It plays every installed game with every number of players that the game allows, and draws chance through
`chance().draw`. For comparison it plays OpenSpiel's Python `tic_tac_toe` and python-chess, also with random legal
moves. Each round plays all of them, so that a busy machine slows all of them; the median of the rounds counts. Needs
the extra `bench`.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import chess
import msgspec
import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401 - announces python_tic_tac_toe
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from shoal.core import CHANCE, Game, OptionError, State, find_game, game_names
from shoal.core.seats import MAX_SEATS

#: The fewest steps a second that we want.
AIMS: Final = {"penguins": 60_000, "smallfry": 100_000, "fishtank": 20_000}

TIC_TAC_TOE: Final = "OpenSpiel tic_tac_toe"
CHESS: Final = "python-chess"
#: The plies after which a game of random chess, which can be very long, is cut off.
CHESS_PLIES: Final = 150

#: Plays one random game and returns its number of steps.
Play = Callable[[random.Random], int]


class Runner(msgspec.Struct):
    """A game that is measured, and its steps a second in each round."""

    name: str
    play: Play
    aim: int | None = None
    rates: list[float] = msgspec.field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.rates)


def play_random(start: State, rng: random.Random) -> int:
    """Play one random game from `start` and return its number of steps."""
    state, steps = start, 0
    below, choice = rng.randrange, rng.choice
    while to_act := state.to_act:
        seat = to_act[0]
        step = state.chance().draw(below) if seat == CHANCE else choice(state.legal(seat))
        state = state.play(step)
        steps += 1
    return steps


def play_tic_tac_toe(rng: random.Random) -> int:
    state, steps = _TIC_TAC_TOE.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions(state.current_player())))
        steps += 1
    return steps


def play_chess(rng: random.Random) -> int:
    board, steps = chess.Board(), 0
    while steps < CHESS_PLIES:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
        steps += 1
    return steps


_TIC_TAC_TOE: Final = pyspiel.load_game("python_tic_tac_toe")


def runners() -> Iterator[Runner]:
    yield Runner(TIC_TAC_TOE, play_tic_tac_toe)
    yield Runner(CHESS, play_chess)
    for name in game_names():
        game = find_game(name)
        for players in player_counts(game):
            start = game.start(game.options({"players": players}))
            yield Runner(f"{name}, {players} players", _playing(start), AIMS.get(name))


def player_counts(game: Game) -> Iterator[int]:
    """The numbers of players whose options the game accepts."""
    for players in range(1, MAX_SEATS + 1):
        try:
            game.options({"players": players})
        except OptionError:
            continue
        yield players


def _playing(start: State) -> Play:
    return lambda rng: play_random(start, rng)


def measure(runner: Runner, seconds: float, seed: int) -> None:
    """Play games for about `seconds`; all runners of a round have the same seed."""
    rng = random.Random(seed)
    steps = 0
    started = time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        steps += runner.play(rng)
    runner.rates.append(steps / spent)


def table_of(results: list[Runner]) -> Table:
    by_name = {runner.name: runner.median for runner in results}
    table = Table(title="Random legal play, one core")
    table.add_column("game", no_wrap=True)
    for heading in ("steps/s", "× chess", "× tic_tac_toe", "aim"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for runner in results:
        reached = "" if runner.aim is None else "met" if runner.median >= runner.aim else "missed"
        table.add_row(
            runner.name,
            f"{runner.median:,.0f}",
            f"{runner.median / by_name[CHESS]:.2f}",
            f"{runner.median / by_name[TIC_TAC_TOE]:.2f}",
            "" if runner.aim is None else f"{runner.aim:,}",
            reached,
        )
    return table


def report_of(results: list[Runner]) -> bytes:
    lines = [
        {"name": runner.name, "median": runner.median, "rates": runner.rates, "aim": runner.aim} for runner in results
    ]
    return msgspec.json.format(msgspec.json.encode({"steps_per_second": lines}), indent=2) + b"\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each game in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers here")
    arguments = parser.parse_args()
    if arguments.seconds <= 0 or arguments.rounds < 1:
        parser.error("--seconds must be above 0, and --rounds at least 1")
    results = list(runners())
    with Progress(console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("measuring", total=arguments.rounds * len(results))
        for number in range(arguments.rounds):
            for runner in results:
                progress.update(task, description=runner.name)
                measure(runner, arguments.seconds, seed=number)
                progress.advance(task)
    Console().print(table_of(results))
    if arguments.json is not None:
        arguments.json.write_bytes(report_of(results))


if __name__ == "__main__":
    main()
