"""Fish Tank: choose a card, pass the hand on, place the card in a tank of four by four.

Start with `RULES.md`, then `state.py` (play) and `scoring.py` (points). `deck.toml` alone lists the cards and
what they score. `imagine/` turns what a seat has seen into whole states for bots, and `engine/` is the
strongest of them.
"""

from shoal.games.fishtank.game import GAME, FishTank
from shoal.games.fishtank.options import Options
from shoal.games.fishtank.state import State
from shoal.games.fishtank.view import View

__all__ = ["GAME", "FishTank", "Options", "State", "View"]
