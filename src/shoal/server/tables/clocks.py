"""Clocks of a table: none, so long for a step, or Fischer's; days for slow games. All in milliseconds.

A clock runs for a seat from the moment it has to act until it has acted, and only for people: bots
keep their own time. Clocks are worked out again from the times in the log, so they outlive the server.
"""

from collections.abc import Collection, Mapping
from typing import Final, Literal

import msgspec

from shoal.core import Seat, ShoalError, msg

__all__ = ["NO_CLOCK", "Clocks", "TimeControl", "read_terms"]

_LONGEST: Final = 30 * 24 * 3600


class TimeControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed on: seconds for a step, or for the game with `increment` more after each step."""

    kind: Literal["none", "move", "fischer"]
    seconds: int = 0
    increment: int = 0
    #: What becomes of a seat out of time: a bot plays on for it, or it leaves and cannot win.
    late: Literal["bot", "out"] = "bot"


NO_CLOCK: Final = TimeControl("none")


def read_terms(kind: str, seconds: int, increment: int, late: str) -> TimeControl:
    """Terms as somebody asked for them."""
    if kind == "none":
        return NO_CLOCK
    if kind not in ("move", "fischer") or late not in ("bot", "out"):
        raise ShoalError(msg("there is no such clock"))
    if not 1 <= seconds <= _LONGEST or not 0 <= increment <= _LONGEST:
        raise ShoalError(
            msg("clock: expected from {low} to {high} seconds, found {found}", low=1, high=_LONGEST, found=seconds)
        )
    return TimeControl("move" if kind == "move" else "fischer", seconds, increment, "bot" if late == "bot" else "out")


class Clocks:
    """How much time every seat has left, and since when it has been running."""

    def __init__(self, terms: TimeControl, seats: int) -> None:
        self.terms = terms
        self._left = [terms.seconds * 1000] * seats
        self._since: dict[Seat, int] = {}

    def copy(self) -> "Clocks":
        twin = Clocks(self.terms, 0)
        twin._left, twin._since = list(self._left), dict(self._since)
        return twin

    def acted(self, seat: Seat, at: int) -> None:
        """The seat has acted: its clock stops, and is set for its next step."""
        if self.terms.kind == "none" or seat not in self._since:
            return
        used = at - self._since.pop(seat)
        if self.terms.kind == "move":
            self._left[seat] = self.terms.seconds * 1000
        else:
            self._left[seat] = max(0, self._left[seat] - used) + self.terms.increment * 1000

    def run_for(self, seats: Collection[Seat], at: int) -> None:
        """From now on the clocks of these seats run, and no others. One that is called off keeps what it has left."""
        if self.terms.kind == "none":
            return
        for seat in [seat for seat in self._since if seat not in seats]:
            used = at - self._since.pop(seat)
            if self.terms.kind == "fischer":
                self._left[seat] = max(0, self._left[seat] - used)
        for seat in seats:
            self._since.setdefault(seat, at)

    def left(self, at: int) -> Mapping[Seat, int]:
        """What every seat has left; empty without clocks."""
        if self.terms.kind == "none":
            return {}
        return {
            seat: max(0, left - (at - self._since[seat] if seat in self._since else 0))
            for seat, left in enumerate(self._left)
        }

    @property
    def running(self) -> Collection[Seat]:
        return self._since.keys()

    def next_flag(self) -> tuple[int, Seat] | None:
        """When the next seat runs out of time, if nothing happens before, and which."""
        if not self._since:
            return None
        return min((since + self._left[seat], seat) for seat, since in self._since.items())
