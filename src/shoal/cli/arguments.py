"""Reading what was asked for on the command line: records and options."""

import sys
from collections.abc import Sequence
from pathlib import Path

from shoal.core import Game, Record, parse_record, read_record
from shoal.core.errors import SaveError
from shoal.core.options import OptionValue, Prose, parse_options
from shoal.core.text import msg

__all__ = ["given_options", "given_record"]

STANDARD_INPUT = "-"


def given_record(file: str) -> Record:
    """The record in a file, or on standard input."""
    if file == STANDARD_INPUT:
        return parse_record(sys.stdin.buffer.read())
    return read_record(Path(file))


def given_options(game: Game, words: Sequence[str]) -> dict[str, OptionValue]:
    """`name=value` words; a field of prose may name a file as `name=@file`."""
    prose = {field.name for field in game.fields if isinstance(field, Prose)}
    return parse_options(game.fields, [_with_file(word, prose) for word in words])


def _with_file(word: str, prose: set[str]) -> str:
    name, _, value = word.partition("=")
    if name not in prose or not value.startswith("@"):
        return word
    path = Path(value[1:])
    try:
        return f"{name}={path.read_text(encoding='utf-8')}"
    except OSError as error:
        raise SaveError(msg("cannot read {path}: {reason}", path=path, reason=error.strerror or str(error))) from None
    except UnicodeDecodeError:
        raise SaveError(msg("cannot read {path}: {reason}", path=path, reason="not UTF-8")) from None
