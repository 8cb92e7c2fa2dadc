"""The AEC environment: agents act one after the other.

Where a game has several seats choose at once, sealed, the agents are asked in turn, and none sees what those before it
chose until all have.
"""

from collections.abc import Mapping
from typing import Any

from pettingzoo import AECEnv

from shoal.envs.episode import Observation
from shoal.envs.pettingzoo.agents import AgentsEnvironment
from shoal.envs.setting import Setting

__all__ = ["AecEnvironment"]


class AecEnvironment(AgentsEnvironment, AECEnv):
    """One game after the other, an agent a seat."""

    def __init__(self, setting: Setting, render_mode: str | None = None, *, ends_on_illegal: bool) -> None:
        super().__init__(setting, render_mode)
        self._ends_on_illegal = ends_on_illegal

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game. Without a seed it goes on from that of the last `reset` that had one."""
        self._deal(seed)
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

    def step(self, action: int | None) -> None:
        """The selected agent acts, or leaves once the game is over."""
        episode = self._running()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"{agent} is to act: expected an action, not None")
        if self._ends_on_illegal:
            episode.take_or_end(self._setting.seats[agent], int(action))
        else:
            episode.take(self._setting.seats[agent], int(action))
        self._cumulative_rewards[agent] = 0.0
        if episode.over or self._setting.pays_each_step:
            self.rewards = dict(zip(self.possible_agents, self._setting.rewards(episode), strict=True))
            self._accumulate_rewards()
        if episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._show()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._running().to_act[0]]
