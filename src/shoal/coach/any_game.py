"""A judge for any game: small rests are solved, others are searched as `players/search` does, a fixed number of times.

A step is judged by the positions after it: the seat imagines what is hidden, the others choose, chance acts, and the
search says what it thinks of the position where the next seat is to act. That is done several times, and the spread
says how far the mean may be off.
"""

import random
import statistics
from collections.abc import Sequence
from math import inf, sqrt
from typing import Final

from shoal.core import CHANCE, Game, SearchLimit, Seat, State, Step, View
from shoal.core.exact_value import exact_verdict
from shoal.core.judging import Effort, Judge, JudgedStep, Judgement, SeatVerdict, best_first
from shoal.players import SearchBot

__all__ = ["AnyGameJudge", "find_judge"]

#: Imagined games that a search looks at, and how often a step is tried.
_NODES: Final[dict[Effort, int]] = {"quick": 60, "usual": 200, "deep": 1_000}
_TRIES: Final[dict[Effort, int]] = {"quick": 4, "usual": 8, "deep": 32}
#: What can be solved by looking at no more positions than this is solved.
_SOLVED: Final = 2_000
#: Standard errors in half of a 95 % interval.
_HALF: Final = 1.96


def find_judge(game: Game, effort: Effort = "usual") -> Judge:
    """The game's own judge, or the one for any game."""
    return game.judge(effort) or AnyGameJudge(effort)


class AnyGameJudge:
    """Judges the steps of a game of which nothing is known but its rules."""

    def __init__(self, effort: Effort = "usual") -> None:
        self._nodes = _NODES[effort]
        self._tries = _TRIES[effort]

    def judge(self, view: View, compared: Sequence[Step] = (), opened: State | None = None) -> SeatVerdict:
        """The best step that a search finds, and the others, by what followed when each was tried."""
        if view.viewer is None or not view.legal:
            raise ValueError("there is nothing to judge")
        solved = self._solve(view)
        if solved is not None:
            return solved
        best = self._search(view, 0).think(view, SearchLimit(inf))
        steps = list(dict.fromkeys([best.step, *compared]))
        tried = [[self._try_step(view, step, number, opened) for number in range(self._tries)] for step in steps]
        lines = [tuple(best.line), *((step,) for step in steps[1:])]
        judged = [
            JudgedStep(step, _mean(values, view.viewer), line)
            for step, values, line in zip(steps, tried, lines, strict=True)
        ]
        ranked = best_first(judged, view.viewer)
        first = tried[judged.index(ranked[0])]
        doubts = {step: _doubt(first, values, view.viewer) for step, values in zip(steps, tried, strict=True)}
        return SeatVerdict(
            view.viewer, tuple(JudgedStep(one.step, one.value, one.line, doubts[one.step]) for one in ranked)
        )

    def _solve(self, view: View) -> SeatVerdict | None:
        """The exact values, if the view leaves only one state possible and little of the game is left."""
        state, other = (view.imagine(random.Random(seed)) for seed in (0, 1))
        return exact_verdict(state, _SOLVED) if state == other else None

    def _search(self, view: View, number: int) -> SearchBot:
        return SearchBot(random.Random(f"{number}:{view.viewer}"), self._nodes)

    def _try_step(self, view: View, step: Step, number: int, opened: State | None) -> Judgement:
        """What everybody may expect after the step in one imagined game."""
        rng = random.Random(number)
        state = view.imagine(rng) if opened is None else opened
        state = state.play(step)
        # The others have not seen the step when they act at the same time.
        while state.to_act and (state.sealed or len(state.to_act) > 1 or state.to_act == (CHANCE,)):
            if state.to_act == (CHANCE,):
                state = state.play(state.chance().draw(rng.randrange))
            elif not state.sealed:
                break
            else:
                state = state.play(self._choice(state, state.to_act[0], number))
        if state.result is not None:
            return Judgement.of_result(state.result)
        following = state.view(state.to_act[0])
        thought = self._search(following, number).think(following, SearchLimit(inf))
        return Judgement.of(thought.shares, thought.points)

    def _choice(self, state: State, seat: Seat, number: int) -> Step:
        view = state.view(seat)
        return self._search(view, number).choose(view)


def _mean(values: Sequence[Judgement], seat: Seat) -> Judgement:
    chances = [statistics.fmean(parts) for parts in zip(*(value.chances for value in values), strict=True)]
    points = [statistics.fmean(parts) for parts in zip(*(value.points for value in values), strict=True)]
    if all(value.certainty == "proved" for value in values) and len(set(values)) == 1:
        return Judgement.of(chances, points, "proved")
    return Judgement.of(chances, points, "estimated", _error([value.chances[seat] for value in values]))


def _doubt(first: Sequence[Judgement], values: Sequence[Judgement], seat: Seat) -> float:
    """How far the difference of two steps may be off that were tried in the same imagined games."""
    return _error([ours.chances[seat] - theirs.chances[seat] for ours, theirs in zip(first, values, strict=True)])


def _error(samples: Sequence[float]) -> float:
    """Half of the 95 % interval of a mean."""
    return _HALF * statistics.stdev(samples) / sqrt(len(samples))
