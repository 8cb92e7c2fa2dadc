"""Whether the floes with three fish lie evenly (P4): no group of touching ones is larger than two.

That is the same as: none of them touches two others.
"""

from collections import Counter
from functools import lru_cache

from shoal.games.penguins.board import FLOES, Board, Floes, bits

__all__ = ["even_layouts", "is_even", "stays_even"]


def is_even(board: Board, threes: Floes) -> bool:
    """Whether no three of these floes hang together."""
    return all((board.neighbours[bit] & threes).bit_count() < 2 for bit in bits(threes))


def stays_even(board: Board, threes: Floes, leaving: Floes, coming: Floes) -> bool:
    """Whether threes that lie evenly still do when one of them moves from `leaving` to `coming`."""
    rest = threes & ~leaving
    touched = board.neighbours[coming] & rest
    return touched == 0 or (touched & (touched - 1) == 0 and not board.neighbours[touched] & rest)


@lru_cache(maxsize=64)
def even_layouts(board: Board, threes: int) -> int:
    """In how many ways this number of threes can lie evenly.

    Counted floe by floe. Of the threes laid so far, only those matter that touch a floe still to come,
    and which of them already touch another three.
    """
    ways: Counter[tuple[Floes, Floes, int]] = Counter({(0, 0, 0): 1})
    for floe in range(FLOES):
        here = 1 << floe
        to_come = -1 << (floe + 1)
        matters = sum(bit for bit in bits(here * 2 - 1) if board.neighbours[bit] & to_come)
        following: Counter[tuple[Floes, Floes, int]] = Counter()
        for (lying, paired, count), number in ways.items():
            following[lying & matters, paired & matters, count] += number
            touched = lying & board.neighbours[here]
            if count < threes and touched & (touched - 1) == 0 and not touched & paired:
                pair = touched | here if touched else 0
                following[(lying | here) & matters, (paired | pair) & matters, count + 1] += number
        ways = following
    return sum(number for (_, _, count), number in ways.items() if count == threes)
