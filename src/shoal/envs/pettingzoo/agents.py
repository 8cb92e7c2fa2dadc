"""What both environments of PettingZoo share: an agent for each seat, its spaces, and the deal."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

from shoal.envs.environment import EpisodeEnvironment
from shoal.envs.episode import Episode
from shoal.envs.rendering import RENDER_FPS, RENDER_MODES
from shoal.envs.setting import Setting

__all__ = ["AgentsEnvironment"]


class AgentsEnvironment(EpisodeEnvironment):
    """Agents `player_0`, `player_1`, … by seat."""

    metadata: ClassVar[dict[str, Any]] = {}

    def __init__(self, setting: Setting, render_mode: str | None) -> None:
        super().__init__(setting, render_mode)
        self._generator: np.random.Generator | None = None
        # Of this object, not of the class: the name depends on the game.
        self.metadata = {  # type: ignore[misc]
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "name": setting.versioned_name,
            "is_parallelizable": False,
        }
        self.possible_agents = list(setting.agents)
        self.agents: list[str] = []
        self.observation_spaces = {agent: setting.new_observation_space() for agent in setting.agents}
        self.action_spaces = {agent: setting.new_action_space() for agent in setting.agents}
        self.state_space = setting.new_state_space()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def state(self) -> NDArray[np.float32]:
        """What all seats know together, `[seats, size]`, for learners that train with it."""
        state = self.table.state
        return np.stack([self.encoding.observe(state, seat) for seat in self._setting.seats.values()])

    def _deal(self, seed: int | None) -> Episode:
        """A new game. Without a seed it goes on from the last one that was given."""
        if seed is not None or self._generator is None:
            self._generator, _ = seeding.np_random(seed)
        self._episode = self._setting.new_episode(self._generator)
        self.agents = list(self.possible_agents)
        return self._episode
