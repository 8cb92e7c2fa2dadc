"""What goes with points: values of winners and others, and differences between the seats of a table."""

from collections import defaultdict
from collections.abc import Callable, Sequence

from shoal.arena.study.measured_game import MeasuredGame
from shoal.core import Seat

__all__ = ["differences", "values_of"]


def values_of(clusters: Sequence[Sequence[MeasuredGame]], index: int, *, winners: bool) -> list[list[float]]:
    """The values of the seats that won, or of those that did not."""
    return [
        [
            value
            for one in cluster
            for value, share in zip(one.findings[index].values, one.shares, strict=True)
            if (share > 0) == winners
        ]
        for cluster in clusters
    ]


def differences(clusters: Sequence[Sequence[MeasuredGame]], index: int) -> list[list[tuple[float, float]]]:
    """By seat of each game, how far its value and its score are above those of its table.

    Both are first compared with what the same bot has on average at the same seat, so that neither a better seat nor a
    better bot looks like a merit of what was measured.
    """
    usual = _by_seat_and_bot(clusters, lambda one, seat: one.findings[index].values[seat])
    usual_score = _by_seat_and_bot(clusters, lambda one, seat: one.scores[seat])

    def pairs(one: MeasuredGame) -> list[tuple[float, float]]:
        places = list(enumerate(one.lineup))
        values = _above_mean([one.findings[index].values[seat] - usual[seat, bot] for seat, bot in places])
        scores = _above_mean([one.scores[seat] - usual_score[seat, bot] for seat, bot in places])
        return list(zip(values, scores, strict=True))

    return [[pair for one in cluster for pair in pairs(one)] for cluster in clusters]


def _by_seat_and_bot(
    clusters: Sequence[Sequence[MeasuredGame]], value: Callable[[MeasuredGame, Seat], float]
) -> dict[tuple[Seat, str], float]:
    """The mean of a value by seat and bot."""
    seen: dict[tuple[Seat, str], list[float]] = defaultdict(list)
    for cluster in clusters:
        for one in cluster:
            for seat, bot in enumerate(one.lineup):
                seen[seat, bot].append(value(one, seat))
    return {place: sum(values) / len(values) for place, values in seen.items()}


def _above_mean(values: Sequence[float]) -> list[float]:
    mean = sum(values) / len(values)
    return [value - mean for value in values]
