"""What many games tell together, on numbers that can be checked by hand."""

from collections.abc import Callable

import pytest

from shoal.arena.study import MeasuredGame, StudySummary, summarize
from shoal.arena.study.summary import Histogram, MeasureSummary

Make = Callable[..., MeasuredGame]


def _measure(summary: StudySummary, name: str) -> MeasureSummary:
    return next(one for one in summary.measures if one.measure.name == name)


def test_seats_and_games_are_counted(counted: Make) -> None:
    summary = summarize([counted(0, (30, 20)), counted(1, (25, 25)), counted(2, (40, 20)), counted(3, (10, 20))])
    assert (summary.games, summary.deals) == (4, 4)
    first, second = summary.seats
    assert (first.share.value, second.share.value) == (0.625, 0.375)
    assert (first.score.value, second.score.value) == (26.25, 21.25)
    assert (first.choices.value, second.choices.value) == (3, 2)
    assert (summary.shared.value, summary.margin.value, summary.steps.value) == (0.25, 10, 6)


def test_rules_and_events_are_counted(counted: Make) -> None:
    games = [counted(0, (2, 1), rule=3, catches=(1, 5), hits=(1, 0)), counted(1, (2, 1), catches=(9,), hits=(0,))]
    summary = summarize(games)
    rule, catch, hit = (_measure(summary, name) for name in ("R1", "catch", "hit"))
    assert (rule.count, rule.per_game.value, rule.games.value) == (3, 1.5, 0.5)
    assert (catch.count, catch.per_game.value) == (3, 1.5)
    assert catch.value is not None
    assert catch.value.value == 5
    assert hit.value is not None
    assert hit.value.value == pytest.approx(1 / 3)
    assert catch.worth is catch.winners is None


def test_of_what_was_never_seen_there_is_no_mean(counted: Make) -> None:
    never = _measure(summarize([counted(0, (2, 1)), counted(1, (2, 1))]), "catch")
    assert (never.count, never.value) == (0, None)
    assert never.games.value == 0
    assert never.games.high is not None
    assert never.games.high > 0.5, "two games prove little"


def test_worth_is_points_that_go_with_one_more_at_the_same_table(counted: Make) -> None:
    """Each coin more than the other's goes with two points more, whatever both have."""
    coins = [(1, 0), (0, 3), (2, 2), (5, 1), (4, 6), (0, 1), (7, 7)]
    games = [counted(number, (50 + 4 * a, 50 + 4 * b), coins=(a, b)) for number, (a, b) in enumerate(coins)]
    worth = _measure(summarize(games), "coins").worth
    assert worth is not None
    assert worth.value == pytest.approx(4)
    assert worth.low == pytest.approx(4)


def test_a_better_seat_or_bot_is_no_merit_of_what_it_has(counted: Make) -> None:
    """A always has a coin and ten points more; so has the pike wherever it sits: that says nothing of coins."""
    games = []
    for number in range(8):
        pike = number % 2
        extra = (1 + (pike == 0), int(pike == 1))
        lineup = ("pike", "perch") if pike == 0 else ("perch", "pike")
        games.append(counted(number, (20 + 10 * extra[0], 20 + 10 * extra[1]), coins=extra, lineup=lineup))
    assert _measure(summarize(games), "coins").worth is None


def test_means_of_winners_and_others_are_over_seats(counted: Make) -> None:
    games = [counted(0, (9, 1), coins=(4, 0)), counted(1, (1, 9), coins=(1, 6)), counted(2, (5, 5), coins=(2, 2))]
    coins = _measure(summarize(games), "coins")
    assert coins.winners is not None
    assert coins.others is not None
    assert (coins.winners.value, coins.others.value) == ((4 + 6 + 2 + 2) / 4, (0 + 1) / 2)


def test_games_that_count_different_things_do_not_mix(counted: Make) -> None:
    one = counted(0, (1, 2))
    other = MeasuredGame(1, 1, one.lineup, one.shares, one.scores, 6, (3, 2), one.findings[:2])
    with pytest.raises(TypeError, match="different measures"):
        summarize([one, other])


def test_without_games_there_is_no_summary() -> None:
    with pytest.raises(ValueError, match="no game"):
        summarize([])


def test_a_histogram_counts_everything_in_bars_that_fit() -> None:
    assert Histogram.of([3, 5, 3]) == Histogram(3, 1, (2, 0, 1))
    assert Histogram.of([-7, -7]) == Histogram(-7, 1, (2,))
    wide = Histogram.of(list(range(-5, 296)))
    assert (wide.low, wide.width) == (-20, 20)
    assert sum(wide.counts) == 301
    assert len(wide.counts) <= 30
