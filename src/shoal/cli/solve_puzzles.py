"""Puzzles in the terminal: the position, a prompt for the step, and what comes of it."""

import random
import sys
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from shoal.cli.language import speaker_for
from shoal.coach.puzzles import (
    GRADES,
    Puzzle,
    PuzzlePosition,
    replay_puzzle,
    tell_finders,
    tell_right,
    tell_solution,
    tell_task,
    tell_wrong,
)
from shoal.core import Game, ShoalError, Text, msg, msgs, seat_name

__all__ = ["solve_puzzles"]

_HELP: Final = msg(
    "Type a step in notation, or: moves (all possible steps), board (the position again), solution, next, quit."
)


class _Quit(Exception):
    """The person has had enough."""


class _Solver:
    """One person at the terminal."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._speak = speaker_for(game)
        self._console = Console(highlight=False)
        self.tried = 0
        self.right = 0

    def solve(self, puzzle: Puzzle) -> None:
        """Show a puzzle and read lines until it is solved, given up or passed over. The first answer counts."""
        position = replay_puzzle(puzzle)
        self._draw(position)
        self.say(msg("Puzzle {id}, difficulty: {grade}", id=puzzle.id, grade=GRADES[puzzle.grade]))
        self.say(tell_task(puzzle))
        first = True
        while True:
            line = self._read().strip()
            if line.lower() == "next":
                return
            if line.lower() in ("solution", "moves", "board", "help", "?", ""):
                if self._command(position, line.lower()):
                    return
                continue
            try:
                step = str(position.step(line))
            except ShoalError as error:
                self.say(error.text)
                continue
            right = step == puzzle.best.step
            self.tried += first
            self.right += first and right
            first = False
            self._tell(tell_right(position) if right else tell_wrong(position, step))
            if right:
                self.say(tell_finders(puzzle))
                return

    def _command(self, position: PuzzlePosition, word: str) -> bool:
        """Do what a word asks for; whether the puzzle is over with that."""
        if word == "solution":
            self._tell(tell_solution(position))
            self.say(tell_finders(position.puzzle))
            return True
        if word == "moves":
            grid = Grid(box=None, pad_edge=False, show_header=False)
            for step in position.displayed.legal:
                meaning = self._speak(position.state.describe(step))
                grid.add_row(f"[bold]{escape(str(step))}[/]", escape(meaning))
            self._console.print(grid)
        elif word == "board":
            self._draw(position)
        else:
            self.say(_HELP)
        return False

    def _draw(self, position: PuzzlePosition) -> None:
        names = [seat_name(seat) for seat in range(len(position.state.scores))]
        self._console.print(self._game.draw(position.displayed, names, self._speak))
        self._tell(self._game.known_beside(position.displayed))

    def _tell(self, texts: Sequence[Text]) -> None:
        for text in texts:
            self.say(text)

    def say(self, text: Text) -> None:
        self._console.print(escape(self._speak(text)), soft_wrap=True)

    def _read(self) -> str:
        if sys.stdin.isatty():
            import readline  # noqa: F401 - gives `input` its line editing

            line = input("> ")
        else:
            print("> ", flush=True)
            line = sys.stdin.readline()
            if not line:
                raise EOFError
        if line.strip().lower() == "quit":
            raise _Quit
        return line


def solve_puzzles(game: Game, puzzles: Sequence[Puzzle]) -> int:
    """Have somebody solve the puzzles in a new order each time, until they quit; the exit status."""
    if not puzzles:
        raise ShoalError(msg("{game} has no such puzzles: `shoal puzzles {game} --make 10` mines some", game=game.name))
    solver = _Solver(game)
    solver.say(_HELP)
    try:
        for puzzle in random.SystemRandom().sample(list(puzzles), len(puzzles)):
            solver.solve(puzzle)
    except (_Quit, EOFError, KeyboardInterrupt):
        pass
    solver.say(
        msgs(
            "{right} of {count} puzzle solved with the first answer",
            "{right} of {count} puzzles solved with the first answer",
            solver.tried,
            right=solver.right,
        )
    )
    return 0
