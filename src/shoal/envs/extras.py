"""Extras: packages that only environments need. Where one is missing, the error says what to install."""

from collections.abc import Iterator
from contextlib import contextmanager

from shoal.core import ShoalError, msg

__all__ = ["needs"]


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Around the import of what this extra of Shoal installs."""
    try:
        yield
    except ImportError as missing:
        raise ShoalError(
            msg("{package} is not installed: install shoal[{extra}]", package=missing.name or extra, extra=extra)
        ) from missing
