"""Kernels: the seats' chances at a larger table, by a small network that self-play has taught.

It reads every seat alike: its features (`crowd.py`), and how what it has and may expect compares with the others'.
A seat's word is what the network says of it; the chances follow from all words together.
"""

import math
from typing import Final, NamedTuple

from shoal.core.compiled import Numbers, Reals, Singles, count, kernel
from shoal.games.penguins.engine.crowd import features_of_all
from shoal.games.penguins.engine.leanings import stage_of
from shoal.games.penguins.engine.race import FREE, LEFT, PENGUINS, WORTHS
from shoal.games.penguins.engine.slides import can_move
from shoal.games.penguins.engine.table import FEATURES, PLAYERS, SEAT_WEIGHTS, WORTH_OF_A_FISH
from shoal.games.penguins.engine.territory import USED

__all__ = ["INPUTS", "UNITS", "Network", "chances", "read_seats"]

#: What is read of a seat: its features, then how it compares.
_COMPARED: Final = USED + 1
INPUTS: Final = _COMPARED + 9
UNITS: Final = 32
#: Numbers are read in about this measure.
_MEASURE: Final = 8.0


class Network(NamedTuple):
    """What was learnt, by stage: from inputs to units, what each unit starts from, and what it adds to the word."""

    inputs: Singles
    starts: Singles
    units: Singles


@kernel
def read_seats(table: Numbers, race: Numbers, scratch: Numbers, seats: Singles) -> None:
    """Write what is read of every seat to its row; `scratch` is of size CROWD."""
    players, free = table[PLAYERS], race[FREE]
    features_of_all(table, race, scratch)
    weights = SEAT_WEIGHTS + FEATURES * count(free)
    placing = 1.0 if race[LEFT] else 0.0
    share = count(free) / 30.0 - 1.0
    for seat in range(players):
        row, at = seats[seat], FEATURES * seat
        total = 0
        for index in range(USED + 1):
            row[index] = scratch[at + index] / _MEASURE
            total += scratch[at + index] * table[weights + index]
        moves = race[LEFT] > 0 or can_move(table, race[PENGUINS + seat], free)
        fish = race[WORTHS + seat] / (WORTH_OF_A_FISH * _MEASURE)
        row[_COMPARED] = fish
        row[_COMPARED + 1] = fish + (total / (256.0 * WORTH_OF_A_FISH * _MEASURE) if moves else 0.0)
        row[_COMPARED + 2] = 1.0 if moves else 0.0
        row[_COMPARED + 3] = share
        row[_COMPARED + 4] = placing
    for seat in range(players):
        row = seats[seat]
        for kind in range(2):
            most, sum_of_others = -100.0, 0.0
            for other in range(players):
                if other != seat:
                    value = seats[other, _COMPARED + kind]
                    most = max(most, value)
                    sum_of_others += value
            row[_COMPARED + 5 + kind] = row[_COMPARED + kind] - most
            row[_COMPARED + 7 + kind] = row[_COMPARED + kind] - sum_of_others / (players - 1)


@kernel
def chances(
    table: Numbers, race: Numbers, network: Network, scratch: Numbers, seats: Singles, units: Singles, shares: Reals
) -> None:
    """The seats' shares of the win."""
    players, stage = table[PLAYERS], stage_of(table, race)
    inputs, starts, words = network.inputs[stage], network.starts[stage], network.units[stage]
    read_seats(table, race, scratch, seats)
    most = -1e9
    for seat in range(players):
        for unit in range(UNITS):
            units[unit] = starts[unit]
        # Four inputs at a time: each unit is fetched and put back only once for them.
        for index in range(0, INPUTS, 4):
            one, two = seats[seat, index], seats[seat, index + 1]
            three, four = seats[seat, index + 2], seats[seat, index + 3]
            for unit in range(UNITS):
                units[unit] += (
                    one * inputs[index, unit]
                    + two * inputs[index + 1, unit]
                    + three * inputs[index + 2, unit]
                    + four * inputs[index + 3, unit]
                )
        word = 0.0
        for unit in range(UNITS):
            word += max(units[unit], 0.0) * words[unit]
        shares[seat] = word
        most = max(most, word)
    total = 0.0
    for seat in range(players):
        shares[seat] = math.exp(shares[seat] - most)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total
