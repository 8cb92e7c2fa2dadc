"""How many points a deck is about: the scale on which the engine judges everything it counts in points.

A deck may give 2 points for its best set or 99. So what a card is worth elsewhere, how far behind a candidate may be,
and what a large lead is, are measured in the deck's own points: those that the rollout policy makes with it.
"""

from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.engine.encoding import KindNumbers
from shoal.games.fishtank.engine.policy_weights import policy_weights
from shoal.games.fishtank.engine.rollouts import self_play
from shoal.games.fishtank.engine.rules_kernel import ROUNDS
from shoal.games.fishtank.engine.scoring_tables import scoring_tables
from shoal.games.fishtank.engine.settings import FULL_STRENGTH
from shoal.games.fishtank.options import Options

__all__ = ["DeckScale", "deck_scale"]

#: Games that are played to find the scale, always at a table of two, for which every deck has enough cards.
_GAMES: Final = 16
_PLAYERS: Final = 2
#: A usual lead is no more than what so many cards make: a few tanks with luck must not make all other leads look small.
_MOST_CARDS: Final = 5
#: A deck that makes no points, or always as many, has at least this scale.
_LEAST: Final = 0.25


class DeckScale(NamedTuple):
    """Two measures in points."""

    #: What a card makes on average.
    card: float
    #: By how much one tank of a game usually beats another: the standard deviation of the lead, within bounds.
    lead: float


def deck_scale(options: Options) -> DeckScale:
    """The scale of the cards that are dealt; measured once for each deck, and the last of them are kept."""
    return _measured(options.deck, options.counts)


@lru_cache(maxsize=256)
def _measured(deck: Deck, counts: tuple[int, ...]) -> DeckScale:
    options = Options(deck, counts, _PLAYERS)
    tables, cards = scoring_tables(deck), KindNumbers(options).counts
    policies = np.stack([policy_weights(FULL_STRENGTH, 0.0)] * _PLAYERS)
    points = np.array([self_play(tables, policies, cards, number) for number in range(1, _GAMES + 1)])
    card = max(_LEAST, float(points.mean()) / ROUNDS)
    lead = sqrt(2) * float(points.std())
    return DeckScale(card, min(max(lead, card), _MOST_CARDS * card))
