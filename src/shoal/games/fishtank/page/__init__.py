"""Fish Tank in a browser: the tanks, the hands and the scores as templates want them.

`scene.py` puts a view together; `tanks.py` knows how a growing tank is drawn, `cards.py` the kinds and the
hand, `emblems.py` the little diagrams of what a kind scores for. The creatures are drawn in `art.html`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from shoal.core import Pad, Page, Say, Scene, View
from shoal.games.fishtank.page.pad import TankPad
from shoal.games.fishtank.page.scene import table_scene
from shoal.games.fishtank.view import TankView

__all__ = ["PAGE", "TankPage"]


class TankPage(Page):
    """How Fish Tank looks in a browser."""

    folder: ClassVar[Path] = Path(__file__).parent
    pad: ClassVar[Pad | None] = TankPad()

    def scene(self, view: View, names: Sequence[str], say: Say) -> Scene:
        if not isinstance(view, TankView):
            raise TypeError("expected a view of Fish Tank")
        return table_scene(view, names, say)


PAGE: Final = TankPage()
