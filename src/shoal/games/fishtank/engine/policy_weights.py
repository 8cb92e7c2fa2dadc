"""The weights of the rollout policy: how likely cards are to come, and how much each kind of potential counts."""

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
#: What a card is worth elsewhere, in points.
CARD_COST: Final = 2
#: How much the potential of shapes, areas and amounts counts, and that of kinds that do not lie in the tank yet.
SHAPE_WEIGHT: Final = 3
AREA_WEIGHT: Final = 4
AMOUNT_WEIGHT: Final = 5
NEW_KIND_WEIGHT: Final = 6
#: How much the potential of neighbours counts, alike or different ones, and how quickly these turn up.
ALIKE_WEIGHT: Final = 7
ALIKE_RATE: Final = 8
DIFFERENT_WEIGHT: Final = 9
DIFFERENT_RATE: Final = 10
#: How much the potential of cards counts that may be turned to plants.
PLANT_WEIGHT: Final = 11
WEIGHTS: Final = 12

#: Found by self-play: generations of weights, the best of each leading to the next, at tables of two and four.
BEST_WEIGHTS: Final[Mapping[int, float]] = {
    DRAW_RATE: 0.406,
    HAND_EXPONENT: 1.215,
    CARD_COST: 1.969,
    SHAPE_WEIGHT: 0.845,
    AREA_WEIGHT: 1.032,
    AMOUNT_WEIGHT: 0.677,
    NEW_KIND_WEIGHT: 0.537,
    ALIKE_WEIGHT: 0.45,
    ALIKE_RATE: 0.108,
    DIFFERENT_WEIGHT: 1.007,
    DIFFERENT_RATE: 0.099,
    PLANT_WEIGHT: 0.583,
}
#: These say how much potential counts; the others how likely cards are to come.
_SCALED: Final = (SHAPE_WEIGHT, AREA_WEIGHT, AMOUNT_WEIGHT, ALIKE_WEIGHT, DIFFERENT_WEIGHT, PLANT_WEIGHT)


def policy_weights(settings: Settings) -> Reals:
    """The weights by which an engine with these settings evaluates tanks, `[WEIGHTS]`."""
    weights = np.array([BEST_WEIGHTS[place] for place in range(WEIGHTS)])
    for place in _SCALED:
        weights[place] *= settings.potential
    return weights
