"""The weights of the rollout policy: how likely cards are to come, and how much each kind of potential counts.

They hold for any deck: they are rates and shares, and what is in points is a share of the deck's own (`deck_scale.py`).
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from shoal.core.numba_kernels import Reals
from shoal.games.fishtank.engine.settings import Settings

__all__ = [
    "ALIKE_RATE",
    "ALIKE_WEIGHT",
    "AMOUNT_WEIGHT",
    "AREA_WEIGHT",
    "BEST_WEIGHTS",
    "CARD_COST",
    "DIFFERENT_RATE",
    "DIFFERENT_WEIGHT",
    "DRAW_RATE",
    "HAND_EXPONENT",
    "NEW_KIND_WEIGHT",
    "PLANT_WEIGHT",
    "SHAPE_WEIGHT",
    "WEIGHTS",
    "policy_weights",
]

#: Indices of an array of weights. How often a wanted card turns up, and how much more often in a large hand.
DRAW_RATE: Final = 0
HAND_EXPONENT: Final = 1
#: What a card is worth elsewhere: in points, once it is multiplied by what a card of the deck makes.
CARD_COST: Final = 2
#: How much the potential of shapes, areas and amounts counts, and that of kinds that do not lie in the tank yet.
SHAPE_WEIGHT: Final = 3
AREA_WEIGHT: Final = 4
AMOUNT_WEIGHT: Final = 5
NEW_KIND_WEIGHT: Final = 6
#: How much the potential of neighbours counts, alike or different ones, and how quickly these turn up, as far as two
#: cards of the deck are alike or different.
ALIKE_WEIGHT: Final = 7
ALIKE_RATE: Final = 8
DIFFERENT_WEIGHT: Final = 9
DIFFERENT_RATE: Final = 10
#: How much the potential of cards counts that may be turned to plants.
PLANT_WEIGHT: Final = 11
WEIGHTS: Final = 12

#: Found by self-play with the house deck: generations of weights, the best of each leading to the next, at tables of
#: two and four.
BEST_WEIGHTS: Final[Mapping[int, float]] = {
    DRAW_RATE: 0.406,
    HAND_EXPONENT: 1.215,
    CARD_COST: 0.625,
    SHAPE_WEIGHT: 0.845,
    AREA_WEIGHT: 1.032,
    AMOUNT_WEIGHT: 1.05,
    NEW_KIND_WEIGHT: 0.8,
    ALIKE_WEIGHT: 0.45,
    ALIKE_RATE: 1.15,
    DIFFERENT_WEIGHT: 1.007,
    DIFFERENT_RATE: 0.109,
    PLANT_WEIGHT: 0.583,
}
#: These say how much potential counts; the others how likely cards are to come.
_SCALED: Final = (SHAPE_WEIGHT, AREA_WEIGHT, AMOUNT_WEIGHT, ALIKE_WEIGHT, DIFFERENT_WEIGHT, PLANT_WEIGHT)


def policy_weights(settings: Settings, card: float) -> Reals:
    """The weights by which an engine with these settings evaluates tanks of a deck, `[WEIGHTS]`.

    `card` is how many points a card of the deck makes on average.
    """
    weights = np.array([BEST_WEIGHTS[place] for place in range(WEIGHTS)])
    for place in _SCALED:
        weights[place] *= settings.potential
    weights[CARD_COST] *= card
    return weights
