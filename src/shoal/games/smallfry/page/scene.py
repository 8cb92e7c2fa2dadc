"""A view as the templates need it: the middle of the table, the places around it, the sheet of points."""

from collections.abc import Sequence
from typing import Final

from shoal.core import Say, Scene, seat_name
from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.page.choices import draw_choices, tell
from shoal.games.smallfry.page.last_turn import draw_raid, draw_row, tell_last_turn
from shoal.games.smallfry.page.picture import lay_out
from shoal.games.smallfry.page.seats import draw_places, draw_sheet
from shoal.games.smallfry.view import SmallFryView

__all__ = ["draw_scene"]

#: How many cards make the deck a pixel thicker.
_CARDS_A_PIXEL: Final = 6


def draw_scene(view: SmallFryView, names: Sequence[str], say: Say) -> Scene:
    """What `table.html` and `picture.svg` show."""
    places = draw_places(view, names, say)
    row, raid = draw_row(view, say), draw_raid(view, say)
    last_turn = tell_last_turn(view, names)
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
        "raid": raid,
        "status": say(tell(view, names)),
        "last_turn": None if last_turn is None else say(last_turn),
        "laid": len(view.row),
        "choices": draw_choices(view, names),
        "places": places,
        "seats": sorted(places, key=lambda place: place.seat),
        "letters": [seat_name(seat) for seat in range(len(names))],
        "sheet": draw_sheet(view),
        "layout": lay_out(len(row), places, raided=raid is not None),
    }
