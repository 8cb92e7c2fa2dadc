"""*Hey, That's My Fish!*: penguins, ice floes and fish for 2 to 4 players.

The rules for people are in `RULES.md`, for the machine in `rules.py`. Start reading there, or with
`board.py`, where sets of floes are ints with one bit a floe. Bot writers need `State` (from
`view.imagine`), its `Board`, and the steps; `best_walk` solves a penguin's lone island exactly.
"""

from shoal.games.penguins.board import Board, Floe, Floes, bits, board_of
from shoal.games.penguins.game import Penguins
from shoal.games.penguins.options import Setup
from shoal.games.penguins.phase import Phase
from shoal.games.penguins.solo_walk import best_walk
from shoal.games.penguins.state import State
from shoal.games.penguins.steps import AGREE, CONTENT, REFUSE, Deal, Move, Place, Swap, Word
from shoal.games.penguins.swaps import Bargain
from shoal.games.penguins.view import View

__all__ = [
    "AGREE",
    "CONTENT",
    "GAME",
    "REFUSE",
    "Bargain",
    "Board",
    "Deal",
    "Floe",
    "Floes",
    "Move",
    "Penguins",
    "Phase",
    "Place",
    "Setup",
    "State",
    "Swap",
    "View",
    "Word",
    "best_walk",
    "bits",
    "board_of",
]

GAME = Penguins()
