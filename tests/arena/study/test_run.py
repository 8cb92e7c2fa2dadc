"""Studies of the example game and of ours: the same from the same seed, however often they are stopped."""

from pathlib import Path

import msgspec
import pytest

from shoal.arena import Fixture, MatchSettings, PlayedGame, ResultsFile, Tournament, play_match
from shoal.arena.match import Forfeit
from shoal.arena.study import MeasuredGame, Study, measure, summarize
from shoal.core import Game, find_game


def _run(tournament: Tournament, game: Game, path: Path | None = None) -> tuple[Study, int]:
    """The study, and how many games were reported."""
    heard = []
    with ResultsFile(path) as results:
        study = Study(tournament, results, game)
        study.run(lambda: heard.append(1))
    return study, len(heard)


@pytest.mark.usefixtures("with_small_games")
def test_one_process_and_two_and_a_study_that_was_stopped_tell_the_same(
    settings: MatchSettings, tmp_path: Path
) -> None:
    game = find_game("tide")
    whole, heard = _run(Tournament(settings=settings, games=12), game)
    assert heard == len(whole.measured) == 12
    several, _ = _run(Tournament(settings=settings, games=12, processes=2), game)
    path = tmp_path / "tide.jsonl"
    _run(Tournament(settings=settings, games=5), game, path)
    # As a kill in the middle of a line leaves it.
    path.write_bytes(path.read_bytes() + b'{"number": 5, "deal')
    resumed, heard = _run(Tournament(settings=settings, games=12), game, path)
    assert heard == 12
    assert whole.measured == several.measured == resumed.measured
    assert summarize(whole.measured) == summarize(resumed.measured)
    shorter, heard = _run(Tournament(settings=settings, games=5), game, path)
    assert heard == 5, "games beyond those planned are left alone"
    assert shorter.measured == whole.measured[:5]


@pytest.mark.parametrize(
    ("name", "options", "bot"),
    [
        ("penguins", {"players": 2, "edition": "cs"}, "salmon"),
        ("smallfry", {"players": 2, "target": 20}, "greedy"),
        ("fishtank", {"players": 2}, "random"),
    ],
)
def test_each_game_is_studied_alike_from_the_same_seed(name: str, options: dict[str, object], bot: str) -> None:
    game = find_game(name)
    seats = int(str(options["players"]))
    settings = MatchSettings(game=name, options=options, players=seats, bots=(bot,), time_ms=60_000, seed="x")
    # The salmon of penguins would think on all processors, and no two of its searches would be alike.
    played = [play_match(settings, Fixture(number, number, (bot,) * seats), game, threads=1) for number in (0, 1, 0)]
    first, other, again = (measure(entry, game) for entry in played)
    assert first == again
    assert first.findings != other.findings
    assert first.findings, "each of our games counts something"
    assert all(len(one.choices) == seats and 0 < sum(one.choices) <= one.steps for one in (first, other))
    summarize([first, other])


def test_a_game_that_counts_nothing_is_measured_by_what_every_game_has(tide: Game, settings: MatchSettings) -> None:
    entry = play_match(settings, Fixture(0, 0, ("random",) * 3), tide)
    one = measure(entry, tide)
    # Three rounds of three stakes; who has no pebble left has no choice.
    assert one.steps == 9
    assert one.findings == ()
    assert one.scores == entry.scores
    assert summarize([one]).measures == ()


def test_forfeits_are_left_out_and_hurried_games_are_counted(tide: Game, settings: MatchSettings) -> None:
    good = play_match(settings, Fixture(0, 0, ("random",) * 3), tide)
    slow = tuple(msgspec.structs.replace(clock, slowest=0.9) for clock in good.clocks)
    entries = [
        good,
        msgspec.structs.replace(good, number=1, clocks=slow),
        msgspec.structs.replace(good, number=2, forfeit=Forfeit("A", "why")),
    ]
    study = _measured(settings, tide, entries)
    assert [one.number for one in study.measured] == [0, 1]
    assert (study.forfeits, study.hurried) == (1, 1)


def _measured(settings: MatchSettings, game: Game, entries: list[PlayedGame]) -> Study:
    """A study of games that were played already."""
    with ResultsFile() as results:
        results.begin(settings)
        for entry in entries:
            results.add(entry)
        study = Study(Tournament(settings=settings, games=len(entries)), results, game)
        study.run(lambda: None)
    return study


def test_the_margin_is_to_the_second_best() -> None:
    assert MeasuredGame(0, 0, ("a",) * 3, (1, 0, 0), (9, 30, 28), 5, (1, 1, 1), ()).margin == 2
