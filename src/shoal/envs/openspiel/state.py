"""A state for OpenSpiel: a position behind that library's methods."""

import random
from collections.abc import Callable, Sequence

import numpy as np
import pyspiel

from shoal.core import CHANCE, Seat
from shoal.envs.openspiel.position import TreePosition

__all__ = ["SpielState"]


class SpielState(pyspiel.State):
    """A node of the tree. OpenSpiel asks by these names."""

    def __init__(self, game: pyspiel.Game, position: TreePosition) -> None:
        super().__init__(game)
        #: The only thing that a state holds, so that a copy is cheap and a pickle is a record.
        self.position = position

    def current_player(self) -> int:
        position = self.position
        if position.over:
            return int(pyspiel.PlayerId.TERMINAL)
        to_act = position.state.to_act
        if to_act == (CHANCE,):
            return int(pyspiel.PlayerId.CHANCE)
        return to_act[0] if position.rules.in_turn else int(pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        return self.position.over

    def _legal_actions(self, player: Seat) -> list[int]:
        found: list[int] = np.flatnonzero(self.position.rules.encoding.mask(self.position.state, player)).tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.rules.encoding.odds(self.position.state, self.position.drawn)

    def _apply_action(self, action: int) -> None:
        position = self.position
        to_act = position.state.to_act
        self.position = position.draw(action) if to_act == (CHANCE,) else position.act(to_act[0], action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """All seats act at once; those that have nothing to do wait."""
        position = self.position
        for seat in position.state.to_act:
            position = position.act(seat, actions[seat])
        self.position = position

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        encoding = position.rules.encoding
        if player == pyspiel.PlayerId.CHANCE:
            return encoding.outcome_text(position.state, position.drawn, action)
        return "wait" if action == encoding.wait else str(encoding.step(action, player))

    def returns(self) -> list[float]:
        return self.position.returns

    def __str__(self) -> str:
        position = self.position
        steps = [str(step) for _, step in position.steps()]
        return " ".join([*steps, *(f"+{number}" for number in position.drawn)])

    def serialize(self) -> str:
        """The record so far; `deserialize_state` of the game reads it."""
        return self.position.write()

    def resample_from_infostate(self, player: Seat, probability: Callable[[], float]) -> "SpielState":
        """A state that the player cannot tell from this one, with the odds of what it cannot see (for IS-MCTS)."""
        return SpielState(self.get_game(), self.position.imagine(player, random.Random(probability())))
