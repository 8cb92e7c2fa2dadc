"""Gymnasium: one seat of a game for one agent, bots at the others. Importing this registers the environments.

    import gymnasium
    import shoal.envs.gymnasium

    env = gymnasium.make("shoal/penguins-v0", opponents="perch", edition="fr")

`opponents` names a bot of `shoal.bot_names(game)`, or one for each of the other seats clockwise. An illegal action ends
the game with a reward of -1. An observation is a dictionary of `observation` and `action_mask`.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from shoal.core import Bot, Refusal, Seat, msg
from shoal.envs.environment import EpisodeEnvironment
from shoal.envs.episode import Observation
from shoal.envs.extras import needs
from shoal.envs.ids import versioned_ids
from shoal.envs.rendering import RENDER_FPS, RENDER_MODES
from shoal.envs.setting import Setting
from shoal.players import close_bot, find_bot

with needs("gymnasium"):
    import gymnasium

__all__ = ["SeatEnvironment"]

_SEED_LIMIT = 1 << 62


class SeatEnvironment(EpisodeEnvironment, gymnasium.Env[Observation, int]):
    """One game after the other, seen from one seat; without a `seat`, from one that is drawn for each game."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        opponents: str | Sequence[str] = "random",
        seat: Seat | None = 0,
        utility: str = "win",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        setting = Setting(game, options, utility)
        super().__init__(setting, render_mode)
        players = setting.encoding.players
        named = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(named) != players - 1:
            raise Refusal(msg("found {found} opponents, expected {count}", found=len(named), count=players - 1))
        if seat is not None and not 0 <= seat < players:
            raise Refusal(msg("found seat {seat}, expected one from 0 to {last}", seat=seat, last=players - 1))
        self._makers = [find_bot(setting.game, name) for name in named]
        self._fixed_seat = seat
        self._bots: Mapping[Seat, Bot] = {}
        #: The seat of the agent in this game.
        self.seat: Seat = 0
        self.observation_space = setting.new_observation_space()  # type: ignore[assignment]
        self.action_space = setting.new_action_space()  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, and have the bots play until the agent is to act."""
        # Of Gymnasium's own class: it seeds the generator.
        gymnasium.Env.reset(self, seed=seed)
        self._close_bots()
        players = self._setting.encoding.players
        self.seat = int(self.np_random.integers(players)) if self._fixed_seat is None else self._fixed_seat
        self.viewer = self.seat
        others = self._setting.encoding.seats_from(self.seat)[1:]
        self._bots = {
            seat: maker(random.Random(int(self.np_random.integers(_SEED_LIMIT))))
            for seat, maker in zip(others, self._makers, strict=True)
        }
        self._episode = self._setting.new_episode(self.np_random)
        self._play_bots()
        self._show()
        return self._episode.observe(self.seat), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The agent acts, then the bots do until it is to act again, or the game is over."""
        episode = self._running()
        if episode.over:
            raise RuntimeError("the game is over: call reset()")
        episode.take_or_end(self.seat, int(action))
        self._play_bots()
        self._show()
        reward = self._setting.rewards(episode)[self.seat]
        return episode.observe(self.seat), reward, episode.over, False, {}

    def close(self) -> None:
        self._close_bots()
        super().close()

    def _play_bots(self) -> None:
        episode = self._running()
        while not episode.over:
            acting = [seat for seat in episode.to_act if seat != self.seat]
            if not acting:
                return
            table = episode.table
            table.submit(acting[0], self._bots[acting[0]].choose(table.view(acting[0])))

    def _close_bots(self) -> None:
        for bot in self._bots.values():
            close_bot(bot)
        self._bots = {}


def _register() -> None:
    for game, identifier in versioned_ids():
        gymnasium.register(identifier, f"{__name__}:{SeatEnvironment.__name__}", kwargs={"game": game})


_register()
