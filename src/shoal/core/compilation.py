"""Whether compiled code may be made here, or only loaded. Compiling takes seconds, so not everybody may start it.

with loading_only():        raises `NotCompiled` instead of compiling anything
    engine.warm_up()
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

__all__ = ["NotCompiled", "loading_only", "may_compile"]

_LOADING_ONLY: Final[ContextVar[bool]] = ContextVar("loading_only", default=False)


class NotCompiled(Exception):
    """Some code would have had to be compiled, where it may only be loaded."""


def may_compile() -> bool:
    """Whether code may be compiled here."""
    return not _LOADING_ONLY.get()


@contextmanager
def loading_only() -> Iterator[None]:
    """Load what was compiled before, and compile nothing."""
    before = _LOADING_ONLY.set(True)
    try:
        yield
    finally:
        _LOADING_ONLY.reset(before)
