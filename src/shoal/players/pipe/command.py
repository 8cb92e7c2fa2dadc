"""The name of a program: `pipe:` and its command line, split into words as a shell would, but run without one."""

import shlex
from typing import Final

from shoal.core import ShoalError, msg
from shoal.core.errors import shorten

__all__ = ["PREFIX", "read_command"]

PREFIX: Final = "pipe:"


def read_command(name: str) -> tuple[str, ...]:
    """The program and its arguments."""
    try:
        words = tuple(shlex.split(name.removeprefix(PREFIX)))
    except ValueError:
        words = ()
    if not words or not words[0] or any("\0" in word for word in words):
        raise ShoalError(msg("found {found}, expected pipe: and a command line", found=shorten(name)))
    return words
