"""What a turn may bring, exactly, from what a perfect memory knows: in points of this session, and in chances.

A row has no species twice, so what it adds to a catch is the sum of what its cards add one by one. The points
expected from going on until the row has a given length are therefore sums over species, weighted by the same
counts of orders that `turn_end_odds.py` explains.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, factorial, perm

import msgspec

from shoal.core import Seat
from shoal.games.smallfry.cards import OCTOPUS, SPECIES, VALUES, same_species, species_of, value_of
from shoal.games.smallfry.chance import DIE
from shoal.games.smallfry.scoring import best_values
from shoal.games.smallfry.steps import MAX_ANNOUNCED, ROLLS
from shoal.games.smallfry.turn_end_odds import turn_end

__all__ = [
    "FACES",
    "NextCardOdds",
    "OddsPlan",
    "RobberyOdds",
    "best_robbery_odds",
    "next_card_odds",
    "odds_plans",
    "robbery_odds",
    "rolls_that_bring",
]

#: How many faces the die has (S1).
FACES = 6
_NO_ROBBERY = Fraction(0)


class NextCardOdds(msgspec.Struct, frozen=True):
    """The chances of each kind of next card; the three add up to 1."""

    new: Fraction
    double: Fraction
    octopus: Fraction


class OddsPlan(msgspec.Struct, frozen=True):
    """Going on until the row has `length` cards: the chance to get there, and the points expected from the turn."""

    length: int
    kept: Fraction
    points: Fraction


class RobberyOdds(msgspec.Struct, frozen=True):
    """Announcing a number to a victim (S9): the chance to get the cards, and what it changes on average."""

    victim: Seat
    number: int
    brought: Fraction
    #: Points of the robber, and of the victim; a roll of -1 counts (S12).
    robber_change: Fraction
    victim_change: Fraction


def next_card_odds(row: bytes, deck: bytes) -> NextCardOdds:
    """The chances of the next card (S5, S7, S8)."""
    octopus = Fraction(deck.count(OCTOPUS), len(deck))
    doubles = sum(card != OCTOPUS and same_species(row, card) >= 0 for card in deck)
    double = Fraction(doubles, len(deck))
    return NextCardOdds(1 - double - octopus, double, octopus)


def odds_plans(
    row: bytes, deck: bytes, catch: bytes, octopus_worth: Fraction, most: int = len(SPECIES)
) -> list[OddsPlan]:
    """Plans for the next `most` lengths that the row can still reach; before them stopping now, if there is a row.

    An octopus is worth what robbing brings after it, because it takes nothing from the catch (S8).
    """
    best = best_values(catch)
    row_gains = list(accumulate((_gain(best, card) for card in row), initial=0))
    fresh = [card for card in deck if card != OCTOPUS and same_species(row, card) < 0]
    copies = Counter(species_of(card) for card in fresh)
    gains = Counter(
        {species: sum(_gain(best, card) for card in fresh if species_of(card) == species) for species in copies}
    )
    # Even where nothing new can come, one more card may be turned up.
    longest = min(max(1, len(copies)), len(deck), most)
    together = _gains_together(copies, gains, longest)
    before_doubles = _gains_before_doubles(copies, gains, longest)
    found = []
    doubled = Fraction(0)
    for draws in range(longest + 1):
        length = len(row) + draws
        if length == 0:
            continue
        end = turn_end(row, deck, length)
        if draws:
            doubled += Fraction(before_doubles[draws - 1], perm(len(deck), draws))
        points = end.stop * row_gains[-1] + doubled + end.octopus * octopus_worth
        points += Fraction(factorial(draws) * together[draws], perm(len(deck), draws))
        points += sum(chance * row_gains[min(kept, len(row))] for kept, chance in enumerate(end.doubles))
        found.append(OddsPlan(length, end.stop, points))
    return found


def robbery_odds(catches: Sequence[bytes], robber: Seat) -> list[RobberyOdds]:
    """Every robbery that an octopus allows a seat (S17), victim by victim."""
    return [
        _robbing(catches[robber], catch, victim, number)
        for victim, catch in enumerate(catches)
        if victim != robber
        for number in range(1, min(MAX_ANNOUNCED, len(catch)) + 1)
    ]


def best_robbery_odds(choices: Sequence[RobberyOdds]) -> RobberyOdds | None:
    """The robbery that brings the robber the most points; None when robbing nobody is as good (S19)."""
    best = max(choices, key=lambda robbing: robbing.robber_change, default=None)
    return best if best is not None and best.robber_change > _NO_ROBBERY else None


def rolls_that_bring(number: int) -> int:
    """How many of the die's faces show `number` or more (S10)."""
    return int(FACES * sum(DIE.probability(roll) for roll in ROLLS if roll.face >= number))


def _robbing(robber: bytes, catch: bytes, victim: Seat, number: int) -> RobberyOdds:
    brought = Fraction(rolls_that_bring(number), FACES)
    backfires = DIE.probability(ROLLS[0]) if robber else Fraction(0)  # S20
    return RobberyOdds(
        victim,
        number,
        brought,
        brought * _taken(catch, number, robber) - backfires * _missed(robber, 1),
        backfires * _taken(robber, 1, catch) - brought * _missed(catch, number),
    )


def _taken(pile: bytes, number: int, catch: bytes) -> Fraction:
    """The points that `number` cards drawn blind from a pile are expected to add to a catch."""
    if not pile:
        return Fraction(0)
    best, hands = best_values(catch), comb(len(pile), number)
    gained = sum(
        hands - comb(len(pile) - cards, number)
        for (species, value), cards in _at_least(pile).items()
        if value > best[species]
    )
    return Fraction(gained, hands)


def _missed(pile: bytes, number: int) -> Fraction:
    """The points that a pile is expected to lose when `number` cards are drawn blind from it.

    A species counts one point less for each value that none of its remaining cards reaches.
    """
    if not pile:
        return Fraction(0)
    lost = sum(comb(len(pile) - cards, number - cards) for cards in _at_least(pile).values() if cards <= number)
    return Fraction(lost, comb(len(pile), number))


def _at_least(pile: bytes) -> Counter[tuple[int, int]]:
    """How many cards of a species have a value or more, by (species, value); only where there are any."""
    return Counter((species_of(card), value) for card in pile for value in VALUES[: value_of(card)])


def _gain(best: Sequence[int], card: int) -> int:
    """The points that one card adds to a catch (S15)."""
    return max(0, value_of(card) - best[species_of(card)])


def _gains_together(copies: Counter[int], gains: Counter[int], longest: int) -> list[int]:
    """By number of draws: what all choices of that many cards of different species add, summed up."""
    totals = [0] * (longest + 1)
    for species, gain in gains.items():
        if gain:
            choices = _choices(copies, (species,), longest)
            for draws in range(1, longest + 1):
                totals[draws] += gain * choices[draws - 1]
    return totals


def _gains_before_doubles(copies: Counter[int], gains: Counter[int], longest: int) -> list[int]:
    """By draws of new species: what the cards before the one that is doubled next add, over all orders (S7).

    Of `d` cards in a row, there are `d (d - 1) / 2` ways for one to lie before another.
    """
    totals = [0] * (longest + 1)
    for doubled, count in copies.items():
        for kept, gain in gains.items():
            if kept == doubled or not gain or count == 1:
                continue
            choices = _choices(copies, (doubled, kept), longest)
            for draws in range(2, longest + 1):
                orders = comb(draws, 2) * factorial(draws - 2)
                totals[draws] += count * (count - 1) * gain * orders * choices[draws - 2]
    return totals


def _choices(copies: Counter[int], leaving_out: Sequence[int], longest: int) -> list[int]:
    """By number of cards: how many ways there are to choose them from different species, some left out."""
    choices = [1] + [0] * longest
    for species, count in copies.items():
        if species not in leaving_out:
            for cards in range(longest, 0, -1):
                choices[cards] += count * choices[cards - 1]
    return choices
