"""Small Fry (*Kleine Fische*): turn up fish, stop in time, and rob your neighbours.

Start with `RULES.md`, then `rules.py`; `cards.py` says what is in the box.
"""

from shoal.games.smallfry.game import SmallFry

__all__ = ["GAME"]

GAME = SmallFry()
