"""The ledger of a game: how much of the result was skill and how much was luck, for every seat."""

from collections.abc import Iterable

import msgspec

from shoal.coach.marks import MARK_TITLES, Mark
from shoal.coach.review import GameReview, LuckKind
from shoal.core import Seat

__all__ = ["Account", "SeatLedger", "ledgers"]


class Account(msgspec.Struct, frozen=True):
    """One seat's chance to win, or its points, from the start to the end; the five in between add up to the change."""

    start: float
    #: What the seat's own steps cost, compared with the best ones: never above 0 for the chance to win.
    own_skill: float
    #: What the steps of the others brought or cost the seat.
    others_skill: float
    #: What chance did.
    chance: float
    #: What came out when sealed choices were opened.
    sealed: float
    #: What the coach did not foresee.
    unforeseen: float
    end: float

    @property
    def skill(self) -> float:
        """What the skill of all seats, its own and that of the others, changed for the seat."""
        return self.own_skill + self.others_skill

    @property
    def luck(self) -> float:
        """What changed for the seat without anybody's skill."""
        return self.chance + self.sealed + self.unforeseen


class SeatLedger(msgspec.Struct, frozen=True):
    """One seat's part of a game."""

    seat: Seat
    win: Account
    points: Account
    #: How many of its steps have each mark.
    marks: dict[Mark, int]


def ledgers(review: GameReview) -> list[SeatLedger]:
    """The ledger of every seat."""
    return [_ledger(review, seat) for seat in range(len(review.start.chances))]


def _ledger(review: GameReview, seat: Seat) -> SeatLedger:
    marks: dict[Mark, int] = dict.fromkeys(MARK_TITLES, 0)
    for step in review.steps:
        if step.seat == seat and step.mark is not None:
            marks[step.mark] += 1
    changes = [
        (step.seat == seat, step.luck_kind, step.skill.chances[seat], step.luck.chances[seat]) for step in review.steps
    ]
    points = [
        (step.seat == seat, step.luck_kind, step.skill.points[seat], step.luck.points[seat]) for step in review.steps
    ]
    return SeatLedger(
        seat,
        _account(review.start.chances[seat], changes, review.end.chances[seat]),
        _account(review.start.points[seat], points, review.end.points[seat]),
        marks,
    )


def _account(start: float, changes: Iterable[tuple[bool, LuckKind, float, float]], end: float) -> Account:
    own = others = 0.0
    luck: dict[LuckKind, float] = {"": 0.0, "chance": 0.0, "sealed": 0.0, "unforeseen": 0.0}
    for is_own, kind, skill, lucky in changes:
        if is_own:
            own += skill
        else:
            others += skill
        luck[kind] += lucky
    return Account(start, own, others, luck["chance"], luck["sealed"], luck["unforeseen"], end)
