"""Kernels: a moment as the searches for any number of players see it, and random play from there.

A floe counts as taken when a penguin comes to it: whoever leaves the ice keeps what its penguins stand on (P15), so
the end is the same, and nothing needs to be done when somebody leaves.
"""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, count, kernel, lowest
from shoal.games.penguins.engine.lookup_tables import BERTHS, PLAYERS, WORTH, WORTH_OF_A_FISH
from shoal.games.penguins.engine.move_generation import can_move, targets
from shoal.games.penguins.phase import Phase
from shoal.games.penguins.state import State

__all__ = ["FREE", "LEFT", "PENGUINS", "RACE", "TURN", "WORTHS", "advance", "next_random", "play_out", "race_of"]

FREE: Final = 0
#: Who is on turn; -1 when it is over.
TURN: Final = 1
#: How many penguins are still to be placed.
LEFT: Final = 2
#: By seat, four places each: where its penguins stand, and what it has taken, these floes included.
PENGUINS: Final = 4
WORTHS: Final = 8
RACE: Final = 12

_LOW: Final = (1 << 32) - 1


def race_of(state: State) -> Numbers:
    """A state, from the placing on, as an array."""
    race = np.zeros(RACE, dtype=np.int64)
    race[FREE] = state.free
    race[TURN] = state.to_act[0] if state.to_act else -1
    players = state.setup.players
    if state.phase is Phase.PLACING:
        standing = sum(penguins.bit_count() for penguins in state.penguins)
        race[LEFT] = players * state.setup.penguins_each - standing
    for seat, penguins in enumerate(state.penguins):
        race[PENGUINS + seat] = penguins
        stood_on = [floe for floe in range(len(state.fish)) if penguins >> floe & 1]
        fish = state.scores[seat] + sum(state.fish[floe] for floe in stood_on)
        race[WORTHS + seat] = WORTH_OF_A_FISH * fish + state.floes[seat] + len(stood_on)
    return race


@kernel
def hand_on(table: Numbers, race: Numbers) -> None:
    """Find the next seat that can move (P15, P17, P20)."""
    players = table[PLAYERS]
    seat = race[TURN]
    free = race[FREE]
    for _ in range(players):
        seat += 1
        if seat == players:
            seat = 0
        if can_move(table, race[PENGUINS + seat], free):
            race[TURN] = seat
            return
    race[TURN] = -1


@kernel
def advance(table: Numbers, race: Numbers, start: int, end: int) -> None:
    """Play a step: a placing on `end` as long as penguins are left to place, else a slide."""
    seat = race[TURN]
    bit = 1 << end
    race[WORTHS + seat] += table[WORTH + end]
    race[FREE] ^= bit
    if race[LEFT]:
        race[PENGUINS + seat] |= bit
        race[LEFT] -= 1
        if race[LEFT]:
            race[TURN] = 0 if seat == table[PLAYERS] - 1 else seat + 1
            return
    else:
        race[PENGUINS + seat] ^= 1 << start | bit
    hand_on(table, race)


@kernel
def next_random(seed: int) -> int:
    """The next of a row of numbers that look random; never 0 when the first was not."""
    seed ^= seed << 13
    seed ^= seed >> 7 & (1 << 57) - 1
    return seed ^ seed << 17


@kernel
def pick(floes: int, place: int) -> int:
    """The floe that has so many of the set before it."""
    for _ in range(place):
        floes &= floes - 1
    return lowest(floes)


@kernel
def play_out(table: Numbers, race: Numbers, seed: int, ends: Numbers) -> int:
    """Play to the end, each step drawn from all legal ones alike; returns the seed to go on with.

    `ends` has room for four sets of floes.
    """
    while race[LEFT]:
        berths = race[FREE] & table[BERTHS]
        seed = next_random(seed)
        start = 0
        end = pick(berths, (seed & _LOW) * count(berths) >> 32)
        advance(table, race, start, end)
    seat = race[TURN]
    if seat < 0:
        return seed
    free = race[FREE]
    players = table[PLAYERS]
    stuck = 0
    while stuck < players:
        standing = race[PENGUINS + seat]
        total = 0
        penguins = standing
        index = 0
        while penguins:
            found = targets(table, lowest(penguins), free)
            ends[index] = found
            total += count(found)
            penguins &= penguins - 1
            index += 1
        if total:
            stuck = 0
            seed = next_random(seed)
            place = (seed & _LOW) * total >> 32
            penguins = standing
            index = 0
            here = count(ends[0])
            while place >= here:
                place -= here
                penguins &= penguins - 1
                index += 1
                here = count(ends[index])
            end = pick(ends[index], place)
            bit = 1 << end
            race[PENGUINS + seat] = standing ^ penguins & -penguins ^ bit
            race[WORTHS + seat] += table[WORTH + end]
            free ^= bit
        else:
            stuck += 1
        seat += 1
        if seat == players:
            seat = 0
    race[FREE] = free
    race[TURN] = -1
    return seed
