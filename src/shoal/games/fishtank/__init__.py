"""Fish Tank: choose a card, pass the hand on, place the card in a tank of four by four.

Start with `RULES.md`, then `rules.py` (play) and `scoring.py` (points). The cards and what they score are
told in `deck.toml` alone. `imagine/` leads from what a seat has seen to whole states for bots.
"""

from shoal.games.fishtank.game import FishTank

__all__ = ["GAME", "FishTank"]

GAME = FishTank()
