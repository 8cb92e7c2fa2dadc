"""A game in a browser: what its templates are given. The rest of the page is the server's.

A game that wants more than a plain list of steps brings a `Page` and a folder:

    page/table.html     the table as one viewer sees it; pressable things are buttons with a `data-token`
    page/picture.svg    the same position as one picture that stands on its own
    page/help.html      what the odds are, where the game computes any (optional)
    page/pad.html       a score pad for people with the real box (optional)
    page/cover.svg      the picture of the game in a list of games
    page/style.css      how all that looks

Templates get what `scene` returned, `t` and `tn` for texts of their own, `say` for texts made in Python,
and `names`, the players by seat. Whatever they show comes from a view, so nobody sees what is not theirs.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from shoal.core.state import View
from shoal.core.text import Say, Text

__all__ = ["Pad", "Page", "Scene"]

#: What a template is given, by name.
Scene = Mapping[str, object]


class Pad(ABC):
    """A score pad. What is written on it is one JSON value of the game's own making, a *sheet*."""

    title: ClassVar[Text]

    @abstractmethod
    def blank(self) -> bytes:
        """A new sheet."""

    @abstractmethod
    def write(self, sheet: bytes, act: str) -> bytes:
        """The sheet after one press or one filled-in field. Raises `ShoalError` and changes nothing."""

    @abstractmethod
    def scene(self, sheet: bytes, say: Say) -> Scene:
        """What `pad.html` is given."""


class Page(ABC):
    """How a game looks in a browser."""

    folder: ClassVar[Path]
    #: The score pad, if the game has one.
    pad: ClassVar[Pad | None] = None

    @abstractmethod
    def scene(self, view: View, names: Sequence[str], say: Say) -> Scene:
        """What `table.html` and `picture.svg` are given to show a view."""

    def help(self, view: View, names: Sequence[str], say: Say) -> Scene | None:
        """What `help.html` is given: odds that the viewer could reckon from the view. None when there are none now."""
        return None
