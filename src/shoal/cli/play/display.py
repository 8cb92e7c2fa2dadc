"""What a session needs of whatever shows the game: a screen for people, brief lines for programs."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from shoal.core import Seat, Step
from shoal.core.text import Text

__all__ = ["Display"]


class Display(Protocol):
    """Shows a table to the people at it."""

    def happened(self) -> None:
        """Something was done at the table: take note of it while it can be seen."""

    def thinking(self, seat: Seat) -> AbstractContextManager[object]:
        """Shows that a bot is at work for as long as the context lasts."""

    def ask(self, seat: Seat) -> str:
        """Show the table to a seat and read its line. Raises `EOFError` when there are no more."""

    def confirm(self, seat: Seat, question: Text) -> bool:
        """Ask a person for a yes or no."""

    def tell(self, text: Text) -> None:
        """Say something in between."""

    def refuse(self, text: Text) -> None:
        """Say why something was not done."""

    def steps(self, seat: Seat, steps: Sequence[Step]) -> None:
        """List what a seat may do."""

    def log(self, seat: Seat) -> None:
        """The whole history as the seat may read it."""

    def rules(self) -> None:
        """The rule page."""

    def end(self) -> None:
        """The final position and the result."""
