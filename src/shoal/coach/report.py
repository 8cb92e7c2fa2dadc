"""A review as one HTML file: the graph, skill and luck, the turning points with pictures, and all steps.

The file fetches nothing and runs no scripts. The pictures are those of the game's page, as its table displays them.
"""

import base64
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from jinja2 import Environment, FileSystemLoader

from shoal.coach.hint import percent, signed, signed_percent
from shoal.coach.ledger import ledgers
from shoal.coach.marks import MARK_TITLES, SYMBOLS
from shoal.coach.review import GameReview, StepReview
from shoal.coach.telling import TurningPoint, turning_points
from shoal.core import CHANCE, Replay, Say, Seat, Text, seat_name
from shoal.core.pictures import draw_picture, template_environment, template_words

__all__ = ["write_report"]

#: The graph, in the units of its picture.
_WIDTH: Final = 720
_HEIGHT: Final = 240
_LEFT: Final = 68
_TOP: Final = 16
_BOTTOM: Final = 24


class GraphLine(msgspec.Struct, frozen=True):
    """One seat's chance to win, from the start to the end."""

    name: str
    points: str


class GraphDot(msgspec.Struct, frozen=True):
    """A turning point on the graph."""

    number: int
    x: float
    y: float
    label: str
    luck: bool


class ReportPoint(msgspec.Struct, frozen=True):
    """A turning point with the picture of the position before it."""

    number: int
    luck: bool
    sentences: tuple[str, ...]
    picture: str


class ReportStep(msgspec.Struct, frozen=True):
    """One row of the table of steps."""

    number: int
    name: str
    step: str
    mark: str
    kind: str
    chance: str
    cost: str
    better: str


def write_report(
    replay: Replay,
    review: GameReview,
    names: Sequence[str],
    say: Say,
    *,
    language: str = "en",
    seat: Seat | None = None,
) -> str:
    """The text of the HTML file; with a `seat`, its turning points are those that concern it."""
    points = turning_points(replay, review, names, seat=seat)
    result = replay.final.result
    return (
        _environment()
        .get_template("coach/report.html")
        .render(
            **template_words(say),
            language=language,
            title=say(replay.game.title),
            names=names,
            letters=[seat_name(each) for each in range(len(names))],
            result=None if result is None else say(result.reason),
            winners=[] if result is None else [names[each] for each in result.winners],
            scores=replay.final.scores,
            width=_WIDTH,
            height=_HEIGHT,
            left=_LEFT,
            levels=[(_y(part / 4), f"{25 * part}") for part in range(5)],
            lines=[_line(review, each, name) for each, name in enumerate(names)],
            dots=[_dot(review, point) for point in points],
            ledgers=ledgers(review),
            kinds={step.luck_kind for step in review.steps},
            signed=signed,
            points=[_point(replay, point, names, say) for point in points],
            steps=_rows(review, names, say),
        )
    )


@cache
def _environment() -> Environment:
    return template_environment({"coach": FileSystemLoader(Path(__file__).parent)})


def _x(review: GameReview, number: int) -> float:
    """Where the values before a step are drawn."""
    return round(_LEFT + (_WIDTH - _LEFT - 10) * number / max(1, len(review.steps)), 1)


def _y(chance: float) -> float:
    # While choices are sealed, what each seat knows may add up to a little less than nothing.
    return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - min(max(chance, 0.0), 1.0)), 1)


def _line(review: GameReview, seat: Seat, name: str) -> GraphLine:
    values = [review.start, *(step.after for step in review.steps)]
    points = " ".join(f"{_x(review, number)},{_y(one.chances[seat])}" for number, one in enumerate(values))
    return GraphLine(name, points)


def _dot(review: GameReview, point: TurningPoint) -> GraphDot:
    step = review.steps[point.number]
    seat = point.seat
    if seat == CHANCE:
        seat = max(range(len(step.luck.chances)), key=lambda one: abs(step.luck.chances[one]))
    label = "±" if point.seat == CHANCE else SYMBOLS[step.mark or "good"]
    y = _y(step.after.chances[seat])
    return GraphDot(point.number + 1, _x(review, point.number + 1), y, label, point.seat == CHANCE)


def _point(replay: Replay, point: TurningPoint, names: Sequence[str], say: Say) -> ReportPoint:
    state = replay.states[point.number]
    picture = draw_picture(replay.game, state.view(None if point.seat == CHANCE else point.seat), names, say)
    data = base64.b64encode(picture.strip().encode()).decode()
    sentences = tuple(say(sentence) for sentence in point.sentences)
    return ReportPoint(point.number + 1, point.seat == CHANCE, sentences, f"data:image/svg+xml;base64,{data}")


def _rows(review: GameReview, names: Sequence[str], say: Say) -> list[ReportStep]:
    return [_row(step, names[step.seat], say) for step in review.steps if step.seat != CHANCE]


def _row(step: StepReview, name: str, say: Say) -> ReportStep:
    mark = step.mark or "good"
    missed = step.cost is not None and step.best != step.step and mark not in ("forced", "best")
    return ReportStep(
        step.number + 1,
        name,
        step.step,
        f"{say(MARK_TITLES[mark])} {SYMBOLS[mark]}".strip(),
        mark,
        say(percent(step.chance)),
        _cost(step, say) if missed else "",
        step.best if missed else "",
    )


def _cost(step: StepReview, say: Say) -> str:
    cost = step.cost
    if cost is None:
        return ""
    chance: Text = signed_percent(-cost.chance)
    return say(chance) if cost.certain else f"{say(chance)} ± {say(percent(cost.doubt))}"
