"""A study as tables of words and numbers, for the terminal and for a page."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Final

import msgspec

from shoal.arena.intervals import Estimate
from shoal.arena.study.summary import MeasureSummary, StudySummary
from shoal.core import Say, Text, msg, seat_name
from shoal.core.study import MeasureGroup, MeasureKind

__all__ = ["StudyTable", "interval_words", "number_words", "study_tables"]

_INTERVAL: Final = "95 %"
#: What stands where there is no number.
_NOTHING: Final = "–"
#: Numbers from this size on are written with fewer decimals.
_LARGE: Final = 100


class StudyTable(msgspec.Struct, frozen=True):
    """A table: the first columns hold words, as many as `words` says, the others numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    #: What the numbers mean, where that does not go without saying.
    note: str = ""
    words: int = 1
    #: The names of the charts that go with it.
    charts: tuple[str, ...] = ()


def study_tables(summary: StudySummary, say: Say) -> list[StudyTable]:
    """All tables of a study: the seats, the games, and one for each group of what the game counts."""
    tables = [_seats(summary, say), _games(summary, say)]
    for group, measures in groupby(summary.measures, key=lambda one: one.measure.group):
        tables.append(_BY_KIND[group.kind](group, list(measures), say))
    return tables


def _said(say: Say, *columns: Text | str) -> tuple[str, ...]:
    return tuple(column if isinstance(column, str) else say(column) for column in columns)


def number_words(value: float, *, percent: bool = False) -> str:
    """A number as it is printed."""
    if percent:
        return f"{value:.1%}"
    return f"{value:.1f}" if abs(value) >= _LARGE else f"{value:.2f}"


def interval_words(estimate: Estimate, *, percent: bool = False) -> str:
    """An interval as it is printed."""
    if estimate.low is None or estimate.high is None:
        return _NOTHING
    low, high = number_words(estimate.low, percent=percent), number_words(estimate.high, percent=percent)
    return f"{low} … {high}"


def _pair(estimate: Estimate | None, *, percent: bool = False) -> tuple[str, str]:
    """A value and its interval."""
    if estimate is None:
        return _NOTHING, _NOTHING
    return number_words(estimate.value, percent=percent), interval_words(estimate, percent=percent)


def _mean(estimate: Estimate | None) -> str:
    return _pair(estimate)[0]


def _seats(summary: StudySummary, say: Say) -> StudyTable:
    rows = tuple(
        (
            seat_name(one.seat),
            *_pair(one.share, percent=True),
            *_pair(one.score),
            number_words(one.choices.value),
        )
        for one in summary.seats
    )
    columns = _said(say, msg("seat"), msg("share"), _INTERVAL, msg("points"), _INTERVAL, msg("choices"))
    return StudyTable(say(msg("The seats")), columns, rows, charts=("seats",))


def _games(summary: StudySummary, say: Say) -> StudyTable:
    rows = (
        (say(msg("games in which the win was shared")), *_pair(summary.shared, percent=True)),
        (say(msg("points between the highest score and the next")), *_pair(summary.margin)),
        (say(msg("steps of all players")), *_pair(summary.steps)),
    )
    columns = _said(say, msg("what"), msg("mean"), _INTERVAL)
    return StudyTable(say(msg("The games")), columns, rows, charts=("scores", "margins", "lengths"))


def _rules(group: MeasureGroup, measures: Sequence[MeasureSummary], say: Say) -> StudyTable:
    rows = tuple(
        (
            one.measure.rule,
            say(one.measure.title),
            *_pair(one.per_game if one.count else None),
            *_pair(one.games, percent=True),
        )
        for one in measures
    )
    columns = _said(say, msg("rule"), msg("what"), msg("a game"), _INTERVAL, msg("in games"), _INTERVAL)
    return StudyTable(say(group.title), columns, rows, words=2, charts=(group.name,))


def _events(group: MeasureGroup, measures: Sequence[MeasureSummary], say: Say) -> StudyTable:
    percent = group.unit == "share"
    rows = tuple(
        (say(one.measure.title), str(one.count), number_words(one.per_game.value), *_pair(one.value, percent=percent))
        for one in measures
    )
    value = msg("share") if percent else msg("mean")
    columns = _said(say, msg("what"), msg("times"), msg("a game"), value, _INTERVAL)
    return StudyTable(say(group.title), columns, rows, charts=(group.name,))


def _of_seats(group: MeasureGroup, measures: Sequence[MeasureSummary], say: Say) -> StudyTable:
    rows = tuple(
        (say(one.measure.title), _mean(one.value), _mean(one.winners), _mean(one.others), *_pair(one.worth))
        for one in measures
    )
    columns = _said(say, msg("what"), msg("mean"), msg("winners"), msg("others"), msg("worth"), _INTERVAL)
    note = msg(
        "worth: points more than the others at the table that go with one more of this; going with is not causing"
    )
    return StudyTable(say(group.title), columns, rows, say(note), charts=(group.name,))


_BY_KIND: Final[Mapping[MeasureKind, Callable[[MeasureGroup, Sequence[MeasureSummary], Say], StudyTable]]] = {
    "rule": _rules,
    "event": _events,
    "seat": _of_seats,
}
