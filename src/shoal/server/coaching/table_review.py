"""The review of one table, as far as it is computed, and how it is packed for the store."""

import asyncio
import zlib

from shoal.coach import GameReview, StepReview, read_review
from shoal.coach.review import Values
from shoal.core import RecordError, Replay, msg
from shoal.core.judging import EFFORTS, Effort

__all__ = ["TableReview", "deeper", "pack_review", "unpack_review"]


def deeper(effort: Effort) -> Effort | None:
    """The next effort after this one; None if there is none."""
    following = EFFORTS[EFFORTS.index(effort) + 1 :]
    return following[0] if following else None


class TableReview:
    """The review of one table with one effort, as far as it is computed."""

    def __init__(self, replay: Replay, effort: Effort) -> None:
        self.replay = replay
        self.effort: Effort = effort
        self.start: Values | None = None
        self.steps: tuple[StepReview, ...] = ()
        self.failed = False
        #: Whether another process of this server computes it.
        self.elsewhere = False
        #: Set whenever there are more steps, and when it is over.
        self.changed = asyncio.Event()

    @property
    def total(self) -> int:
        return len(self.replay.steps)

    @property
    def whole(self) -> bool:
        return self.start is not None and len(self.steps) == self.total

    @property
    def review(self) -> GameReview | None:
        """What is known so far; None until the first position is judged."""
        if self.start is None:
            return None
        return GameReview(
            game=self.replay.game.name,
            effort=self.effort,
            moves=tuple(map(str, self.replay.steps)),
            start=self.start,
            steps=self.steps,
        )

    def take(self, review: GameReview) -> None:
        """Have all steps of a review that was computed before."""
        self.start, self.steps = review.start, review.steps

    def publish(self) -> None:
        """Tell those who wait that there is more."""
        self.changed.set()
        self.changed = asyncio.Event()


def pack_review(review: TableReview) -> bytes:
    """A whole review as it is stored."""
    whole = review.review
    if whole is None:
        raise ValueError("the review has not begun")
    return zlib.compress(whole.to_json())


def unpack_review(packed: bytes, replay: Replay) -> GameReview:
    """The review that was stored. Raises `RecordError` if it is none, or of another game."""
    try:
        return read_review(zlib.decompress(packed), replay)
    except zlib.error as error:
        raise RecordError(msg("expected a review: {reason}", reason=str(error))) from None
