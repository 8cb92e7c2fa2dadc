"""Puts the counts of many games together: means, shares and associations, each with its 95 % interval."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import floor
from typing import Final

import msgspec

from shoal.arena.intervals import Cluster, Estimate, mean_of, share_of, slope_of
from shoal.arena.study.association import differences, values_of
from shoal.arena.study.measured_game import MeasuredGame
from shoal.core import Seat
from shoal.core.study import Finding, Measure

__all__ = ["Histogram", "MeasureSummary", "SeatSummary", "StudySummary", "summarize"]

#: The most bars of a histogram, and how wide a bar may be.
_MOST_BARS: Final = 30
_WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Histogram(msgspec.Struct, frozen=True):
    """How often whole numbers came up: `counts[0]` for those from `low` on, each bar for `width` numbers."""

    low: int
    width: int
    counts: tuple[int, ...]

    @classmethod
    def of(cls, numbers: Sequence[int]) -> "Histogram":
        """The histogram with bars as narrow as there is room for."""
        lowest, highest = min(numbers), max(numbers)
        width = next((each for each in _WIDTHS if highest // each - lowest // each < _MOST_BARS), _WIDTHS[-1])
        low = floor(lowest / width) * width
        counts = [0] * ((highest - low) // width + 1)
        for number in numbers:
            counts[(number - low) // width] += 1
        return cls(low, width, tuple(counts))


class SeatSummary(msgspec.Struct, frozen=True):
    """How one seat did: its share of the win, its final score, and how often it had a choice in a game."""

    seat: Seat
    share: Estimate
    score: Estimate
    choices: Estimate


class MeasureSummary(msgspec.Struct, frozen=True):
    """One measure over all games."""

    measure: Measure
    #: How many values there are, and how many a game has on average; for a rule, how often it came up.
    count: int
    per_game: Estimate
    #: The share of the games in which there was any.
    games: Estimate
    #: The mean of the values; None if there are none. For a rule, the same as `per_game`.
    value: Estimate | None
    #: For a measure of seats: the means of those who won, and of those who did not.
    winners: Estimate | None = None
    others: Estimate | None = None
    #: For a measure of seats: how many points more a seat has than another at its table if it has one more of this.
    #: An association, not an effect. Seats and bots are compared with their own averages.
    worth: Estimate | None = None


class StudySummary(msgspec.Struct, frozen=True):
    """All that the games of a study tell."""

    games: int
    deals: int
    seats: tuple[SeatSummary, ...]
    #: Games in which the win was shared.
    shared: Estimate
    #: How far the highest score is ahead of the next one, and how many steps the players took.
    margin: Estimate
    steps: Estimate
    scores: Histogram
    margins: Histogram
    lengths: Histogram
    measures: tuple[MeasureSummary, ...]


def summarize(played: Sequence[MeasuredGame]) -> StudySummary:
    """The summary of one game or more, all with the same options."""
    if not played:
        raise ValueError("there is no game to summarize")
    deals: dict[int, list[MeasuredGame]] = defaultdict(list)
    for one in played:
        deals[one.deal].append(one)
    clusters = list(deals.values())
    return StudySummary(
        games=len(played),
        deals=len(clusters),
        seats=tuple(_seat(clusters, seat) for seat in range(len(played[0].lineup))),
        shared=_certain(share_of(_each(clusters, lambda one: float(max(one.shares) < 1)))),
        margin=_certain(mean_of(_each(clusters, lambda one: one.margin))),
        steps=_certain(mean_of(_each(clusters, lambda one: one.steps))),
        scores=Histogram.of([score for one in played for score in one.scores]),
        margins=Histogram.of([one.margin for one in played]),
        lengths=Histogram.of([one.steps for one in played]),
        measures=_measures(played, clusters),
    )


def _each(clusters: Iterable[Sequence[MeasuredGame]], value: Callable[[MeasuredGame], float]) -> list[Cluster]:
    return [[value(one) for one in cluster] for cluster in clusters]


def _certain(estimate: Estimate | None) -> Estimate:
    """An estimate that is there, since there is a game."""
    if estimate is None:
        raise ValueError("there is no value to summarize")
    return estimate


def _seat(clusters: Sequence[Sequence[MeasuredGame]], seat: Seat) -> SeatSummary:
    return SeatSummary(
        seat,
        _certain(share_of(_each(clusters, lambda one: one.shares[seat]))),
        _certain(mean_of(_each(clusters, lambda one: one.scores[seat]))),
        _certain(mean_of(_each(clusters, lambda one: one.choices[seat]))),
    )


def _measures(played: Sequence[MeasuredGame], clusters: Sequence[Sequence[MeasuredGame]]) -> tuple[MeasureSummary, ...]:
    names = [finding.measure.name for finding in played[0].findings]
    for one in played:
        if [finding.measure.name for finding in one.findings] != names:
            raise TypeError("games with the same options have different measures")
    return tuple(_measure(clusters, index) for index in range(len(names)))


def _measure(clusters: Sequence[Sequence[MeasuredGame]], index: int) -> MeasureSummary:
    measure = clusters[0][0].findings[index].measure

    def found(one: MeasuredGame) -> Finding:
        return one.findings[index]

    def times(one: MeasuredGame) -> float:
        return sum(found(one).values) if measure.group.kind == "rule" else len(found(one).values)

    values = [[value for one in cluster for value in found(one).values] for cluster in clusters]
    summary = MeasureSummary(
        measure,
        count=round(sum(times(one) for cluster in clusters for one in cluster)),
        per_game=_count(_certain(mean_of(_each(clusters, times)))),
        games=_certain(share_of(_each(clusters, lambda one: float(times(one) > 0)))),
        value=share_of(values) if measure.group.unit == "share" else mean_of(values),
    )
    if measure.group.kind != "seat":
        return summary
    return msgspec.structs.replace(
        summary,
        winners=mean_of(values_of(clusters, index, winners=True)),
        others=mean_of(values_of(clusters, index, winners=False)),
        worth=slope_of(differences(clusters, index)),
    )


def _count(estimate: Estimate) -> Estimate:
    """The estimate of a count: nothing happens less often than never."""
    return estimate if estimate.low is None else msgspec.structs.replace(estimate, low=max(0.0, estimate.low))
