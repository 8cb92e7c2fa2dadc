"""The lines of a table's log: each step as a person would tell it."""

from collections.abc import Sequence

from shoal.core import CHANCE, Seat, Text, Viewer, msg, msgs
from shoal.games.penguins.state import State
from shoal.games.penguins.steps import AGREE, CONTENT, Move, PlacePenguin, Swap

__all__ = ["tell"]


def tell(state: State, seat: Seat, seen: str, names: Sequence[str], reader: Viewer) -> Text:
    """One line: what the seat did in this state. Nothing is hidden in this game (P21)."""
    if seat == CHANCE:
        return msg("The ice is laid out")
    you, name, step = seat == reader, names[seat], state.parse(seen)
    if isinstance(step, Move):
        return _tell_slide(step, state.fish[step.start], name, you=you)
    if isinstance(step, PlacePenguin):
        if you:
            return msg("You placed a penguin on {floe}", floe=seen)
        return msg("{name} placed a penguin on {floe}", name=name, floe=seen)
    if isinstance(step, Swap):
        first, second = step.tokens
        if you:
            return msg("You proposed to swap {first} and {second}", first=first, second=second)
        return msg("{name} proposed to swap {first} and {second}", name=name, first=first, second=second)
    if step == CONTENT:
        return msg("You are content with the ice") if you else msg("{name} is content with the ice", name=name)
    if step == AGREE:
        return msg("You agreed to the swap") if you else msg("{name} agreed to the swap", name=name)
    return msg("You refused the swap") if you else msg("{name} refused the swap", name=name)


def _tell_slide(step: Move, fish: int, name: str, *, you: bool) -> Text:
    start, end = step.tokens
    if you:
        return msgs(
            "You slid from {start} to {end} and took {count} fish",
            "You slid from {start} to {end} and took {count} fish",
            fish,
            start=start,
            end=end,
        )
    return msgs(
        "{name} slid from {start} to {end} and took {count} fish",
        "{name} slid from {start} to {end} and took {count} fish",
        fish,
        name=name,
        start=start,
        end=end,
    )
