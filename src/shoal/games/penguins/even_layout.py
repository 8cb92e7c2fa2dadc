"""Whether the floes with three fish lie evenly (P4): no group of touching ones is larger than two.

That is the same as: none of them touches two others.
"""

from collections.abc import Collection
from functools import lru_cache

from shoal.games.penguins.board import FLOES, Board, Floe, Floes, bits

__all__ = ["EvenLayouts", "even_layouts", "is_even", "stays_even"]


def is_even(board: Board, threes: Floes) -> bool:
    """Whether no three of these floes hang together."""
    return all((board.neighbours[bit] & threes).bit_count() < 2 for bit in bits(threes))


def stays_even(board: Board, threes: Floes, leaving: Floes, coming: Floes) -> bool:
    """Whether threes that lie evenly still do when one of them moves from `leaving` to `coming`."""
    rest = threes & ~leaving
    touched = board.neighbours[coming] & rest
    return touched == 0 or (touched & (touched - 1) == 0 and not board.neighbours[touched] & rest)


def even_layouts(board: Board, threes: int) -> int:
    """In how many ways this number of threes can lie evenly."""
    return EvenLayouts.of(board, threes).ways()


class EvenLayouts:
    """All ways in which a number of threes can lie evenly, counted floe by floe; get one from `of`.

    Of the threes laid so far, only those matter that touch a floe still to come, and which of them already touch
    another three. The counts are kept by that.
    """

    def __init__(self, board: Board, threes: int) -> None:
        self._board = board
        self._threes = threes
        #: By floe: the earlier floes, itself included, that touch one still to come.
        self._matter = [
            sum(bit for bit in bits((2 << floe) - 1) if board.neighbours[bit] & -1 << (floe + 1))
            for floe in range(FLOES)
        ]
        self._ways: dict[tuple[Floe, Floes, Floes, int], int] = {}

    @staticmethod
    @lru_cache(maxsize=64)
    def of(board: Board, threes: int) -> "EvenLayouts":
        """Those of this board."""
        return EvenLayouts(board, threes)

    def ways(self) -> int:
        """How many there are."""
        return self._count(0, 0, 0, 0)

    def odds(self, laid: Collection[Floe], floe: Floe) -> float:
        """Of the ways that lay exactly these threes on the floes before this one, the share that lay one on it too."""
        lying = paired = 0
        for earlier in range(floe):
            lying, paired = self._laid(earlier, lying, paired) if earlier in laid else (lying, paired)
            lying, paired = lying & self._matter[earlier], paired & self._matter[earlier]
        return self._count_with(floe, lying, paired, len(laid)) / self._count(floe, lying, paired, len(laid))

    def _count(self, floe: Floe, lying: Floes, paired: Floes, count: int) -> int:
        """The ways to go on from this floe: `lying` and `paired` are those before it that matter, `count` are all."""
        if count == self._threes:
            return 1
        if floe == FLOES:
            return 0
        key = (floe, lying, paired, count)
        if key not in self._ways:
            matter = self._matter[floe]
            without = self._count(floe + 1, lying & matter, paired & matter, count)
            self._ways[key] = without + self._count_with(floe, lying, paired, count)
        return self._ways[key]

    def _count_with(self, floe: Floe, lying: Floes, paired: Floes, count: int) -> int:
        """Those of them that lay a three on this floe."""
        touched = lying & self._board.neighbours[1 << floe]
        if count == self._threes or touched & (touched - 1) or touched & paired:
            return 0
        lying, paired = self._laid(floe, lying, paired)
        matter = self._matter[floe]
        return self._count(floe + 1, lying & matter, paired & matter, count + 1)

    def _laid(self, floe: Floe, lying: Floes, paired: Floes) -> tuple[Floes, Floes]:
        here = 1 << floe
        touched = lying & self._board.neighbours[here]
        return lying | here, paired | (touched | here if touched else 0)
