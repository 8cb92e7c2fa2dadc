"""The steps of the game as values that print as their notation; reading them back is in `notation`.

=1121321/12111213/…   the deal        a1<>c4   a swap proposed      content, agree, refuse
c4                    a placing       c4-c7    a move
"""

from typing import Final, TypeAlias

import msgspec

from shoal.core import Viewer

__all__ = ["AGREE", "CONTENT", "REFUSE", "DealIce", "IceStep", "Move", "PlacePenguin", "Swap", "SwapWord"]


class _Written(msgspec.Struct, frozen=True, gc=False):
    """A step is what its notation says, and every viewer may read it (P21)."""

    text: str

    def __str__(self) -> str:
        return self.text

    def seen_by(self, viewer: Viewer) -> str:
        return self.text


class DealIce(_Written, frozen=True, gc=False, tag="deal"):
    """Chance lays out the ice: the fish of every floe, row by row (P3)."""

    @property
    def tokens(self) -> tuple[str, ...]:
        return (self.text,)


class Swap(_Written, frozen=True, gc=False, tag="swap"):
    """A seat proposes to swap two floes, named in board order (P4)."""

    first: int
    second: int

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple(self.text.split("<>"))


class SwapWord(_Written, frozen=True, gc=False, tag="word"):
    """What a seat says about the swaps: content, agree or refuse (P4)."""

    @property
    def tokens(self) -> tuple[str, ...]:
        return (self.text,)


class PlacePenguin(_Written, frozen=True, gc=False, tag="place"):
    """A penguin is put on a floe (P7)."""

    floe: int

    @property
    def tokens(self) -> tuple[str, ...]:
        return (self.text,)


class Move(_Written, frozen=True, gc=False, tag="move"):
    """A penguin slides from one floe to another (P11)."""

    start: int
    end: int

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple(self.text.split("-"))


IceStep: TypeAlias = DealIce | Swap | SwapWord | PlacePenguin | Move

#: The seat proposes no more swaps.
CONTENT: Final = SwapWord("content")
#: The answers to another seat's proposal.
AGREE: Final = SwapWord("agree")
REFUSE: Final = SwapWord("refuse")
