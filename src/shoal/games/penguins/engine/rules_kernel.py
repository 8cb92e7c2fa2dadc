"""Kernels: the rules again, over a state encoded in one flat array, for the differential test and for perft.

The searches use the simpler `search_position`: a seat that leaves the ice keeps what its penguins stand on and opens
no way for the others, so counting a floe when a penguin comes to it gives the same end.
"""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, count, kernel, lowest
from shoal.games.penguins.board import FLOES
from shoal.games.penguins.engine.lookup_tables import BERTHS, CUT_OFF_AT_ONCE, FISH, PENGUINS_EACH, PLAYERS
from shoal.games.penguins.engine.move_generation import around, can_move, fish_on, targets
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.state import State

__all__ = [
    "FREE",
    "ICE",
    "PENGUINS",
    "PHASE",
    "SCORES",
    "STATE_SIZE",
    "TAKEN",
    "TURN",
    "encode_state",
    "legal_steps",
    "play_step",
]

PHASE: Final = 0
TURN: Final = 1
ICE: Final = 2
FREE: Final = 3
#: By seat, for four seats: where its penguins stand, the fish and the floes it has taken.
PENGUINS: Final = 4
SCORES: Final = 8
TAKEN: Final = 12
STATE_SIZE: Final = 16

PLACING: Final = 0
MOVING: Final = 1
OVER: Final = 2

_PHASES: Final = {IcePhase.PLACING: PLACING, IcePhase.MOVING: MOVING, IcePhase.OVER: OVER}


def encode_state(state: State) -> Numbers:
    """A state, from the placing on, as an array `[STATE_SIZE]`."""
    encoded = np.zeros(STATE_SIZE, dtype=np.int64)
    encoded[PHASE] = _PHASES[state.phase]
    encoded[TURN] = state.to_act[0] if state.to_act else -1
    encoded[ICE] = state.ice
    encoded[FREE] = state.free
    players = state.options.players
    encoded[PENGUINS : PENGUINS + players] = state.penguins
    encoded[SCORES : SCORES + players] = state.scores
    encoded[TAKEN : TAKEN + players] = state.floes
    return encoded


@kernel
def legal_steps(tables: Numbers, encoded: Numbers, steps: Numbers) -> int:
    """Write the legal steps as start * 64 + end, a placing as 60 * 64 + floe; returns how many there are."""
    found = 0
    if encoded[PHASE] == PLACING:
        berths = encoded[FREE] & tables[BERTHS]
        while berths:
            steps[found] = FLOES * 64 + lowest(berths)
            found += 1
            berths &= berths - 1
    elif encoded[PHASE] == MOVING:
        penguins = encoded[PENGUINS + encoded[TURN]]
        while penguins:
            start = lowest(penguins)
            penguins &= penguins - 1
            ends = targets(tables, start, encoded[FREE])
            while ends:
                steps[found] = start * 64 + lowest(ends)
                found += 1
                ends &= ends - 1
    return found


@kernel
def play_step(tables: Numbers, encoded: Numbers, start: int, end: int) -> None:
    """Play a legal step: place a penguin on `end` while placing (P7), else slide it there (P10–P13)."""
    seat = encoded[TURN]
    if encoded[PHASE] == PLACING:
        encoded[PENGUINS + seat] |= 1 << end
        encoded[FREE] ^= 1 << end
        last_seat = tables[PLAYERS] - 1
        if seat < last_seat or count(encoded[PENGUINS + seat]) < tables[PENGUINS_EACH]:
            encoded[TURN] = 0 if seat == last_seat else seat + 1
            return
        encoded[PHASE] = MOVING
        if tables[CUT_OFF_AT_ONCE]:
            _cut_off(tables, encoded)
    else:
        encoded[PENGUINS + seat] ^= 1 << start | 1 << end
        encoded[SCORES + seat] += tables[FISH + start]
        encoded[TAKEN + seat] += 1
        encoded[ICE] ^= 1 << start
        encoded[FREE] ^= 1 << end
        if tables[CUT_OFF_AT_ONCE]:
            _cut_off(tables, encoded)
    _pass_turn(tables, encoded)


@kernel
def _cut_off(tables: Numbers, encoded: Numbers) -> None:
    """Take away the floes that hang together with no penguin (P18)."""
    ice = encoded[ICE]
    found = encoded[PENGUINS] | encoded[PENGUINS + 1] | encoded[PENGUINS + 2] | encoded[PENGUINS + 3]
    edge = found
    while edge:
        edge = around(tables, edge) & ice & ~found
        found |= edge
    encoded[ICE] &= found
    encoded[FREE] &= found


@kernel
def _pass_turn(tables: Numbers, encoded: Numbers) -> None:
    """Pass the turn to the next seat that can move; those that cannot leave the ice (P15–P17, P20)."""
    players = tables[PLAYERS]
    seat = encoded[TURN]
    for _ in range(players):
        seat = 0 if seat == players - 1 else seat + 1
        penguins = encoded[PENGUINS + seat]
        if not penguins:
            continue
        if can_move(tables, penguins, encoded[FREE]):
            encoded[TURN] = seat
            return
        encoded[PENGUINS + seat] = 0
        encoded[SCORES + seat] += fish_on(tables, penguins)
        encoded[TAKEN + seat] += count(penguins)
        encoded[ICE] ^= penguins
        if tables[CUT_OFF_AT_ONCE]:
            _cut_off(tables, encoded)
    encoded[PHASE] = OVER
    encoded[TURN] = -1
    encoded[ICE] = 0
    encoded[FREE] = 0
