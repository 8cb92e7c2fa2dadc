"""The charts of a study: the seats, the spread of scores, margins and lengths, and one for each group of measures."""

from itertools import groupby

from shoal.arena.intervals import Estimate
from shoal.arena.study.chart_drawing import Chart, draw_histogram, draw_intervals
from shoal.arena.study.summary import MeasureSummary, StudySummary
from shoal.core import Say, Text, msg, seat_name
from shoal.core.study import MeasureGroup

__all__ = ["draw_charts"]


def draw_charts(summary: StudySummary, say: Say) -> dict[str, Chart]:
    """All pictures of a study by the names of their files, without `.svg`."""
    seats = [(say(msg("seat {seat}", seat=seat_name(one.seat))), one.share) for one in summary.seats]
    charts = {
        "seats": draw_intervals(
            say(msg("Share of the win, by seat")), seats, percent=True, reference=1 / len(seats), say=say
        ),
        "scores": draw_histogram(say(msg("Final scores")), summary.scores, say(msg("points"))),
        "margins": draw_histogram(
            say(msg("Points between the highest score and the next")), summary.margins, say(msg("points"))
        ),
        "lengths": draw_histogram(say(msg("Steps of all players in a game")), summary.lengths, say(msg("steps"))),
    }
    for group, measures in groupby(summary.measures, key=lambda one: one.measure.group):
        rows = [(say(one.measure.title), shown) for one in measures if (shown := _shown(group, one)) is not None]
        if rows:
            percent = group.kind == "rule" or group.unit == "share"
            reference = 0.0 if group.kind == "seat" else None
            charts[group.name] = draw_intervals(_title(group, say), rows, percent=percent, reference=reference, say=say)
    return charts


def _shown(group: MeasureGroup, one: MeasureSummary) -> Estimate | None:
    """The number of a measure that its chart shows."""
    return {"rule": one.games, "event": one.value, "seat": one.worth}[group.kind]


def _title(group: MeasureGroup, say: Say) -> str:
    titles: dict[str, Text] = {
        "rule": msg("{heading}: share of the games", heading=group.title),
        "event": group.title,
        "seat": msg("{heading}: points that go with one more", heading=group.title),
    }
    return say(titles[group.kind])
