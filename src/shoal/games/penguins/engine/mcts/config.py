"""How a tree is grown: what evaluates its leaves, and how much it explores."""

from typing import Final, NamedTuple

__all__ = ["EVALUATION_LEAF", "PLAYOUT_LEAF", "TERRITORY_LEAF", "MctsConfig"]

#: What evaluates a leaf: a random playout, territory, or the features with their weights.
PLAYOUT_LEAF: Final = 0
TERRITORY_LEAF: Final = 1
EVALUATION_LEAF: Final = 2


class MctsConfig(NamedTuple):
    """How a tree is grown."""

    #: What evaluates a leaf.
    leaf: int
    #: How much UCB1 explores steps that were seldom looked at.
    exploration: float
    #: How wrong the evaluation may be: for territory in fish, for the features as a multiple of what is usual.
    error: float = 1.0
    #: How much a random playout counts beside the features.
    playout_weight: float = 0.0
