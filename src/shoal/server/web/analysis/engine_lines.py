"""What the engine says about a position, for the page: the chances of all seats, the best steps, and their lines."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from markupsafe import Markup

from shoal.coach.answers import StepAnswer, VerdictAnswer
from shoal.coach.hint import percent, signed_percent
from shoal.core import CHANCE, Say, Seat, ShoalError, State, Text, msg, seat_name
from shoal.core.history import taker_of
from shoal.core.judging import Effort, Judgement
from shoal.server.web.analysis.board import AnalysisBoard
from shoal.server.web.templating import render

__all__ = ["EFFORT_TITLES", "EngineLine", "SeatChance", "ToldStep", "render_lines"]

#: How long the engine looks.
EFFORT_TITLES: Final[Mapping[Effort, Text]] = {
    "quick": msg("a quick look"),
    "usual": msg("a usual look"),
    "deep": msg("a deep look"),
}
#: So many steps of a line are told.
_LONGEST_LINE: Final = 8


class SeatChance(msgspec.Struct, frozen=True):
    """What a seat may expect: its chance to win, in words and as a width, and its final points."""

    seat: Seat
    letter: str
    chance: str
    part: float
    points: str


class ToldStep(msgspec.Struct, frozen=True):
    """A step of the line that is expected."""

    step: str
    words: str


class EngineLine(msgspec.Struct, frozen=True):
    """One of the best steps, and what is expected after it."""

    step: str
    tokens: str
    words: str
    chance: str
    points: str
    #: What it costs in chance, compared with the best; empty for the best.
    cost: str
    certainty: str
    line: tuple[ToldStep, ...]
    goes_on: bool


def render_lines(board: AnalysisBoard, answer: VerdictAnswer, effort: Effort, say: Say) -> Markup:
    """The piece of the page that says what the engine found."""
    best = answer.steps[0]
    values = {
        "seat": seat_name(answer.seat),
        "chances": _chances(best.value, say),
        "lines": [_line(board.state, one, best, answer.seat, say) for one in answer.steps],
        "certainty": say(_certainty(best.value)),
        "effort": say(EFFORT_TITLES[effort]),
    }
    return Markup(render("shared/engine_lines.html", say, values))  # noqa: S704 - templates escape


def _chances(value: Judgement, say: Say) -> list[SeatChance]:
    return [
        SeatChance(seat, seat_name(seat), say(percent(chance)), round(100 * chance, 2), f"{points:.1f}")
        for seat, (chance, points) in enumerate(zip(value.chances, value.points, strict=True))
    ]


def _line(state: State, one: StepAnswer, best: StepAnswer, seat: Seat, say: Say) -> EngineLine:
    less = one.value.chances[seat] - best.value.chances[seat]
    return EngineLine(
        step=one.step,
        tokens=" ".join(state.parse(one.step).tokens),
        words=say(one.words),
        chance=say(percent(one.value.chances[seat])),
        points=f"{one.value.points[seat]:.1f}",
        cost="" if one is best else say(signed_percent(less)),
        certainty=say(_certainty(one.value)),
        line=tuple(_told(state, one.line[:_LONGEST_LINE], say)),
        goes_on=len(one.line) > _LONGEST_LINE,
    )


def _certainty(value: Judgement) -> Text:
    """How sure a value is."""
    if value.certainty == "proved":
        return msg("proved")
    if value.certainty == "exact":
        return msg("exact")
    return msg("± {error}", error=percent(value.error))


def _told(state: State, line: Sequence[str], say: Say) -> list[ToldStep]:
    """The steps of a line in words, as long as they can be played: the engine may guess what is hidden."""
    told = []
    for text in line:
        try:
            step = state.parse(text)
            seat = taker_of(state, step)
            words = state.describe(step)
            following = state.play(step)
        except ShoalError:
            told.append(ToldStep(text, ""))
            break
        prefix = "" if seat == CHANCE else f"{seat_name(seat)}: "
        told.append(ToldStep(text, prefix + say(words)))
        state = following
    return told
