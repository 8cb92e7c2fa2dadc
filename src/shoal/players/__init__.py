"""Players: bots by name, a search that works on any game, bots behind a pipe, and the analysis engine.

`shoal.core.game` defines what a bot is, `shoal.core.search_limits` what a thinker is; each game brings its own.
Start with `named_bots.py`; `analysis/` is what `shoal engine` runs.
"""

from shoal.players.bot_adapters import as_thinker, close_bot, is_thinker, limit_threads, warm_up, warm_up_engine
from shoal.players.failure import BotFailure
from shoal.players.named_bots import (
    bot_names,
    find_bot,
    find_bot_or_program,
    is_bot,
    is_program,
    nearly_named,
    split_names,
    usual_opponent,
    usual_seconds,
)
from shoal.players.pipe import PipeBot
from shoal.players.random_bot import RandomBot
from shoal.players.search import SearchBot

__all__ = [
    "BotFailure",
    "PipeBot",
    "RandomBot",
    "SearchBot",
    "as_thinker",
    "bot_names",
    "close_bot",
    "find_bot",
    "find_bot_or_program",
    "is_bot",
    "is_program",
    "is_thinker",
    "limit_threads",
    "nearly_named",
    "split_names",
    "usual_opponent",
    "usual_seconds",
    "warm_up",
    "warm_up_engine",
]
