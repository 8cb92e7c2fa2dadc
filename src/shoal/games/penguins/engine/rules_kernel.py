"""Kernels: the rules again, over one flat array a moment, for the differential test and for random play.

The search does not need most of this: whoever leaves the ice keeps what its penguins stand on and opens no
way for anybody, so counting a floe when a penguin comes to it gives the same end.
"""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, count, kernel, lowest
from shoal.games.penguins.board import FLOES
from shoal.games.penguins.engine.lookup_tables import AT_ONCE, BERTHS, EACH, FISH, PLAYERS
from shoal.games.penguins.engine.move_generation import around, can_move, fish_on, targets
from shoal.games.penguins.phase import Phase
from shoal.games.penguins.state import State

__all__ = ["FREE", "ICE", "MOMENT", "PENGUINS", "PHASE", "SCORES", "TAKEN", "TURN", "legal", "moment_of", "step"]

PHASE: Final = 0
TURN: Final = 1
ICE: Final = 2
FREE: Final = 3
#: By seat, four places each.
PENGUINS: Final = 4
SCORES: Final = 8
TAKEN: Final = 12
MOMENT: Final = 16

PLACING: Final = 0
MOVING: Final = 1
OVER: Final = 2

_PHASES: Final = {Phase.PLACING: PLACING, Phase.MOVING: MOVING, Phase.OVER: OVER}


def moment_of(state: State) -> Numbers:
    """A state, from the placing on, as an array."""
    moment = np.zeros(MOMENT, dtype=np.int64)
    moment[PHASE] = _PHASES[state.phase]
    moment[TURN] = state.to_act[0] if state.to_act else -1
    moment[ICE] = state.ice
    moment[FREE] = state.free
    players = state.setup.players
    moment[PENGUINS : PENGUINS + players] = state.penguins
    moment[SCORES : SCORES + players] = state.scores
    moment[TAKEN : TAKEN + players] = state.floes
    return moment


@kernel
def legal(table: Numbers, moment: Numbers, steps: Numbers) -> int:
    """Write the legal steps as start * 64 + end, a placing as 60 * 64 + floe; returns how many there are."""
    found = 0
    if moment[PHASE] == PLACING:
        berths = moment[FREE] & table[BERTHS]
        while berths:
            steps[found] = FLOES * 64 + lowest(berths)
            found += 1
            berths &= berths - 1
    elif moment[PHASE] == MOVING:
        penguins = moment[PENGUINS + moment[TURN]]
        while penguins:
            start = lowest(penguins)
            penguins &= penguins - 1
            ends = targets(table, start, moment[FREE])
            while ends:
                steps[found] = start * 64 + lowest(ends)
                found += 1
                ends &= ends - 1
    return found


@kernel
def step(table: Numbers, moment: Numbers, start: int, end: int) -> None:
    """Play a legal step: place a penguin on `end` while placing (P7), else slide it there (P10–P13)."""
    seat = moment[TURN]
    if moment[PHASE] == PLACING:
        moment[PENGUINS + seat] |= 1 << end
        moment[FREE] ^= 1 << end
        last_seat = table[PLAYERS] - 1
        if seat < last_seat or count(moment[PENGUINS + seat]) < table[EACH]:
            moment[TURN] = 0 if seat == last_seat else seat + 1
            return
        moment[PHASE] = MOVING
        if table[AT_ONCE]:
            _cut_off(table, moment)
    else:
        moment[PENGUINS + seat] ^= 1 << start | 1 << end
        moment[SCORES + seat] += table[FISH + start]
        moment[TAKEN + seat] += 1
        moment[ICE] ^= 1 << start
        moment[FREE] ^= 1 << end
        if table[AT_ONCE]:
            _cut_off(table, moment)
    _hand_on(table, moment)


@kernel
def _cut_off(table: Numbers, moment: Numbers) -> None:
    """Floes that hang together with no penguin go (P18)."""
    ice = moment[ICE]
    found = moment[PENGUINS] | moment[PENGUINS + 1] | moment[PENGUINS + 2] | moment[PENGUINS + 3]
    edge = found
    while edge:
        edge = around(table, edge) & ice & ~found
        found |= edge
    moment[ICE] &= found
    moment[FREE] &= found


@kernel
def _hand_on(table: Numbers, moment: Numbers) -> None:
    """The next seat that can move is on turn; those that cannot leave the ice (P15–P17, P20)."""
    players = table[PLAYERS]
    seat = moment[TURN]
    for _ in range(players):
        seat = 0 if seat == players - 1 else seat + 1
        penguins = moment[PENGUINS + seat]
        if not penguins:
            continue
        if can_move(table, penguins, moment[FREE]):
            moment[TURN] = seat
            return
        moment[PENGUINS + seat] = 0
        moment[SCORES + seat] += fish_on(table, penguins)
        moment[TAKEN + seat] += count(penguins)
        moment[ICE] ^= penguins
        if table[AT_ONCE]:
            _cut_off(table, moment)
    moment[PHASE] = OVER
    moment[TURN] = -1
    moment[ICE] = 0
    moment[FREE] = 0
