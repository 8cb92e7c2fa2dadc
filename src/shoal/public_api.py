"""What `import shoal` offers beside the classes of `shoal.core`: one call for each thing a researcher does first.

Games and bots are named by text, seats by their letter or their number, and a `seed` makes a result repeatable.
docs/python.md shows them together.
"""

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from shoal.core import (
    CHANCE,
    HUMAN,
    Bot,
    Game,
    Record,
    Replay,
    SearchLimit,
    Seat,
    ShoalError,
    State,
    Table,
    Thought,
    View,
    find_game,
    msg,
    parse_seat,
    read_record,
    seat_name,
)
from shoal.core import game_names as game_names
from shoal.core.notebook import game_of, html_picture
from shoal.core.text import say_english
from shoal.players import as_thinker, close_bot, find_bot
from shoal.players import bot_names as names_of_bots

__all__ = ["analyse", "bot", "bot_names", "new_table", "picture", "play", "replay", "view"]

#: Anything that a position can be read from: its state now, or the view of it.
Position: TypeAlias = Table | Replay | Record | State | View
Seed: TypeAlias = int | str | None
