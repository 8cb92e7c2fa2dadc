"""Log redaction: while `memory` is `closed`, the table's log names no card of an earlier turn.

The latest turn stays readable until the next player turns up a card: all players saw it, and where
chance acts at once there is no other moment to read it.
"""

from collections.abc import Sequence

from shoal.games.smallfry.phase import TurnPhase

__all__ = ["CARD_TAKEN", "CARD_TURNED_UP", "blank_earlier_turns"]

#: What the log shows instead of a card that was turned up, or that changed hands.
CARD_TURNED_UP = "=?"
CARD_TAKEN = "=take ?"


def blank_earlier_turns(phases: Sequence[TurnPhase], log: Sequence[str]) -> list[str]:
    """The log with the cards of all turns before the latest blanked; `phases[n]` is the phase before step `n`."""
    start = max((number for number in range(len(log)) if phases[number] == "begin"), default=0)
    return [*(_blank(step) for step in log[:start]), *log[start:]]


def _blank(step: str) -> str:
    if step.startswith("=take "):
        return CARD_TAKEN
    return CARD_TURNED_UP if step.startswith("=") and not step.startswith("=roll ") else step
