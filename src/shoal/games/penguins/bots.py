"""The greedy bot: looks one step ahead, and no further.

After each step it could take, it weighs what every seat has caught and the fish on the floes that
the seat's penguins would come to before all others.
"""

import random

from shoal import core
from shoal.core import Seat, Step
from shoal.games.penguins.board import Floes, bits
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.state import State
from shoal.games.penguins.steps import AGREE, CONTENT
from shoal.games.penguins.view import View

__all__ = ["GreedyBot"]

#: What a fish still to be caught is worth, beside one that is caught.
_UNCAUGHT = 0.8


class GreedyBot:
    """Takes the step after which things look best; among equals, one at random."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: core.View) -> Step:
        own = _own(view)
        if own.phase is IcePhase.SWAPS:
            return AGREE if AGREE in own.legal else CONTENT
        state = own.imagine(self._rng)
        seat = own.to_act[0]
        return max(own.legal, key=lambda step: (_lead(state.play(step), seat), self._rng.random()))


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of penguins")
    return view


def _lead(state: State, seat: Seat) -> float:
    """How far a seat is ahead of its best rival."""
    worth = [
        caught + _UNCAUGHT * _fish(state, standing | first)
        for caught, standing, first in zip(state.scores, state.penguins, _first_there(state), strict=True)
    ]
    return worth.pop(seat) - max(worth)


def _first_there(state: State) -> list[Floes]:
    """By seat: the floes that its penguins come to before any other seat's, when all go floe by floe."""
    waves = list(state.penguins)
    first = [0] * len(waves)
    unclaimed = state.free
    while any(waves):
        waves = [_around(state, wave) & unclaimed for wave in waves]
        once = contested = 0
        for wave in waves:
            contested |= once & wave
            once |= wave
        first = [claimed | wave & ~contested for claimed, wave in zip(first, waves, strict=True)]
        unclaimed &= ~once
    return first


def _around(state: State, floes: Floes) -> Floes:
    around = 0
    for bit in bits(floes):
        around |= state.board.neighbours[bit]
    return around


def _fish(state: State, floes: Floes) -> int:
    return sum(state.fish[bit.bit_length() - 1] for bit in bits(floes))
