"""Measures what it costs to ask a bot in another process: by the view of its seat, beside the moves of the whole game.

    python -m bench.bot_questions [--rounds 20]

In a random game of each kind, early, in the middle and late: the server's part (writing the question) and the worker's
(reading it, up to the view that the bot thinks about), in microseconds, the least of some rounds, and how many times
the question by moves costs that by a view. A view stays as long as it is; moves grow with the game.
"""

import argparse
import random
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from shoal.core import Table, find_game, seat_name, view_bytes
from shoal.players.analysis.position import find_position
from shoal.players.analysis.request import Question, QuestionDefaults, read_line

TABLES: Final[list[tuple[str, Mapping[str, object]]]] = [
    ("penguins", {"players": 2}),
    ("penguins", {"players": 4}),
    ("smallfry", {"players": 2}),
    ("smallfry", {"players": 4}),
    ("fishtank", {"players": 2}),
    ("fishtank", {"players": 6}),
]
_PARTS: Final = (0.1, 0.5, 0.9)


def position(game: str, options: Mapping[str, object], part: float) -> Table:
    """A random game after this part of its steps."""
    steps = _played(Table(find_game(game), options, seed="ab" * 32), 10**6).length
    table = Table(find_game(game), options, seed="ab" * 32)
    return _played(table, int(steps * part))


def _played(table: Table, length: int) -> Table:
    rng = random.Random(1)
    while not table.over and table.length < length:
        seat = rng.choice(table.state.to_act)
        table.submit(seat, rng.choice(table.state.legal(seat)))
    return table


def _by_view(table: Table, options: Mapping[str, object]) -> bytes:
    view = msgspec.Raw(view_bytes(table.view(table.state.to_act[0])))
    return msgspec.json.encode({"id": 1, "game": table.game.name, "options": options, "view": view, "bot": "random"})


def _by_moves(table: Table, options: Mapping[str, object]) -> bytes:
    moves, seat = table.record().moves, seat_name(table.state.to_act[0])
    question = {"id": 1, "game": table.game.name, "options": options, "moves": moves, "seat": seat, "bot": "random"}
    return msgspec.json.encode(question)


def _read(line: bytes) -> None:
    question = read_line(line)
    if not isinstance(question, Question):
        raise TypeError("expected a question")
    find_position(question, QuestionDefaults())


def _microseconds(work: Callable[[], object], rounds: int) -> float:
    least = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - began)
    return least * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    grid = Grid(box=None)
    for heading in ("game", "players", "steps", "bytes", "view: server", "worker", "moves: server", "worker", "ratio"):
        grid.add_column(heading, justify="right")
    for game, options in TABLES:
        for part in _PARTS:
            table = position(game, options, part)
            costs = []
            for write in (_by_view, _by_moves):
                line = write(table, options)
                costs += [_microseconds(partial(write, table, options), rounds)]
                costs += [_microseconds(partial(_read, line), rounds)]
            ratio = sum(costs[2:]) / sum(costs[:2])
            figures = [f"{cost:.0f}" for cost in costs]
            size = str(len(_by_view(table, options)))
            grid.add_row(game, str(options["players"]), str(table.length), size, *figures, f"{ratio:.1f}")
    Console().print(grid)


if __name__ == "__main__":
    main()
