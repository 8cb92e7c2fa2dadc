"""The features that the evaluation looks at, and their order in arrays.

Both evaluations write the same features, for two players in `evaluation`, for more in
`mcts/multiplayer_features`; `weights.toml` has a weight for each, under the names that are here.
All compare a player with the opponent or, at larger tables, a seat with all others together.
"""

from typing import Final

__all__ = [
    "FEATURE_COUNT",
    "FEATURE_NAMES",
    "FEATURE_ROW",
    "FIRST_BY_FLOES",
    "FIRST_BY_SLIDES",
    "FLOES_FIRST",
    "LEVEL_BY_FLOES",
    "LEVEL_BY_SLIDES",
    "MOST_BESIDE",
    "MOST_FLOES",
    "MOST_LEVEL_SLIDES",
    "MOST_ROOM",
    "MOST_SLIDES",
    "OWN_FISH",
    "OWN_FLOES",
    "PENGUINS_BESIDE",
    "PENGUINS_WITH_ROOM",
    "TARGETS",
    "TEMPO",
    "WAIT",
]

#: Always 1: what it is worth to be on turn, or to have a seat.
TEMPO: Final = 0
#: The fish on floes that one's penguins come to first, by the slides it takes them: 1, 2, 3, 4 or more.
FIRST_BY_SLIDES: Final = 1
MOST_SLIDES: Final = 4
#: The fish on floes that only one's own penguins can come to.
OWN_FISH: Final = 5
#: The fish on floes that both come to at once, by the slides it takes them: 1, 2, 3 or more.
LEVEL_BY_SLIDES: Final = 6
MOST_LEVEL_SLIDES: Final = 3
#: The floes that are one slide away.
TARGETS: Final = 9
#: The floes that only one's own penguins can come to.
OWN_FLOES: Final = 10
#: The floes that one's penguins come to first.
FLOES_FIRST: Final = 11
#: Penguins by the number of free floes beside them: 0, 1, 2, 3, 4, 5 or more.
PENGUINS_BESIDE: Final = 12
MOST_BESIDE: Final = 5
#: Penguins by the number of free floes within two floes of them, in threes: 0, 1 to 3, 4 to 6, … 13 or more.
PENGUINS_WITH_ROOM: Final = 18
MOST_ROOM: Final = 5
#: The fish on floes that one's penguins come to first when all go floe by floe, by the floes it takes: 1 to 5 or more.
FIRST_BY_FLOES: Final = 24
MOST_FLOES: Final = 5
#: The fish on floes that both come to at once when all go floe by floe.
LEVEL_BY_FLOES: Final = 29
#: How many features there are with two players.
FEATURE_COUNT: Final = 30
#: Only at larger tables: how many turns a seat has to wait.
WAIT: Final = 30
#: The length of a row of features or weights in an array.
FEATURE_ROW: Final = 32

#: What the weights of the features are called in `weights.toml`, in the order above.
FEATURE_NAMES: Final = (
    "tempo",
    *(f"first_by_{slides}_slides" for slides in range(1, MOST_SLIDES + 1)),
    "own_fish",
    *(f"level_by_{slides}_slides" for slides in range(1, MOST_LEVEL_SLIDES + 1)),
    "targets",
    "own_floes",
    "floes_first",
    *(f"penguins_beside_{floes}" for floes in range(MOST_BESIDE + 1)),
    *(f"penguins_with_room_{room}" for room in range(MOST_ROOM + 1)),
    *(f"first_by_{floes}_floes" for floes in range(1, MOST_FLOES + 1)),
    "level_by_floes",
    "wait",
)
