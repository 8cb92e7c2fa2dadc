"""Exact values: a small rest of a game, solved by looking at every step and everything that chance may do.

Each seat takes the step that is best for its own chance to win, then for its lead in points. With chance this is an
expectimax for any number of seats. It works for states in which nothing is hidden from the seat that is to act, and in
which one seat acts at a time.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Final, NamedTuple, cast

from shoal.core.judging import Certainty, JudgedStep, Judgement, SeatVerdict, best_first, lead_of
from shoal.core.seats import CHANCE, Seat
from shoal.core.state import State
from shoal.core.step import Step

__all__ = ["exact_verdict"]


#: What goes on for more steps than this is no small rest of a game.
_DEEPEST: Final = 64


class _SolvedPosition(NamedTuple):
    """The exact value of a position for all seats, and whether chance had a part in it."""

    chances: tuple[float, ...]
    points: tuple[float, ...]
    by_chance: bool


class _TooLarge(Exception):
    """More positions than may be looked at."""


def exact_verdict(state: State, most: int, key: Callable[[State], Hashable] | None = None) -> SeatVerdict | None:
    """All steps of the seat to act, judged exactly; `None` if that takes more than `most` positions.

    States with the same `key` are worth the same: a game can leave out what only tells how they came about.
    """
    if len(state.to_act) != 1 or state.to_act[0] == CHANCE or state.sealed:
        return None
    seat = state.to_act[0]
    solver = _ExactSolver(most, key)
    try:
        judged = [_judged(step, solver.value(state.play(step))) for step in state.legal(seat)]
    except _TooLarge:
        return None
    return SeatVerdict(seat, best_first(judged, seat))


def _judged(step: Step, solved: _SolvedPosition) -> JudgedStep:
    certainty: Certainty = "exact" if solved.by_chance else "proved"
    return JudgedStep(step, Judgement.of(solved.chances, solved.points, certainty), (step,))


class _ExactSolver:
    """One search, which remembers the positions that it has solved."""

    def __init__(self, most: int, key: Callable[[State], Hashable] | None) -> None:
        self._left = most
        self._depth = 0
        self._key = key
        self._solved: dict[Hashable, _SolvedPosition] = {}

    def value(self, state: State) -> _SolvedPosition:
        """The exact value of a state."""
        key: Hashable = self._key(state) if self._key is not None else cast(Hashable, state)
        found = self._solved.get(key)
        if found is None:
            self._left -= 1
            self._depth += 1
            if self._left < 0 or self._depth > _DEEPEST:
                raise _TooLarge
            found = self._solved[key] = self._solve(state)
            self._depth -= 1
        return found

    def _solve(self, state: State) -> _SolvedPosition:
        if state.result is not None:
            final = Judgement.of_result(state.result)
            return _SolvedPosition(final.chances, final.points, by_chance=False)
        if len(state.to_act) != 1 or state.sealed:
            raise _TooLarge
        seat = state.to_act[0]
        if seat == CHANCE:
            return self._average(state)
        found = [self.value(state.play(step)) for step in state.legal(seat)]
        best = max(found, key=lambda solved: _worth(solved, seat))
        return best._replace(by_chance=any(solved.by_chance for solved in found))

    def _average(self, state: State) -> _SolvedPosition:
        """The mean over all that chance may do, with the odds of each."""
        chance = state.chance()
        if not chance.steps:
            raise _TooLarge
        weighted = [(float(chance.probability(step)), self.value(state.play(step))) for step in chance.steps]
        return _SolvedPosition(
            _mean([(weight, solved.chances) for weight, solved in weighted]),
            _mean([(weight, solved.points) for weight, solved in weighted]),
            by_chance=True,
        )


def _mean(weighted: Sequence[tuple[float, Sequence[float]]]) -> tuple[float, ...]:
    return tuple(sum(weight * numbers[seat] for weight, numbers in weighted) for seat in range(len(weighted[0][1])))


def _worth(solved: _SolvedPosition, seat: Seat) -> tuple[float, float]:
    return solved.chances[seat], lead_of(solved.points, seat)
