"""PettingZoo: every game as an AEC environment and as a native parallel one. Importing this registers them.

    import pettingzoo
    import shoal.envs.pettingzoo

    env = pettingzoo.make("aec", "shoal/penguins-v0", players=3, edition="fr")
    parallel = pettingzoo.make("parallel", "shoal/penguins-v0", players=3)

Agents are `player_0`, `player_1`, … by seat. An observation is a dictionary of `observation` and `action_mask`.
All makers take `utility` (`win`, `margin` or `gain`), `render_mode`, and the options of the game.
"""

from shoal.envs.extras import needs

with needs("pettingzoo"):
    import pettingzoo

from shoal.envs.ids import versioned_ids
from shoal.envs.pettingzoo.aec import AecEnvironment
from shoal.envs.pettingzoo.parallel import ParallelEnvironment
from shoal.envs.setting import Setting

__all__ = ["AecEnvironment", "ParallelEnvironment", "env", "parallel_env", "raw_env"]


def env(game: str, *, utility: str = "win", render_mode: str | None = None, **options: object) -> AecEnvironment:
    """The AEC environment: an illegal action ends the game and costs its agent 1, as in PettingZoo's own games.

    It needs none of PettingZoo's wrappers, which take longer than a step: it checks actions and their order itself.
    """
    return AecEnvironment(Setting(game, options, utility), render_mode, ends_on_illegal=True)


def raw_env(game: str, *, utility: str = "win", render_mode: str | None = None, **options: object) -> AecEnvironment:
    """The same, but an illegal action raises an error and changes nothing."""
    return AecEnvironment(Setting(game, options, utility), render_mode, ends_on_illegal=False)


def parallel_env(
    game: str, *, utility: str = "win", render_mode: str | None = None, **options: object
) -> ParallelEnvironment:
    """All agents act at once, with the last action, to wait, for those that have nothing to do."""
    return ParallelEnvironment(Setting(game, options, utility), render_mode)


def _register() -> None:
    for game, identifier in versioned_ids():
        pettingzoo.register("aec", identifier, f"{__name__}:env", kwargs={"game": game})
        pettingzoo.register("parallel", identifier, f"{__name__}:parallel_env", kwargs={"game": game})


_register()
