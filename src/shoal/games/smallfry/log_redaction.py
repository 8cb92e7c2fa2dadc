"""What the table's log still tells while `memory` is `closed`: no card of an earlier turn.

What was turned up or shown last stays readable until the next player turns up a card: it happened
before everybody's eyes, and at a table where chance acts at once there is no other moment to read it.
"""

from collections.abc import Sequence

from shoal.games.smallfry.turn import Phase

__all__ = ["CARD_TAKEN", "CARD_TURNED_UP", "blank_earlier_turns"]

#: What the log shows instead of a card that was turned up, or that changed hands.
CARD_TURNED_UP = "=?"
CARD_TAKEN = "=take ?"


def blank_earlier_turns(phases: Sequence[Phase], log: Sequence[str]) -> list[str]:
    """The log with every card blanked that belongs to a turn before the latest; `phases[n]` is that before step `n`."""
    start = max((number for number in range(len(log)) if phases[number] == "begin"), default=0)
    return [*(_blank(step) for step in log[:start]), *log[start:]]


def _blank(step: str) -> str:
    if step.startswith("=take "):
        return CARD_TAKEN
    return CARD_TURNED_UP if step.startswith("=") and not step.startswith("=roll ") else step
