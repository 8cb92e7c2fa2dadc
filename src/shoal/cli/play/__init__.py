"""`shoal play`: a game in the terminal, for people at one screen and bots, or for a program at a pipe.

`table_setup.py` sets up the table, `game_loop.py` runs the game, `autosave.py` saves it. A `Display` shows it:
`screen.py` to people, `line_protocol.py` to programs.
"""

import sys

from shoal.cli.play.autosave import Autosave
from shoal.cli.play.game_loop import GameLoop
from shoal.cli.play.line_protocol import LineDisplay
from shoal.cli.play.screen import Screen
from shoal.cli.play.table_setup import PlayArguments, ask_for_game, make_bots, set_up_table

__all__ = ["PlayArguments", "play_game"]


def play_game(arguments: PlayArguments) -> int:
    """Play until the game is over or a person quits; the exit status."""
    at_terminal = sys.stdin.isatty()
    if arguments.game is None and arguments.resume is None:
        arguments = ask_for_game(arguments, at_terminal=at_terminal)
    table, file, colours = set_up_table(arguments)
    autosave = Autosave(table, file)
    hide_screen = at_terminal and not arguments.open_screen
    display = LineDisplay(table) if arguments.brief else Screen(table, colours, hide_between_people=hide_screen)
    bots = make_bots(table, resumed=arguments.resume is not None)
    return GameLoop(table, bots, display, autosave, at_terminal=at_terminal).run()
