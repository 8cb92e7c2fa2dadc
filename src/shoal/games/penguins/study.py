"""What a study counts in a finished game: how often rules came up, where penguins stood, and what was taken."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from shoal.core import Seat, Step, Text, msg, msgs
from shoal.core.study import RULES, Finding, Measure, MeasureGroup, Tally
from shoal.games.penguins.agreed_finish import islands_of
from shoal.games.penguins.board import Floes, bits
from shoal.games.penguins.deal import floes_with
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.state import State
from shoal.games.penguins.steps import Move, PlacePenguin

__all__ = ["MEASURES", "study"]

_FISH: Final = (1, 2, 3)

_FIRST: Final = MeasureGroup("first-penguin", msg("Where the first penguin was placed"), "seat")
_PLACED: Final = MeasureGroup("placing", msg("When all penguins had been placed"), "seat")
_TAKEN: Final = MeasureGroup("takings", msg("Floes taken"), "seat")
_COURSE: Final = MeasureGroup("course", msg("The course of the game"), "seat")


def _beside_it(fish: int) -> Text:
    return msgs("free floes with {count} fish beside it", "free floes with {count} fish beside it", fish)


def _beside_them(fish: int) -> Text:
    return msgs("free floes with {count} fish beside them", "free floes with {count} fish beside them", fish)


def _with_fish(fish: int) -> Text:
    return msgs("floes with {count} fish", "floes with {count} fish", fish)


MEASURES: Final = (
    Measure("P15", RULES, msg("seats that left while others played on"), "P15"),
    Measure("P16", RULES, msg("moves of a seat that had a stuck penguin"), "P16"),
    Measure("P17", RULES, msg("moves of the last seat, alone on the ice"), "P17"),
    Measure("P18", RULES, msg("floes that nobody took"), "P18"),
    Measure("P19-floes", RULES, msg("ties on fish that floes decided"), "P19"),
    Measure("P19-shared", RULES, msg("shared wins"), "P19"),
    Measure("P20", RULES, msg("seats that could never move"), "P20"),
    Measure("P22", RULES, msg("moves made once no two penguins shared ice"), "P22"),
    *(Measure(f"first-{fish}", _FIRST, _beside_it(fish)) for fish in _FISH),
    *(Measure(f"beside-{fish}", _PLACED, _beside_them(fish)) for fish in _FISH),
    Measure("mobility", _PLACED, msg("moves to choose from")),
    *(Measure(f"taken-{fish}", _TAKEN, _with_fish(fish)) for fish in _FISH),
    Measure("floes", _TAKEN, msg("floes in all")),
    Measure("moves", _COURSE, msg("moves made")),
    Measure("left", _COURSE, msg("moves made by all before it left the ice")),
    Measure("hindered", _COURSE, msg("moves with a stuck penguin of its own")),
    Measure("slide", _COURSE, msg("mean length of its slides, in floes")),
)


def study(states: Sequence[State], steps: Sequence[Step]) -> tuple[Finding, ...]:
    """The findings of a game that is over."""
    end = states[-1]
    tally = Tally(MEASURES, end.options.players)
    _count_placings(tally, states, steps)
    _count_moves(tally, states, steps)
    _count_leaving(tally, states)
    _count_taken(tally, states, steps)
    result = end.result
    if result is not None and end.scores.count(max(end.scores)) > 1:
        tally.add("P19-shared" if len(result.winners) > 1 else "P19-floes")
    return tally.findings()


def _count_placings(tally: Tally, states: Sequence[State], steps: Sequence[Step]) -> None:
    standing: dict[Seat, Floes] = {}
    free: Floes = 0
    for state, step in zip(states, steps, strict=False):
        if isinstance(step, PlacePenguin):
            seat, bit = state.to_act[0], 1 << step.floe
            free = state.free ^ bit
            if seat not in standing:
                _count_beside(tally, "first", seat, state, bit, free)
            standing[seat] = standing.get(seat, 0) | bit
    for seat, penguins in standing.items():
        _count_beside(tally, "beside", seat, states[-1], penguins, free)
        tally.add("mobility", len(states[-1].board.moves(penguins, free)), seat)


def _count_beside(tally: Tally, name: str, seat: Seat, state: State, penguins: Floes, free: Floes) -> None:
    """The free floes that touch these penguins, by their fish; each counts once."""
    beside: Floes = 0
    for bit in bits(penguins):
        beside |= state.board.neighbours[bit]
    for fish in _FISH:
        tally.add(f"{name}-{fish}", (beside & free & floes_with(state.fish, fish)).bit_count(), seat)


def _count_moves(tally: Tally, states: Sequence[State], steps: Sequence[Step]) -> None:
    lengths: dict[Seat, list[int]] = {}
    apart = False
    for state, step in zip(states, steps, strict=False):
        if not isinstance(step, Move):
            continue
        seat = state.to_act[0]
        tally.add("moves", seat=seat)
        lengths.setdefault(seat, []).append(state.board.slides[step.text].path.bit_count())
        if any(not state.board.can_move(bit, state.free) for bit in bits(state.penguins[seat])):
            tally.add("P16")
            tally.add("hindered", seat=seat)
        if sum(map(bool, state.penguins)) == 1:
            tally.add("P17")
        # Penguins that are alone once stay so.
        apart = apart or islands_of(state) is not None
        tally.add("P22", apart)
    for seat, slides in lengths.items():
        tally.add("slide", sum(slides) / len(slides), seat)


def _count_leaving(tally: Tally, states: Sequence[State]) -> None:
    """When each seat left the ice."""
    moves = 0
    for before, after in pairwise(states):
        moves += before.phase is IcePhase.MOVING
        if after.phase not in (IcePhase.MOVING, IcePhase.OVER):
            continue
        for seat in range(after.options.players):
            was_there = bool(before.penguins[seat]) or before.phase is IcePhase.PLACING
            if was_there and not after.penguins[seat]:
                tally.add("left", moves, seat)
                tally.add("P15", after.phase is IcePhase.MOVING)
                tally.add("P20", before.phase is IcePhase.PLACING)


def _count_taken(tally: Tally, states: Sequence[State], steps: Sequence[Step]) -> None:
    """The floes that each seat took, by moving and with its penguins when it left (P15), and those that nobody took."""
    end = states[-1]
    taken: list[Floes] = [0] * len(end.scores)
    standing: list[Floes] = [0] * len(end.scores)
    for state, step in zip(states, steps, strict=False):
        seat = state.to_act[0]
        if isinstance(step, PlacePenguin):
            standing[seat] |= 1 << step.floe
        elif isinstance(step, Move):
            taken[seat] |= 1 << step.start
            standing[seat] ^= 1 << step.start | 1 << step.end
    for seat in range(len(end.scores)):
        floes = taken[seat] | standing[seat]
        for fish in _FISH:
            tally.add(f"taken-{fish}", (floes & floes_with(end.fish, fish)).bit_count(), seat)
        tally.add("floes", floes.bit_count(), seat)
    tally.add("P18", sum(map(bool, end.fish)) - sum(end.floes))
