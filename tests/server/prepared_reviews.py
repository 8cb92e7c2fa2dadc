"""A finished game, and a review of it that takes no time: for tests of what surrounds reviews."""

from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from shoal.coach import StepReview
from shoal.coach.marks import StepCost
from shoal.coach.review import Values
from shoal.core import CHANCE, Record, Replay
from shoal.public_api import play
from shoal.server.coaching.table_review import TableReview, pack_review
from shoal.store import ReviewRow

__all__ = ["Mistake", "finished_game", "found_mistake", "prepared", "prepared_review"]


class Mistake(NamedTuple):
    """The one mistake of the prepared review: the number of the step, from 1, and the better line."""

    number: int
    played: str
    line: tuple[str, ...]


@cache
def finished_game() -> Record:
    """A game of penguins for two, from the deal to the end."""
    return play("penguins", ["greedy", "greedy"], seed=1).record()


@cache
def found_mistake() -> Mistake:
    """A move of seat A, and another one that the review calls better, with what may follow it."""
    replay = Replay(finished_game())
    for number, step in enumerate(replay.steps):
        if replay.history.takers[number] == 0 and "-" in str(step):
            state, line = replay.states[number], []
            others = [legal for legal in state.legal(0) if legal.tokens[0] != step.tokens[0]]
            following = others[0]
            for _ in range(3):
                line.append(str(following))
                state = state.play(following)
                following = state.legal(state.to_act[0])[0]
            return Mistake(number + 1, str(step), tuple(line))
    raise AssertionError("seat A moves somewhere")


@cache
def prepared() -> TableReview:
    """A review that says that every step was the best one, but for one."""
    review = TableReview(Replay(finished_game()), "quick")
    even, mistake = Values((0.5, 0.5), (50.0, 50.0)), found_mistake()
    review.start = even
    steps = [
        StepReview(
            number=number,
            seat=taker,
            step=str(step),
            skill=Values.nothing(2),
            luck=Values.nothing(2),
            after=even,
            chance=0.5,
            mark=None if taker == CHANCE else "best",
            cost=None if taker == CHANCE else StepCost(0.0, 0.0, 0.0, certain=False),
            best="" if taker == CHANCE else str(step),
        )
        for number, (taker, step) in enumerate(zip(review.replay.history.takers, review.replay.steps, strict=True))
    ]
    steps[mistake.number - 1] = replace(
        steps[mistake.number - 1],
        skill=Values((-0.25, 0.25), (-4.0, 4.0)),
        luck=Values((0.25, -0.25), (4.0, -4.0)),
        luck_kind="unforeseen",
        mark="blunder",
        cost=StepCost(0.25, 0.05, 8.0, certain=False),
        best=mistake.line[0],
        line=mistake.line,
        error=0.03,
    )
    review.steps = tuple(steps)
    return review


@cache
def _packed() -> bytes:
    return pack_review(prepared())


def prepared_review(table_id: str) -> ReviewRow:
    """The prepared review as the store keeps it."""
    return ReviewRow(table_id, "quick", _packed(), 1)
