"""What every seat has taken, and how it stands: open to all (P21)."""

from collections.abc import Sequence

import msgspec

from shoal.core import Say, Seat, Text, msg, msgs, seat_name
from shoal.games.penguins.deal import BOX, fish_of
from shoal.games.penguins.page.penguin_tracks import Tale
from shoal.games.penguins.phase import Phase
from shoal.games.penguins.view import View

__all__ = ["Heap", "Pile", "piles_of"]


class Heap(msgspec.Struct, frozen=True):
    """The floes with equally many fish that a seat has taken."""

    fish: int
    floes: int
    label: str


class Pile(msgspec.Struct, frozen=True):
    """One seat's side of the table."""

    seat: str
    name: str
    acting: bool
    wins: bool
    fish: int
    floes: int
    heaps: tuple[Heap, ...]
    #: How many penguins are still to be placed.
    waiting: int
    #: In a few words, where there is something to say.
    standing: Text | None


def piles_of(view: View, tale: Tale, names: Sequence[str], say: Say) -> list[Pile]:
    """The seats in order, each with its pile."""
    return [_pile(view, tale, seat, names[seat], say) for seat in range(view.setup.players)]


def _pile(view: View, tale: Tale, seat: Seat, name: str, say: Say) -> Pile:
    playing = view.phase in (Phase.MOVING, Phase.OVER)
    return Pile(
        seat=seat_name(seat),
        name=name,
        acting=seat in view.to_act,
        wins=view.result is not None and seat in view.result.winners,
        fish=view.scores[seat],
        floes=view.floes[seat],
        heaps=tuple(_heaps(view, tale, seat, say)),
        waiting=0 if playing else view.setup.penguins_each - len(view.penguins[seat]),
        standing=_standing(view, tale, seat),
    )


def _heaps(view: View, tale: Tale, seat: Seat, say: Say) -> list[Heap]:
    board = view.setup.board
    laid = (fish_of(board, view.deal) if view.deal is not None else None) or b""
    taken = [laid[board.numbers[floe]] for floe, taker in tale.takers.items() if taker == seat]
    return [Heap(fish, taken.count(fish), _words(fish, taken.count(fish), say)) for fish in BOX if fish in taken]


def _words(fish: int, count: int, say: Say) -> str:
    return say(msgs("{count} floe with {fish} fish", "{count} floes with {fish} fish", count, fish=fish))


def _standing(view: View, tale: Tale, seat: Seat) -> Text | None:
    if view.result is not None:
        return msg("wins") if seat in view.result.winners else None
    if seat in tale.left:
        return msg("has left the ice")
    if view.bargain is not None and view.bargain.content[seat]:
        return msg("content with the ice")
    return None
