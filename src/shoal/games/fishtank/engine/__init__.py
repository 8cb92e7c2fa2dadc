"""The engine of Fish Tank: which card to take, and where it goes.

`bot.py` is the bot, `levels.toml` has its five levels and `settings.py` what a level may change.
`candidates.py` lists the steps with a static evaluation of each, `successive_halving.py` compares the best of
them by rollouts in determinized games (`candidate_trials.py`); `judge.py` judges steps by such rollouts for the coach,
as many as `judge_trials.py` finds enough.
The kernels below are compiled: `scoring_tables.py` turns a deck into tables and `scoring.py` counts points;
`rules_kernel.py` deals, passes and places; `potential.py` evaluates unfinished tanks, with the numbers in
`policy_weights.py`; `rollout_policy.py` takes and places cards by that evaluation, `last_two_cards.py` solves the last
two cards; `rollouts.py` plays games to their end and `candidate_rollouts.py` does so after each candidate.
`encoding.py` turns the rules' tanks into kernel arrays. Any deck is judged by itself: `deck_scale.py` measures how many
points it is about, and `policy_fit.py` fits the policy to it by self-play while the engine thinks.
"""

from typing import TYPE_CHECKING

from shoal.games.fishtank.engine.settings import Settings

if TYPE_CHECKING:
    from shoal.games.fishtank.engine.bot import Engine

__all__ = ["Engine", "Settings"]


def __getattr__(name: str) -> object:
    # Importing the levels must not load Numba, which takes a second.
    if name == "Engine":
        from shoal.games.fishtank.engine.bot import Engine

        return Engine
    raise AttributeError(name)
