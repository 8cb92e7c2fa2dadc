"""`shoal play`: a game in the terminal, for people at one screen and bots, or driven through a pipe.

`seating.py` sets the table, `session.py` runs the game, `screen.py` and `brief.py` show it,
`keeper.py` keeps it safe.
"""

import sys

from shoal.cli.play.brief import Brief
from shoal.cli.play.keeper import Keeper
from shoal.cli.play.screen import Screen
from shoal.cli.play.seating import Wishes, ask_for_game, make_bots, set_table
from shoal.cli.play.session import Session

__all__ = ["Wishes", "play_game"]


def play_game(wishes: Wishes) -> int:
    """Play until the game is over or everybody left; the exit status."""
    at_terminal = sys.stdin.isatty()
    if wishes.game is None and wishes.resume is None:
        wishes = ask_for_game(wishes, at_terminal=at_terminal)
    table, file = set_table(wishes)
    keeper = Keeper(table, file, anywhere=at_terminal)
    face = Brief(table) if wishes.brief else Screen(table, curtain=at_terminal and not wishes.open_screen)
    bots = make_bots(table, resumed=wishes.resume is not None)
    return Session(table, bots, face, keeper, at_terminal=at_terminal).run()
