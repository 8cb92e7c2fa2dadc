"""What a species is expected to bring by the end of the session.

Take each card that is still in the deck to end in this player's catch with a fixed chance, its share.
Then the best value of a species has a simple distribution, given the best value held now and the stock
of the species in the deck. A stock counts 1s (up to 2), 2s (up to 2), 3s and 4s in one number below 36.
"""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Reals

__all__ = ["STOCKS", "copies_of", "hopes_of", "prospects_of", "stock_of"]

STOCKS: Final = 36
_VALUES: Final = (1, 2, 3, 4)
_WEIGHTS: Final = (1, 3, 9, 18)


def copies_of(stock: int) -> tuple[int, int, int, int]:
    """How many 1s, 2s, 3s and 4s."""
    return stock % 3, stock // 3 % 3, stock // 9 % 2, stock // 18


def stock_of(copies: tuple[int, int, int, int]) -> int:
    """The number for so many 1s, 2s, 3s and 4s."""
    return sum(count * weight for count, weight in zip(copies, _WEIGHTS, strict=True))


def prospects_of(share: float) -> Reals:
    """The value a species is expected to count, at `STOCKS * best value held + stock`."""
    table = np.zeros(5 * STOCKS)
    for held in range(5):
        for stock in range(STOCKS):
            copies = copies_of(stock)
            table[held * STOCKS + stock] = held + sum(
                1 - (1 - share) ** sum(copies[level - 1 :]) for level in range(held + 1, 5)
            )
    return table


def hopes_of(prospects: Reals) -> Reals:
    """What turning up one card brings, summed over the cards of a species in the deck, at the same place."""
    table = np.zeros(5 * STOCKS)
    for held in range(5):
        for stock in range(STOCKS):
            for value, copies, weight in zip(_VALUES, copies_of(stock), _WEIGHTS, strict=True):
                if copies and value > held:
                    less = stock - weight
                    table[held * STOCKS + stock] += copies * (
                        prospects[value * STOCKS + less] - prospects[held * STOCKS + less]
                    )
    return table
