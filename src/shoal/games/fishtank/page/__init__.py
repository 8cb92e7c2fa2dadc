"""Fish Tank in a browser: the tanks, the hands and the scores as the templates want them.

`scene.py` puts a view together; `tanks.py` draws a growing tank, `cards.py` the kinds and the hand,
`emblems.py` a small diagram of what each kind scores for. The creatures are drawn in `art.html`.
The score pad is in `pad.py`, `pad_leaf.py` and `pad_scene.py`, the deck editor in `editor.py` and what it names.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from shoal import core
from shoal.core import Editor, Pad, Say, Scene
from shoal.games.fishtank.page.editor import DeckEditor
from shoal.games.fishtank.page.pad import FishTankPad
from shoal.games.fishtank.page.scene import draw_scene
from shoal.games.fishtank.view import View

__all__ = ["PAGE", "FishTankPage"]


class FishTankPage(core.Page):
    """How Fish Tank looks in a browser."""

    folder: ClassVar[Path] = Path(__file__).parent
    pad: ClassVar[Pad | None] = FishTankPad()
    editor: ClassVar[Editor | None] = DeckEditor()

    def scene(self, view: core.View, names: Sequence[str], say: Say) -> Scene:
        return draw_scene(_own(view), names, say)


PAGE: Final = FishTankPage()


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of Fish Tank")
    return view
