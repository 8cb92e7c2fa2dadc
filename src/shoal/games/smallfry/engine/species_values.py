"""What a species is expected to bring by the end of the session.

Assume that each card still in the deck ends in this player's catch with a fixed chance. Then the best value of a
species has a simple distribution, given the best value held now and the stock of the species in the deck
(`rules_kernel.py`). Both tables here are [180]: the index is `STOCKS * best value held + stock`.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from shoal.core.numba_kernels import Reals
from shoal.games.smallfry.engine.rules_kernel import STOCK_WEIGHTS, STOCKS, VALUES

__all__ = ["copies_in", "flip_gain_table", "species_tables", "species_value_table"]

#: The chance that a card of the deck ends in a given catch, as far as a policy should count on it.
_SHARE: Final = 0.05
_HELD_VALUES: Final = VALUES + 1


def copies_in(stock: int) -> tuple[int, int, int, int]:
    """The number of 1s, 2s, 3s and 4s in a stock."""
    return stock % 3, stock // 3 % 3, stock // 9 % 2, stock // 18


def species_value_table(share: float) -> Reals:
    """The value that a species is expected to count, when each card of the deck is caught with the chance `share`."""
    table = np.zeros(_HELD_VALUES * STOCKS)
    for held in range(_HELD_VALUES):
        for stock in range(STOCKS):
            copies = copies_in(stock)
            table[held * STOCKS + stock] = held + sum(
                1 - (1 - share) ** sum(copies[level - 1 :]) for level in range(held + 1, _HELD_VALUES)
            )
    return table


def flip_gain_table(species_values: Reals) -> Reals:
    """What turning up one card adds to the value of its species, summed over the species' cards in the deck."""
    table = np.zeros(_HELD_VALUES * STOCKS)
    for held in range(_HELD_VALUES):
        for stock in range(STOCKS):
            for value, copies, weight in zip(range(1, _HELD_VALUES), copies_in(stock), STOCK_WEIGHTS, strict=True):
                if copies and value > held:
                    less = stock - weight
                    table[held * STOCKS + stock] += copies * (
                        species_values[value * STOCKS + less] - species_values[held * STOCKS + less]
                    )
    return table


@lru_cache(maxsize=1)
def species_tables() -> tuple[Reals, Reals]:
    """The tables that every policy uses: the values of species, and the gains by turning up a card."""
    species_values = species_value_table(_SHARE)
    return species_values, flip_gain_table(species_values)
