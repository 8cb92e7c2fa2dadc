"""Where things lie in the picture of a position, in its own units: ten of them are a centimetre or so."""

from collections.abc import Sequence
from typing import Final

import msgspec

from shoal.games.smallfry.page.seats import Place

__all__ = ["Layout", "Panel", "lay_out"]

_WIDTH: Final = 1000
_MARGIN: Final = 24
_SEA_TOP: Final = 78
_SEA_PADDING: Final = 16
_CARD: Final = (84, 118)
_CARD_GAP: Final = 12
_CARDS_A_LINE: Final = 8
_DECK_ROOM: Final = 140
_OPEN_HEIGHT: Final = 158
_CLOSED_HEIGHT: Final = 104
#: Room for a badge and the points beside a name, and for a letter of the name.
_BESIDE_NAME: Final = 170
_LETTER: Final = 9.5
#: A fan of backs: the first in full, and at most so much of each that follows.
_BACK: Final = 28
_BACK_STEP: Final = 9.0
_BESIDE_BACKS: Final = 120


class Panel(msgspec.Struct, frozen=True):
    """The frame of one place, its name as far as there is room, and how far apart the backs of its catch lie."""

    place: Place
    x: int
    y: int
    width: int
    height: int
    name: str
    step: float


class Layout(msgspec.Struct, frozen=True):
    """The whole picture."""

    width: int
    height: int
    sea_height: int
    #: The upper left corners of the open cards, and the top of the robbery's line.
    cards: tuple[tuple[int, int], ...]
    raid_top: int
    panels: tuple[Panel, ...]


def lay_out(cards: int, places: Sequence[Place], *, raided: bool) -> Layout:
    """Find room for so many open cards and all places: closed catches share a line, open ones have a line each."""
    width, height = _CARD[0] + _CARD_GAP, _CARD[1] + _CARD_GAP
    left, top = _MARGIN + _DECK_ROOM, _SEA_TOP + _SEA_PADDING
    spots = tuple((left + n % _CARDS_A_LINE * width, top + n // _CARDS_A_LINE * height) for n in range(cards))
    card_lines = max(1, -(-cards // _CARDS_A_LINE))
    sea_height = 2 * _SEA_PADDING + height * (card_lines + raided)
    below = _SEA_TOP + sea_height + _MARGIN
    panels: list[Panel] = []
    closed = [place for place in places if not place.slots]
    for column, place in enumerate(closed):
        share = (_WIDTH - _MARGIN) // len(closed)
        panels.append(_frame(place, _MARGIN + column * share, below, share - _MARGIN, _CLOSED_HEIGHT))
    below += (_CLOSED_HEIGHT + _MARGIN) * bool(closed)
    for place in places:
        if place.slots:
            panels.append(_frame(place, _MARGIN, below, _WIDTH - 2 * _MARGIN, _OPEN_HEIGHT))
            below += _OPEN_HEIGHT + _MARGIN
    return Layout(_WIDTH, below, sea_height, spots, top + card_lines * height, tuple(panels))


def _frame(place: Place, x: int, y: int, width: int, height: int) -> Panel:
    room = int((width - _BESIDE_NAME) / _LETTER)
    name = place.name if len(place.name) <= room else place.name[: room - 1] + "…"
    step = min(_BACK_STEP, (width - _BESIDE_BACKS - _BACK) / max(1, place.cards))
    return Panel(place, x, y, width, height, name, round(step, 1))
