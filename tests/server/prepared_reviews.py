"""A finished game, and a review of it that takes no time: for tests of what surrounds reviews."""

from functools import cache

from shoal.coach.review import StepReview, Values
from shoal.core import CHANCE, Record, Replay
from shoal.public_api import play
from shoal.server.coaching.table_review import TableReview, pack_review
from shoal.store import ReviewRow

__all__ = ["finished_game", "prepared_review"]


@cache
def finished_game() -> Record:
    """A game of penguins for two, from the deal to the end."""
    return play("penguins", ["greedy", "greedy"], seed=1).record()


@cache
def _packed() -> bytes:
    review = TableReview(Replay(finished_game()), "usual")
    even = Values((0.5, 0.5), (50.0, 50.0))
    review.start = even
    review.steps = tuple(
        StepReview(
            number=number,
            seat=taker,
            step=str(step),
            skill=Values.nothing(2),
            luck=Values.nothing(2),
            after=even,
            mark=None if taker == CHANCE else "best",
            best="" if taker == CHANCE else str(step),
        )
        for number, (taker, step) in enumerate(zip(review.replay.history.takers, review.replay.steps, strict=True))
    )
    return pack_review(review)


def prepared_review(table_id: str) -> ReviewRow:
    """A review that says that every step was the best one."""
    return ReviewRow(table_id, "usual", _packed(), 1)
