"""What the coach tells an assistant of a game that is over."""

from dataclasses import dataclass

from shoal.assistants.seated_table import SeatedTable
from shoal.coach import ledgers, review_game, turning_points
from shoal.coach.marks import MARK_TITLES
from shoal.coach.review import GameReview, Progress
from shoal.core import CHANCE, Replay, Say, Seat, seat_name
from shoal.core.judging import Effort

__all__ = ["ToldReview", "review"]


@dataclass(frozen=True)
class SeatAccount:
    """A seat's chance to win, from 0 to 1, from the start to the end; the five in between add up to the change."""

    seat: str
    start: float
    own_steps: float
    others_steps: float
    chance: float
    sealed_choices: float
    unforeseen: float
    end: float
    #: How many of its steps were called so.
    marks: dict[str, int]


@dataclass(frozen=True)
class JudgedOwnStep:
    """A step of the assistant's seat. The cost is in the chance to win, compared with the best step."""

    number: int
    step: str
    mark: str
    cost: float
    best: str


@dataclass(frozen=True)
class ToldTurningPoint:
    """What decided the game. The seat is `=` where it was luck."""

    number: int
    seat: str
    told: str


@dataclass(frozen=True)
class ToldReview:
    """A finished game, judged step by step."""

    seats: list[SeatAccount]
    your_steps: list[JudgedOwnStep]
    turning_points: list[ToldTurningPoint]


def review(seated: SeatedTable, say: Say, effort: Effort, progress: Progress) -> ToldReview:
    """The review of a game that is over."""
    replay = Replay(seated.record(), seated.game)
    judged = review_game(replay, effort, progress)
    points = turning_points(replay, judged, seated.names)
    return ToldReview(
        seats=_seats(judged),
        your_steps=_steps(judged, seated.seat),
        turning_points=[
            ToldTurningPoint(point.number + 1, seat_name(point.seat), " ".join(map(say, point.sentences)))
            for point in points
        ],
    )


def _seats(judged: GameReview) -> list[SeatAccount]:
    return [
        SeatAccount(
            seat=seat_name(ledger.seat),
            start=ledger.win.start,
            own_steps=ledger.win.own_skill,
            others_steps=ledger.win.others_skill,
            chance=ledger.win.chance,
            sealed_choices=ledger.win.sealed,
            unforeseen=ledger.win.unforeseen,
            end=ledger.win.end,
            marks={mark: ledger.marks[mark] for mark in MARK_TITLES},
        )
        for ledger in ledgers(judged)
    ]


def _steps(judged: GameReview, seat: Seat) -> list[JudgedOwnStep]:
    return [
        JudgedOwnStep(
            step.number + 1, step.step, step.mark or "good", step.cost.chance if step.cost else 0.0, step.best
        )
        for step in judged.steps
        if step.seat == seat != CHANCE
    ]
