"""Perft: counting the positions at a depth, the classic check of a rules implementation."""

from collections.abc import Sequence

from shoal.core.errors import ShoalError
from shoal.core.seats import CHANCE
from shoal.core.state import State
from shoal.core.step import Step
from shoal.core.text import msg

__all__ = ["divide", "following", "perft"]


def following(state: State) -> Sequence[Step]:
    """The next steps that perft counts: of chance, or of the first seat that still has to act.

    Seats that act at once are taken in their order, so that each position counts once.
    """
    if not state.to_act:
        return ()
    if state.to_act[0] != CHANCE:
        return state.legal(state.to_act[0])
    steps = state.chance().steps
    if not steps:
        raise ShoalError(msg("chance has too many outcomes to count here: add its step to the record"))
    return steps


def perft(state: State, depth: int) -> int:
    """The number of positions `depth` steps on; games that end earlier count nothing."""
    if depth == 0:
        return 1
    steps = following(state)
    if depth == 1:
        return len(steps)
    return sum(perft(state.play(step), depth - 1) for step in steps)


def divide(state: State, depth: int) -> list[tuple[Step, int]]:
    """The first steps, each with the number of positions below it."""
    return [(step, perft(state.play(step), depth - 1)) for step in following(state)]
