"""The bot: values its steps by what they do to its chance of winning the match."""

import random
from typing import Final

import numpy as np

from shoal import core
from shoal.core import Step
from shoal.core.numba_kernels import Numbers, Reals
from shoal.core.search_limits import SearchLimit, Thought, with_share
from shoal.games.smallfry.engine.belief import guessed_sessions, imagined_sessions
from shoal.games.smallfry.engine.choice_rollouts import ChoiceRollouts
from shoal.games.smallfry.engine.lookahead import (
    robbery_estimate,
    value_of_flipping,
    value_of_robbing,
    value_of_stopping,
)
from shoal.games.smallfry.engine.match_equity import MatchEquity, equity_of, session_pool
from shoal.games.smallfry.engine.opponent_model import policy_of, policy_shown
from shoal.games.smallfry.engine.rollouts import choose_robbery, flip_advantage
from shoal.games.smallfry.engine.rules_kernel import (
    ACTION_FLIP,
    ACTION_LEAVE,
    ACTION_STOP,
    DECK_SIZE,
    OCTOPUSES,
    ROW_SIZE,
    TURN,
    SessionArrays,
    rob_action,
)
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.engine.species_values import species_tables
from shoal.games.smallfry.engine.utility import Utility, expected_win_shares, linear_utility, match_utility
from shoal.games.smallfry.engine.value_network import fill_expected_points, new_accumulator, read_network
from shoal.games.smallfry.steps import FLIP, LEAVE, STOP, FryStep, Rob
from shoal.games.smallfry.view import View

__all__ = ["Decision", "Engine", "action_of"]

#: A player by policy stops unless one more card brings at least this much.
_LEAST_ADVANTAGE: Final = 1e-9
#: Looking one card further takes at most this many times as long.
_LONGER: Final = 40
#: Steps whose values are this close to the best, in shares of the match, are played out.
_CLOSE: Final = 0.025
#: The strongest settings; their policy is also how the bot itself goes on in rollouts.
_STRONGEST: Final = Settings()


class Engine:
    """Plays Small Fry from a view alone. Equal views and equal generators give equal steps.

    `seconds` is there because all engines take it: `choose` needs no clock, and `think` has its own limit.
    """

    def __init__(self, rng: random.Random, settings: Settings = _STRONGEST, *, seconds: float = 1.0) -> None:
        self._rng = rng
        self._settings = settings

    def warm_up(self) -> None:
        """Compile all that it needs, or load it, before time counts."""
        from shoal.games.smallfry.engine.warm_up import warm_up_kernels

        warm_up_kernels(self._settings)

    def choose(self, view: core.View) -> Step:
        """The best step; the time has no influence on it."""
        view = self._remembered(view)
        if len(view.legal) == 1:
            return view.legal[0]
        decision = Decision(view, self._settings, self._rng)
        values = decision.values(min(1, self._settings.lookahead))
        if self._settings.lookahead > 1 and not decision.is_flip_for_certain(values):
            values = decision.values(self._settings.lookahead)
        rollouts = decision.rollouts(values)
        if rollouts is not None:
            while self._goes_on(rollouts):
                rollouts.play_round()
            values = rollouts.values
        return decision.best(values)

    def think(self, view: core.View, limit: SearchLimit) -> Thought:
        """The best step, all players' shares of winning the match, and the totals expected after this session.

        While there is time it looks one card further, up to the level's lookahead; then it plays out the steps that
        still look alike.
        """
        decision = Decision(self._remembered(view), self._settings, self._rng)
        cards_ahead = min(1, self._settings.lookahead)
        while True:
            before = limit.left
            values = decision.values(cards_ahead)
            thought = decision.thought(values, cards_ahead)
            if limit.report is not None:
                limit.report(thought)
            if cards_ahead >= self._settings.lookahead:
                break
            if limit.left <= (before - limit.left) * _LONGER:
                return thought
            cards_ahead += 1
        rollouts = decision.rollouts(values)
        if rollouts is None or not limit.left:
            return thought
        while self._goes_on(rollouts):
            before = limit.left
            rollouts.play_round()
            if limit.left <= before - limit.left:
                break
        thought = decision.thought(rollouts.values, cards_ahead)
        if limit.report is not None:
            limit.report(thought)
        return thought

    def _remembered(self, view: core.View) -> View:
        """The view, as far as the player remembers what is in it."""
        return _own(view) if self._settings.remembers else _own(view).lying_open()

    def _goes_on(self, rollouts: ChoiceRollouts) -> bool:
        return rollouts.sessions_played < self._settings.rollouts and not rollouts.settled


class Decision:
    """A view, the sessions that its player imagines behind it, and the value of each legal step."""

    def __init__(self, view: View, settings: Settings, rng: random.Random) -> None:
        self._legal, self._settings, self._options = view.legal, settings, view.options
        self._play_counts = view.play_counts
        self.scores = np.array(view.scores, dtype=np.float64)
        self.sessions = imagined_sessions(view, rng) if settings.remembers else guessed_sessions(view, rng)
        self._mover = view.turn
        self._network = read_network(view.options.players)
        self._utilities = [self._utility_of(session) for session in self.sessions] if settings.lookahead else []

    def best(self, values: Reals) -> FryStep:
        """The first of the steps with the highest value; `values` is [steps]."""
        return self._legal[int(np.argmax(values))]

    def is_flip_for_certain(self, values: Reals) -> bool:
        """Whether looking further can only say the same: a player who flips may still stop after the next card."""
        return self.best(values) == FLIP and self.rollouts(values) is None

    def rollouts(self, values: Reals) -> ChoiceRollouts | None:
        """Rollouts of the steps that look about as good as the best; None if there is only one."""
        close = [int(index) for index in np.flatnonzero(values >= values.max() - _CLOSE)]
        if len(close) == 1 or not self._settings.plays_rollouts:
            return None
        choices = {index: action_of(self._legal[index]) for index in close}
        return ChoiceRollouts(self.sessions, values, choices, self.policies, self.scores, self.equity)

    def thought(self, values: Reals, cards_ahead: int) -> Thought:
        """The thought that `Engine.think` returns for these values."""
        step = self.best(values)
        totals = self._expected_totals()
        shares = self._win_shares(totals)
        if cards_ahead and self._settings.utility == "match":
            shares = with_share(shares, self._mover, float(values.max()))
        return Thought(
            step=step,
            shares=shares,
            points=tuple(map(float, totals)),
            line=(step,),
            depth=cards_ahead,
            nodes=sum(int(session.scalars[DECK_SIZE]) ** cards_ahead for session in self.sessions),
        )

    def values(self, cards_ahead: int) -> Reals:
        """The mover's utility by legal step [steps], averaged over the imagined sessions."""
        if not cards_ahead:
            return sum((self._policy_values(session) for session in self.sessions), np.zeros(len(self._legal)))
        total = np.zeros(len(self._legal))
        for session, utility in zip(self.sessions, self._utilities, strict=True):
            total += [self._value(session, utility, step, cards_ahead) for step in self._legal]
        return total / len(self.sessions)

    def _value(self, session: SessionArrays, utility: Utility, step: FryStep, cards_ahead: int) -> float:
        network = self._network
        if step == STOP:
            return value_of_stopping(session, network, utility, int(session.scalars[ROW_SIZE]))
        if step == FLIP:
            robbery = robbery_estimate(session, network, utility) if session.scalars[OCTOPUSES] else 0.0
            return value_of_flipping(session, network, utility, robbery, cards_ahead)
        return value_of_robbing(session, network, utility, action_of(step))

    def _policy_values(self, session: SessionArrays) -> Reals:
        """Values [steps] for a player who goes by policy alone: only their order counts."""
        policy = policy_of(self._settings, self._options.players)
        species_values, flip_gains = species_tables()
        if FLIP in self._legal:
            advantage = flip_advantage(session, policy, species_values, flip_gains)
            return np.array([advantage - _LEAST_ADVANTAGE if step == FLIP else 0.0 for step in self._legal])
        choice, value = choose_robbery(session, policy, species_values)
        return np.array([value + 1.0 if action_of(step) == choice else 0.0 for step in self._legal])

    def _utility_of(self, session: SessionArrays) -> Utility:
        if self._settings.utility == "points":
            return linear_utility(self._options.players, self._mover)
        return match_utility(session, self._network, self.scores, self.equity)

    @property
    def policies(self) -> Reals:
        """How everybody goes on in rollouts, [players, 5]: the others as they have shown, the mover as it is itself."""
        players = self._options.players
        policies = np.array([policy_shown(counts, players) for counts in self._play_counts])
        policies[self._mover] = policy_of(_STRONGEST, players)
        return policies

    @property
    def pool(self) -> Numbers:
        """Sessions between equal players, [sessions, players]."""
        return session_pool(self._options.players)

    @property
    def equity(self) -> MatchEquity:
        return equity_of(self._options.players, self._options.target, self._options.next_session)

    def _expected_totals(self) -> Reals:
        """The totals expected after this session [players]."""
        totals, expected = self.scores.copy(), np.zeros(len(self.scores))
        accumulator = new_accumulator(len(self.scores))
        for session in self.sessions:
            mover = int(session.scalars[TURN])
            fill_expected_points(session, self._network, accumulator, mover, mover, expected)
            totals += expected / len(self.sessions)
        return totals

    def _win_shares(self, totals: Reals) -> tuple[float, ...]:
        return tuple(map(float, expected_win_shares(totals, self.sessions[0], self._network, self.equity)))


def action_of(step: FryStep) -> int:
    """The number of a step in kernels."""
    if isinstance(step, Rob):
        return rob_action(step.victim, step.number)
    return {FLIP: ACTION_FLIP, STOP: ACTION_STOP, LEAVE: ACTION_LEAVE}[step]


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of smallfry")
    if not view.legal:
        raise ValueError("there is nothing to choose")
    return view
