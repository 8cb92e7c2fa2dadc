"""What the table's log still tells while `memory` is `closed`: no card of an earlier turn.

What was turned up or shown last stays readable until the next player turns up a card: it happened
before everybody's eyes, and at a table where chance acts at once there is no other moment to read it.
"""

from collections.abc import Sequence

from shoal.games.smallfry.cards import BOX

__all__ = ["blank_earlier_turns"]

_TURNED_UP = "=?"
_TAKEN = "=take ?"


def blank_earlier_turns(log: Sequence[str]) -> list[str]:
    """The log with every card blanked that belongs to a turn before the latest one."""
    start = _latest_turn(log)
    return [*(_blank(step) for step in log[:start]), *log[start:]]


def _latest_turn(log: Sequence[str]) -> int:
    """Where the latest turn begins: with the first flip after the turn before it was over."""
    start = 0
    turned_up = 0
    row: set[str] = set()
    over = True
    for number, step in enumerate(log):
        if step == "flip":
            if over:
                start, over = number, False
                row.clear()
        elif step in ("stop", "leave"):
            over = True
        elif _is_card(step):
            turned_up += 1
            species = step.rstrip("1234")
            over = step == "=octopus" or species in row or turned_up % len(BOX) == 0
            row.add(species)
    return start


def _is_card(step: str) -> bool:
    return step.startswith("=") and not step.startswith(("=roll ", "=take "))


def _blank(step: str) -> str:
    if step.startswith("=take "):
        return _TAKEN
    return _TURNED_UP if _is_card(step) else step
