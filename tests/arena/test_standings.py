"""Standings: wins, points and time of each bot, with intervals that hold what they promise."""

import random

import msgspec
import pytest

from shoal.arena import PlayedGame, ladder_results, standings, wilson
from shoal.arena.match import Forfeit, TimeUsed
from shoal.core import Record


def _entry(
    number: int, deal: int, lineup: tuple[str, ...], shares: tuple[float, ...], scores: tuple[int, ...]
) -> PlayedGame:
    record = Record("shoal/1", "tide", {}, ())
    clocks = tuple(TimeUsed(4, 0.4, 0.2 + seat / 10) for seat in range(len(lineup)))
    return PlayedGame(number, deal, lineup, shares, scores, clocks, record)


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [(0.5, 100, 0.40383, 0.59617), (0.9, 50, 0.78640, 0.95652), (1.0, 10, 0.72247, 1.0), (0.0, 10, 0.0, 0.27753)],
)
def test_wilson_s_interval_has_its_known_values(share: float, games: int, low: float, high: float) -> None:
    assert wilson(share, games) == pytest.approx((low, high), abs=1e-5)


def test_wins_points_and_margins_are_over_all_seats() -> None:
    entries = [
        _entry(0, 0, ("a", "b"), (1, 0), (30, 20)),
        _entry(1, 0, ("b", "a"), (0.5, 0.5), (25, 25)),
    ]
    first, second = standings(entries, time_ms=250)
    assert (first.bot, first.games, first.wins, first.share) == ("a", 2, 1.5, 0.75)
    assert (first.points, first.margin, first.fair) == (27.5, 5, 0.5)
    assert (second.points, second.margin) == (22.5, -5)
    assert (first.steps, first.mean_ms) == (8, 100)
    assert first.worst_ms == pytest.approx(300)
    assert first.late == 1, "300 ms in one game of the two, where 275 would do"
    assert first.low < 0.75 < first.high


def test_a_margin_is_to_the_best_of_the_others() -> None:
    (best, *_) = standings([_entry(0, 0, ("a", "b", "c"), (1, 0, 0), (30, 20, 28))], time_ms=1000)
    assert (best.bot, best.margin) == ("a", 2)
    assert best.fair == pytest.approx(1 / 3)


def test_a_forfeited_game_counts_for_wins_alone() -> None:
    lost = msgspec.structs.replace(_entry(0, 0, ("a", "b"), (0, 1), (3, 0)), forfeit=Forfeit("A", "why"))
    winner, loser = standings([lost], time_ms=1000)
    assert (winner.bot, winner.forfeits, loser.forfeits) == ("b", 0, 1)
    assert winner.points is None
    assert winner.margin is None


def test_one_bot_at_several_seats_counts_each() -> None:
    best, rest = standings([_entry(0, 0, ("a", "b", "b", "b"), (1, 0, 0, 0), (4, 3, 2, 1))], time_ms=1000)
    assert (best.games, rest.games, rest.fair) == (1, 3, 0.25)


def test_a_ladder_is_told_rung_by_rung_from_its_top() -> None:
    entries = [
        _entry(0, 0, ("a", "b"), (0, 1), (1, 2)),
        _entry(1, 0, ("b", "a"), (0, 1), (1, 2)),
        _entry(2, 1, ("b", "c"), (0, 1), (1, 2)),
        _entry(3, 1, ("c", "b"), (1, 0), (2, 1)),
        _entry(4, 2, ("a", "b"), (0, 1), (1, 2)),
        _entry(5, 2, ("b", "a"), (0.5, 0.5), (2, 2)),
    ]
    top, bottom = ladder_results(entries, ("a", "b", "c", "d"))
    assert (top.bot, top.below, top.games, top.share) == ("c", "b", 2, 1)
    assert (bottom.bot, bottom.below, bottom.games, bottom.share) == ("b", "a", 4, 0.625)
    assert top.high == 1
    assert bottom.low < 0.625 < bottom.high


@pytest.mark.parametrize("skill", [0.0, 0.2, 0.42])
def test_intervals_hold_the_truth_19_times_in_20_when_a_deal_favours_a_seat(skill: float) -> None:
    """Deals with luck: the seat it favours wins, unless skill decides; pairs cancel most of it."""
    rng = random.Random(1)
    inside = 0
    for _ in range(400):
        entries = []
        for deal in range(40):
            luck = rng.choice((-0.05, 0.05))
            for turn in (0, 1):
                won = rng.random() < 0.5 + skill + (luck if turn == 0 else -luck)
                lineup = ("a", "b") if turn == 0 else ("b", "a")
                shares = (1.0, 0.0) if won == (turn == 0) else (0.0, 1.0)
                entries.append(_entry(2 * deal + turn, deal, lineup, shares, (0, 0)))
        standing = next(each for each in standings(entries, 1) if each.bot == "a")
        inside += standing.low <= 0.5 + skill <= standing.high
    assert 0.92 <= inside / 400 <= 0.995
