"""The greedy bot: looks one step ahead, and no further.

After each step it could take, it weighs what every seat has caught and the fish on the floes that
its penguins would come to before anybody else's.
"""

import random

from shoal.core import Seat, Step
from shoal.core import View as AnyView
from shoal.games.penguins.board import Floes, bits
from shoal.games.penguins.phase import Phase
from shoal.games.penguins.state import State
from shoal.games.penguins.steps import AGREE, CONTENT
from shoal.games.penguins.view import View

__all__ = ["GreedyBot"]

#: What a fish in prospect is worth, beside one that is caught.
_PROSPECT = 0.8


class GreedyBot:
    """Takes the step after which things look best; among equals, one at random."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: AnyView) -> Step:
        if not isinstance(view, View):
            raise TypeError("expected a view of penguins")
        if view.phase is Phase.SWAPS:
            return AGREE if AGREE in view.legal else CONTENT
        state = view.imagine(self._rng)
        seat = view.to_act[0]
        return max(view.legal, key=lambda step: (_outlook(state.play(step), seat), self._rng.random()))


def _outlook(state: State, seat: Seat) -> float:
    """How well a seat stands against its best rival."""
    worth = [
        caught + _PROSPECT * _fish(state, standing | first)
        for caught, standing, first in zip(state.scores, state.penguins, _first_there(state), strict=True)
    ]
    return worth.pop(seat) - max(worth)


def _first_there(state: State) -> list[Floes]:
    """By seat: the floes its penguins come to before any other's, when all waddle on floe by floe."""
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
