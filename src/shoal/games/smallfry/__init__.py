"""Small Fry (*Kleine Fische*): turn up fish, stop in time, and rob your neighbours.

Start with `RULES.md`, then `state.py`, which has the rules; `cards.py` says what is in the box.
"""

from shoal.games.smallfry.game import GAME, SmallFry
from shoal.games.smallfry.options import Options
from shoal.games.smallfry.state import State
from shoal.games.smallfry.view import View

__all__ = ["GAME", "Options", "SmallFry", "State", "View"]
