"""A view as the templates need it: the middle of the table, the seats around it, the sheet of points."""

from collections.abc import Sequence
from typing import Final

from shoal.core import Say, Scene, seat_name
from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.page.choices import draw_choices, status_text
from shoal.games.smallfry.page.last_turn import draw_robbery, draw_row, last_turn_text
from shoal.games.smallfry.page.picture import lay_out
from shoal.games.smallfry.page.seats import draw_panels, draw_sheet
from shoal.games.smallfry.view import View

__all__ = ["draw_scene"]

#: How many cards make the deck a pixel thicker.
_CARDS_A_PIXEL: Final = 6


def draw_scene(view: View, names: Sequence[str], say: Say) -> Scene:
    """The values for `table.html` and `picture.svg`."""
    panels = draw_panels(view, names, say)
    row, robbery = draw_row(view, say), draw_robbery(view, say)
    last_turn = last_turn_text(view, names)
    return {
        "viewer": view.viewer,
        "phase": view.phase,
        "over": view.result is not None,
        "session": len(view.sheet) + (view.result is None),
        "target": view.options.target,
        "deck": len(view.deck),
        "thickness": -(-len(view.deck) // _CARDS_A_PIXEL),
        "discarded": len(BOX) - len(view.deck) - len(view.row) - sum(map(len, view.catches)),
        "row": row,
        "robbery": robbery,
        "status": say(status_text(view, names)),
        "last_turn": None if last_turn is None else say(last_turn),
        "laid": len(view.row),
        "choices": draw_choices(view, names),
        "panels": panels,
        "seats": sorted(panels, key=lambda panel: panel.seat),
        "letters": [seat_name(seat) for seat in range(len(names))],
        "sheet": draw_sheet(view),
        "layout": lay_out(len(row), panels, has_robbery=robbery is not None),
    }
