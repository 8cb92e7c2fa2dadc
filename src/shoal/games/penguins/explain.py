"""The game's own words for the coach: where to look, why a step is good, and what it did to the penguins on the ice."""

import random
from collections.abc import Sequence
from itertools import pairwise

from shoal.core import Seat, Step, Text, msg, msgs, seat_name
from shoal.games.penguins.board import Floes, bits
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.state import State
from shoal.games.penguins.steps import Move, PlacePenguin, Swap
from shoal.games.penguins.view import View

__all__ = ["consequence", "nudge", "reasons"]

#: Fish that a seat is cut off from are told if they are so many.
_WORTH_TELLING = 3


def reasons(view: View, step: Step) -> list[Text]:
    """What a slide does at once: whom it cuts off from fish, and what it keeps for its own seat alone."""
    state = view.imagine(random.Random(0))
    if state.phase is not IcePhase.MOVING or not isinstance(step, Move):
        return []
    seat, after = state.to_act[0], state.play(step)
    told = [
        msgs(
            "It cuts the penguins of seat {seat} off from {count} fish.",
            "It cuts the penguins of seat {seat} off from {count} fish.",
            lost,
            seat=seat_name(other),
        )
        for other, lost in enumerate(_cut_off(state, step, after))
        if other != seat and lost >= _WORTH_TELLING
    ]
    shared = 0
    for other in range(len(after.penguins)):
        if other != seat:
            shared |= _reach(after, other)
    alone = _fish(after, _reach(after, seat) & ~shared)
    if alone:
        told.append(
            msgs(
                "{count} fish can then be reached by nobody else.",
                "{count} fish can then be reached by nobody else.",
                alone,
            )
        )
    return told


def nudge(view: View, step: Step) -> Text:
    """Which penguin to look at, or which row of the ice; never where to go."""
    match step:
        case Move():
            floe = step.tokens[0]
            if all(other.tokens[0] == floe for other in view.legal):
                return msg("Only the penguin on {floe} can move: where does it reach the most fish?", floe=floe)
            return msg("Look at the penguin on {floe}.", floe=floe)
        case PlacePenguin():
            return msg("Look at row {row}: which of its floes has the best neighbours?", row=step.text[0])
        case Swap():
            return msg("Look at the fish around {floe}.", floe=step.tokens[0])
    return msg("Whom does the ice favour as it lies?")


def consequence(states: Sequence[State], number: int, better: Step | None, names: Sequence[str]) -> Text | None:
    """Whom a slide cut off from how many fish; or what the fish were that the better step would have taken."""
    state, after = states[number], states[number + 1]
    if state.phase is not IcePhase.MOVING or better is None:
        return None
    seat = state.to_act[0]
    step = next(move for move in state.legal(seat) if state.play(move) == after)
    if not isinstance(step, Move):
        return None
    start, end = step.tokens
    lost = _cut_off(state, step, after)
    if lost[seat] >= _WORTH_TELLING:
        return msgs(
            "{start}-{end} cut the penguins of {name} off from {count} fish.",
            "{start}-{end} cut the penguins of {name} off from {count} fish.",
            lost[seat],
            start=start,
            end=end,
            name=names[seat],
        )
    return _answered(states, number, seat, names)


def _answered(states: Sequence[State], number: int, seat: Seat, names: Sequence[str]) -> Text | None:
    """The next step of another seat, if it cut this seat's penguins off."""
    for before, after in pairwise(states[number + 1 : number + 1 + len(names)]):
        if before.phase is not IcePhase.MOVING or not before.to_act or before.to_act[0] == seat:
            return None
        mover = before.to_act[0]
        step = next(move for move in before.legal(mover) if before.play(move) == after)
        if not isinstance(step, Move):
            return None
        lost = _cut_off(before, step, after)[seat]
        if lost >= _WORTH_TELLING:
            start, end = step.tokens
            return msgs(
                "It let {other} cut the penguins of {name} off from {count} fish with {start}-{end}.",
                "It let {other} cut the penguins of {name} off from {count} fish with {start}-{end}.",
                lost,
                other=names[mover],
                name=names[seat],
                start=start,
                end=end,
            )
    return None


def _cut_off(state: State, step: Move, after: State) -> list[int]:
    """By seat: the fish that its penguins could reach before a slide, but not after it; the floe slid to aside."""
    end = 1 << step.end
    return [
        _fish(state, _reach(state, seat) & ~_reach(after, seat) & ~end) if after.penguins[seat] else 0
        for seat in range(len(state.penguins))
    ]


def _reach(state: State, seat: Seat) -> Floes:
    """The free floes that a seat's penguins could come to, if nobody else moved."""
    return state.board.connected(state.penguins[seat], state.free) & state.free if state.penguins[seat] else 0


def _fish(state: State, floes: Floes) -> int:
    return sum(state.fish[bit.bit_length() - 1] for bit in bits(floes))
