"""The table for programs, as lines of text: one line per step, and no pictures.

A c4-c7       a step was taken (`=` for chance), as the people at this end may see it
? A           seat A is asked for a step
- c4-c7       a step that it may take, after `moves`
undo 8        steps were taken back: only the first 8 remain
! reason      the last line was refused, and nothing changed
# words       a message
end A 51 44   it is over: the winners, then the scores in the order of the seats
"""

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from shoal.cli.language import speaker_for
from shoal.core import HUMAN, Seat, Step, Table, seat_name
from shoal.core.text import Text

__all__ = ["LineDisplay"]


class LineDisplay:
    """A display for a program at the other end of a pipe."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._speak = speaker_for(table.game)
        people = [seat for seat, player in enumerate(table.players) if player == HUMAN]
        #: With one person, the lines show what that seat sees; with several, what everybody may see.
        self._viewer = people[0] if len(people) == 1 else None
        self._printed_length = 0

    def note_steps(self) -> None:
        """Print the steps since the last line; sealed ones wait until they are revealed."""
        if self._table.revealed_count < self._printed_length:
            self._printed_length = self._table.revealed_count
            self._print(f"undo {self._printed_length}")
        log = self._table.log(self._viewer)
        for number in range(self._printed_length, self._table.revealed_count):
            self._print(f"{seat_name(self._table.taker(number))} {log[number]}")
        self._printed_length = self._table.revealed_count

    def show_thinking(self, seat: Seat) -> AbstractContextManager[object]:
        return nullcontext()

    def read_line(self, seat: Seat) -> str:
        self._print(f"? {seat_name(seat)}")
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    def confirm(self, seat: Seat, question: Text) -> bool:
        self._print(f"# {self._speak(question)}")
        return self.read_line(seat).strip().lower() in ("y", "yes")

    def show_message(self, text: Text) -> None:
        self._print(f"# {self._speak(text)}")

    def show_error(self, text: Text) -> None:
        self._print(f"! {self._speak(text)}")

    def show_steps(self, seat: Seat, steps: Sequence[Step]) -> None:
        for step in steps:
            self._print(f"- {step}")

    def show_log(self, seat: Seat) -> None:
        for number, text in enumerate(self._table.log(seat)):
            self._print(f"# {number + 1} {seat_name(self._table.taker(number))} {text}")

    def show_rules(self) -> None:
        self._print(f"# shoal rules {self._table.game.name}")

    def show_result(self) -> None:
        result = self._table.state.result
        if result is not None:
            winners = ",".join(seat_name(seat) for seat in result.winners)
            self._print(f"end {winners} {' '.join(str(score) for score in result.scores)}")

    def _print(self, line: str) -> None:
        print(line, flush=True)
