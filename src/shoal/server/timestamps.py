"""The server's own clock: the system's time when the server started, and steady time since then.

Clocks of games are computed from it, so it never jumps. Setting the system's clock changes nothing while a server runs,
and the time that a machine sleeps does not pass; `noticed_jump` tells of either.
"""

import time
from collections.abc import Callable
from typing import Final

__all__ = ["ServerClock", "now", "server_clock"]

#: Smaller differences than this are no jump (in ms).
_SMALLEST_JUMP: Final = 2000


class ServerClock:
    """Milliseconds since the epoch that only ever go forward, at the pace of a steady clock."""

    def __init__(self, system: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns) -> None:
        self._system, self._steady = system, steady
        self._offset = system() - steady()
        #: How far the system's clock was known to be ahead of this one (in ms).
        self._known_lead = 0

    def now(self) -> int:
        """Return the milliseconds since the epoch."""
        return (self._offset + self._steady()) // 1_000_000

    def not_before(self, moment: int) -> int:
        """Go on from this moment if it is later than now; return by how much it is (in ms)."""
        behind = max(0, moment - self.now())
        self._offset += behind * 1_000_000
        self._known_lead -= behind
        return behind

    def noticed_jump(self) -> int:
        """Return by how much the system's clock has jumped since this was last asked (in ms), or 0."""
        lead = self._system() // 1_000_000 - self.now()
        jump = lead - self._known_lead
        if abs(jump) < _SMALLEST_JUMP:
            return 0
        self._known_lead = lead
        return jump


#: The clock of this process, which all its servers share.
server_clock = ServerClock()


def now() -> int:
    """Return the milliseconds since the epoch, by the server's own clock."""
    return server_clock.now()
