"""The piles that the seats have taken, and how each seat stands: all players can see that (P21)."""

from collections.abc import Sequence

import msgspec

from shoal.core import Say, Seat, Text, msg, msgs, seat_name
from shoal.games.penguins.deal import BOX, fish_of
from shoal.games.penguins.page.penguin_tracks import PenguinTracks
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.view import View

__all__ = ["FloeHeap", "SeatPile", "piles_of"]


class FloeHeap(msgspec.Struct, frozen=True):
    """The floes with equally many fish that a seat has taken."""

    fish: int
    floes: int
    label: str


class SeatPile(msgspec.Struct, frozen=True):
    """One seat with what it has taken."""

    seat: str
    name: str
    acting: bool
    wins: bool
    fish: int
    floes: int
    heaps: tuple[FloeHeap, ...]
    #: How many penguins are still to be placed.
    waiting: int
    #: How the seat stands, in a few words, where there is something to say.
    standing: Text | None


def piles_of(view: View, tracks: PenguinTracks, names: Sequence[str], say: Say) -> list[SeatPile]:
    """The seats in order, each with its pile."""
    return [_pile(view, tracks, seat, names[seat], say) for seat in range(view.options.players)]


def _pile(view: View, tracks: PenguinTracks, seat: Seat, name: str, say: Say) -> SeatPile:
    playing = view.phase in (IcePhase.MOVING, IcePhase.OVER)
    return SeatPile(
        seat=seat_name(seat),
        name=name,
        acting=seat in view.to_act,
        wins=view.result is not None and seat in view.result.winners,
        fish=view.scores[seat],
        floes=view.floes[seat],
        heaps=tuple(_heaps(view, tracks, seat, say)),
        waiting=0 if playing else view.options.penguins_each - len(view.penguins[seat]),
        standing=_standing(view, tracks, seat),
    )


def _heaps(view: View, tracks: PenguinTracks, seat: Seat, say: Say) -> list[FloeHeap]:
    board = view.options.board
    laid = (fish_of(board, view.deal) if view.deal is not None else None) or b""
    taken = [laid[board.numbers[floe]] for floe, taker in tracks.takers.items() if taker == seat]
    return [
        FloeHeap(fish, taken.count(fish), _heap_label(fish, taken.count(fish), say)) for fish in BOX if fish in taken
    ]


def _heap_label(fish: int, count: int, say: Say) -> str:
    return say(msgs("{count} floe with {fish} fish", "{count} floes with {fish} fish", count, fish=fish))


def _standing(view: View, tracks: PenguinTracks, seat: Seat) -> Text | None:
    if view.result is not None:
        return msg("wins") if seat in view.result.winners else None
    if seat in tracks.left:
        return msg("has left the ice")
    if view.bargain is not None and view.bargain.content[seat]:
        return msg("content with the ice")
    return None
