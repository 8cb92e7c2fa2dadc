"""The clocks of a table: none, seconds for each step, or Fischer's; days for slow games. Times are in milliseconds.

A person's clock runs from the moment their seat has to act until it has acted. Bots have none, they limit their own
time. Clocks are computed from the times in the event log, so they survive a restart of the server. While no server
runs for long, they stand still: see `downtime.py`.
"""

from collections.abc import Collection, Mapping
from typing import Final, Literal

import msgspec

from shoal.core import Seat, ShoalError, msg

__all__ = ["NO_CLOCK", "Clocks", "TimeControl", "parse_time_control"]

_LONGEST_SECONDS: Final = 30 * 24 * 3600


class TimeControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for each step (`move`), or for the whole game with `increment` more after each step (`fischer`)."""

    kind: Literal["none", "move", "fischer"]
    seconds: int = 0
    increment: int = 0
    #: What happens to a seat that is out of time: a bot plays on for it, or it is out and cannot win.
    late: Literal["bot", "out"] = "bot"


NO_CLOCK: Final = TimeControl("none")


def parse_time_control(kind: str, seconds: int, increment: int, late: str) -> TimeControl:
    """Return the time control that a form or a request asks for, after checking it."""
    if kind == "none":
        return NO_CLOCK
    if kind not in ("move", "fischer") or late not in ("bot", "out"):
        raise ShoalError(msg("there is no such clock"))
    if not 1 <= seconds <= _LONGEST_SECONDS or not 0 <= increment <= _LONGEST_SECONDS:
        raise ShoalError(
            msg(
                "clock: expected from {low} to {high} seconds, found {found}",
                low=1,
                high=_LONGEST_SECONDS,
                found=seconds,
            )
        )
    return TimeControl("move" if kind == "move" else "fischer", seconds, increment, "bot" if late == "bot" else "out")


class Clocks:
    """How much time each seat has left, and since when its clock has been running."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self._left = [control.seconds * 1000] * seats
        self._since: dict[Seat, int] = {}

    def copy(self) -> "Clocks":
        twin = Clocks(self.control, 0)
        twin._left, twin._since = list(self._left), dict(self._since)
        return twin

    def stop_after_step(self, seat: Seat, at: int) -> None:
        """Stop the clock of a seat that has acted, and set it for the seat's next step."""
        if self.control.kind == "none" or seat not in self._since:
            return
        used = at - self._since.pop(seat)
        if self.control.kind == "move":
            self._left[seat] = self.control.seconds * 1000
        else:
            self._left[seat] = max(0, self._left[seat] - used) + self.control.increment * 1000

    def run_for(self, seats: Collection[Seat], at: int) -> None:
        """Run the clocks of these seats from now on, and no others. A clock that is stopped keeps the time it has."""
        if self.control.kind == "none":
            return
        for seat in [seat for seat in self._since if seat not in seats]:
            used = at - self._since.pop(seat)
            if self.control.kind == "fischer":
                self._left[seat] = max(0, self._left[seat] - used)
        for seat in seats:
            self._since.setdefault(seat, at)

    def hold(self, away: int, at: int) -> None:
        """Do not count this much of the time in which clocks have been running."""
        for seat, since in self._since.items():
            self._since[seat] = min(since + away, at)

    def time_left(self, at: int) -> Mapping[Seat, int]:
        """Return the milliseconds that each seat has left; nothing without clocks."""
        if self.control.kind == "none":
            return {}
        return {
            seat: max(0, left - (max(0, at - self._since[seat]) if seat in self._since else 0))
            for seat, left in enumerate(self._left)
        }

    @property
    def running(self) -> Collection[Seat]:
        """The seats whose clocks run."""
        return self._since.keys()

    def next_flag(self) -> tuple[int, Seat] | None:
        """Return when the next seat runs out of time, if nothing happens before, and which; None if no clock runs."""
        if not self._since:
            return None
        return min((since + self._left[seat], seat) for seat, since in self._since.items())
