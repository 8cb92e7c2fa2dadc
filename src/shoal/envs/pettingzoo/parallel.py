"""The parallel environment: all agents act at once, natively.

An agent whose seat has nothing to do waits: that is its only legal action, the last one. An illegal action ends the
game, and costs its agent 1.
"""

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from shoal.envs.episode import Observation
from shoal.envs.pettingzoo.agents import AgentsEnvironment

__all__ = ["ParallelEnvironment"]


class ParallelEnvironment(AgentsEnvironment, ParallelEnv):
    """One game after the other, an agent a seat."""

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game. Without a seed it goes on from that of the last `reset` that had one."""
        self._deal(seed)
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
            elif action != self.encoding.wait:
                episode.offender = seat
            if episode.offender is not None:
                break
        over = episode.over
        if over:
            self.agents = []
        self._show()
        return (
            self._observations(),
            dict(zip(agents, self._setting.rewards(episode), strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _observations(self) -> dict[str, Observation]:
        episode = self._running()
        return {agent: episode.observe(seat) for agent, seat in self._setting.seats.items()}
