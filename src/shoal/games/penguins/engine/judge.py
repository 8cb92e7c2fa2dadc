"""The judge: what the engine's searches, with a fixed number of positions instead of a clock, say about steps.

A step that is compared with the best one is judged by the position after it, so it is searched as deeply, and a whole
game is judged position by position with each searched once. What then looks like a mistake is looked at again: the
positions after it and after the best step are both searched with more patience, before that is said. Endgames are
solved: then a judgement is proved.
"""

import random
import statistics
from collections.abc import Hashable, Sequence
from math import inf, sqrt
from typing import Final

from shoal import core
from shoal.core import Seat, Step
from shoal.core.exact_value import exact_verdict
from shoal.core.judging import Effort, JudgedStep, Judgement, SeatVerdict, best_first, raised, stretch
from shoal.core.search_limits import SearchLimit, Thought
from shoal.games.penguins.agreed_finish import finish
from shoal.games.penguins.engine.bot import warm_up
from shoal.games.penguins.engine.mcts.search import MctsSearch
from shoal.games.penguins.engine.searchers import (
    MOVING_CONFIG,
    PLACING_CONFIG,
    MctsSearcher,
    new_alphabeta_searcher,
)
from shoal.games.penguins.engine.settings import Settings
from shoal.games.penguins.state import State
from shoal.games.penguins.view import View

__all__ = ["IceJudge"]

#: How many positions alpha-beta search looks at, at a table of two.
_NODES: Final[dict[Effort, int]] = {"quick": 40_000, "usual": 300_000, "deep": 3_000_000}
#: How many leaves each of the trees looks at, at a larger table, and how many trees there are: their spread says how
#: far they may be off.
_LEAVES: Final[dict[Effort, int]] = {"quick": 2_000, "usual": 15_000, "deep": 100_000}
#: How much each of the trees explores, as a multiple of what is usual: without chance, equal trees would agree.
_EXPLORATION: Final = (0.7, 1.0, 1.4, 2.0)
#: Room for the nodes of one tree.
_TREE_NODES: Final = 1 << 20
#: MiB for the transposition tables.
_MEMORY: Final = 16
#: At a larger table, what can be solved by looking at no more positions than this is solved.
_SOLVED: Final = 1_000
_FLOES_TO_SOLVE: Final = 9
#: At a table of two, the power that makes chances as sure as they should be: fitted to bot games.
_POWER: Final = 1.6
#: Standard errors in half of a 95 % interval.
_HALF: Final = 1.96
#: How many positions are remembered.
_REMEMBERED: Final = 256
#: From which cost in the chance to win a step is looked at again, and with how many times as many positions.
_DOUBTED: Final = 0.05
_PATIENCE: Final = 4
#: Where more steps than this are compared, nobody has taken them all, and none is looked at again.
_TAKEN: Final = 2


class IceJudge:
    """Judges the steps of penguins for any number of players."""

    def __init__(self, effort: Effort = "usual") -> None:
        warm_up()
        self._effort: Effort = effort
        self._remembered: dict[tuple[View, int], JudgedStep] = {}

    def judge(self, view: core.View, compared: Sequence[Step] = (), opened: core.State | None = None) -> SeatVerdict:
        """The best step, and the others by the positions after them; nothing is hidden in this game (P21)."""
        own = _own(view)
        if not own.legal or own.viewer is None:
            raise ValueError("there is nothing to judge")
        seat, state = own.viewer, own.imagine(random.Random(0))
        best = self._best(own, 1)
        others = [step for step in dict.fromkeys(compared) if step != best.step]
        judged = best_first([best, *(self._after(state, step, 1) for step in others)], seat)
        if len(others) <= _TAKEN and _cost(judged, seat) >= _DOUBTED and _is_estimated(judged):
            judged = best_first([self._after(state, step, _PATIENCE) for step in (best.step, *others)], seat)
        return SeatVerdict(seat, tuple(_doubted(one, judged[0]) for one in judged))

    def _after(self, state: State, step: Step, patience: int) -> JudgedStep:
        """A step, judged by the position after it."""
        after = state.play(step)
        if after.result is not None:
            return JudgedStep(step, Judgement.of_result(after.result), (step,))
        following = self._best(after.view(after.to_act[0]), patience)
        return JudgedStep(step, following.value, (step, *following.line))

    def _best(self, view: View, patience: int) -> JudgedStep:
        """The best step of a position; its value is the position's."""
        found = self._remembered.get((view, patience))
        if found is None:
            if len(self._remembered) >= _REMEMBERED:
                self._remembered.clear()
            found = self._remembered[view, patience] = self._search(view, patience)
        return found

    def _search(self, view: View, patience: int) -> JudgedStep:
        if view.options.players == 2:
            return self._search_for_two(view, patience)
        state = view.imagine(random.Random(0))
        return _solved(state) or self._grow_trees(view, patience)

    def _search_for_two(self, view: View, patience: int) -> JudgedStep:
        """The result of one alpha-beta search. It is a new one, so that it depends on nothing but the position."""
        nodes = _NODES[self._effort] * patience
        searcher = new_alphabeta_searcher(Settings(nodes=nodes, memory=_MEMORY), seed=0)
        thought = searcher.think(view, SearchLimit(inf))
        if thought.proved:
            return _judged(thought, thought.shares, thought.points, 0.0)
        shares = raised(thought.shares, _POWER)
        error = thought.error * stretch(thought.shares[0], shares[0], _POWER)
        return _judged(thought, shares, thought.points, error)

    def _grow_trees(self, view: View, patience: int) -> JudgedStep:
        """The mean of several trees. The step is the one that most of them find, of equals the better one."""
        seat = view.to_act[0]
        thoughts = [
            self._new_tree(seed, exploration, patience).think(view, SearchLimit(inf))
            for seed, exploration in enumerate(_EXPLORATION, start=1)
        ]
        votes = [str(thought.step) for thought in thoughts]
        elected = max(thoughts, key=lambda thought: (votes.count(str(thought.step)), thought.shares[seat]))
        shares = [statistics.fmean(parts) for parts in zip(*(thought.shares for thought in thoughts), strict=True)]
        points = [statistics.fmean(parts) for parts in zip(*(thought.points for thought in thoughts), strict=True)]
        error = statistics.stdev(thought.shares[seat] for thought in thoughts) / sqrt(len(thoughts))
        return _judged(elected, shares, points, error)

    def _new_tree(self, seed: int, exploration: float, patience: int) -> MctsSearcher:
        moving, placing = (
            config._replace(exploration=config.exploration * exploration) for config in (MOVING_CONFIG, PLACING_CONFIG)
        )
        leaves = _LEAVES[self._effort] * patience
        return MctsSearcher(MctsSearch(nodes=_TREE_NODES, moving=moving, placing=placing, seed=seed, max_leaves=leaves))


def _judged(thought: Thought, shares: Sequence[float], points: Sequence[float], error: float) -> JudgedStep:
    value = Judgement.of(shares, points, "proved" if thought.proved else "estimated", _HALF * error)
    return JudgedStep(thought.step, value, tuple(thought.line) or (thought.step,))


def _solved(state: State) -> JudgedStep | None:
    """The best step at a table of three or four, if it can be proved: where nobody meets, or little ice is left."""
    walks = finish(state)
    if walks:
        after = state
        for step in walks:
            after = after.play(step)
        if after.result is not None:
            return JudgedStep(walks[0], Judgement.of_result(after.result), tuple(walks))
    if state.free.bit_count() > _FLOES_TO_SOLVE:
        return None
    verdict = exact_verdict(state, _SOLVED, _without_history)
    return None if verdict is None else verdict.best


def _without_history(state: core.State) -> Hashable:
    """What of a state counts for what may follow."""
    if not isinstance(state, State):
        raise TypeError("expected a state of penguins")
    return state.to_act, state.free, state.penguins, state.scores, state.floes


def _cost(judged: Sequence[JudgedStep], seat: Seat) -> float:
    """What the worst of the steps costs, compared with the best one."""
    return judged[0].value.chances[seat] - judged[-1].value.chances[seat]


def _is_estimated(judged: Sequence[JudgedStep]) -> bool:
    return any(one.value.certainty == "estimated" for one in judged)


def _doubted(one: JudgedStep, best: JudgedStep) -> JudgedStep:
    """The step with the doubt about what it costs: the error bars of both positions together."""
    if one is best:
        return one
    doubt = sqrt(one.value.error**2 + best.value.error**2)
    return JudgedStep(one.step, one.value, one.line, doubt)


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of penguins")
    return view
