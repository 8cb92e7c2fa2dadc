"""Players: bots by name, and bots that work on any game.

What a bot is says `shoal.core.game`; each game brings its own. Start with `find_bot`.
"""

from shoal.players.roster import bot_names, find_bot
from shoal.players.uniform import RandomBot

__all__ = ["RandomBot", "bot_names", "find_bot"]
