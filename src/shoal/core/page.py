"""A game in a browser: the values that its templates get. The rest of the page belongs to the server.

A game that wants more than a plain list of steps has a `Page` and a folder:

    page/table.html     the table as one viewer sees it; pressable things are buttons with a `data-token`
    page/picture.svg    the same position as one picture that stands on its own
    page/help.html      the odds, where the game computes any (optional)
    page/pad.html       a score pad for people with the real box (optional)
    page/editor.html    an editor for designs of one's own, with design.html and editor.css: see `editor.py` (optional)
    page/chance.html    what chance may bring, to choose from on an analysis board (optional)
    page/layout.html    a board laid out by hand: see `layout.py` (optional)
    page/cover.svg      the picture of the game in a list of games
    page/style.css      its styles

Templates get what `scene` returned, `t` and `tn` for texts of their own, `say` for texts made in Python,
and `names`, the players by seat. `table.html` also gets `marked`, the steps that a review marks, each with its `kind`
and `tokens`: what has one of these tokens is marked anyway, and a page may draw arrows beside that. All that templates
show comes from a view, so they show no secret, and of that view only what the table displays (`Game.displayed`): the
odds alone may use all that the viewer may know.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from shoal.core.editor import Editor
from shoal.core.layout import BoardLayout
from shoal.core.scene import Scene
from shoal.core.state import State, View
from shoal.core.text import Say, Text

__all__ = ["Pad", "Page"]


class Pad(ABC):
    """A score pad. Its content is a *sheet*, one JSON value that the game defines."""

    title: ClassVar[Text]
    #: The word of the act that makes a sheet use a design (see `editor.py`): the design's text follows it, nothing for
    #: what the game has without any. Empty if the pad knows no designs.
    design_act: ClassVar[str] = ""

    @abstractmethod
    def blank(self) -> bytes:
        """A new sheet."""

    @abstractmethod
    def write(self, sheet: bytes, act: str) -> bytes:
        """The sheet after one button or one filled-in field. Raises `ShoalError` for an act that makes no sense."""

    @abstractmethod
    def scene(self, sheet: bytes, say: Say) -> Scene:
        """The values for `pad.html`."""

    def design(self, sheet: bytes) -> str:
        """The text of the design that a sheet uses; empty for what the game has without any."""
        return ""


class Page(ABC):
    """How a game looks in a browser."""

    folder: ClassVar[Path]
    #: The score pad, if the game has one.
    pad: ClassVar[Pad | None] = None
    #: The editor for designs of one's own, if the game has one (see `editor.py`).
    editor: ClassVar[Editor | None] = None
    #: How a board is laid out by hand, if the game has something to lay out (see `layout.py`).
    layout: ClassVar[BoardLayout | None] = None

    @abstractmethod
    def scene(self, view: View, names: Sequence[str], say: Say) -> Scene:
        """The values for `table.html` and `picture.svg`, from what the table displays of a view."""

    def help(self, view: View, names: Sequence[str], say: Say) -> Scene | None:
        """The values for `help.html`: odds that follow from the whole view; None when there are none now."""
        return None

    def chance(self, state: State, say: Say) -> Scene | None:
        """The values for `chance.html`, where chance is to act on an analysis board; None for a plain list.

        Each outcome is a button `form="position" name="do" value="play STEP"`.
        """
        return None
