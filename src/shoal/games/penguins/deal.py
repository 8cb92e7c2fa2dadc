"""Dealing the ice: the sixty floes of the box, dealt by chance (P1, P3, P4) or laid out by hand.

A board laid out by hand, for a puzzle, may have gaps, but no more of any floe than the box holds.
"""

import math
from fractions import Fraction
from functools import lru_cache
from typing import Final

from shoal.core import Below, IllegalStep, Step, msg, msgs
from shoal.games.penguins.board import FLOES, Board, Floes
from shoal.games.penguins.even_layout import even_layouts, is_even
from shoal.games.penguins.options import Options
from shoal.games.penguins.steps import DealIce

__all__ = ["BOX", "Deals", "check_deal", "deal_text", "fish_of", "floes_with"]

#: How many floes the box holds, by their fish (P1).
BOX: Final = {1: 30, 2: 20, 3: 10}

_DIGITS: Final = "0123"


def fish_of(board: Board, text: str) -> bytes | None:
    """The fish of every floe, 0 for a gap, read from `=1121321/12111213/…`; `None` for any other text."""
    rows = text.removeprefix("=").split("/")
    if not text.startswith("=") or tuple(map(len, rows)) != board.rows:
        return None
    digits = "".join(rows)
    return bytes(map(int, digits)) if all(digit in _DIGITS for digit in digits) else None


def deal_text(board: Board, fish: bytes, ice: Floes) -> str:
    """The ice written as a deal, `0` where no floe lies."""
    digits = "".join(str(number) if ice >> floe & 1 else "0" for floe, number in enumerate(fish))
    ends = [sum(board.rows[: row + 1]) for row in range(len(board.rows))]
    return "=" + "/".join(digits[end - length : end] for end, length in zip(ends, board.rows, strict=True))


@lru_cache(maxsize=256)
def floes_with(fish: bytes, number: int) -> Floes:
    """The floes with this number of fish."""
    return sum(1 << floe for floe, found in enumerate(fish) if found == number)


def check_deal(board: Board, options: Options, deal: DealIce) -> bytes:
    """The fish of a deal that may be played. Raises `IllegalStep` when it may not."""
    fish = fish_of(board, deal.text)
    if fish is None:
        raise IllegalStep(deal, msg("rows of {rows} floes", rows=", ".join(map(str, board.rows))))
    for number, most in BOX.items():
        found = fish.count(number)
        if found > most:
            raise IllegalStep(
                deal, msg("at most {most} floes with {fish} fish, not {found}", most=most, fish=number, found=found)
            )
    if options.evening == "apart" and not is_even(board, floes_with(fish, 3)):
        raise IllegalStep(deal, msg("no more than two floes with three fish hanging together"))
    penguins = options.players * options.penguins_each
    if options.placing == "one" and fish.count(1) < penguins:
        raise IllegalStep(
            deal,
            msgs(
                "room for {count} penguin on a floe with one fish",
                "room for {count} penguins on floes with one fish",
                penguins,
            ),
        )
    if FLOES - fish.count(0) < penguins:
        raise IllegalStep(deal, msgs("room for {count} penguin", "room for {count} penguins", penguins))
    return fish


class Deals:
    """Chance deals the whole box. There are too many deals to list, but each has its exact probability.

    All deals are equally likely; with the option `evening` set to `apart`, all that lie evenly are.
    A board with gaps can be laid out by hand, but is never dealt: its probability is 0.
    """

    steps: tuple[Step, ...] = ()

    def __init__(self, board: Board, options: Options) -> None:
        self._board = board
        self._options = options

    def probability(self, step: Step) -> Fraction:
        fish = fish_of(self._board, step.text) if isinstance(step, DealIce) else None
        if fish is None or any(fish.count(number) != count for number, count in BOX.items()):
            return Fraction(0)
        if self._options.evening == "none":
            threes = math.comb(FLOES, BOX[3])
        elif is_even(self._board, floes_with(fish, 3)):
            threes = even_layouts(self._board, BOX[3])
        else:
            return Fraction(0)
        return Fraction(1, threes * math.comb(FLOES - BOX[3], BOX[2]))

    def draw(self, below: Below) -> Step:
        """Shuffle the box (Fisher and Yates, from the last floe down), again until the deal may stay."""
        while True:
            fish = [number for number, count in BOX.items() for _ in range(count)]
            for last in range(FLOES - 1, 0, -1):
                other = below(last + 1)
                fish[last], fish[other] = fish[other], fish[last]
            dealt = bytes(fish)
            if self._options.evening == "none" or is_even(self._board, floes_with(dealt, 3)):
                return DealIce(deal_text(self._board, dealt, (1 << FLOES) - 1))
