"""Some ways to go on, held against each other in the same imagined games until time is up."""

import random
import time
from math import exp
from typing import Final

import numpy as np

from shoal.core import SearchLimit, Seat, Thought
from shoal.core.numba_kernels import Reals
from shoal.games.fishtank.engine.candidate_rollouts import new_arms, try_choices, try_placings
from shoal.games.fishtank.engine.candidates import Glance, Way
from shoal.games.fishtank.engine.potential import ROUNDS
from shoal.games.fishtank.engine.rollouts import new_sea
from shoal.games.fishtank.engine.scoring_tables import Book
from shoal.games.fishtank.engine.settings import Settings
from shoal.games.fishtank.state import Phase, TankState
from shoal.games.fishtank.view import TankView

__all__ = ["Contest"]

#: Games for the value of a step that needs no comparing.
_FORCED_GAMES: Final = 48
#: Seconds without looking at the clock.
_BLINK: Final = 0.004
_HAND: Final = 8


class Contest:
    """Ways in the order of what they promise, and what came out of the games after each."""

    def __init__(
        self, view: TankView, me: Seat, book: Book, habit: Reals, settings: Settings, glance: Glance, ways: list[Way]
    ) -> None:
        players, kinds = view.box.players, len(glance.numbering.kinds)
        self._view = view
        self._me = me
        self._book = book
        self._settings = settings
        self._glance = glance
        self._ways = ways
        self._habits = np.stack([habit] * players)
        self._root, self._sea = new_sea(players, kinds), new_sea(players, kinds)
        self._merits = np.zeros(players)
        self._promises = np.zeros(players)
        self._seat_down()
        self._aim = np.array([settings.rivals, settings.lead, ways[0].promise])
        self._revealed = np.array([glance.numbering.numbers[name] for name in view.revealed] or [0], dtype=np.int64)
        #: By way: games, what they were worth, and by seat shares and points, of the games that all of them saw.
        self._alive = np.arange(len(ways))
        self._games = np.zeros(len(ways))
        self._worth = np.zeros(len(ways))
        self._shares = np.zeros((len(ways), players))
        self._points = np.zeros((len(ways), players))
        self._played = 0
        self._pace = 0.001

    def hold(self, limit: SearchLimit, rng: random.Random) -> Thought:
        """Drop the worse half again and again, sharing out the time between."""
        allowed = self._settings.games
        if len(self._ways) == 1 and allowed:
            allowed = _FORCED_GAMES
        whole = limit.left
        stages = max(1, (len(self._ways) - 1).bit_length())
        for stage in range(1, stages + 1):
            while limit.left > 0 and allowed:
                spent = 1 - limit.left / whole
                if max(spent, self._played / allowed if allowed > 0 else 0.0) >= stage / stages:
                    break
                self._deal(rng)
                if not self._compare(limit):
                    break
            self._drop((len(self._alive) + 1) // 2)
            if limit.report is not None and stage < stages and self._played:
                limit.report(self._thought())
        return self._thought()

    def _seat_down(self) -> None:
        root, glance = self._root, self._glance
        root.now[0] = glance.played
        root.pool[:] = glance.pool
        for seat in range(self._view.box.players):
            tank, promise = glance.tank(seat)
            root.tanks[seat] = tank.cells
            root.free[seat] = tank.free
            self._promises[seat] = promise
        self._promises[self._me] = self._ways[0].promise

    def _deal(self, rng: random.Random) -> None:
        """Imagine what is hidden."""
        state = self._view.imagine(rng)
        if not isinstance(state, TankState):
            raise TypeError("a view of Fish Tank imagines states of Fish Tank")
        root, numbering = self._root, self._glance.numbering
        root.pile[:] = numbering.pile(state)
        root.hands[:] = numbering.hands(state)
        if self._view.phase is Phase.PLACE and root.now[0] % _HAND == 0:
            # What is left over after the last round of a half is out of the game (T17).
            root.hands[:] = 0
        root.dice[0] = rng.getrandbits(62) | 1

    def _compare(self, limit: SearchLimit) -> bool:
        """One game in the same deal after each way that is left; what time cuts short does not count."""
        alive = self._alive
        arms = new_arms(len(alive), len(self._merits), len(self._root.pile))
        for number, way in enumerate(alive):
            arms.tanks[number] = self._ways[way].tank
            arms.free[number] = self._ways[way].free
            arms.kinds[number] = self._ways[way].kind
        choosing = self._view.phase is Phase.CHOOSE
        first = 0
        while first < len(alive):
            if limit.left <= 0:
                return False
            last = min(len(alive), first + max(1, int(_BLINK / self._pace)))
            begun = time.perf_counter()
            seas = (self._book, self._habits, self._root, self._sea, arms)
            if choosing:
                try_choices(*seas, first, last, self._me, self._merits, self._aim)
            else:
                try_placings(*seas, first, last, self._me, self._merits, self._aim, self._revealed)
            self._pace = 0.5 * self._pace + 0.5 * (time.perf_counter() - begun) / (last - first)
            first = last
        self._games[alive] += 1
        self._worth[alive] += arms.worth
        self._shares[alive] += arms.shares
        self._points[alive] += arms.points
        self._played += len(alive)
        return True

    def _standing(self) -> Reals:
        """What each way seems worth: its games, and what it promised at a glance counted like some games more."""
        trust, lead = self._settings.trust, self._settings.lead
        promised = np.array([1 / (1 + exp((self._ways[0].promise - way.promise) / lead)) - 0.5 for way in self._ways])
        level = self._worth[0] / self._games[0] if self._games[0] else 0.5
        standing: Reals = (self._worth + trust * (level + promised)) / (self._games + trust)
        return standing

    def _drop(self, kept: int) -> None:
        standing = self._standing()[self._alive]
        best = np.argsort(-standing, kind="stable")[:kept]
        self._alive = self._alive[np.sort(best)]

    def _thought(self) -> Thought:
        best = int(self._alive[np.argmax(self._standing()[self._alive])])
        games = self._games[best]
        if games:
            shares, points = self._shares[best] / games, self._points[best] / games
        else:
            points = self._promises
            odds = np.exp((points - points.max()) / self._settings.lead)
            shares = odds / odds.sum()
        step = self._ways[best].step
        return Thought(
            step=step,
            shares=tuple(shares.tolist()),
            points=tuple(points.tolist()),
            line=(step,),
            proved=bool(games) and self._is_last_placing(),
            depth=ROUNDS - self._glance.played + 1,
            nodes=self._played,
        )

    def _is_last_placing(self) -> bool:
        """Then all is open, everybody places as well as can be, and one game says it all."""
        sees_all = self._settings.turning and not self._settings.blind
        return sees_all and self._view.phase is Phase.PLACE and self._glance.played == ROUNDS
