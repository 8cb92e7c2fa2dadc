"""Who sits where: every deal from every seat."""

from collections import Counter, defaultdict

import pytest

from shoal.arena import MatchSettings, deal_seed, fixtures
from shoal.arena.pairing import ladder_lineups, lineups, rotations


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_deal_is_played_once_for_every_rotation_of_the_seats(players: int) -> None:
    bots = "abcdef"[:players]
    deals = defaultdict(list)
    for fixture in fixtures(lineups(bots, players), games=4 * players):
        deals[fixture.deal].append(fixture.lineup)
    assert len(deals) == 4
    for seatings in deals.values():
        assert len(set(seatings)) == len(seatings) == players
        for seat in range(players):
            assert sorted(lineup[seat] for lineup in seatings) == sorted(bots), "each bot once at each seat"


def test_games_are_numbered_and_played_in_whole_deals() -> None:
    planned = list(fixtures(lineups("ab", 2), games=5))
    assert [fixture.number for fixture in planned] == list(range(6))
    assert [fixture.deal for fixture in planned] == [0, 0, 1, 1, 2, 2]


def test_a_longer_tournament_begins_with_the_shorter_one() -> None:
    tables = lineups("abc", 2)
    assert list(fixtures(tables, games=30))[:12] == list(fixtures(tables, games=12))


@pytest.mark.parametrize(("bots", "players"), [("abc", 2), ("abcd", 2), ("abcd", 3), ("abcdef", 4)])
def test_more_bots_than_seats_meet_equally_often(bots: str, players: int) -> None:
    tables = lineups(bots, players)
    games = len(tables) * players
    met = Counter(frozenset(fixture.lineup) for fixture in fixtures(tables, games))
    assert len(met) == len(tables)
    assert set(met.values()) == {players}
    seats = Counter((bot, seat) for fixture in fixtures(tables, games) for seat, bot in enumerate(fixture.lineup))
    assert len(set(seats.values())) == 1


def test_fewer_bots_than_seats_are_named_again() -> None:
    assert lineups("ab", 4) == [("a", "b", "a", "b")]
    assert rotations(("a", "b", "a", "b")) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]


def test_on_a_ladder_each_bot_meets_the_next_from_both_seats_equally_often() -> None:
    settings = MatchSettings(game="tide", options={}, players=2, bots=tuple("abcd"), time_ms=1, seed="x", ladder=True)
    met = Counter(fixture.lineup for fixture in fixtures(settings.tables(), games=24))
    assert met == dict.fromkeys([tuple(pair) for pair in ("ab", "ba", "bc", "cb", "cd", "dc")], 4)


def test_the_rungs_of_a_ladder_fill_larger_tables() -> None:
    assert ladder_lineups("abc", 4) == [("a", "b", "a", "b"), ("b", "c", "b", "c")]


def test_one_against_a_table_of_others_sits_everywhere_once() -> None:
    planned = list(fixtures(lineups("abbb", 4), games=4))
    assert sorted(fixture.lineup.index("a") for fixture in planned) == [0, 1, 2, 3]


def test_deals_differ_and_follow_from_the_seed() -> None:
    settings = MatchSettings(game="tide", options={}, players=2, bots=("a", "b"), time_ms=1, seed="x")
    other = MatchSettings(game="tide", options={}, players=2, bots=("a", "b"), time_ms=1, seed="y")
    seeds = {deal_seed(each, deal) for each in (settings, other) for deal in range(50)}
    assert len(seeds) == 100
    assert deal_seed(settings, 3) == deal_seed(settings, 3)
