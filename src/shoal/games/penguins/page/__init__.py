"""The ice in a browser: what the templates of this folder are given for a view.

`penguin_tracks` finds out from the moves so far which penguin is which and who took which floe, `scene`
puts a view together for the eye, `piles` what every seat has taken, `word_buttons` what is said beside
the ice. `art.html` draws floes, fish and penguins for the table and for the picture. `pad` is the score
pad, with `pad_leaf` for what stands on it and `pad_scene` for how it looks. `layout` is ice laid out by hand.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from shoal import core
from shoal.core import Say, Scene
from shoal.games.penguins.page.layout import IceLayout
from shoal.games.penguins.page.pad import PenguinsPad
from shoal.games.penguins.page.scene import draw_scene
from shoal.games.penguins.view import View

__all__ = ["PAGE", "PenguinsPage"]


class PenguinsPage(core.Page):
    """How penguins, floes and piles look in a browser."""

    folder: ClassVar[Path] = Path(__file__).parent
    pad: ClassVar[core.Pad | None] = PenguinsPad()
    layout: ClassVar[core.BoardLayout | None] = IceLayout()

    def scene(self, view: core.View, names: Sequence[str], say: Say) -> Scene:
        return draw_scene(_own(view), names, say)


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of penguins")
    return view


PAGE: Final = PenguinsPage()
