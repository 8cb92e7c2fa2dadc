"""Kernels: a position as the searches for any number of players see it, one array, and random playouts from there.

A floe counts as taken when a penguin comes to it. A seat that leaves the ice keeps what its penguins stand on (P15),
so the end is the same, and nothing needs to be done when a seat leaves.
"""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, count, kernel, lowest
from shoal.games.penguins.engine.lookup_tables import BERTHS, PLAYERS, WORTH, WORTH_OF_A_FISH
from shoal.games.penguins.engine.move_generation import can_move, targets
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.state import State

__all__ = [
    "FREE",
    "LEFT_TO_PLACE",
    "PENGUINS",
    "POSITION_SIZE",
    "SEATS",
    "TURN",
    "WORTHS",
    "advance",
    "next_random",
    "pass_turn",
    "position_of",
    "random_playout",
]

#: Arrays have room for this many seats.
SEATS: Final = 4

#: The free floes.
FREE: Final = 0
#: The seat on turn; -1 when the game is over.
TURN: Final = 1
#: How many penguins are still to be placed.
LEFT_TO_PLACE: Final = 2
#: By seat: where its penguins stand, and the worth of what it has taken, these floes included.
PENGUINS: Final = 4
WORTHS: Final = PENGUINS + SEATS
POSITION_SIZE: Final = WORTHS + SEATS

_LOW: Final = (1 << 32) - 1


def position_of(state: State) -> Numbers:
    """A state, from the placing on, as an array `[POSITION_SIZE]`."""
    position = np.zeros(POSITION_SIZE, dtype=np.int64)
    position[FREE] = state.free
    position[TURN] = state.to_act[0] if state.to_act else -1
    players = state.options.players
    if state.phase is IcePhase.PLACING:
        standing = sum(penguins.bit_count() for penguins in state.penguins)
        position[LEFT_TO_PLACE] = players * state.options.penguins_each - standing
    for seat, penguins in enumerate(state.penguins):
        position[PENGUINS + seat] = penguins
        stood_on = [floe for floe in range(len(state.fish)) if penguins >> floe & 1]
        fish = state.scores[seat] + sum(state.fish[floe] for floe in stood_on)
        position[WORTHS + seat] = WORTH_OF_A_FISH * fish + state.floes[seat] + len(stood_on)
    return position


@kernel
def pass_turn(tables: Numbers, position: Numbers) -> None:
    """Pass the turn to the next seat that can move (P15, P17, P20)."""
    players = tables[PLAYERS]
    seat = position[TURN]
    free = position[FREE]
    for _ in range(players):
        seat += 1
        if seat == players:
            seat = 0
        if can_move(tables, position[PENGUINS + seat], free):
            position[TURN] = seat
            return
    position[TURN] = -1


@kernel
def advance(tables: Numbers, position: Numbers, start: int, end: int) -> None:
    """Play a step: a placing on `end` while penguins are left to place, else a slide from `start`."""
    seat = position[TURN]
    bit = 1 << end
    position[WORTHS + seat] += tables[WORTH + end]
    position[FREE] ^= bit
    if position[LEFT_TO_PLACE]:
        position[PENGUINS + seat] |= bit
        position[LEFT_TO_PLACE] -= 1
        if position[LEFT_TO_PLACE]:
            position[TURN] = 0 if seat == tables[PLAYERS] - 1 else seat + 1
            return
    else:
        position[PENGUINS + seat] ^= 1 << start | bit
    pass_turn(tables, position)


@kernel
def next_random(seed: int) -> int:
    """The random number after `seed` (xorshift); never 0 when the seed is not."""
    seed ^= seed << 13
    seed ^= seed >> 7 & (1 << 57) - 1
    return seed ^ seed << 17


@kernel
def nth_floe(floes: int, index: int) -> int:
    """The floe of a set that comes after `index` others."""
    for _ in range(index):
        floes &= floes - 1
    return lowest(floes)


@kernel
def random_playout(tables: Numbers, position: Numbers, seed: int, ends: Numbers) -> int:
    """A random playout (rollout): play to the end, each step drawn from all legal ones alike.

    Returns the seed to go on with. `ends`, `[SEATS]`, is scratch for the targets of a seat's penguins.
    """
    # Numba arranges what a loop carries by name: where `tables` came before `position`, this ran 6 % slower.
    while position[LEFT_TO_PLACE]:
        berths = position[FREE] & tables[BERTHS]
        seed = next_random(seed)
        start = 0
        end = nth_floe(berths, (seed & _LOW) * count(berths) >> 32)
        advance(tables, position, start, end)
    seat = position[TURN]
    if seat < 0:
        return seed
    free = position[FREE]
    players = tables[PLAYERS]
    stuck = 0
    while stuck < players:
        standing = position[PENGUINS + seat]
        total = 0
        penguins = standing
        index = 0
        while penguins:
            found = targets(tables, lowest(penguins), free)
            ends[index] = found
            total += count(found)
            penguins &= penguins - 1
            index += 1
        if total:
            stuck = 0
            seed = next_random(seed)
            drawn = (seed & _LOW) * total >> 32
            penguins = standing
            index = 0
            here = count(ends[0])
            while drawn >= here:
                drawn -= here
                penguins &= penguins - 1
                index += 1
                here = count(ends[index])
            end = nth_floe(ends[index], drawn)
            bit = 1 << end
            position[PENGUINS + seat] = standing ^ penguins & -penguins ^ bit
            position[WORTHS + seat] += tables[WORTH + end]
            free ^= bit
        else:
            stuck += 1
        seat += 1
        if seat == players:
            seat = 0
    position[FREE] = free
    position[TURN] = -1
    return seed
