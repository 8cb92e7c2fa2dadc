"""Small Fry in a browser: `scene.py` turns a view into what the templates show.

`choices.py` has what the viewer may press, `last_turn.py` what became of the cards, `seats.py` the catches and
the sheet of points, `picture.py` the layout of the picture. `advice.py` shows the helper's numbers from
`odds.py`; `chance_menu.py` lists the cards that may come. The score pad is in `pad.py`, `pad_leaf.py` and
`pad_scene.py`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from shoal import core
from shoal.core import Page, Say, Scene
from shoal.games.smallfry.page.advice import draw_help
from shoal.games.smallfry.page.chance_menu import draw_chance
from shoal.games.smallfry.page.pad import SmallFryPad
from shoal.games.smallfry.page.scene import draw_scene
from shoal.games.smallfry.state import State
from shoal.games.smallfry.view import View

__all__ = ["PAGE", "SmallFryPage"]


class SmallFryPage(Page):
    """The cards, the die and the sheet of points."""

    folder: ClassVar = Path(__file__).parent
    pad: ClassVar = SmallFryPad()

    def scene(self, view: core.View, names: Sequence[str], say: Say) -> Scene:
        return draw_scene(_own(view), names, say)

    def help(self, view: core.View, names: Sequence[str], say: Say) -> Scene | None:
        return draw_help(_own(view), names, say)

    def chance(self, state: core.State, say: Say) -> Scene | None:
        if not isinstance(state, State):
            raise TypeError("expected a state of smallfry")
        return draw_chance(state, say)


PAGE: Final = SmallFryPage()


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of smallfry")
    return view
