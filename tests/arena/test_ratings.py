"""Ratings: known values, and intervals that hold what they promise."""

import random
from math import log, log10

import msgspec
import pytest

from shoal.arena import rate


class _Result(msgspec.Struct, frozen=True):
    lineup: tuple[str, ...]
    shares: tuple[float, ...]


def _games(first: str, second: str, wins: int, losses: int, draws: int = 0) -> list[_Result]:
    pair = (first, second)
    return [_Result(pair, (1, 0))] * wins + [_Result(pair, (0, 1))] * losses + [_Result(pair, (0.5, 0.5))] * draws


def test_two_bots_differ_by_the_logarithm_of_their_odds() -> None:
    best, other = rate(_games("a", "b", wins=7500, losses=2500))
    assert (best.bot, other.bot) == ("a", "b")
    assert best.rating - other.rating == pytest.approx(400 * log10(3), abs=0.2)
    assert best.rating + other.rating == pytest.approx(3000)


def test_the_interval_of_two_bots_is_fisher_s() -> None:
    """The difference has the standard error 1 / sqrt(n p q), in logits; a rating is half of it from the middle."""
    best, _ = rate(_games("a", "b", wins=7500, losses=2500))
    expected = 1.959964 * (10000 * 0.75 * 0.25) ** -0.5 * 400 / log(10) / 2
    assert (best.high - best.low) / 2 == pytest.approx(expected, rel=0.01)


def test_draws_are_half_wins() -> None:
    drawn = rate(_games("a", "b", 0, 0, draws=100))
    assert [rating.rating for rating in drawn] == pytest.approx([1500, 1500])


def test_a_chain_of_three_adds_up() -> None:
    """a beats b 3 : 1 and b beats c 3 : 1, so a and c lie 9 : 1 apart, though they never met."""
    ratings = {
        rating.bot: rating.rating for rating in rate(_games("a", "b", 3000, 1000) + _games("b", "c", 3000, 1000))
    }
    assert ratings["a"] - ratings["c"] == pytest.approx(400 * log10(9), rel=0.01)


def test_ratings_count_from_an_anchor() -> None:
    chain = _games("a", "b", 3000, 1000) + _games("b", "c", 3000, 1000)
    best, middle, anchor = rate(chain, anchor="c")
    assert (anchor.bot, anchor.rating, anchor.low, anchor.high) == ("c", 1000, 1000, 1000)
    assert middle.rating == pytest.approx(1000 + 400 * log10(3), abs=0.5)
    assert best.rating == pytest.approx(1000 + 400 * log10(9), abs=1)


def test_intervals_from_an_anchor_are_those_of_the_distance_and_add_up_along_a_chain() -> None:
    chain = _games("a", "b", 3000, 1000) + _games("b", "c", 3000, 1000)
    best, middle, _ = rate(chain, anchor="c")
    one_rung = 1.959964 * (4000 * 0.75 * 0.25) ** -0.5 * 400 / log(10)
    assert (middle.high - middle.low) / 2 == pytest.approx(one_rung, rel=0.01)
    assert (best.high - best.low) / 2 == pytest.approx(one_rung * 2**0.5, rel=0.01)


def test_an_anchor_moves_all_ratings_alike() -> None:
    games = _games("a", "b", 60, 40) + _games("b", "c", 70, 30) + _games("a", "c", 80, 20)
    moved = [anchored.rating - free.rating for anchored, free in zip(rate(games, "b"), rate(games), strict=True)]
    assert moved == pytest.approx([moved[0]] * 3)


def test_an_anchor_that_never_played_leaves_the_average() -> None:
    games = _games("a", "b", 60, 40)
    assert rate(games, "c") == rate(games)


def test_at_a_table_of_four_equals_win_a_quarter() -> None:
    table = ("a", "b", "b", "b")
    games = [_Result(table, (1, 0, 0, 0))] * 1000 + [_Result(table, (0, 1, 0, 0))] * 3000
    best, other = rate(games)
    assert best.rating == pytest.approx(other.rating, abs=0.5)


def test_at_a_table_of_four_twice_the_fair_share_is_three_to_one() -> None:
    table = ("a", "b", "b", "b")
    games = [_Result(table, (1, 0, 0, 0))] * 5000 + [_Result(table, (0, 0, 1, 0))] * 5000
    best, other = rate(games)
    assert best.rating - other.rating == pytest.approx(400 * log10(3), abs=0.3)


def test_strengths_are_found_again_from_simulated_games_and_intervals_hold_them() -> None:
    strengths = {"a": 1.0, "b": 2.0, "c": 4.0, "d": 8.0}
    middle = sum(log10(strength) for strength in strengths.values()) / 4
    truth = {bot: 1500 + 400 * (log10(strength) - middle) for bot, strength in strengths.items()}
    rng = random.Random(1)
    inside = total = 0
    for players in (2, 3, 4):
        for _ in range(40):
            games = []
            for _ in range(150):
                lineup = tuple(rng.sample(list(strengths), players))
                (winner,) = rng.choices(range(players), [strengths[bot] for bot in lineup])
                games.append(_Result(lineup, tuple(float(seat == winner) for seat in range(players))))
            for rating in rate(games):
                inside += rating.low <= truth[rating.bot] <= rating.high
                total += 1
    assert 0.92 <= inside / total <= 0.99


def test_one_who_won_everything_still_has_a_rating_and_a_wide_interval() -> None:
    best, other = rate(_games("a", "b", wins=50, losses=0))
    assert 1600 < best.rating < 2500
    assert best.high - best.low > 200
    assert best.low > other.high - 600


def test_nobody_played() -> None:
    assert rate([]) == []
