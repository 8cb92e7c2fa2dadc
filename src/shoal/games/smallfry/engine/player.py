"""The bot: weighs its steps by what they do to its chance of winning the match."""

import random
from collections.abc import Mapping
from typing import Final

import numpy as np

from shoal.core import Step, View
from shoal.core.compiled import Reals
from shoal.core.levels import Setting
from shoal.core.thinking import Limit, Thought, with_share
from shoal.games.smallfry.engine.belief import Belief
from shoal.games.smallfry.engine.habits import habit_of, match_of, prospects_for
from shoal.games.smallfry.engine.judgement import (
    Stakes,
    hope_of_robbing,
    linear_stakes,
    value_of_flipping,
    value_of_robbing,
    value_of_stopping,
)
from shoal.games.smallfry.engine.match import Match
from shoal.games.smallfry.engine.outlook import expect, new_tally, read_outlook
from shoal.games.smallfry.engine.sessions import (
    FIRST_FLIP,
    FIRST_LEAVE,
    FIRST_ROB,
    FIRST_STOP,
    Sea,
    appeal_of_going_on,
    plan_robbery,
)
from shoal.games.smallfry.engine.settings import Settings, settings_of
from shoal.games.smallfry.engine.stakes import shares_of, stakes_of
from shoal.games.smallfry.steps import FLIP, LEAVE, MAX_ANNOUNCED, STOP, FryStep, Rob
from shoal.games.smallfry.view import SmallFryView

__all__ = ["Engine"]

#: Seas that a forgetful player imagines before a step.
_IMAGINED: Final = 12
#: The least that makes a player by habit turn up another card.
_DRAWN: Final = 1e-9
#: One card further takes at most so many times as long.
_LONGER: Final = 40


class Engine:
    """Plays Small Fry from a view alone. Equal views and equal generators give equal steps."""

    def __init__(self, rng: random.Random, settings: Mapping[str, Setting] | None = None) -> None:
        self._rng = rng
        self._settings = settings_of({} if settings is None else settings)

    def choose(self, view: View) -> Step:
        """The step it takes; the clock has no say in it."""
        view = _own(view)
        if len(view.legal) == 1:
            return view.legal[0]
        return _Question(view, self._settings, self._rng).answer(self._settings.sight)

    def think(self, view: View, limit: Limit) -> Thought:
        """What it would do, everybody's share of winning the match, and totals expected after this session.

        While there is time it looks one card further, until it sees as far as its level can.
        """
        question = _Question(_own(view), self._settings, self._rng)
        sight = min(1, self._settings.sight)
        while True:
            before = limit.left
            thought = question.thought(sight)
            if limit.report is not None:
                limit.report(thought)
            if sight >= self._settings.sight or limit.left <= (before - limit.left) * _LONGER:
                return thought
            sight += 1


class _Question:
    """A view, what its player takes it to be, and what each legal step leads to."""

    def __init__(self, view: SmallFryView, settings: Settings, rng: random.Random) -> None:
        belief = Belief(view, settings)
        self._legal, self._settings, self._terms = view.legal, settings, view.terms
        self._scores = np.array(view.scores, dtype=np.float64)
        self._seas = [belief.imagine(rng) for _ in range(1 if belief.certain else _IMAGINED)]
        self._outlook = read_outlook(view.terms.players)
        self._stakes = [self._stakes_of(sea) for sea in self._seas] if settings.sight else []

    def answer(self, sight: int) -> FryStep:
        """The best step by looking so far; the first of several."""
        if FLIP in self._legal and sight > 1 and self._best(1) == FLIP:
            # Who looks further may still stop after the next card: turning it up is never worth less.
            return FLIP
        return self._best(sight)

    def _best(self, sight: int) -> FryStep:
        return self._legal[int(np.argmax(self._values(sight)))]

    def thought(self, sight: int) -> Thought:
        values = self._values(sight)
        step = self._legal[int(np.argmax(values))]
        totals = self._totals()
        shares = self._shares(totals)
        if sight and self._settings.wants == "match":
            shares = with_share(shares, int(self._seas[0].now[0]), float(values.max()))
        return Thought(
            step=step,
            shares=shares,
            points=tuple(map(float, totals)),
            line=(step,),
            depth=sight,
            nodes=sum(int(sea.now[1]) ** sight for sea in self._seas),
        )

    def _values(self, sight: int) -> Reals:
        """By legal step, what it is worth to the mover: on average over all seas that were imagined."""
        if not sight:
            return sum((self._by_habit(sea) for sea in self._seas), np.zeros(len(self._legal)))
        total = np.zeros(len(self._legal))
        for sea, stakes in zip(self._seas, self._stakes, strict=True):
            total += [self._value(sea, stakes, step, sight) for step in self._legal]
        return total / len(self._seas)

    def _value(self, sea: Sea, stakes: Stakes, step: FryStep, sight: int) -> float:
        outlook = self._outlook
        if step == STOP:
            return value_of_stopping(sea, outlook, stakes, int(sea.now[2]))
        if step == FLIP:
            robbery = hope_of_robbing(sea, outlook, stakes) if sea.now[3] else 0.0
            return value_of_flipping(sea, outlook, stakes, robbery, sight)
        return value_of_robbing(sea, outlook, stakes, _first(step))

    def _by_habit(self, sea: Sea) -> Reals:
        """The same for who goes by the next card alone, or by no card at all; no habit needs more than an order."""
        habit = habit_of(self._settings, self._terms.players)
        prospects, hopes = prospects_for()
        if FLIP in self._legal:
            appeal = appeal_of_going_on(sea, habit, prospects, hopes)
            # Who is not drawn to the next card stops.
            return np.array([appeal - _DRAWN if step == FLIP else 0.0 for step in self._legal])
        choice, worth = plan_robbery(sea, habit, prospects)
        return np.array([worth + 1.0 if _first(step) == choice else 0.0 for step in self._legal])

    def _stakes_of(self, sea: Sea) -> Stakes:
        if self._settings.wants == "points":
            return linear_stakes(self._terms.players, int(sea.now[0]))
        return stakes_of(sea, self._outlook, self._scores, self._match)

    @property
    def _match(self) -> Match:
        return match_of(self._terms.players, self._terms.target, self._terms.next_session)

    def _totals(self) -> Reals:
        """By seat, the points expected after this session."""
        totals, expected = self._scores.copy(), np.zeros(len(self._scores))
        tally = new_tally(len(self._scores))
        for sea in self._seas:
            expect(sea, self._outlook, tally, int(sea.now[0]), int(sea.now[0]), expected)
            totals += expected / len(self._seas)
        return totals

    def _shares(self, totals: Reals) -> tuple[float, ...]:
        return tuple(map(float, shares_of(totals, self._seas[0], self._outlook, self._match)))


def _first(step: FryStep) -> int:
    """The number that kernels know a step by."""
    if isinstance(step, Rob):
        return FIRST_ROB + MAX_ANNOUNCED * step.victim + step.number - 1
    return {FLIP: FIRST_FLIP, STOP: FIRST_STOP, LEAVE: FIRST_LEAVE}[step]


def _own(view: View) -> SmallFryView:
    if not isinstance(view, SmallFryView):
        raise TypeError("the engine of Small Fry needs a view of Small Fry")
    if not view.legal:
        raise ValueError("there is nothing to choose")
    return view
