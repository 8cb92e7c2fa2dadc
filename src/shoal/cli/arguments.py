"""Reads records and options that the command line names."""

import sys
from collections.abc import Sequence
from pathlib import Path

from shoal.core import Game, Record, parse_record, read_record
from shoal.core.errors import SaveError
from shoal.core.options import OptionValue, Prose, parse_options
from shoal.core.text import msg

__all__ = ["STANDARD_INPUT", "read_option_arguments", "read_record_argument"]

STANDARD_INPUT = "-"


def read_record_argument(file: str) -> Record:
    """The record in a file, or on standard input."""
    if file == STANDARD_INPUT:
        return parse_record(sys.stdin.buffer.read())
    return read_record(Path(file))


def read_option_arguments(game: Game, arguments: Sequence[str]) -> dict[str, OptionValue]:
    """The options in `name=value` arguments; a field of prose may name a file, as `name=@file`."""
    prose = {field.name for field in game.fields if isinstance(field, Prose)}
    return parse_options(game.fields, [_read_file(argument, prose) for argument in arguments])


def _read_file(argument: str, prose: set[str]) -> str:
    """The argument with `@file` replaced by the file's text, for a field of prose."""
    name, _, value = argument.partition("=")
    if name not in prose or not value.startswith("@"):
        return argument
    path = Path(value[1:])
    try:
        return f"{name}={path.read_text(encoding='utf-8')}"
    except OSError as error:
        raise SaveError(msg("cannot read {path}: {reason}", path=path, reason=error.strerror or str(error))) from None
    except UnicodeDecodeError:
        raise SaveError(msg("cannot read {path}: {reason}", path=path, reason="not UTF-8")) from None
