"""The parallel environment: all agents act at once, natively.

An agent whose seat has nothing to do waits: that is its only legal action, the last one. An illegal action ends the
game, and costs its agent 1.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from shoal.core import Table
from shoal.core.encoding import GameEncoding
from shoal.envs.episode import Episode, Observation
from shoal.envs.rendering import RENDER_FPS, RENDER_MODES, Frame, Renderer
from shoal.envs.setting import Setting

__all__ = ["ParallelEnvironment"]


class ParallelEnvironment(ParallelEnv):
    """One game after the other, an agent a seat."""

    metadata: ClassVar[dict[str, Any]] = {}

    def __init__(self, setting: Setting, render_mode: str | None = None) -> None:
        self._setting = setting
        self._renderer = Renderer(render_mode)
        self._generator: np.random.Generator | None = None
        self._episode: Episode | None = None
        self.render_mode = render_mode
        # Of this object, not of the class: the name depends on the game.
        self.metadata = {  # type: ignore[misc]
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "name": setting.versioned_name,
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

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game. Without a seed it goes on from that of the last `reset` that had one."""
        if seed is not None or self._generator is None:
            self._generator, _ = seeding.np_random(seed)
        self._episode = self._setting.new_episode(self._generator)
        self.agents = list(self.possible_agents)
        self._show()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """All agents act."""
        episode, agents = self._running(), self.agents
        to_act = episode.to_act
        for agent in agents:
            seat, action = self._setting.seats[agent], int(actions[agent])
            if seat in to_act:
                episode.take_or_end(seat, action)
            elif action != self._setting.encoding.wait:
                episode.offender = seat
            if episode.offender is not None:
                break
        over = episode.over
        if over:
            self.agents = []
        self._show()
        return (
            self._observations(),
            dict(zip(agents, episode.rewards(self._setting.utility), strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def state(self) -> NDArray[np.float32]:
        """What all seats know together, `[seats, size]`, for learners that train with it."""
        return self._setting.all_observations(self.table)

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

    def _observations(self) -> dict[str, Observation]:
        episode = self._running()
        return {agent: episode.observe(seat) for agent, seat in self._setting.seats.items()}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
