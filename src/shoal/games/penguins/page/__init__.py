"""The ice in a browser: what the templates of this folder are given for a view.

`tale` tells from the moves so far which penguin is which and who took which floe, `scene` puts a view
together for the eye, `art.html` draws floes, fish and penguins for the table and for the picture.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from shoal.core import Pad, Page, Say, Scene
from shoal.core import View as AnyView
from shoal.games.penguins.page.pad import PilePad
from shoal.games.penguins.page.scene import scene_of
from shoal.games.penguins.view import View

__all__ = ["IcePage"]


class IcePage(Page):
    """How penguins, floes and piles look in a browser."""

    folder: ClassVar[Path] = Path(__file__).parent
    pad: ClassVar[Pad | None] = PilePad()

    def scene(self, view: AnyView, names: Sequence[str], say: Say) -> Scene:
        if not isinstance(view, View):
            raise TypeError("expected a view of penguins")
        return scene_of(view, names, say)
