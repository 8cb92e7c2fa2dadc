"""The engine of Small Fry: what a turn may still bring, and what that is worth for winning the match.

Start with `bot.py`, the bot; `settings.py` and `levels.py` make it weaker. It makes sessions of a view, or of what it
remembers of one, with `belief.py`, values steps with `lookahead.py`, and plays out those that look alike with
`choice_rollouts.py`. Below these, `value_network.py` is the evaluation (expected points between two turns),
`utility.py` and `match_equity.py` turn points into a chance to win, `opponent_model.py` says how the others play,
`rollout.py` plays on by such policies with the tables of `species_values.py`, and `rules_kernel.py` has the rules
over arrays. `judge.py` says what all that makes of a step, for the coach; it plays whole matches out with
`match_rollouts.py`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shoal.games.smallfry.engine.bot import Engine
    from shoal.games.smallfry.engine.settings import Settings

__all__ = ["Engine", "Settings"]


def __getattr__(name: str) -> object:
    """Load the bot only when it is asked for: listing the levels must not load Numba."""
    if name == "Engine":
        from shoal.games.smallfry.engine.bot import Engine

        return Engine
    if name == "Settings":
        from shoal.games.smallfry.engine.settings import Settings

        return Settings
    raise AttributeError(name)
