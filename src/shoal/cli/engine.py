"""`shoal engine`: `shoal.players.analysis` on standard input and output."""

import os
import sys
from pathlib import Path

from shoal.cli.arguments import read_option_arguments
from shoal.cli.language import say
from shoal.core import ShoalError, find_game, msg
from shoal.core.options import write_options
from shoal.players import bot_names, find_bot, warm_up
from shoal.players.analysis import QuestionDefaults, serve_lines

__all__ = ["answer_lines"]


def answer_lines(
    game: str | None, option_arguments: tuple[str, ...], deck: Path | None, *, bot: str | None, workers: int | None
) -> None:
    """Answer requests until the input ends. If a game is named, its bot is warmed up first."""
    serve_lines(
        sys.stdin.buffer,
        sys.stdout.buffer,
        defaults=_defaults(game, option_arguments, deck, bot),
        workers=workers if workers is not None else os.cpu_count() or 1,
        say=say,
    )


def _defaults(
    name: str | None, option_arguments: tuple[str, ...], deck: Path | None, bot: str | None
) -> QuestionDefaults:
    if name is None:
        if option_arguments:
            raise ShoalError(msg("--option needs a game: name it first"))
        if deck is not None:
            raise ShoalError(msg("--deck needs a game: name it first"))
        return QuestionDefaults(bot=bot)
    game = find_game(name)
    options = game.options(read_option_arguments(game, option_arguments, deck))
    written = write_options(game.fields, options)
    warm_up(game, written, find_bot(game, bot if bot is not None else bot_names(game)[-1]))
    return QuestionDefaults(game=name, options=written, bot=bot)
