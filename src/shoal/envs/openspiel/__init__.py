"""OpenSpiel: every game as a Python game of that library. Importing this registers them.

    import pyspiel
    import shoal.envs.openspiel

    game = pyspiel.load_game("python_shoal_penguins(players=3,edition=fr)")

Chance is explicit, in small steps with exact odds; seats that choose at the same time do so in simultaneous nodes; and
information states have perfect recall. A game with such nodes has a twin, `python_shoal_…_in_turn`, whose sealed
choices are made one after the other, for searches that know turns alone. Options of the game are parameters, but for
texts; `utility` is one, too.
A game here is a tree and not a table: who draws for chance is up to the algorithm.
"""

from shoal.core import find_game
from shoal.envs.extras import needs

with needs("open_spiel"):
    import pyspiel

from shoal.envs.ids import versioned_ids
from shoal.envs.openspiel.game import SpielGame, spiel_games
from shoal.envs.openspiel.state import SpielState

__all__ = ["SpielGame", "SpielState"]


def _register() -> None:
    for name, _ in versioned_ids():
        for found in spiel_games(find_game(name)):
            pyspiel.register_game(found.kind, found)


_register()
