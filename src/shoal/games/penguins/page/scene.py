"""A view put together for the eye: floes with their labels, penguins, the last move, what every seat has taken.

All spots are in half floes from the left edge (`x`) and in rows from the top (`y`); `art.html` and
`style.css` turn them into lengths.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from shoal.core import Say, Scene, Seat, Text, msg, msgs, seat_name
from shoal.games.penguins.board import FLOES, Board
from shoal.games.penguins.deal import fish_of
from shoal.games.penguins.page.penguin_tracks import PenguinTracks, tracks_of
from shoal.games.penguins.page.piles import piles_of
from shoal.games.penguins.page.word_buttons import hint_of, ribbon_of, words_of
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.view import View

__all__ = ["DrawnFloe", "DrawnPenguin", "FloeSpot", "TrackLine", "draw_scene", "floe_spots"]

#: How many ways there are to draw a floe.
_SHAPES: Final = 3


class FloeSpot(msgspec.Struct, frozen=True):
    """The place of a floe on the page."""

    name: str
    x: int
    y: int

    @property
    def column(self) -> str:
        """In floes from the left, for moving over the board with the arrow keys."""
        return f"{self.x / 2:g}"


class DrawnFloe(msgspec.Struct, frozen=True):
    """A floe, or the water where one was."""

    spot: FloeSpot
    shape: int
    #: The fish it was laid out with; 0 where the ice never had a floe.
    fish: int
    #: Whether only water is left there, which cannot be pressed.
    gone: bool
    #: Words for the style sheet.
    marks: str
    label: str
    #: Whether a penguin is drawn upon it.
    under: bool
    #: The seat that took it, once the game is over.
    taker: str | None


class DrawnPenguin(msgspec.Struct, frozen=True):
    """A penguin, on the ice or gone from it."""

    seat: str
    number: int
    spot: FloeSpot
    marks: str


class TrackLine(msgspec.Struct, frozen=True):
    """A line over the ice: the last move or placing, or the two floes of a proposed swap."""

    kind: str
    seat: str
    start: FloeSpot
    end: FloeSpot


def draw_scene(view: View, names: Sequence[str], say: Say) -> Scene:
    """The values for `table.html` and `picture.svg`."""
    board = view.options.board
    tracks = tracks_of(view)
    spots, halves = floe_spots(board)
    return {
        "phase": view.phase.name.lower(),
        "halves": halves,
        "seats": [seat_name(seat) for seat in range(view.options.players)],
        "floes": _DrawnIce(view, names, say, tracks).floes(spots),
        "penguins": [_penguin(view, tracks, index, spots) for index in range(len(tracks.penguins))],
        "track": _track(view, tracks, spots),
        "piles": piles_of(view, tracks, names, say),
        "hint": hint_of(view, names),
        "words": words_of(view),
        "ribbon": ribbon_of(view, names),
        "reason": view.result.reason if view.result is not None else None,
    }


@lru_cache(maxsize=64)
def floe_spots(board: Board) -> tuple[dict[str, FloeSpot], int]:
    """Every floe's spot, and how many half floes the board is wide."""
    left = min(x for _, x in board.coordinates)
    right = max(x for _, x in board.coordinates) + 2
    coordinates = zip(board.names, board.coordinates, strict=True)
    return {name: FloeSpot(name, x - left, row) for name, (row, x) in coordinates}, right - left


class _DrawnIce:
    """The floes of a view."""

    def __init__(self, view: View, names: Sequence[str], say: Say, tracks: PenguinTracks) -> None:
        board = view.options.board
        self._view = view
        self._names = names
        self._say = say
        self._tracks = tracks
        self._laid = _fish(board, view.deal)
        self._ice = _fish(board, view.ice)
        self._standing = {name: seat for seat, floes in enumerate(view.penguins) for name in floes}
        #: Where penguins are drawn: at the end, also on the floes from which they left.
        self._drawn = {
            track.floe for track in tracks.penguins if view.result is not None or track.seat not in tracks.left
        }
        offer = view.bargain.offer if view.bargain is not None else None
        self._offered: tuple[str, ...] = offer.tokens if offer is not None else ()

    def floes(self, spots: dict[str, FloeSpot]) -> list[DrawnFloe]:
        return [self._floe(number, spot) for number, spot in enumerate(spots.values())]

    def _floe(self, number: int, spot: FloeSpot) -> DrawnFloe:
        seat = self._standing.get(spot.name)
        taker = self._tracks.takers.get(spot.name) if self._view.phase is IcePhase.OVER else None
        return DrawnFloe(
            spot=spot,
            shape=number * 7 % 5 % _SHAPES,
            fish=self._laid[number],
            gone=not self._ice[number],
            marks=self._marks(number, spot.name, seat, taker),
            label=self._say(self._label(number, spot.name, seat, taker)),
            under=spot.name in self._drawn,
            taker=None if taker is None else seat_name(taker),
        )

    def _marks(self, number: int, name: str, seat: Seat | None, taker: Seat | None) -> str:
        if not self._ice[number]:
            return self._marks_of_water(number, taker)
        marks = []
        if seat is not None:
            marks.append("held")
        elif self._view.phase is IcePhase.PLACING and (self._view.options.placing == "any" or self._ice[number] == 1):
            marks.append("berth")
        if name in self._offered:
            marks.append("offered")
        return " ".join(marks)

    def _marks_of_water(self, number: int, taker: Seat | None) -> str:
        """At the end the ice comes up once more, to show who took which floe; floes that no seat took stay pale."""
        if not self._laid[number]:
            return "gone hole"
        if self._view.phase is not IcePhase.OVER:
            return "gone"
        return "gone adrift" if taker is None else f"gone taken seat-{seat_name(taker).lower()}"

    def _label(self, number: int, name: str, seat: Seat | None, taker: Seat | None) -> Text:
        fish = msgs("{count} fish", "{count} fish", self._laid[number])
        if taker is not None:
            return msg("{floe}, {fish}, taken by {name}", floe=name, fish=fish, name=self._names[taker])
        if not self._ice[number]:
            return msg("{floe}, open water", floe=name)
        if seat is not None:
            return msg("{floe}, {fish}, {name}'s penguin", floe=name, fish=fish, name=self._names[seat])
        if name in self._offered:
            return msg("{floe}, {fish}, up for swapping", floe=name, fish=fish)
        return msg("{floe}, {fish}", floe=name, fish=fish)


def _fish(board: Board, text: str | None) -> bytes:
    """The fish of every floe; nothing but water before the deal."""
    return (fish_of(board, text) if text is not None else None) or bytes(FLOES)


def _penguin(view: View, tracks: PenguinTracks, index: int, spots: dict[str, FloeSpot]) -> DrawnPenguin:
    """A penguin. Those that have left the ice come back for the picture at the end, the winners' with a cheer."""
    track = tracks.penguins[index]
    marks = []
    if view.result is None and track.seat in tracks.left:
        marks.append("ashore")
    if view.result is not None and track.seat in view.result.winners:
        marks.append("cheering")
    return DrawnPenguin(seat_name(track.seat), track.number, spots[track.floe], " ".join(marks))


def _track(view: View, tracks: PenguinTracks, spots: dict[str, FloeSpot]) -> TrackLine | None:
    offer = view.bargain.offer if view.bargain is not None else None
    if view.bargain is not None and offer is not None:
        first, second = offer.tokens
        return TrackLine("swap", seat_name(view.bargain.turn), spots[first], spots[second])
    last = tracks.last
    if last is None or view.result is not None:
        return None
    end = spots[last.end]
    if last.start is None:
        return TrackLine("placing", seat_name(last.seat), end, end)
    return TrackLine("move", seat_name(last.seat), spots[last.start], end)
