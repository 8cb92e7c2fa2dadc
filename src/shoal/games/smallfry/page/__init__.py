"""Small Fry in a browser. `scene.py` turns a view into what the templates show, `odds.py` has the helper's numbers."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from shoal.core import Page, Say, Scene, View
from shoal.games.smallfry.page.advice import draw_help
from shoal.games.smallfry.page.pad import FryPad
from shoal.games.smallfry.page.scene import draw_scene
from shoal.games.smallfry.view import SmallFryView

__all__ = ["SmallFryPage"]


class SmallFryPage(Page):
    """The cards, the die and the sheet of points."""

    folder: ClassVar = Path(__file__).parent
    pad: ClassVar = FryPad()

    def scene(self, view: View, names: Sequence[str], say: Say) -> Scene:
        return draw_scene(_own(view), names, say)

    def help(self, view: View, names: Sequence[str], say: Say) -> Scene | None:
        return draw_help(_own(view), names, say)


def _own(view: View) -> SmallFryView:
    if not isinstance(view, SmallFryView):
        raise TypeError("only a view of Small Fry can be shown here")
    return view
