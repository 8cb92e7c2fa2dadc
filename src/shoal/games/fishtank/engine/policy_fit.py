"""The weights of the rollout policy, fitted to a deck by self-play while an engine thinks about games with it.

The weights that come with the engine do for any deck; how much each kind of potential should count still differs from
deck to deck. So a part of the thinking time goes into trials: a challenger, which has one weight larger or smaller,
plays the best weights so far on paired seats, until it is clear which of them wins by more. What is found is kept for
the deck, for as long as the process lives.
"""

import threading
from collections.abc import Generator, Iterator
from functools import lru_cache
from math import sqrt
from statistics import fmean, stdev
from typing import Final

import numpy as np

from shoal.core import SearchLimit
from shoal.core.numba_kernels import Reals
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.engine.deck_scale import deck_scale
from shoal.games.fishtank.engine.encoding import KindNumbers
from shoal.games.fishtank.engine.policy_weights import (
    ALIKE_WEIGHT,
    AMOUNT_WEIGHT,
    AREA_WEIGHT,
    CARD_COST,
    DIFFERENT_WEIGHT,
    DRAW_RATE,
    HAND_EXPONENT,
    NEW_KIND_WEIGHT,
    PLANT_WEIGHT,
    SHAPE_WEIGHT,
    policy_weights,
)
from shoal.games.fishtank.engine.rollouts import self_play
from shoal.games.fishtank.engine.scoring_tables import scoring_tables
from shoal.games.fishtank.engine.settings import FULL_STRENGTH
from shoal.games.fishtank.options import Options

__all__ = ["PolicyFit", "policy_fit"]

#: The weights that are tried, those first that differ most from deck to deck.
_TRIED: Final = (
    AMOUNT_WEIGHT,
    CARD_COST,
    DRAW_RATE,
    HAND_EXPONENT,
    NEW_KIND_WEIGHT,
    ALIKE_WEIGHT,
    AREA_WEIGHT,
    SHAPE_WEIGHT,
    DIFFERENT_WEIGHT,
    PLANT_WEIGHT,
)
#: A challenger's weight is so many times as large or small; smaller changes are tried once the larger ones are done.
_FACTORS: Final = (1.6, 1.25)
#: Deals of a trial: the fewest, the most, and how many there are between two looks at the leads.
_BATCH: Final = 4
_FEWEST: Final = 16
_MOST: Final = 80
#: A challenger that leads by this many standard errors is better; one by less than the other is not worth more deals.
_CLEARLY_BETTER: Final = 2.5
_PROMISING: Final = 0.2
#: After so many deals no more weights are tried.
_ENOUGH: Final = 3000


@lru_cache(maxsize=256)
def policy_fit(deck: Deck, counts: tuple[int, ...]) -> "PolicyFit":
    """What is known about the weights for these cards; that of the last decks is kept."""
    return PolicyFit(Options(deck, counts, 2))


class PolicyFit:
    """The best weights found so far for the cards of a game."""

    def __init__(self, options: Options) -> None:
        self._deck = options.deck
        self._cards = KindNumbers(options).counts
        #: `[WEIGHTS]`; never changed, only replaced.
        self.weights: Reals = policy_weights(FULL_STRENGTH, deck_scale(options).card)
        self.done = False
        self._trials = self._all_trials()
        self._deal = 0
        self._lock = threading.Lock()

    def improve(self, limit: SearchLimit, share: float) -> None:
        """Go on with the trials for this share of the time that is left."""
        if self.done or not self._lock.acquire(blocking=False):
            return
        try:
            enough = limit.left * (1 - share)
            while not self.done and limit.left > enough:
                self.play_deal()
        finally:
            self._lock.release()

    def play_deal(self) -> None:
        """Go on with the trials by one deal."""
        self.done = next(self._trials, True)

    def _all_trials(self) -> Iterator[bool]:
        """Try all weights again and again, until no change makes them better; pauses after every deal."""
        for factor in _FACTORS:
            improved = True
            while improved and self._deal < _ENOUGH:
                improved = False
                for weight in _TRIED:
                    for change in (factor, 1 / factor):
                        before = self.weights
                        while (yield from self._trial(weight, change)):
                            improved = True
                        if self.weights is not before:
                            break

    def _trial(self, weight: int, change: float) -> Generator[bool, None, bool]:
        """Whether a weight is better so many times as large."""
        challenger = self.weights.copy()
        challenger[weight] *= change
        leads: list[float] = []
        while len(leads) < _MOST:
            leads.append(self._lead(challenger))
            yield False
            if len(leads) >= _FEWEST and len(leads) % _BATCH == 0:
                mean, error = fmean(leads), stdev(leads) / sqrt(len(leads))
                if mean > _CLEARLY_BETTER * error:
                    self.weights = challenger
                    return True
                if mean <= _PROMISING * error:
                    return False
        return False

    def _lead(self, challenger: Reals) -> float:
        """The lead of the challenger in the next deal, from both seats together."""
        tables, seats = scoring_tables(self._deck), np.stack([challenger, self.weights])
        self._deal += 1
        ours, theirs = self_play(tables, seats, self._cards, self._deal)
        theirs_again, ours_again = self_play(tables, seats[::-1].copy(), self._cards, self._deal)
        return float(ours - theirs + ours_again - theirs_again)
