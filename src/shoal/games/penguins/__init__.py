"""*Hey, That's My Fish!*: penguins, ice floes and fish for 2 to 4 players.

The rules for people are in `RULES.md`, for the machine in `state.py`. Start reading there, or with
`board.py`, where sets of floes are ints with one bit a floe. Bot writers need `State` (from
`view.imagine`), its `Board`, and the steps in `steps.py`; `solo_walk.best_walk` solves a penguin's
island exactly.
"""

from shoal.games.penguins.game import GAME, Penguins
from shoal.games.penguins.options import Options
from shoal.games.penguins.state import State
from shoal.games.penguins.view import View

__all__ = ["GAME", "Options", "Penguins", "State", "View"]
