"""Measures the memory of a bots' process that keeps the bots of more tables than it has room for.

    python -m bench.bot_memory [--tables 150] [--time 100]

A fresh process answers two questions for a seat at each of the tables, as a server asks them: once keeping the bots,
once making new ones. It prints the resident memory after the first answer and the most after any, in MiB.
"""

import argparse
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from shoal.core import Table, find_game, view_bytes

_BOTS: Final[list[tuple[str, str, int]]] = [
    ("penguins", "minnow", 2),
    ("penguins", "shark", 2),
    ("penguins", "shark", 4),
    ("smallfry", "shark", 2),
    ("fishtank", "shark", 2),
]
#: Steps of the game before each of the two questions.
_STEPS: Final = (8, 16)


def questions(game: str, bot: str, players: int, tables: int, milliseconds: float, *, keep: bool) -> Iterator[bytes]:
    """Two questions for each table, all tables in turn."""
    options: Mapping[str, object] = {"players": players}
    for steps in _STEPS:
        for number in range(tables):
            table, rng = Table(find_game(game), options, seed=f"{number:064x}"), random.Random(number)
            for _ in range(steps):
                seat = rng.choice(table.state.to_act)
                table.submit(seat, rng.choice(table.state.legal(seat)))
            view = msgspec.Raw(view_bytes(table.view(table.state.to_act[0])))
            question = {"id": number, "game": game, "options": options, "view": view, "bot": bot}
            kept = {"keep_as": f"{number} A"} if keep else {}
            yield msgspec.json.encode({**question, **kept, "time_ms": milliseconds}) + b"\n"


def memory(lines: Iterator[bytes]) -> tuple[float, float]:
    """The resident memory of a new process after the first answer, and the most after any, in MiB."""
    command = [sys.executable, "-m", "shoal.players.analysis"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: S603 - our own
        if process.stdin is None or process.stdout is None:
            raise OSError("no pipes")
        resident = []
        for line in lines:
            process.stdin.write(line)
            process.stdin.flush()
            if b'"step"' not in (answer := process.stdout.readline()):
                raise OSError(answer.decode())
            status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
            resident.append(int(status.partition("VmRSS:")[2].split()[0]) / 1024)
        process.stdin.close()
    return resident[0], max(resident)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--time", type=float, default=100.0, help="milliseconds for each answer")
    given = parser.parse_args()
    grid = Grid(box=None)
    for heading in ("game", "bot", "players", "kept: first", "most", "new: first", "most"):
        grid.add_column(heading, justify="right")
    for game, bot, players in _BOTS:
        figures: list[float] = []
        for keep in (True, False):
            figures += memory(questions(game, bot, players, given.tables, given.time, keep=keep))
        grid.add_row(game, bot, str(players), *(f"{figure:.0f}" for figure in figures))
    Console().print(grid)


if __name__ == "__main__":
    main()
