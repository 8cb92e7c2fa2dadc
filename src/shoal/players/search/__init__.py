"""A search that works on any game, on the contract alone: Monte-Carlo tree search over what a seat has seen.

`bot.py` is the player, `tree.py` what it has learnt so far, `playout.py` how a line of play is carried
on and what its end is worth.
"""

from shoal.players.search.bot import SearchBot

__all__ = ["SearchBot"]
