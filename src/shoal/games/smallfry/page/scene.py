"""A view as the templates need it: the middle of the table, the places around it, the sheet of points."""

from collections.abc import Sequence
from typing import Final

from shoal.core import Say, Scene, seat_name
from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.page.picture import lay_out
from shoal.games.smallfry.page.seats import draw_places, draw_sheet
from shoal.games.smallfry.page.spread import draw_choices, draw_raid, draw_row, tell
from shoal.games.smallfry.view import SmallFryView

__all__ = ["draw_scene"]

#: How many cards make the deck a pixel thicker.
_CARDS_A_PIXEL: Final = 6


def draw_scene(view: SmallFryView, names: Sequence[str], say: Say) -> Scene:
    """What `table.html` and `picture.svg` show."""
    places = draw_places(view, names, say)
    row = draw_row(view, say)
    return {
        "viewer": view.viewer,
        "phase": view.phase,
        "over": view.result is not None,
        "session": len(view.sheet) + (view.result is None),
        "target": view.terms.target,
        "deck": len(view.deck),
        "thickness": -(-len(view.deck) // _CARDS_A_PIXEL),
        "discarded": len(BOX) - len(view.deck) - len(view.row) - sum(map(len, view.catches)),
        "row": row,
        "raid": draw_raid(view),
        "status": say(tell(view, names)),
        "choices": draw_choices(view, names),
        "places": places,
        "seats": sorted(places, key=lambda place: place.seat),
        "letters": [seat_name(seat) for seat in range(len(names))],
        "sheet": draw_sheet(view),
        "layout": lay_out(len(row), places),
    }
