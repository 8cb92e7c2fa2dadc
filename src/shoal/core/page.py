"""A game in a browser: the values that its templates get. The rest of the page belongs to the server.

A game that wants more than a plain list of steps has a `Page` and a folder:

    page/table.html     the table as one viewer sees it; pressable things are buttons with a `data-token`
    page/picture.svg    the same position as one picture that stands on its own
    page/help.html      the odds, where the game computes any (optional)
    page/pad.html       a score pad for people with the real box (optional)
    page/cover.svg      the picture of the game in a list of games
    page/style.css      its styles

Templates get what `scene` returned, `t` and `tn` for texts of their own, `say` for texts made in Python,
and `names`, the players by seat. All that they show comes from a view, so they show no secret, and of that
view only what the table displays (`Game.displayed`): the odds alone may use all that the viewer may know.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from shoal.core.state import View
from shoal.core.text import Say, Text

__all__ = ["Pad", "Page", "Scene"]

#: The values of a template, by name.
Scene = Mapping[str, object]


class Pad(ABC):
    """A score pad. Its content is a *sheet*, one JSON value that the game defines."""

    title: ClassVar[Text]

    @abstractmethod
    def blank(self) -> bytes:
        """A new sheet."""

    @abstractmethod
    def write(self, sheet: bytes, act: str) -> bytes:
        """The sheet after one button or one filled-in field. Raises `ShoalError` for an act that makes no sense."""

    @abstractmethod
    def scene(self, sheet: bytes, say: Say) -> Scene:
        """The values for `pad.html`."""


class Page(ABC):
    """How a game looks in a browser."""

    folder: ClassVar[Path]
    #: The score pad, if the game has one.
    pad: ClassVar[Pad | None] = None

    @abstractmethod
    def scene(self, view: View, names: Sequence[str], say: Say) -> Scene:
        """The values for `table.html` and `picture.svg`, from what the table displays of a view."""

    def help(self, view: View, names: Sequence[str], say: Say) -> Scene | None:
        """The values for `help.html`: odds that follow from the whole view; None when there are none now."""
        return None
