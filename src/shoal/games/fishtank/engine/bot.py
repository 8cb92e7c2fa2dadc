"""The engine: a thinker that looks at imagined games.

It lists the ways to go on, keeps those that promise most at a glance, and plays imagined games to their end
after each of them, all of them in the same deals; the worse half is dropped again and again. Others' hands
are drawn from what the view leaves possible, so what is passed on to a neighbour, and what comes back, counts.
"""

import random

from shoal.core import SearchLimit, Step, Thought, View
from shoal.games.fishtank.engine.candidates import Glance
from shoal.games.fishtank.engine.settings import Settings, blinkered, habit_of
from shoal.games.fishtank.engine.successive_halving import Contest
from shoal.games.fishtank.view import TankView

__all__ = ["Engine"]


class Engine:
    """Plays Fish Tank from views alone; equal views, seeds and numbers of games give equal steps."""

    def __init__(self, rng: random.Random, settings: Settings | None = None, seconds: float = 1.0) -> None:
        self._rng = rng
        self._settings = settings if settings is not None else Settings()
        self._habit = habit_of(self._settings)
        self._seconds = seconds

    def choose(self, view: View) -> Step:
        """The step it finds in the time of its level."""
        return self.think(view, SearchLimit(self._seconds)).step

    def think(self, view: View, limit: SearchLimit) -> Thought:
        """The step that does best in imagined games, as many as the limit and the level allow."""
        if not isinstance(view, TankView) or view.viewer is None or not view.legal:
            raise TypeError("the engine of Fish Tank needs the view of a seat that may act")
        settings = self._settings
        book = blinkered(view.box.deck, settings.blind)
        glance = Glance(view, view.viewer, book, self._habit)
        ways = glance.ways(self._rng, turning=settings.turning)
        enough = ways[0].promise - settings.slack
        kept = 1 if glance.certain or settings.games == 0 else settings.ways
        shortlist = [way for way in ways[:kept] if way.promise >= enough]
        contest = Contest(view, view.viewer, book, self._habit, settings, glance, shortlist)
        return contest.hold(limit, self._rng)
