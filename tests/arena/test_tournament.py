"""Whole tournaments in processes of their own, and the sequential test over them."""

from pathlib import Path

import msgspec
import pytest

from shoal.arena import Hypotheses, MatchSettings, PlayedGame, ResultsFile, Tournament, rate, run_tournament
from shoal.arena.tournament import SequentialTest
from shoal.core import ShoalError

TERMS = MatchSettings(
    game="smallfry",
    options={"players": 2, "target": 5},
    players=2,
    bots=("greedy", "random"),
    time_ms=50,
    seed="x",
)


def _run(tournament: Tournament, path: Path | None = None) -> tuple[ResultsFile, list[int]]:
    heard: list[int] = []
    with ResultsFile(path) as results:
        run_tournament(tournament, results, lambda entry, _: heard.append(entry.number))
    return results, heard


def test_one_process_and_several_play_the_same_games(tmp_path: Path) -> None:
    one, _ = _run(Tournament(settings=TERMS, games=8))
    several, heard = _run(Tournament(settings=TERMS, games=8, processes=3))
    assert sorted(heard) == list(range(8))
    for number, entry in one.entries.items():
        assert several.entries[number].record == entry.record


def test_a_ladder_is_played_rung_by_rung_and_rated_from_its_lowest_bot() -> None:
    settings = msgspec.structs.replace(TERMS, bots=("random", "minnow", "greedy"), ladder=True)
    results, heard = _run(Tournament(settings=settings, games=8))
    assert sorted(heard) == list(range(8))
    met = {frozenset(entry.lineup) for entry in results.entries.values()}
    assert met == {frozenset(("random", "minnow")), frozenset(("minnow", "greedy"))}
    assert next(one for one in rate(results.entries.values(), "random") if one.bot == "random").rating == 1000


def test_a_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    _run(Tournament(settings=TERMS, games=4), path)
    _, heard = _run(Tournament(settings=TERMS, games=8), path)
    assert heard == [4, 5, 6, 7]
    _, heard = _run(Tournament(settings=TERMS, games=8), path)
    assert heard == []


def test_a_sequential_test_stops_early_and_stays_decided(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    settings = msgspec.structs.replace(TERMS, options={"players": 2})
    tournament = Tournament(settings=settings, games=400, processes=2, sprt=Hypotheses(0, 200))
    with ResultsFile(path) as results:
        verdict = run_tournament(tournament, results, lambda *_: None)
    assert verdict is not None
    assert verdict.accepted == 200
    assert len(results.entries) < 200
    with ResultsFile(path) as results:
        again = run_tournament(tournament, results, lambda *_: pytest.fail("nothing is left to play"))
    assert again == verdict


@pytest.mark.parametrize("bots", [("greedy",), ("greedy", "greedy"), ("greedy", "random", "search")])
def test_a_sequential_test_wants_two_bots(bots: tuple[str, ...]) -> None:
    tournament = Tournament(settings=msgspec.structs.replace(TERMS, bots=bots), games=2, sprt=Hypotheses(0, 10))
    with ResultsFile() as results, pytest.raises(ShoalError, match="compares two bots"):
        run_tournament(tournament, results, lambda *_: None)


def test_a_process_that_ends_before_its_game_does_is_an_error_that_says_so() -> None:
    tournament = Tournament(settings=msgspec.structs.replace(TERMS, game="no such game"), games=4)
    with ResultsFile() as results, pytest.raises(ShoalError, match="a process of the arena ended with status 1"):
        run_tournament(tournament, results, lambda *_: None)


def test_deals_are_judged_in_order_whichever_ends_first(entries: list[PlayedGame]) -> None:
    tournament = Tournament(settings=TERMS, games=8)
    named = {
        entry.number: msgspec.structs.replace(entry, lineup=("a", "b") if entry.number % 2 == 0 else ("b", "a"))
        for entry in entries
    }
    test = SequentialTest(Hypotheses(0, 10), tournament.fixtures(), "a")
    assert test.advance({number: named[number] for number in (2, 3, 1)}).pairs == 0
    assert test.advance({number: named[number] for number in (0, 1, 2, 3, 7)}).pairs == 2
    assert test.advance(named).pairs == 4
