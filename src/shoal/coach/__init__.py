"""The coach: judges positions and whole games, gives hints, and says where a game was lost, and why.

Start with `review.py`, which judges a game step by step; `ledger.py` adds up what was skill and what was luck,
`marks.py` says when a step is a mistake, `telling.py` tells the turning points. `hint.py` helps a player who is to act.
What is known of one game alone is said by the game, through `Game.judge`, `Game.reasons` and `Game.consequence`;
`any_game.py` judges all others. `report.py` writes a review as one HTML file. `worker.py` is a coach in a process of
its own, and `answers.py` what it answers.
"""

from shoal.coach.any_game import find_judge
from shoal.coach.best_steps import best_steps
from shoal.coach.hint import Hint, find_hint, tell_hint
from shoal.coach.ledger import SeatLedger, ledgers
from shoal.coach.marks import Mark, MarkBounds, read_mark_bounds
from shoal.coach.review import GameReview, StepReview, read_review, review_game, review_steps, start_of
from shoal.coach.telling import TurningPoint, turning_points

__all__ = [
    "GameReview",
    "Hint",
    "Mark",
    "MarkBounds",
    "SeatLedger",
    "StepReview",
    "TurningPoint",
    "best_steps",
    "find_hint",
    "find_judge",
    "ledgers",
    "read_mark_bounds",
    "read_review",
    "review_game",
    "review_steps",
    "start_of",
    "tell_hint",
    "turning_points",
]
