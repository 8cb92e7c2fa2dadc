"""A layout: where people lay out a board by hand, in a game's own terms, to play and analyse from it.

Only a game whose chance lays out more than can be chosen card by card needs one. While somebody is at it, the board is
a *draft*, a line of text that the game defines; it need not be whole yet. A game with a layout has this file besides
those in `page.py`:

    page/layout.html    the draft while it is worked on. Every control is a button or a field of the form `position`
                        that stands around it: `form="position" name="do" value="lay …"`, where an act follows the
                        word `lay`. What was typed, `name="text"`, follows the act after a space.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from shoal.core.options import OptionValue
from shoal.core.scene import Scene
from shoal.core.state import State
from shoal.core.text import Say, Text

__all__ = ["BoardLayout"]


class BoardLayout(ABC):
    """Lays out boards. Each method raises a `ShoalError` for input that makes no sense, and nothing else.

    The options are those of the game that is to be played on the board, already checked.
    """

    #: The button that begins to lay one out: "Lay out the ice".
    title: ClassVar[Text]

    @abstractmethod
    def draft(self, state: State) -> str:
        """What to begin with: the board as it lies in a position."""

    @abstractmethod
    def write(self, options: Mapping[str, OptionValue], draft: str, act: str) -> str:
        """The draft after one button or one filled-in field. A draft for other options begins anew."""

    @abstractmethod
    def moves(self, options: Mapping[str, OptionValue], draft: str) -> Sequence[str]:
        """The steps that bring the board about, from the start of a game; an error says what is missing yet."""

    @abstractmethod
    def scene(self, options: Mapping[str, OptionValue], draft: str, say: Say) -> Scene:
        """The values for `layout.html`."""
