"""The interface of a display, as the game loop uses it: a screen for people, or lines for programs."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from shoal.core import Seat, Step
from shoal.core.text import Text

__all__ = ["Display"]


class Display(Protocol):
    """Shows a table to the people at it."""

    def note_steps(self) -> None:
        """Take note of what happened at the table since the last call, while it can be seen."""

    def show_thinking(self, seat: Seat) -> AbstractContextManager[object]:
        """A context during which the display shows that a bot is thinking."""

    def read_line(self, seat: Seat) -> str:
        """Show the table to a seat and read a line from it. Raises `EOFError` at the end of the input."""

    def confirm(self, seat: Seat, question: Text) -> bool:
        """Ask a person for a yes or no."""

    def show_message(self, text: Text) -> None:
        """Show a message."""

    def show_error(self, text: Text) -> None:
        """Show an error: why something was not done."""

    def show_steps(self, seat: Seat, steps: Sequence[Step]) -> None:
        """List what a seat may do."""

    def show_log(self, seat: Seat) -> None:
        """Show the whole log as the seat may read it."""

    def show_rules(self) -> None:
        """Show the rule page."""

    def show_result(self) -> None:
        """Show the final position and the result."""
