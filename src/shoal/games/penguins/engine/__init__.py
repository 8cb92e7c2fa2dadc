"""The strongest player of penguins we know to build.

`Engine` is the bot (start reading in `bot.py`); `Skill` makes it weaker; `PlainTree` and `TerritoryTree` are rivals to
measure it by. Underneath: `table` and `slides` (the board as bits), `play` (the rules as a kernel), `walks` (islands,
exactly), `territory` (judgement), `search` and `placing` (two players), `race`, `outlook` and `tree` (more players).
Nothing is compiled or loaded before a bot first thinks; `warm_up()` does it when it suits.
"""

from shoal.games.penguins.engine.bot import Engine, warm_up
from shoal.games.penguins.engine.rivals import PlainTree, TerritoryTree
from shoal.games.penguins.engine.skill import Skill

__all__ = ["Engine", "PlainTree", "Skill", "TerritoryTree", "warm_up"]
