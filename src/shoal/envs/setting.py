"""A setting: the game, its options and what a win is worth, and the spaces that follow from them."""

from collections.abc import Mapping

import numpy as np

from shoal.core import Seat, find_game
from shoal.envs.episode import Episode, find_encoding, new_dealer_seed
from shoal.envs.extras import needs
from shoal.envs.utilities import GAIN, find_utility

with needs("gymnasium"):
    from gymnasium import spaces

__all__ = ["Setting"]


class Setting:
    """What stays the same from episode to episode."""

    def __init__(self, game: str, options: Mapping[str, object], utility: str) -> None:
        self.game = find_game(game)
        self.options = dict(options)
        self.encoding = find_encoding(self.game, self.game.options(self.options))
        #: Whether there are rewards before the end.
        self.pays_each_step = utility == GAIN
        self._utility = find_utility("margin" if self.pays_each_step else utility, GAIN)
        self.agents = [f"player_{seat}" for seat in range(self.encoding.players)]
        self.seats: Mapping[str, Seat] = {agent: seat for seat, agent in enumerate(self.agents)}

    @property
    def versioned_name(self) -> str:
        """Such as `penguins_v0`."""
        return f"{self.game.name}_v{self.encoding.version}"

    def new_observation_space(self) -> spaces.Dict:
        """`observation` and `action_mask`."""
        highest = self.encoding.highest
        return spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(highest), highest, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )

    def new_action_space(self) -> spaces.Discrete:
        """All actions, waiting included."""
        return spaces.Discrete(self.encoding.actions)

    def new_state_space(self) -> spaces.Box:
        """What all seats know together, `[seats, size]`."""
        highest = np.tile(self.encoding.highest, (self.encoding.players, 1))
        return spaces.Box(np.zeros_like(highest), highest, dtype=np.float32)

    def rewards(self, episode: Episode) -> list[float]:
        """By seat: what the last step has brought, or the end of the game."""
        return episode.gains() if self.pays_each_step else episode.rewards(self._utility)

    def new_episode(self, generator: np.random.Generator) -> Episode:
        """The next game, dealt from a seed of this generator."""
        return Episode(self.game, self.options, self.encoding, new_dealer_seed(generator))
