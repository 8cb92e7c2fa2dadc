"""The contract of a game: seats, steps, chance, views, results, records, the dealer, the table.

Start with `state.py` (the contract), then `game.py` and `table.py`. The games are in `shoal.games`.
"""

from shoal.core.chance import Below, Chance, Counted, Odds
from shoal.core.colours import seat_colours
from shoal.core.dealer import Dealer, new_seed
from shoal.core.editor import Editor, EditorWords
from shoal.core.errors import (
    IllegalStep,
    NotationError,
    OptionError,
    RecordError,
    Refusal,
    SaveError,
    ShoalError,
)
from shoal.core.game import Bot, BotMaker, Game, ScoredText
from shoal.core.layout import BoardLayout
from shoal.core.page import Pad, Page
from shoal.core.perft import divide, perft
from shoal.core.record import Fair, Record, RecordedResult, Replay, parse_record, read_record, verify, write_record
from shoal.core.registry import find_game, game_names
from shoal.core.result import Result
from shoal.core.scene import Scene
from shoal.core.search_limits import SearchLimit, Thinker, Thought
from shoal.core.seats import CHANCE, Seat, Viewer, parse_seat, seat_name, turned
from shoal.core.state import BaseState, BaseView, State, View, view_bytes
from shoal.core.step import Step
from shoal.core.table import HUMAN, Table
from shoal.core.text import Say, Text, msg, msgs

__all__ = [
    "CHANCE",
    "HUMAN",
    "BaseState",
    "BaseView",
    "Below",
    "BoardLayout",
    "Bot",
    "BotMaker",
    "Chance",
    "Counted",
    "Dealer",
    "Editor",
    "EditorWords",
    "Fair",
    "Game",
    "IllegalStep",
    "NotationError",
    "Odds",
    "OptionError",
    "Pad",
    "Page",
    "Record",
    "RecordError",
    "RecordedResult",
    "Refusal",
    "Replay",
    "Result",
    "SaveError",
    "Say",
    "Scene",
    "ScoredText",
    "SearchLimit",
    "Seat",
    "ShoalError",
    "State",
    "Step",
    "Table",
    "Text",
    "Thinker",
    "Thought",
    "View",
    "Viewer",
    "divide",
    "find_game",
    "game_names",
    "msg",
    "msgs",
    "new_seed",
    "parse_record",
    "parse_seat",
    "perft",
    "read_record",
    "seat_colours",
    "seat_name",
    "turned",
    "verify",
    "view_bytes",
    "write_record",
]
