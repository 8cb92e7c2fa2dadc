"""The value network: the points each player may expect at the end of the session, read between two turns.

A small network reads the table from one seat. Its first layer adds up, for each species, what the species adds to
every unit, level by level: whether this seat holds a card of at least that level, whether another seat does, and how
many are in the deck. Added to that are the deck's size, its octopuses, how soon the seat is to move and whether it is
the one who thinks; and of the catches, what a blind card means to the seat that loses it and the one that gets it.
Rectified units (ReLU) are weighed to the output; the last unit is added as it is. The sums over species are kept in
an `Accumulator`, so that a change of one species is cheap. `weights.npz` has the weights; `training/smallfry/fit.py`
makes them.
"""

from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel
from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.engine.rules_kernel import DECK_SIZE, OCTOPUSES, SPECIES, STOCKS, VALUES, SessionArrays
from shoal.games.smallfry.engine.species_values import copies_in

__all__ = [
    "BEST_LOOT",
    "CATCH_FEATURES",
    "CELLS",
    "DECK_KNOTS",
    "HIDDEN",
    "IS_LARGEST",
    "LARGEST_OTHER",
    "LEVEL_FEATURES",
    "OWN_LOSS",
    "OWN_SIZE",
    "ROBBERS_GAIN",
    "STORED_NAMES",
    "VICTIMS_LOSS",
    "WEIGHTS_FILE",
    "WIDTH",
    "Accumulator",
    "NetworkWeights",
    "ValueNetwork",
    "add_species",
    "context_inputs",
    "expand_weights",
    "expected_points",
    "fill_accumulator",
    "fill_catch_features",
    "fill_expected_points",
    "level_rows",
    "new_accumulator",
    "read_network",
    "species_cell",
]

WEIGHTS_FILE: Final = Path(__file__).with_name("weights.npz")
#: Sizes of the deck for which weights are kept; between them the network interpolates.
DECK_KNOTS: Final = np.array([0, 2, 5, 10, 18, 30, 46, 66], dtype=np.float64)
_HELD_VALUES: Final = VALUES + 1
#: A cell is a seat's situation in a species as one number: its best value, the best of the others, and the stock.
CELLS: Final = _HELD_VALUES * _HELD_VALUES * STOCKS
#: Of a level: whether this seat reaches it, whether another does, and how many cards of the deck do, up to 6.
_DECK_COUNTS: Final = 7
_FEATURES_A_LEVEL: Final = 2 * 2 * _DECK_COUNTS
LEVEL_FEATURES: Final = VALUES * _FEATURES_A_LEVEL
#: Units that are rectified; and with the one that is not, which is the last.
HIDDEN: Final = 16
WIDTH: Final = HIDDEN + 1

#: Indices of the features of the catches: the size of this seat's own, and of the largest other.
OWN_SIZE: Final = 0
LARGEST_OTHER: Final = 1
#: Whether the seat's own is the largest, which many robbers go for: 1, or 0.5 for one of several.
IS_LARGEST: Final = 2
#: What a blind card of the seat's catch means to the seat, and to a robber.
OWN_LOSS: Final = 3
ROBBERS_GAIN: Final = 4
#: What a blind card of the catch that is best to rob means to this seat, and to its victim.
BEST_LOOT: Final = 5
VICTIMS_LOSS: Final = 6
CATCH_FEATURES: Final = 7

_OCTOPUSES: Final = 6
#: About the size of a large catch.
_LARGE: Final = 20.0


class NetworkWeights(NamedTuple):
    """The weights as they are learnt."""

    #: [LEVEL_FEATURES, WIDTH]
    levels: Reals
    #: [(players + 2) * knots, WIDTH] For a seat by the turns until its own, then per octopus, then for the thinker.
    contexts: Reals
    #: [CATCH_FEATURES, WIDTH]
    catches: Reals
    #: [HIDDEN] What each unit adds to the output.
    output: Reals
    #: [knots, 2] Variance of a player's points, and covariance of two players' points.
    covariance: Reals


#: The fields of `NetworkWeights` as `weights.npz` calls them; each name is followed by the number of players.
STORED_NAMES: Final = ("levels", "decks", "looks", "units", "scatter")


class ValueNetwork(NamedTuple):
    """The weights with everything interpolated and added up beforehand."""

    #: [CELLS, WIDTH]
    species: Reals
    #: [67, 7, players, 2, WIDTH] By cards in the deck, octopuses, turns until the seat's own, whether it thinks.
    contexts: Reals
    #: [CATCH_FEATURES, WIDTH]
    catches: Reals
    #: [HIDDEN]
    output: Reals
    #: [67, 2] By cards in the deck.
    covariance: Reals


class Accumulator(NamedTuple):
    """Sums of catches and stocks over the species, kept so that one species can change alone; and buffers."""

    #: [players, WIDTH]
    sums: Reals
    #: [players] Points lost with a blind card, summed over the cards of the catch.
    losses: Reals
    #: [players, players] By giver and taker: the points that the taker wins with it, summed alike.
    gains: Reals
    #: [CATCH_FEATURES] A buffer.
    features: Reals
    #: [WIDTH] A buffer.
    units: Reals


def new_accumulator(players: int) -> Accumulator:
    """An accumulator without any species."""
    return Accumulator(
        np.zeros((players, WIDTH)),
        np.zeros(players),
        np.zeros((players, players)),
        np.zeros(CATCH_FEATURES),
        np.zeros(WIDTH),
    )


def context_inputs(players: int) -> Reals:
    """The inputs that `NetworkWeights.contexts` weighs: [67, 7, players, 2, (players + 2) * knots]."""
    hats = np.array([_hat_weights(DECK_KNOTS, size) for size in range(len(BOX) + 1)])
    table = np.zeros((len(BOX) + 1, _OCTOPUSES + 1, players, 2, players + 2, len(DECK_KNOTS)))
    for turns in range(players):
        table[:, :, turns, :, turns] = hats[:, None, None]
    table[..., players, :] = (
        hats[:, None, None, None] * (np.arange(_OCTOPUSES + 1) / _OCTOPUSES)[None, :, None, None, None]
    )
    table[:, :, :, 1, players + 1] = hats[:, None, None]
    return table.reshape(*table.shape[:4], -1)


@lru_cache(maxsize=1)
def level_rows() -> Numbers:
    """By cell, the rows of `NetworkWeights.levels` for its four levels: [CELLS, 4]."""
    rows = np.zeros((CELLS, VALUES), dtype=np.int64)
    for cell in range(CELLS):
        own, others = divmod(cell // STOCKS, _HELD_VALUES)
        copies = copies_in(cell % STOCKS)
        for level in range(VALUES):
            reached = 2 * (own > level) + (others > level)
            rows[cell, level] = level * _FEATURES_A_LEVEL + reached * _DECK_COUNTS + sum(copies[level:])
    return rows


def expand_weights(weights: NetworkWeights) -> ValueNetwork:
    """The network with these weights."""
    players = len(weights.contexts) // len(DECK_KNOTS) - 2
    contexts = np.ascontiguousarray(context_inputs(players) @ weights.contexts)
    hats = np.array([_hat_weights(DECK_KNOTS, size) for size in range(len(BOX) + 1)])
    return ValueNetwork(
        weights.levels[level_rows()].sum(axis=1), contexts, weights.catches, weights.output, hats @ weights.covariance
    )


def _hat_weights(knots: Reals, value: float) -> Reals:
    """The weight of each knot [knots] when a value is interpolated between them."""
    low = min(max(int(np.searchsorted(knots, value, side="right")) - 1, 0), len(knots) - 2)
    part = (value - knots[low]) / (knots[low + 1] - knots[low])
    weights = np.zeros(len(knots))
    weights[low : low + 2] = (1 - part, part)
    return weights


@kernel
def species_cell(session: SessionArrays, seat: int, species: int) -> int:
    """The cell of a seat's situation in a species."""
    others = 0
    for other in range(len(session.sizes)):
        if other != seat and session.best[other, species] > others:
            others = session.best[other, species]
    return int((session.best[seat, species] * _HELD_VALUES + others) * STOCKS + session.stocks[species])


@kernel
def add_species(
    session: SessionArrays, network: ValueNetwork, accumulator: Accumulator, species: int, sign: int
) -> None:
    """Add a species to the accumulator for all seats, or take it away with the sign -1."""
    players = len(session.sizes)
    for seat in range(players):
        row, sums = network.species[species_cell(session, seat, species)], accumulator.sums[seat]
        for unit in range(WIDTH):
            sums[unit] += sign * row[unit]
        best = session.best[seat, species]
        if best == 0:
            continue
        held = session.held[seat, VALUES * species : VALUES * species + VALUES]
        if held[best - 1] == 1:
            second = best - 1
            while second > 0 and held[second - 1] == 0:
                second -= 1
            accumulator.losses[seat] += sign * (best - second)
        for taker in range(players):
            reached = session.best[taker, species]
            if taker != seat:
                for value in range(reached + 1, best + 1):
                    accumulator.gains[seat, taker] += sign * held[value - 1] * (value - reached)


@kernel
def fill_accumulator(session: SessionArrays, network: ValueNetwork, accumulator: Accumulator) -> None:
    """Add up all species anew."""
    accumulator.sums[:] = 0.0
    accumulator.losses[:] = 0.0
    accumulator.gains[:] = 0.0
    for species in range(SPECIES):
        add_species(session, network, accumulator, species, 1)


@kernel
def fill_catch_features(session: SessionArrays, accumulator: Accumulator, seat: int, features: Reals) -> None:
    """Fill in what the catches say about a seat: `features` [CATCH_FEATURES]; all 0 once no octopus is left."""
    octopuses, own = session.scalars[OCTOPUSES] / _OCTOPUSES, session.sizes[seat]
    features[:] = 0.0
    if session.scalars[OCTOPUSES] == 0:
        return
    players = len(session.sizes)
    largest = 0
    for other in range(players):
        if other == seat:
            continue
        size = session.sizes[other]
        largest = max(largest, size)
        if own > 0:
            features[ROBBERS_GAIN] += octopuses * accumulator.gains[seat, other] / own / (players - 1)
        if size > 0 and octopuses * accumulator.gains[other, seat] / size >= features[BEST_LOOT]:
            features[BEST_LOOT] = octopuses * accumulator.gains[other, seat] / size
            features[VICTIMS_LOSS] = octopuses * accumulator.losses[other] / size
    features[OWN_SIZE] = own / _LARGE
    features[LARGEST_OTHER] = largest / _LARGE
    features[IS_LARGEST] = octopuses * (1.0 if own > largest else 0.5 if own == largest else 0.0)
    if own > 0:
        features[OWN_LOSS] = octopuses * accumulator.losses[seat] / own


@kernel
def expected_points(
    session: SessionArrays, network: ValueNetwork, accumulator: Accumulator, seat: int, mover: int, thinker: int
) -> float:
    """The points a seat may expect from this session when `mover` is next; the accumulator must be filled."""
    players = len(session.sizes)
    if session.scalars[DECK_SIZE] == 0:
        total = 0
        for species in range(SPECIES):
            total += session.best[seat, species]
        return float(total)
    turns_away, thinks = (seat - mover) % players, 1 if seat == thinker else 0
    context = network.contexts[session.scalars[DECK_SIZE], session.scalars[OCTOPUSES], turns_away, thinks]
    sums, features, units, output = accumulator.sums[seat], accumulator.features, accumulator.units, network.output
    for unit in range(WIDTH):
        units[unit] = sums[unit] + context[unit]
    fill_catch_features(session, accumulator, seat, features)
    for number in range(CATCH_FEATURES):
        weights, feature = network.catches[number], features[number]
        if feature != 0:
            for unit in range(WIDTH):
                units[unit] += feature * weights[unit]
    value = units[HIDDEN]
    for unit in range(HIDDEN):
        if units[unit] > 0:
            value += units[unit] * output[unit]
    return float(value)


@kernel
def fill_expected_points(
    session: SessionArrays,
    network: ValueNetwork,
    accumulator: Accumulator,
    mover: int,
    thinker: int,
    expected: Reals,
) -> None:
    """Fill `expected` [players]: the points from this session when `mover` is next to turn up a card."""
    fill_accumulator(session, network, accumulator)
    for seat in range(len(session.sizes)):
        expected[seat] = expected_points(session, network, accumulator, seat, mover, thinker)


@lru_cache(maxsize=4)
def read_network(players: int) -> ValueNetwork:
    """The network for a number of players."""
    with np.load(WEIGHTS_FILE) as tables:
        parts = [tables[f"{name}{players}"].astype(np.float64) for name in STORED_NAMES]
    return expand_weights(NetworkWeights(*parts))
