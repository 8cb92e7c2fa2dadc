"""What the table's log still tells while `memory` is `closed`: no card of an earlier turn.

What was turned up or shown last stays readable until the next player turns up a card: it happened
before everybody's eyes, and at a table where chance acts at once there is no other moment to read it.
"""

from collections.abc import Sequence

from shoal.games.smallfry.turn import Phase

__all__ = ["blank_earlier_turns"]

_TURNED_UP = "=?"
_TAKEN = "=take ?"


def blank_earlier_turns(phases: Sequence[Phase], log: Sequence[str]) -> list[str]:
    """The log with every card blanked that belongs to a turn before the latest; `phases[n]` is that before step `n`."""
    start = max((number for number in range(len(log)) if phases[number] == "begin"), default=0)
    return [*(_blank(step) for step in log[:start]), *log[start:]]


def _blank(step: str) -> str:
    if step.startswith("=take "):
        return _TAKEN
    return _TURNED_UP if step.startswith("=") and not step.startswith("=roll ") else step
