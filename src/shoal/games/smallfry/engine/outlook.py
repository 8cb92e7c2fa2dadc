"""What each player may expect at the end of the session, from what lies where between two turns.

A catch is valued species by species. What a species will count for a player depends on the best value he
holds, the best anybody else holds, the stock in the deck, how many cards and octopuses are left, and
whether he is next to move: `expected.npz` has that as averages over sessions of self-play, and what spare
cards add, which a robber may draw instead of a good one. `fit.py` makes it.
"""

from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from shoal.core.compiled import Numbers, Reals, kernel
from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.engine.sessions import Sea

__all__ = [
    "CELLS",
    "DECKS",
    "FEATURES",
    "OCTOPUSES",
    "Averages",
    "Outlook",
    "add_sizes",
    "cell_of",
    "expect",
    "kinds_of",
    "knot_of",
    "look_at_sizes",
    "read_outlook",
    "spell_out",
]

#: Cards and octopuses left in the deck, where the averages are kept; straight lines in between.
DECKS: Final = np.array([0, 2, 5, 10, 18, 30, 46, 66], dtype=np.float64)
OCTOPUSES: Final = np.array([0, 2, 6], dtype=np.float64)
#: Own best value, the best of the others, and the stock, in one number.
CELLS: Final = 5 * 5 * 36
#: What is looked at of the catches' sizes.
FEATURES: Final = 5
_STOCKS: Final = 36


class Averages(NamedTuple):
    """What self-play came to, all by place at `DECKS` and by turn: 0 for who is next to move, 1 for the others."""

    #: By place at `OCTOPUSES` too, and by cell: what a species is expected to count in the end.
    species: Reals
    #: What is to be added to the sum, by what `add_sizes` looks at.
    sizes: Reals
    #: By deck alone: the square of how far totals scatter, and the product of two players' scatter.
    scatter: Reals


class Outlook(NamedTuple):
    """The same for every number of cards, and of octopuses, that may be left."""

    species: Reals
    sizes: Reals
    scatter: Reals


@kernel
def knot_of(knots: Reals, value: float) -> tuple[int, float]:
    """The last knot that is not above a value, and how far the value is on the way to the next."""
    low = 0
    while low < len(knots) - 2 and knots[low + 1] <= value:
        low += 1
    return low, (value - knots[low]) / (knots[low + 1] - knots[low])


def spell_out(averages: Averages) -> Outlook:
    """Fill in what lies between the knots."""
    sizes, counts = range(len(BOX) + 1), range(int(OCTOPUSES[-1]) + 1)
    along_decks = np.array([_hat(DECKS, size) for size in sizes])
    along_octopuses = np.array([_hat(OCTOPUSES, count) for count in counts])
    species = np.einsum("sk,co,ktox->stcx", along_decks, along_octopuses, averages.species, optimize=True)
    more = np.einsum("sk,ktx->stx", along_decks, averages.sizes)
    return Outlook(np.ascontiguousarray(species), more, along_decks @ averages.scatter)


def _hat(knots: Reals, value: float) -> Reals:
    """How much each knot has to say about a value."""
    weights = np.zeros(len(knots))
    low, part = knot_of(knots, float(value))
    weights[low : low + 2] = (1 - part, part)
    return weights


@kernel
def look_at_sizes(sizes: Numbers, kinds: Numbers, octopuses: int, seat: int, features: Reals) -> None:
    """What the sizes of the catches say about a seat: nothing, once there is no octopus left.

    Spare cards protect the good ones, own as others'. Many robbers go for the largest catch.
    """
    players = len(sizes)
    spares, largest = 0, 0
    for other in range(players):
        if other != seat:
            spares += sizes[other] - kinds[other]
            largest = max(largest, sizes[other])
    lead = sizes[seat] - largest
    features[0] = 1.0
    features[1] = octopuses * (sizes[seat] - kinds[seat])
    features[2] = octopuses * spares / (players - 1)
    features[3] = octopuses * (1.0 if lead > 0 else 0.5 if lead == 0 else 0.0)
    features[4] = octopuses * min(max(lead, -5), 5)


@kernel
def add_sizes(sizes: Numbers, kinds: Numbers, octopuses: int, seat: int, weights: Reals) -> float:
    """What the sizes of the catches add to a seat's expected points: `look_at_sizes`, weighted."""
    if octopuses == 0:
        return float(weights[0])
    players = len(sizes)
    spares, largest = 0, 0
    for other in range(players):
        if other != seat:
            spares += sizes[other] - kinds[other]
            largest = max(largest, sizes[other])
    lead = sizes[seat] - largest
    total = weights[1] * (sizes[seat] - kinds[seat]) + weights[2] * spares / (players - 1)
    total += weights[3] * (1.0 if lead > 0 else 0.5 if lead == 0 else 0.0)
    return float(weights[0] + octopuses * (total + weights[4] * min(max(lead, -5), 5)))


@kernel
def expect(sea: Sea, outlook: Outlook, mover: int, expected: Reals) -> None:
    """By seat, the points expected from this session when `mover` is next to turn up a card."""
    players = len(sea.sizes)
    size, octopuses = sea.now[1], sea.now[3]
    kinds = kinds_of(sea)
    for seat in range(players):
        turn = 0 if seat == mover else 1
        table = outlook.species[size, turn, octopuses]
        total = add_sizes(sea.sizes, kinds, octopuses, seat, outlook.sizes[size, turn])
        for species in range(10):
            total += table[cell_of(sea, seat, species)]
        expected[seat] = total


@kernel
def kinds_of(sea: Sea) -> Numbers:
    """By seat: of how many species there are cards in the catch."""
    kinds = np.zeros(len(sea.sizes), dtype=np.int64)
    for seat in range(len(sea.sizes)):
        for species in range(10):
            if sea.best[seat, species] > 0:
                kinds[seat] += 1
    return kinds


@kernel
def cell_of(sea: Sea, seat: int, species: int) -> int:
    """The number of a seat's situation in a species."""
    others = 0
    for other in range(len(sea.sizes)):
        if other != seat and sea.best[other, species] > others:
            others = sea.best[other, species]
    return int((sea.best[seat, species] * 5 + others) * _STOCKS + sea.stocks[species])


@lru_cache(maxsize=4)
def read_outlook(players: int) -> Outlook:
    """The averages for a number of players."""
    with np.load(Path(__file__).with_name("expected.npz")) as tables:
        parts = [tables[f"{name}{players}"].astype(np.float64) for name in Averages._fields]
    return spell_out(Averages(*parts))
