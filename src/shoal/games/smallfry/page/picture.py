"""The layout of the picture of a position, in its own units: ten of them are about a centimetre."""

from collections.abc import Sequence
from typing import Final

import msgspec

from shoal.games.smallfry.page.seats import CatchPanel

__all__ = ["Layout", "PanelFrame", "lay_out"]

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
#: A fan of card backs: the width of the first, and at most this much of each that follows.
_BACK: Final = 28
_BACK_STEP: Final = 9.0
_BESIDE_BACKS: Final = 120


class PanelFrame(msgspec.Struct, frozen=True):
    """Where a panel lies, its name as far as there is room, and the distance between the backs of its catch."""

    panel: CatchPanel
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
    #: The upper left corners of the open cards.
    cards: tuple[tuple[int, int], ...]
    #: The top of the robbery's line.
    robbery_top: int
    frames: tuple[PanelFrame, ...]


def lay_out(cards: int, panels: Sequence[CatchPanel], *, has_robbery: bool) -> Layout:
    """Find room for `cards` open cards and all panels: closed catches share a line, open ones have a line each."""
    width, height = _CARD[0] + _CARD_GAP, _CARD[1] + _CARD_GAP
    left, top = _MARGIN + _DECK_ROOM, _SEA_TOP + _SEA_PADDING
    corners = tuple((left + n % _CARDS_A_LINE * width, top + n // _CARDS_A_LINE * height) for n in range(cards))
    card_lines = max(1, -(-cards // _CARDS_A_LINE))
    sea_height = 2 * _SEA_PADDING + height * (card_lines + has_robbery)
    below = _SEA_TOP + sea_height + _MARGIN
    frames: list[PanelFrame] = []
    closed = [panel for panel in panels if not panel.slots]
    for column, panel in enumerate(closed):
        share = (_WIDTH - _MARGIN) // len(closed)
        frames.append(_frame(panel, _MARGIN + column * share, below, share - _MARGIN, _CLOSED_HEIGHT))
    below += (_CLOSED_HEIGHT + _MARGIN) * bool(closed)
    for panel in panels:
        if panel.slots:
            frames.append(_frame(panel, _MARGIN, below, _WIDTH - 2 * _MARGIN, _OPEN_HEIGHT))
            below += _OPEN_HEIGHT + _MARGIN
    return Layout(_WIDTH, below, sea_height, corners, top + card_lines * height, tuple(frames))


def _frame(panel: CatchPanel, x: int, y: int, width: int, height: int) -> PanelFrame:
    room = int((width - _BESIDE_NAME) / _LETTER)
    name = panel.name if len(panel.name) <= room else panel.name[: room - 1] + "…"
    step = min(_BACK_STEP, (width - _BESIDE_BACKS - _BACK) / max(1, panel.cards))
    return PanelFrame(panel, x, y, width, height, name, round(step, 1))
