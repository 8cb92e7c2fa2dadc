"""A search that works on any game, on the contract alone: Monte-Carlo tree search over what a seat has seen.

`bot.py` is the search (ISMCTS), `tree.py` its nodes and their statistics (UCB), `playout.py` plays a line on at
random and values its end.
"""

from shoal.players.search.bot import SearchBot

__all__ = ["SearchBot"]
