"""The strongest player of penguins we know to build.

`Engine` is the bot (start reading in `bot.py`); `Skill` makes it weaker.
Nothing is compiled or loaded before a bot first thinks; `warm_up()` does it when it suits.
"""

from shoal.games.penguins.engine.bot import Engine, warm_up
from shoal.games.penguins.engine.settings import Skill

__all__ = ["Engine", "Skill", "warm_up"]
