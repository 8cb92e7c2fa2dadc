"""The language of this run: `--lang`, or else the environment's.

It is chosen before the commands are declared, because their help is in that language too.
"""

from collections.abc import Sequence

from shoal.core.game import Game
from shoal.core.registry import find_game, game_names
from shoal.core.text import Say, Text
from shoal.core.translations import pick_language, speaker

__all__ = ["choose_language", "language", "say", "say_error", "speaker_for"]

_chosen = "en"


def choose_language(arguments: Sequence[str]) -> None:
    """Look for `--lang` anywhere among the arguments; the commands declare it for their help."""
    global _chosen
    wanted = None
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith("--lang="):
            wanted = argument.removeprefix("--lang=")
        elif argument == "--lang" and index + 1 < len(arguments):
            wanted = arguments[index + 1]
    _chosen = pick_language(wanted)


def language() -> str:
    """The code of the chosen language."""
    return _chosen


def say(text: Text) -> str:
    """A text of Shoal itself, in the chosen language."""
    return speaker(_chosen)(text)


def say_error(text: Text) -> str:
    """An error's text, which may come from any game, in the chosen language."""
    return speaker(_chosen, *(find_game(name) for name in game_names()))(text)


def speaker_for(game: Game) -> Say:
    """A function that puts texts of Shoal and of a game into the chosen language."""
    return speaker(_chosen, game)
