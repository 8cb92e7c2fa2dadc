"""What each player may expect at the end of the session, from what lies where between two turns.

A small network reads the table from one seat. Each species says what it adds to every unit, level by level: does
this seat hold a card of at least so much, does anybody else, and how many are in the deck. So do the deck's size,
the octopuses in it, how soon the seat is to move and whether it is the one who thinks. The catches are looked at
for what a blind card means to who loses it and to who gets it. Units below 0 are silent; the last one is the sum
itself. `weights.npz` has the weights; `fit.py` makes them.
"""

from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel
from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.engine.sessions import Sea
from shoal.games.smallfry.engine.species_values import copies_of

__all__ = [
    "CELLS",
    "DECKS",
    "LEVELS",
    "LOOKS",
    "UNITS",
    "WIDTH",
    "Outlook",
    "Tally",
    "Weights",
    "cell_of",
    "count_all",
    "count_species",
    "expect",
    "expected_of",
    "grounds_of",
    "levels_of_cells",
    "look",
    "new_tally",
    "read_outlook",
    "spell_out",
]

#: Cards left in the deck, where weights are kept; straight lines in between.
DECKS: Final = np.array([0, 2, 5, 10, 18, 30, 46, 66], dtype=np.float64)
#: Own best value, the best of the others, and the stock, in one number.
CELLS: Final = 5 * 5 * 36
#: Of a level: whether this seat reaches it, whether another does, and the cards of the deck that do, up to 6.
LEVELS: Final = 4 * 2 * 2 * 7
#: Units that may be silent, and with the sum.
UNITS: Final = 16
WIDTH: Final = UNITS + 1
#: What is looked at of the catches.
LOOKS: Final = 7
_STOCKS: Final = 36
_OCTOPUSES: Final = 6
#: Catches are about so large.
_LARGE: Final = 20.0


class Weights(NamedTuple):
    """What was learnt, all by unit."""

    levels: Reals
    #: By place at `DECKS`: for who is so many turns away from his own, then per octopus, then for who thinks.
    decks: Reals
    looks: Reals
    #: What each unit adds to the sum.
    units: Reals
    #: By place at `DECKS` only: the square of how far totals scatter, and the product of two players' scatter.
    scatter: Reals


class Outlook(NamedTuple):
    """The same spelt out: species by cell; the deck by cards, octopuses, turns until one's own, and who thinks."""

    species: Reals
    grounds: Reals
    looks: Reals
    units: Reals
    scatter: Reals


class Tally(NamedTuple):
    """What the catches and the stock come to, added up over the species, so that one species can change."""

    #: By seat and unit.
    sums: Reals
    #: By seat: points lost with a blind card, summed over the cards of the catch.
    losses: Reals
    #: By giver and taker: points that the taker wins with it.
    gains: Reals
    #: Room for the looks, and for the units.
    looks: Reals
    levels: Reals


def new_tally(players: int) -> Tally:
    return Tally(
        np.zeros((players, WIDTH)), np.zeros(players), np.zeros((players, players)), np.zeros(LOOKS), np.zeros(WIDTH)
    )


def grounds_of(players: int) -> Reals:
    """By cards, octopuses, turns until one's own and who thinks: how much each row of `Weights.decks` has to say."""
    hats = np.array([_hat(DECKS, size) for size in range(len(BOX) + 1)])
    table = np.zeros((len(BOX) + 1, _OCTOPUSES + 1, players, 2, players + 2, len(DECKS)))
    for turns in range(players):
        table[:, :, turns, :, turns] = hats[:, None, None]
    table[..., players, :] = (
        hats[:, None, None, None] * (np.arange(_OCTOPUSES + 1) / _OCTOPUSES)[None, :, None, None, None]
    )
    table[:, :, :, 1, players + 1] = hats[:, None, None]
    return table.reshape(*table.shape[:4], -1)


@lru_cache(maxsize=1)
def levels_of_cells() -> Numbers:
    """By cell: the rows of `Weights.levels` that its four levels have."""
    rows = np.zeros((CELLS, 4), dtype=np.int64)
    for cell in range(CELLS):
        own, others, copies = cell // _STOCKS // 5, cell // _STOCKS % 5, copies_of(cell % _STOCKS)
        for level in range(4):
            reached = 2 * (own > level) + (others > level)
            rows[cell, level] = (4 * level + reached) * 7 + sum(copies[level:])
    return rows


def spell_out(weights: Weights) -> Outlook:
    """Fill in what lies between the knots."""
    players = len(weights.decks) // len(DECKS) - 2
    grounds = np.ascontiguousarray(grounds_of(players) @ weights.decks)
    hats = np.array([_hat(DECKS, size) for size in range(len(BOX) + 1)])
    return Outlook(
        weights.levels[levels_of_cells()].sum(axis=1), grounds, weights.looks, weights.units, hats @ weights.scatter
    )


def _hat(knots: Reals, value: float) -> Reals:
    """How much each knot has to say about a value."""
    low = min(max(int(np.searchsorted(knots, value, side="right")) - 1, 0), len(knots) - 2)
    part = (value - knots[low]) / (knots[low + 1] - knots[low])
    weights = np.zeros(len(knots))
    weights[low : low + 2] = (1 - part, part)
    return weights


@kernel
def cell_of(sea: Sea, seat: int, species: int) -> int:
    """The number of a seat's situation in a species."""
    others = 0
    for other in range(len(sea.sizes)):
        if other != seat and sea.best[other, species] > others:
            others = sea.best[other, species]
    return int((sea.best[seat, species] * 5 + others) * _STOCKS + sea.stocks[species])


@kernel
def count_species(sea: Sea, outlook: Outlook, tally: Tally, species: int, sign: int) -> None:
    """Add what a species comes to for everybody, or take it away."""
    players = len(sea.sizes)
    for seat in range(players):
        row, sums = outlook.species[cell_of(sea, seat, species)], tally.sums[seat]
        for unit in range(WIDTH):
            sums[unit] += sign * row[unit]
        best = sea.best[seat, species]
        if best == 0:
            continue
        held = sea.held[seat, 4 * species : 4 * species + 4]
        if held[best - 1] == 1:
            second = best - 1
            while second > 0 and held[second - 1] == 0:
                second -= 1
            tally.losses[seat] += sign * (best - second)
        for taker in range(players):
            reached = sea.best[taker, species]
            if taker != seat:
                for value in range(reached + 1, best + 1):
                    tally.gains[seat, taker] += sign * held[value - 1] * (value - reached)


@kernel
def count_all(sea: Sea, outlook: Outlook, tally: Tally) -> None:
    tally.sums[:] = 0.0
    tally.losses[:] = 0.0
    tally.gains[:] = 0.0
    for species in range(10):
        count_species(sea, outlook, tally, species, 1)


@kernel
def look(sea: Sea, tally: Tally, seat: int, looks: Reals) -> None:
    """What the catches say about a seat: nothing, once there is no octopus left.

    Sizes, as many robbers go for the largest catch; what a blind card of this catch means to its owner and to
    a robber; and the same of the catch that is best to rob.
    """
    octopuses, own = sea.now[3] / _OCTOPUSES, sea.sizes[seat]
    looks[:] = 0.0
    if sea.now[3] == 0:
        return
    players = len(sea.sizes)
    largest = 0
    for other in range(players):
        if other == seat:
            continue
        size = sea.sizes[other]
        largest = max(largest, size)
        if own > 0:
            looks[4] += octopuses * tally.gains[seat, other] / own / (players - 1)
        if size > 0 and octopuses * tally.gains[other, seat] / size >= looks[5]:
            looks[5] = octopuses * tally.gains[other, seat] / size
            looks[6] = octopuses * tally.losses[other] / size
    looks[0] = own / _LARGE
    looks[1] = largest / _LARGE
    looks[2] = octopuses * (1.0 if own > largest else 0.5 if own == largest else 0.0)
    if own > 0:
        looks[3] = octopuses * tally.losses[seat] / own


@kernel
def expected_of(sea: Sea, outlook: Outlook, tally: Tally, seat: int, mover: int, thinker: int) -> float:
    """The points a seat may expect from this session when `mover` is next; the species have been counted."""
    players = len(sea.sizes)
    if sea.now[1] == 0:
        total = 0
        for species in range(10):
            total += sea.best[seat, species]
        return float(total)
    ground = outlook.grounds[sea.now[1], sea.now[3], (seat - mover) % players, 1 if seat == thinker else 0]
    sums, looks, levels, units = tally.sums[seat], tally.looks, tally.levels, outlook.units
    for unit in range(WIDTH):
        levels[unit] = sums[unit] + ground[unit]
    look(sea, tally, seat, looks)
    for number in range(LOOKS):
        weights, seen = outlook.looks[number], looks[number]
        if seen != 0:
            for unit in range(WIDTH):
                levels[unit] += seen * weights[unit]
    value = levels[UNITS]
    for unit in range(UNITS):
        if levels[unit] > 0:
            value += levels[unit] * units[unit]
    return float(value)


@kernel
def expect(sea: Sea, outlook: Outlook, tally: Tally, mover: int, thinker: int, expected: Reals) -> None:
    """By seat, the points expected from this session when `mover` is next to turn up a card."""
    count_all(sea, outlook, tally)
    for seat in range(len(sea.sizes)):
        expected[seat] = expected_of(sea, outlook, tally, seat, mover, thinker)


@lru_cache(maxsize=4)
def read_outlook(players: int) -> Outlook:
    """The weights for a number of players."""
    with np.load(Path(__file__).with_name("weights.npz")) as tables:
        parts = [tables[f"{name}{players}"].astype(np.float64) for name in Weights._fields]
    return spell_out(Weights(*parts))
