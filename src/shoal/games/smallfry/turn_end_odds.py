"""How a turn ends when the player goes on until the row has a given length: exact, over the deck that is left.

Only species count for that. Let `D` be the deck's size, `o` its octopuses, and `n` the cards in it of each
species that is not in the row. Of all ordered draws of `j` cards, `j! e_j(n)` bring `j` new species, with
the elementary symmetric polynomial `e_j`; then an octopus or a double may follow. All is counted in whole
numbers, and divided once.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import factorial, perm

import msgspec

from shoal.games.smallfry.cards import OCTOPUS, species_of

__all__ = ["TurnEnd", "turn_end"]


class TurnEnd(msgspec.Struct, frozen=True):
    """The probabilities of all that can end a turn; they add up to 1."""

    #: The row is kept whole: it has the length that was wanted, or the deck is empty (S6, S21).
    stop: Fraction
    #: An octopus discards the row (S8).
    octopus: Fraction
    #: By index in the row: its card is doubled, and only the cards to the left of it are kept (S7).
    doubles: tuple[Fraction, ...]


def turn_end(row: bytes, deck: bytes, length: int) -> TurnEnd:
    """How the turn ends when cards are turned up until the row has `length` of them."""
    copies = Counter(species_of(card) for card in deck if card != OCTOPUS)
    octopuses, size, laid = deck.count(OCTOPUS), len(deck), len(row)
    in_row = [copies.pop(species_of(card), 0) for card in row]
    new = list(copies.values())
    draws = max(0, min(length - laid, size))
    choices = _symmetric(new, draws)
    doubling = _doublings(new, draws)
    octopus = Fraction(0)
    doubles = [Fraction(0)] * (laid + max(0, draws - 1))
    for drawn in range(draws):
        orders = perm(size, drawn + 1)
        safe = factorial(drawn) * choices[drawn]
        octopus += Fraction(safe * octopuses, orders)
        for index, left in enumerate(in_row):
            doubles[index] += Fraction(safe * left, orders)
        for index in range(laid, laid + drawn):
            doubles[index] += Fraction(doubling[drawn], orders)
    return TurnEnd(Fraction(factorial(draws) * choices[draws], perm(size, draws)), octopus, tuple(doubles))


def _symmetric(counts: Sequence[int], degree: int) -> list[int]:
    """The elementary symmetric polynomials of the counts, up to a degree."""
    values = [1] + [0] * degree
    for count in counts:
        for power in range(degree, 0, -1):
            values[power] += count * values[power - 1]
    return values


def _doublings(counts: Sequence[int], degree: int) -> list[int]:
    """By draws of new species: the ordered ways to draw them and then a double of one given card among them.

    The given card and its double are two of one species, the other cards any of the other species.
    """
    totals = [0] * (degree + 1)
    for index, count in enumerate(counts):
        others = _symmetric([*counts[:index], *counts[index + 1 :]], degree)
        for drawn in range(1, degree + 1):
            totals[drawn] += count * (count - 1) * factorial(drawn - 1) * others[drawn - 1]
    return totals
