"""The engine as a bot: candidates with a static evaluation, compared by rollouts in determinized games.

The view gives the determinized games: others' hands are drawn from those that it leaves possible. So the engine
reckons with the cards that it passes on to a neighbour, and with those that come back.
"""

import random
from typing import Final

from shoal import core
from shoal.core import SearchLimit, Step, Thought
from shoal.games.fishtank.engine.candidates import CandidateFinder
from shoal.games.fishtank.engine.deck_scale import deck_scale
from shoal.games.fishtank.engine.policy_fit import policy_fit
from shoal.games.fishtank.engine.policy_weights import policy_weights
from shoal.games.fishtank.engine.scoring_tables import visible_tables
from shoal.games.fishtank.engine.settings import FULL_STRENGTH, Settings
from shoal.games.fishtank.engine.successive_halving import SuccessiveHalving
from shoal.games.fishtank.view import View

__all__ = ["Engine"]

#: The part of its time that goes into fitting the policy to a deck, as long as there is something to find.
_TRIALS_SHARE: Final = 0.4


class Engine:
    """Plays Fish Tank from views alone; equal views, generators and numbers of games give equal steps."""

    def __init__(self, rng: random.Random, settings: Settings = FULL_STRENGTH, *, seconds: float = 1.0) -> None:
        self._rng = rng
        self._settings = settings
        self._seconds = seconds

    def choose(self, view: core.View) -> Step:
        """The step that it finds in its usual time."""
        return self.think(view, SearchLimit(self._seconds)).step

    def warm_up(self) -> None:
        """Load or compile the kernels now, before a clock runs; the engine thinks the same afterwards."""
        from shoal.games.fishtank.engine.warm_up import warm_up_kernels

        warm_up_kernels(self._settings)

    def think(self, view: core.View, limit: SearchLimit) -> Thought:
        """The step that does best in rollouts, as many as the limit and the settings allow."""
        own = _own(view)
        if own.viewer is None or not own.legal:
            raise TypeError("the engine of Fish Tank needs the view of a seat that may act")
        settings = self._settings
        tables, scale = visible_tables(own.options.deck, settings.blind), deck_scale(own.options)
        policy = policy_weights(settings, scale.card)
        if settings.fitted:
            fit = policy_fit(own.options.deck, own.options.counts)
            fit.improve(limit, _TRIALS_SHARE if settings.games < 0 else 1.0)
            policy = fit.weights
        finder = CandidateFinder(own, own.viewer, tables, policy)
        candidates = finder.candidates(self._rng, turning=settings.turning)
        enough = candidates[0].evaluation - settings.slack * scale.lead
        kept = 1 if finder.exact or settings.games == 0 else settings.candidates
        shortlist = [candidate for candidate in candidates[:kept] if candidate.evaluation >= enough]
        search = SuccessiveHalving(own, own.viewer, tables, policy, settings, scale, finder, shortlist)
        return search.run(limit, self._rng)


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of Fish Tank")
    return view
