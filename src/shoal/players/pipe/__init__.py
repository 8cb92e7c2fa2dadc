"""Bots behind a pipe: any program that reads and writes one JSON object per line can play.

`bot.py` asks for steps and checks the answers, `child.py` runs the process, `command.py` reads `pipe:COMMAND`.
The lines are described in docs/arena.md.
"""

from shoal.players.pipe.bot import PipeBot
from shoal.players.pipe.command import PREFIX, read_command

__all__ = ["PREFIX", "PipeBot", "read_command"]
