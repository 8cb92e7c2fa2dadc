"""Reads records and options that the command line names."""

import sys
from collections.abc import Sequence
from pathlib import Path

from shoal.core import Editor, Game, Record, ShoalError, parse_record, read_record
from shoal.core.errors import SaveError
from shoal.core.options import OptionValue, Prose, parse_options
from shoal.core.text import msg

__all__ = ["STANDARD_INPUT", "deck_editor", "read_option_arguments", "read_record_argument"]

STANDARD_INPUT = "-"


def read_record_argument(file: str) -> Record:
    """The record in a file, or on standard input."""
    if file == STANDARD_INPUT:
        return parse_record(sys.stdin.buffer.read())
    return read_record(Path(file))


def read_option_arguments(game: Game, arguments: Sequence[str], deck: Path | None = None) -> dict[str, OptionValue]:
    """The options in `name=value` arguments; a field of prose may name a file, as `name=@file`.

    The file `deck` has the text of the option for which the game has an editor.
    """
    prose = {field.name for field in game.fields if isinstance(field, Prose)}
    words = [_with_file(argument, prose) for argument in arguments]
    if deck is not None:
        option = deck_editor(game).option
        if any(word.partition("=")[0] == option for word in words):
            raise ShoalError(msg("--deck gives the option {option}: leave one of them out", option=option))
        words.append(f"{option}={_read_text(deck)}")
    return parse_options(game.fields, words)


def deck_editor(game: Game) -> Editor:
    """The editor of a game that is played with decks of one's own, which knows what they are."""
    page = game.page()
    if page is None or page.editor is None:
        raise ShoalError(msg("{game} is not played with decks of one's own", game=game.name))
    return page.editor


def _with_file(argument: str, prose: set[str]) -> str:
    """The argument with `@file` replaced by the file's text, for a field of prose."""
    name, _, value = argument.partition("=")
    return f"{name}={_read_text(Path(value[1:]))}" if name in prose and value.startswith("@") else argument


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SaveError(msg("cannot read {path}: {reason}", path=path, reason=error.strerror or str(error))) from None
    except UnicodeDecodeError:
        raise SaveError(msg("cannot read {path}: {reason}", path=path, reason="not UTF-8")) from None
