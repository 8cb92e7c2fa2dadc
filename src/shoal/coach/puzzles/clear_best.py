"""Whether one step of a position is clearly best, by the game's judge."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec

from shoal.coach.any_game import find_judge
from shoal.coach.puzzles.mining_rules import ClearBounds, MiningRules
from shoal.coach.puzzles.puzzle import TriedStep
from shoal.core import Game, Seat, Step, View
from shoal.core.judging import Certainty, Judge, JudgedStep, SeatVerdict

__all__ = ["ClearBest", "ClearBestFinder"]

#: How many of the expected steps a puzzle tells, after the best step and after each other one.
_BEST_LINE: Final = 12
_OTHER_LINE: Final = 3
#: Where values are estimated, the best step is at last compared with so many of the others, the likeliest ones.
_CLOSEST: Final = 6
#: How many steps are compared with the best one before another look at whether it is still clearly best.
_AT_ONCE: Final = 4
#: An estimated cost counts if it is larger than so many of its error bars.
_ERROR_BARS: Final = 2
_BEYOND_LUCK: Final = ClearBounds(chance=0.01)


class ClearBest(msgspec.Struct, frozen=True):
    """The clearly best step of a position, and what the others lead to."""

    certainty: Certainty
    best: TriedStep
    others: tuple[TriedStep, ...]


class ClearBestFinder:
    """Looks for clearly best steps in the positions of one game."""

    def __init__(self, game: Game, rules: MiningRules) -> None:
        self._rules = rules
        self._game = game
        self._judge = find_judge(game, rules.effort)

    def find(self, view: View, *, again: bool = False) -> ClearBest | None:
        """The clearly best step of the view's seat; None if there is none.

        To look at a puzzle `again`, it is enough where values are estimated that the others cost more than may be luck:
        a judge that has improved since need not find exactly what the rules ask for.
        """
        steps = list(view.legal)
        first = self._judge.judge(view)
        if first.best.value.certainty == "estimated":
            return self._confirm(view, steps) if again else self._estimate(view, steps)
        verdict = self._compare(view, first.best.step, steps)
        return None if verdict is None else _clear_best(verdict)

    def is_certain(self, view: View) -> bool:
        """Whether the value of the position is proved or exact."""
        return self._judge.judge(view).best.value.certainty != "estimated"

    def is_mistake(self, view: View, step: Step) -> bool:
        """Whether a step that was taken is clearly worse than the best one."""
        verdict = self._judge.judge(view, [step])
        return verdict.best.step != step and _is_clear(verdict, self._rules.certain)

    def _compare(self, view: View, best: Step, steps: Sequence[Step]) -> SeatVerdict | None:
        """The verdict about all steps; None as soon as one is too good beside the best, or cannot be compared."""
        others = [step for step in steps if step != best]
        # One first: where many steps are equally good, it shows at once.
        for start, end in pairwise([0, *range(1, len(others), _AT_ONCE), len(others)]):
            verdict = self._judge.judge(view, others[start:end])
            if verdict.best.step != best or not _is_clear(verdict, self._rules.certain):
                return None
        verdict = self._judge.judge(view, steps)
        if len(verdict.steps) < len(steps) or any(one.value.certainty == "estimated" for one in verdict.steps):
            return None
        # A search may prove who wins, and by how much, before it knows how many points that makes for each.
        proved = verdict.best.value.certainty == "proved"
        return verdict if not proved or all(map(float.is_integer, verdict.best.value.points)) else None

    def _estimate(self, view: View, steps: Sequence[Step]) -> ClearBest | None:
        """First quickly, then as the rules say, at last once more with patience, and only with the closest others."""
        bounds = self._rules.estimated
        quick = find_judge(self._game, "quick")
        if bounds is None or not self._may_be_clear(quick, view, steps, bounds):
            return None
        wanted, best = steps, quick.judge(view).best.step
        verdict: SeatVerdict | None = None
        for judge in (self._judge, find_judge(self._game, "deep")):
            verdict = judge.judge(view, wanted)
            if verdict.best.step != best or not _is_clear(verdict, bounds):
                return None
            wanted = [one.step for one in verdict.steps[: _CLOSEST + 1]]
        return None if verdict is None else _clear_best(verdict)

    def _may_be_clear(self, judge: Judge, view: View, steps: Sequence[Step], bounds: ClearBounds) -> bool:
        """Whether a quick look, a few steps at a time, finds none that comes close to the best."""
        for start in range(0, len(steps), _AT_ONCE):
            verdict = judge.judge(view, steps[start : start + _AT_ONCE])
            if len(verdict.steps) > 1 and not _is_clear(verdict, bounds):
                return False
        return True

    def _confirm(self, view: View, steps: Sequence[Step]) -> ClearBest | None:
        """The best step by the patient judge, if the others cost more than may be luck."""
        if self._rules.estimated is None:
            return None
        wanted = [one.step for one in self._judge.judge(view, steps).steps[: _CLOSEST + 1]]
        verdict = find_judge(self._game, "deep").judge(view, wanted)
        return _clear_best(verdict) if _is_clear(verdict, _BEYOND_LUCK) else None


def _is_clear(verdict: SeatVerdict, bounds: ClearBounds) -> bool:
    return len(verdict.steps) > 1 and all(
        _costs(verdict.best, other, verdict.seat, bounds) for other in verdict.steps[1:]
    )


def _costs(best: JudgedStep, other: JudgedStep, seat: Seat, bounds: ClearBounds) -> bool:
    """Whether a step costs enough, compared with the best one."""
    chance = best.value.chances[seat] - other.value.chances[seat]
    if "estimated" in (best.value.certainty, other.value.certainty):
        return chance >= bounds.chance and chance > _ERROR_BARS * other.doubt
    points = best.value.lead(seat) - other.value.lead(seat)
    return chance >= bounds.chance or (bounds.points is not None and chance >= 0 and points >= bounds.points)


def _clear_best(verdict: SeatVerdict) -> ClearBest:
    best, *others = verdict.steps
    certainties = {one.value.certainty for one in verdict.steps}
    certainty: Certainty = next(each for each in ("estimated", "exact", "proved") if each in certainties)
    return ClearBest(
        certainty,
        _tried(best, verdict.seat, _BEST_LINE),
        tuple(_tried(one, verdict.seat, _OTHER_LINE) for one in others),
    )


def _tried(one: JudgedStep, seat: Seat, longest: int) -> TriedStep:
    line = tuple(map(str, one.line[1 : longest + 1]))
    points = tuple(round(points, 1) for points in one.value.points)
    return TriedStep(str(one.step), round(one.value.chances[seat], 4), points, line, round(one.doubt, 4))
