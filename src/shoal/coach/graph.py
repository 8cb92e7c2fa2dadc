"""The graph of a game: every seat's chance to win from the start to the end, with dots for what decided it.

`parts.html` draws it, for the HTML report and for the review in the browser.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from shoal.coach.marks import SYMBOLS
from shoal.coach.review import GameReview
from shoal.coach.telling import TurningPoint
from shoal.core import CHANCE, Seat

__all__ = ["Graph", "draw_graph"]

#: The graph, in the units of its picture.
_WIDTH: Final = 720
_HEIGHT: Final = 240
_LEFT: Final = 68
_RIGHT: Final = 10
_TOP: Final = 16
_BOTTOM: Final = 24


class GraphLine(msgspec.Struct, frozen=True):
    """One seat's chance to win, from the start to the end, or as far as it is known."""

    name: str
    points: str


class GraphDot(msgspec.Struct, frozen=True):
    """A turning point on the graph."""

    #: The number of the step, from 1.
    number: int
    x: float
    y: float
    label: str
    luck: bool


class GraphStep(msgspec.Struct, frozen=True):
    """The part of the graph that belongs to a step, from 1: where it begins, and where its values are drawn."""

    number: int
    left: float
    x: float


class Graph(msgspec.Struct, frozen=True):
    """All that is to be drawn, in the units of the picture."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    #: Where the levels are, in hundredths.
    levels: tuple[tuple[float, int], ...]
    lines: tuple[GraphLine, ...]
    dots: tuple[GraphDot, ...]
    steps: tuple[GraphStep, ...]


def draw_graph(review: GameReview, names: Sequence[str], points: Sequence[TurningPoint]) -> Graph:
    """The graph of a review, with these turning points. The last steps of one that is not whole are left empty."""
    total = max(1, len(review.moves))

    def x(number: int) -> float:
        """Where the values after so many steps are drawn."""
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * number / total, 1)

    values = [review.start, *(step.after for step in review.steps)]
    lines = tuple(
        GraphLine(name, " ".join(f"{x(number)},{_y(one.chances[seat])}" for number, one in enumerate(values)))
        for seat, name in enumerate(names)
    )
    return Graph(
        width=_WIDTH,
        height=_HEIGHT,
        left=_LEFT,
        right=_WIDTH - _RIGHT,
        top=_TOP,
        bottom=_HEIGHT - _BOTTOM,
        levels=tuple((_y(part / 4), 25 * part) for part in range(5)),
        lines=lines,
        dots=tuple(_dot(review, point, x(point.number + 1)) for point in points),
        steps=tuple(GraphStep(number + 1, x(number), x(number + 1)) for number in range(len(review.moves))),
    )


def _y(chance: float) -> float:
    # While choices are sealed, what each seat knows may add up to a little less than nothing.
    return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - min(max(chance, 0.0), 1.0)), 1)


def _dot(review: GameReview, point: TurningPoint, x: float) -> GraphDot:
    step = review.steps[point.number]
    seat: Seat = point.seat
    if seat == CHANCE:
        seat = max(range(len(step.luck.chances)), key=lambda one: abs(step.luck.chances[one]))
    label = "±" if point.seat == CHANCE else SYMBOLS[step.mark or "good"]
    return GraphDot(point.number + 1, x, _y(step.after.chances[seat]), label, point.seat == CHANCE)
