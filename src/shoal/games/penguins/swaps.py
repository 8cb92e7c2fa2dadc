"""Evening the deal out by agreement, before the penguins come (P4, option `swaps`).

Seats take turns to propose a pair of floes, or to be content. The others answer a proposal in turn;
the first refusal ends it, and when all have agreed the two floes change places. A pair is proposed
at most once in a game. A seat that is content proposes no more, but still answers. When all are
content, the placing begins.
"""

from functools import lru_cache

import msgspec

from shoal.core import Seat
from shoal.games.penguins.board import Board
from shoal.games.penguins.deal import floes_with
from shoal.games.penguins.even_layout import stays_even
from shoal.games.penguins.options import Options
from shoal.games.penguins.steps import Swap

__all__ = ["Bargain", "may_swap", "open_swaps", "swapped"]


class Bargain(msgspec.Struct, frozen=True):
    """How far the seats have come with the swaps."""

    #: The seat that proposes.
    turn: Seat
    #: By seat: whether it proposes no more.
    content: tuple[bool, ...]
    #: The pairs proposed so far, in alphabetical order; `asked` in JSON.
    proposals: tuple[str, ...] = msgspec.field(default=(), name="asked")
    #: The pair that the others are answering now.
    offer: Swap | None = None

    @property
    def over(self) -> bool:
        return all(self.content)

    def proposed(self, swap: Swap) -> "Bargain":
        """The swaps after the seat whose turn it is has proposed a pair."""
        return Bargain(self.turn, self.content, tuple(sorted((*self.proposals, swap.text))), swap)

    def answered(self) -> "Bargain":
        """The swaps after the answers to a proposal, agreed or refused."""
        return Bargain(self._next_turn(self.content), self.content, self.proposals)

    def contented(self) -> "Bargain":
        """The swaps after the seat whose turn it is has said that it is content."""
        content = tuple(seat == self.turn or was for seat, was in enumerate(self.content))
        return Bargain(self._next_turn(content), content, self.proposals)

    def _next_turn(self, content: tuple[bool, ...]) -> Seat:
        seats = len(content)
        after = ((self.turn + step) % seats for step in range(1, seats + 1))
        return next((seat for seat in after if not content[seat]), self.turn)


def open_swaps(board: Board, options: Options, fish: bytes, bargain: Bargain) -> list[Swap]:
    """The pairs that may be proposed, in board order."""
    proposals = set(bargain.proposals)
    return [swap for swap in _fair_swaps(board, options, fish) if swap.text not in proposals]


@lru_cache(maxsize=64)
def _fair_swaps(board: Board, options: Options, fish: bytes) -> tuple[Swap, ...]:
    return tuple(
        swap
        for swap in board.swaps.values()
        if fish[swap.first] != fish[swap.second] and may_swap(board, options, fish, swap)
    )


def may_swap(board: Board, options: Options, fish: bytes, swap: Swap) -> bool:
    """Whether two floes are there, differ in fish, and leave the ice as even as the edition wants it."""
    one, other = fish[swap.first], fish[swap.second]
    if one == other or not one or not other:
        return False
    if options.evening == "none" or 3 not in (one, other):
        return True
    leaving, coming = (swap.first, swap.second) if one == 3 else (swap.second, swap.first)
    return stays_even(board, floes_with(fish, 3), 1 << leaving, 1 << coming)


def swapped(fish: bytes, swap: Swap) -> bytes:
    """The fish once the two floes have changed places."""
    laid = bytearray(fish)
    laid[swap.first], laid[swap.second] = fish[swap.second], fish[swap.first]
    return bytes(laid)
