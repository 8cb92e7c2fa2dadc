"""Makes a server in this process repeat itself: what is random follows from labels, and the clock stands still.

Two servers that are asked the same in the same order then answer the same, byte for byte. What differs between their
answers, one could learn from them.
"""

import hashlib
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final
from unittest.mock import patch

from shoal.server import timestamps
from shoal.server.web import live_feed

__all__ = ["Fate"]

#: When every world begins, in milliseconds since the epoch.
_BEGIN: Final = 1_700_000_000_000


class Fate:
    """The chance and the clock of one world. Whoever needs something random says first what for."""

    def __init__(self) -> None:
        self._label = ""
        self._drawn = 0
        self._now = _BEGIN
        #: How often time has passed.
        self.moment = 0

    def begin(self, label: str) -> None:
        """What is random from now on follows from this label."""
        self._label = label
        self._drawn = 0

    def pass_time(self) -> None:
        """Put the clock forward, by so little that it does not seem to have been set."""
        self._now += 1000
        self.moment += 1

    @contextmanager
    def governs(self) -> Iterator[None]:
        """Replace the sources of chance and time in this process for as long as the context lasts."""
        with ExitStack() as stack:
            # The other functions of `secrets` that return text draw from this one.
            stack.enter_context(patch.object(secrets, "token_bytes", self._token_bytes))
            # A heartbeat is a message by the time that really passes.
            stack.enter_context(patch.object(live_feed, "_HEARTBEAT_SECONDS", 1e6))
            for place, name in _places_of(timestamps.now):
                stack.enter_context(patch.dict(place, {name: self._time}))
            yield

    def _token_bytes(self, size: int | None = None) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(f"{self._label}#{self._drawn}".encode()).digest(size or 32)

    def _time(self) -> int:
        return self._now


def _places_of(function: Callable[[], int]) -> list[tuple[dict[str, object], str]]:
    """Every module of Shoal that has this function, and the name it has there."""
    modules = [module for name, module in sys.modules.items() if name.startswith("shoal.")]
    return [(vars(module), name) for module in modules for name, value in vars(module).items() if value is function]
