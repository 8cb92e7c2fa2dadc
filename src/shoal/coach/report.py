"""A review as one HTML file: the graph, skill and luck, the turning points with pictures, and all steps.

The file fetches nothing and runs no scripts. The pictures are those of the game's page, as its table displays them.
"""

import base64
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
from jinja2 import Environment, FileSystemLoader

from shoal.coach.graph import draw_graph
from shoal.coach.hint import percent, signed, signed_percent
from shoal.coach.ledger import ledgers
from shoal.coach.marks import MARK_TITLES, SYMBOLS
from shoal.coach.review import GameReview, StepReview
from shoal.coach.telling import TurningPoint, turning_points
from shoal.core import CHANCE, Replay, Say, Seat, Text, seat_name
from shoal.core.pictures import draw_picture, template_environment, template_words

__all__ = ["write_report"]


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
            graph=draw_graph(review, names, points),
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
