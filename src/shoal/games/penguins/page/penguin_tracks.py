"""How the position came about: where each penguin has walked, and so who took which floe.

A position alone does not say which of a seat's penguins is which. The placings and moves do, and
with them a penguin keeps its name while it slides, so that the page moves the right one.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from shoal.core import Seat
from shoal.games.penguins.phase import Phase
from shoal.games.penguins.view import View

__all__ = ["Last", "Tale", "Walk", "tale_of"]


class Walk(msgspec.Struct, frozen=True):
    """One penguin: the floes it has stood on, by name. On the last one it stands, or stood when it left."""

    seat: Seat
    #: Its number among its seat's penguins, in the order of their placing, from 1.
    number: int
    floes: tuple[str, ...]

    @property
    def floe(self) -> str:
        return self.floes[-1]


class Last(msgspec.Struct, frozen=True):
    """The last placing or move; a placing starts nowhere."""

    seat: Seat
    start: str | None
    end: str


class Tale(msgspec.Struct, frozen=True):
    """What the moves so far come to."""

    #: The penguins that were placed, in that order.
    walks: tuple[Walk, ...]
    #: The seats that have left the ice (P15).
    left: frozenset[Seat]
    #: Who took which floe (P13, P15).
    takers: Mapping[str, Seat]
    last: Last | None


def tale_of(view: View) -> Tale:
    """Follow the penguins of a view from their placing to where they are."""
    walks = _walks(view.past, view.setup.players)
    playing = view.phase in (Phase.MOVING, Phase.OVER)
    left = frozenset(seat for seat, floes in enumerate(view.penguins) if playing and not floes)
    return Tale(walks, left, dict(_taken(walks, left)), _last(view.past, walks))


def _walks(past: Sequence[str], players: int) -> tuple[Walk, ...]:
    """Placings go round the table (P7); after that each move names the penguin by its floe."""
    walks: list[list[str]] = []
    by_floe: dict[str, list[str]] = {}
    for text in past:
        start, _, end = text.rpartition("-")
        walk = by_floe.pop(start) if start else []
        if not start:
            walks.append(walk)
        walk.append(end)
        by_floe[end] = walk
    return tuple(Walk(place % players, place // players + 1, tuple(floes)) for place, floes in enumerate(walks))


def _taken(walks: Sequence[Walk], left: frozenset[Seat]) -> Iterator[tuple[str, Seat]]:
    """Every floe but the one it stands on, and that one too once its seat has left."""
    for walk in walks:
        for floe in walk.floes if walk.seat in left else walk.floes[:-1]:
            yield floe, walk.seat


def _last(past: Sequence[str], walks: Sequence[Walk]) -> Last | None:
    if not past:
        return None
    start, _, end = past[-1].rpartition("-")
    seat = next(walk.seat for walk in walks if walk.floe == end)
    return Last(seat, start or None, end)
