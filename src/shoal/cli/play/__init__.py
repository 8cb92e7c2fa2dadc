"""`shoal play`: a game in the terminal, for people at one screen and bots, or driven through a pipe.

`seating.py` sets the table, `session.py` runs the game, `screen.py` and `brief.py` show it,
`keeper.py` keeps it safe.
"""

import sys

from shoal.cli.play.autosave import Autosave
from shoal.cli.play.game_loop import GameLoop
from shoal.cli.play.line_protocol import LineDisplay
from shoal.cli.play.screen import Screen
from shoal.cli.play.table_setup import PlayArguments, ask_for_game, make_bots, set_table

__all__ = ["PlayArguments", "play_game"]


def play_game(wishes: PlayArguments) -> int:
    """Play until the game is over or everybody left; the exit status."""
    at_terminal = sys.stdin.isatty()
    if wishes.game is None and wishes.resume is None:
        wishes = ask_for_game(wishes, at_terminal=at_terminal)
    table, file = set_table(wishes)
    keeper = Autosave(table, file, anywhere=at_terminal)
    face = LineDisplay(table) if wishes.brief else Screen(table, curtain=at_terminal and not wishes.open_screen)
    bots = make_bots(table, resumed=wishes.resume is not None)
    return GameLoop(table, bots, face, keeper, at_terminal=at_terminal).run()
