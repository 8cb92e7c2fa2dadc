"""The track of each penguin over the ice, and so who took which floe.

A position alone does not say which of a seat's penguins is which. The placings and moves do: from
them a penguin keeps its number while it slides, so that the page moves the right one.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from shoal.core import Seat
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.view import View

__all__ = ["LastStep", "PenguinTrack", "PenguinTracks", "tracks_of"]


class PenguinTrack(msgspec.Struct, frozen=True):
    """One penguin: the floes it has stood on, by name. It stands on the last one, or stood there when it left."""

    seat: Seat
    #: Its number among its seat's penguins, in the order of their placing, from 1.
    number: int
    floes: tuple[str, ...]

    @property
    def floe(self) -> str:
        return self.floes[-1]


class LastStep(msgspec.Struct, frozen=True):
    """The last placing or move; a placing starts nowhere."""

    seat: Seat
    start: str | None
    end: str


class PenguinTracks(msgspec.Struct, frozen=True):
    """All that the placings and moves so far tell about penguins and floes."""

    #: The penguins that were placed, in that order.
    penguins: tuple[PenguinTrack, ...]
    #: The seats that have left the ice (P15).
    left: frozenset[Seat]
    #: Who took which floe (P13, P15).
    takers: Mapping[str, Seat]
    last: LastStep | None


def tracks_of(view: View) -> PenguinTracks:
    """Follow the penguins of a view from their placing to where they are."""
    tracks = _tracks(view.past, view.options.players)
    playing = view.phase in (IcePhase.MOVING, IcePhase.OVER)
    left = frozenset(seat for seat, floes in enumerate(view.penguins) if playing and not floes)
    return PenguinTracks(tracks, left, dict(_taken(tracks, left)), _last(view.past, tracks))


def _tracks(past: Sequence[str], players: int) -> tuple[PenguinTrack, ...]:
    """The tracks: placings go round the table (P7), then each move names its penguin by the floe it leaves."""
    tracks: list[list[str]] = []
    by_floe: dict[str, list[str]] = {}
    for text in past:
        start, _, end = text.rpartition("-")
        track = by_floe.pop(start) if start else []
        if not start:
            tracks.append(track)
        track.append(end)
        by_floe[end] = track
    return tuple(
        PenguinTrack(index % players, index // players + 1, tuple(floes)) for index, floes in enumerate(tracks)
    )


def _taken(tracks: Sequence[PenguinTrack], left: frozenset[Seat]) -> Iterator[tuple[str, Seat]]:
    """The floes taken, with their takers: a penguin's own floe only once its seat has left the ice."""
    for track in tracks:
        for floe in track.floes if track.seat in left else track.floes[:-1]:
            yield floe, track.seat


def _last(past: Sequence[str], tracks: Sequence[PenguinTrack]) -> LastStep | None:
    if not past:
        return None
    start, _, end = past[-1].rpartition("-")
    seat = next(track.seat for track in tracks if track.floe == end)
    return LastStep(seat, start or None, end)
