"""Shoal: play, study and program three fish games.

    import shoal

    table = shoal.play("penguins", ["greedy", "random"], seed=1)

The names below are all that most programs need; docs/python.md shows them at work. Everything else is in the rooms
that they come from: `shoal.core` defines what a game is, `shoal.games` holds the games, `shoal.players` the bots,
`shoal.arena` matches between them, `shoal.coach` reviews and hints, `shoal.cli` the program.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shoal.core import (
        Bot,
        Game,
        Record,
        Replay,
        ShoalError,
        State,
        Table,
        Thought,
        View,
        find_game,
        game_names,
        parse_record,
        read_record,
        write_record,
    )
    from shoal.public_api import (
        analyse,
        bot,
        bot_names,
        hint,
        new_table,
        picture,
        play,
        replay,
        review,
        view,
    )

    __version__: str

__all__ = [
    "Bot",
    "Game",
    "Record",
    "Replay",
    "ShoalError",
    "State",
    "Table",
    "Thought",
    "View",
    "__version__",
    "analyse",
    "bot",
    "bot_names",
    "find_game",
    "game_names",
    "hint",
    "new_table",
    "parse_record",
    "picture",
    "play",
    "read_record",
    "replay",
    "review",
    "view",
    "write_record",
]

_FUNCTIONS = {"analyse", "bot", "bot_names", "hint", "new_table", "picture", "play", "replay", "review", "view"}


def __getattr__(name: str) -> object:
    """A public name, loaded when it is first used: `import shoal` alone loads nothing else."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module, metadata

    value: object
    if name == "__version__":
        value = metadata.version("shoal")
    else:
        value = getattr(import_module("shoal.public_api" if name in _FUNCTIONS else "shoal.core"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
