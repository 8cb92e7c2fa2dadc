"""The bot: weighs its steps by what they do to its chance of winning the match."""

import random
from collections.abc import Mapping
from typing import Final

import numpy as np

from shoal import core
from shoal.core import Step
from shoal.core.levels import Setting
from shoal.core.numba_kernels import Reals
from shoal.core.search_limits import SearchLimit, Thought, with_share
from shoal.games.smallfry.engine.belief import Belief
from shoal.games.smallfry.engine.choice_rollouts import Trials, load
from shoal.games.smallfry.engine.lookahead import (
    Stakes,
    hope_of_robbing,
    linear_stakes,
    value_of_flipping,
    value_of_robbing,
    value_of_stopping,
)
from shoal.games.smallfry.engine.match_equity import Match
from shoal.games.smallfry.engine.opponent_model import habit_of, habit_shown, match_of, prospects_for
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
from shoal.games.smallfry.engine.utility import shares_of, stakes_of
from shoal.games.smallfry.engine.value_network import expect, new_tally, read_outlook
from shoal.games.smallfry.steps import FLIP, LEAVE, MAX_ANNOUNCED, STOP, FryStep, Rob
from shoal.games.smallfry.view import View

__all__ = ["Engine"]

#: Seas that a forgetful player imagines before a step.
_IMAGINED: Final = 12
#: The least that makes a player by habit turn up another card.
_DRAWN: Final = 1e-9
#: One card further takes at most so many times as long.
_LONGER: Final = 40
#: Choices this far below the best, in shares of the match, are tried out.
_CLOSE: Final = 0.025
#: How it plays on in its head.
_OWN_HABIT: Final = Settings()


class Engine:
    """Plays Small Fry from a view alone. Equal views and equal generators give equal steps."""

    def __init__(self, rng: random.Random, settings: Mapping[str, Setting] | None = None) -> None:
        self._rng = rng
        self._settings = settings_of({} if settings is None else settings)

    def choose(self, view: core.View) -> Step:
        """The step it takes; the clock has no say in it."""
        view = _own(view)
        if len(view.legal) == 1:
            return view.legal[0]
        question = _Question(view, self._settings, self._rng)
        values = question.values(min(1, self._settings.sight))
        if self._settings.sight > 1 and not question.is_flip_for_certain(values):
            values = question.values(self._settings.sight)
        trials = question.trials(values)
        if trials is not None:
            while trials.sessions < self._settings.trials and not trials.settled:
                trials.go_on()
            values = trials.values
        return question.best(values)

    def think(self, view: core.View, limit: SearchLimit) -> Thought:
        """What it would do, everybody's share of winning the match, and totals expected after this session.

        While there is time it looks one card further, until it sees as far as its level can; then it tries out what
        still looks alike.
        """
        if self._settings.tries:
            load()
        question = _Question(_own(view), self._settings, self._rng)
        sight = min(1, self._settings.sight)
        while True:
            before = limit.left
            values = question.values(sight)
            thought = question.thought(values, sight)
            if limit.report is not None:
                limit.report(thought)
            if sight >= self._settings.sight:
                break
            if limit.left <= (before - limit.left) * _LONGER:
                return thought
            sight += 1
        trials = question.trials(values)
        if trials is None or not limit.left:
            return thought
        while trials.sessions < self._settings.trials and not trials.settled:
            before = limit.left
            trials.go_on()
            if limit.left <= before - limit.left:
                break
        thought = question.thought(trials.values, sight)
        if limit.report is not None:
            limit.report(thought)
        return thought


class _Question:
    """A view, what its player takes it to be, and what each legal step leads to."""

    def __init__(self, view: View, settings: Settings, rng: random.Random) -> None:
        belief = Belief(view, settings)
        self._legal, self._settings, self._terms, self._ways = view.legal, settings, view.options, view.play_counts
        self._scores = np.array(view.scores, dtype=np.float64)
        self._seas = [belief.imagine(rng) for _ in range(1 if belief.certain else _IMAGINED)]
        self._outlook = read_outlook(view.options.players)
        self._stakes = [self._stakes_of(sea) for sea in self._seas] if settings.sight else []

    def best(self, values: Reals) -> FryStep:
        """The first of the best steps."""
        return self._legal[int(np.argmax(values))]

    def is_flip_for_certain(self, values: Reals) -> bool:
        """Whether looking further can only say the same: who does may still stop after the next card."""
        return self.best(values) == FLIP and self.trials(values) is None

    def trials(self, values: Reals) -> Trials | None:
        """The steps that look about as good as the best, to be tried out; none if there is but one."""
        close = [int(place) for place in np.flatnonzero(values >= values.max() - _CLOSE)]
        if len(close) == 1 or not self._settings.tries:
            return None
        mover = int(self._seas[0].now[0])
        habits = np.array([habit_shown(way, len(self._ways)) for way in self._ways])
        habits[mover] = habit_of(_OWN_HABIT, len(self._ways))
        choices = {place: _first(self._legal[place]) for place in close}
        return Trials(self._seas, values, choices, habits, self._scores, self._match)

    def thought(self, values: Reals, sight: int) -> Thought:
        step = self.best(values)
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

    def values(self, sight: int) -> Reals:
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


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("the engine of Small Fry needs a view of Small Fry")
    if not view.legal:
        raise ValueError("there is nothing to choose")
    return view
