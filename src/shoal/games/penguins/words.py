"""Texts for people: what a step does, and what was expected instead of a step that may not be taken."""

from typing import TYPE_CHECKING

from shoal.core import Step, Text, msg, msgs
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.steps import AGREE, CONTENT, DealIce, Move, PlacePenguin, Swap

if TYPE_CHECKING:
    from shoal.games.penguins.state import State

__all__ = ["describe", "expected"]


def describe(state: "State", step: Step) -> Text:
    """In words, what a legal step does here."""
    match step:
        case Move():
            start, end = step.tokens
            fish = state.fish[step.start]
            return msgs(
                "slide from {start} to {end}, taking {count} fish",
                "slide from {start} to {end}, taking {count} fish",
                fish,
                start=start,
                end=end,
            )
        case PlacePenguin():
            return msg("place a penguin on {floe}", floe=step.text)
        case DealIce():
            return msg("lay out the ice")
        case Swap():
            first, second = step.tokens
            return msg("propose to swap {first} and {second}", first=first, second=second)
    if step == CONTENT:
        return msg("be content with the ice as it lies")
    return msg("agree to the swap") if step == AGREE else msg("refuse the swap")


def expected(state: "State") -> Text:
    """The kind of step that the phase asks for, for the error about a step of another kind."""
    match state.phase:
        case IcePhase.DEAL:
            return msg("the deal of the ice")
        case IcePhase.PLACING:
            return msg("a floe to place a penguin on")
        case IcePhase.OVER:
            return msg("nothing more: the game is over")
    return msg("a move such as c4-c7")
