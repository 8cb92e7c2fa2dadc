"""The AEC environment: agents act one after the other.

Where a game has several seats choose at once, sealed, the agents are asked in turn, and none sees what those before it
chose until all have.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from shoal.core import Table
from shoal.core.encoding import GameEncoding
from shoal.envs.episode import Episode, Observation
from shoal.envs.rendering import RENDER_FPS, RENDER_MODES, Frame, Renderer
from shoal.envs.setting import Setting

__all__ = ["AecEnvironment"]


class AecEnvironment(AECEnv):
    """One game after the other, an agent a seat."""

    metadata: ClassVar[dict[str, Any]] = {}

    def __init__(self, setting: Setting, render_mode: str | None = None, *, ends_on_illegal: bool) -> None:
        super().__init__()
        self._setting = setting
        self._ends_on_illegal = ends_on_illegal
        self._renderer = Renderer(render_mode)
        self._generator: np.random.Generator | None = None
        self._episode: Episode | None = None
        self.render_mode = render_mode
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

    @property
    def encoding(self) -> GameEncoding:
        """What the numbers mean: actions as steps, observations by the names of their parts."""
        return self._setting.encoding

    @property
    def table(self) -> Table:
        """The game in progress: its record can be saved, replayed and reviewed like any other."""
        return self._running().table

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game. Without a seed it goes on from that of the last `reset` that had one."""
        if seed is not None or self._generator is None:
            self._generator, _ = seeding.np_random(seed)
        self._episode = self._setting.new_episode(self._generator)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()
        self._show()

    def observe(self, agent: str) -> Observation:
        return self._running().observe(self._setting.seats[agent])

    def state(self) -> NDArray[np.float32]:
        """What all seats know together, `[seats, size]`, for learners that train with it."""
        return self._setting.all_observations(self.table)

    def step(self, action: int | None) -> None:
        """The selected agent acts, or leaves once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"{agent} is to act: expected an action, not None")
        episode = self._running()
        if self._ends_on_illegal:
            episode.take_or_end(self._setting.seats[agent], int(action))
        else:
            episode.take(self._setting.seats[agent], int(action))
        self._cumulative_rewards[agent] = 0.0
        if episode.over:
            self.rewards = dict(zip(self.possible_agents, episode.rewards(self._setting.utility), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self._select()
        self._show()

    def render(self) -> Frame:
        """The position as a spectator sees it, in the environment's mode."""
        table = self.table
        return self._renderer.draw(table, table.view(None))

    def close(self) -> None:
        self._renderer.close()

    def _running(self) -> Episode:
        if self._episode is None:
            raise RuntimeError("call reset() first")
        return self._episode

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._running().to_act[0]]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
