"""The page of ratings: the house's own, and tournaments that the server was told to show."""

from pathlib import Path

import httpx

from shoal.arena import MatchSettings, ResultsFile, Tournament, read_rated_results, run_tournament
from shoal.core import find_game, game_names
from shoal.core.levels import game_ratings, rating_commands
from tests.server.in_process_server import InProcessServer

MISSING = "pipe:/home/ann/<b>reef"


def test_every_rating_of_the_house_is_there_with_its_interval_and_its_command(tmp_path: Path) -> None:
    with InProcessServer(tmp_path) as server:
        page = httpx.get(f"{server.address}/ladder").text
    for name in game_names():
        game = find_game(name)
        assert len(rating_commands(game)) == 2
        assert all(f"<code>{command}</code>" in page for command in rating_commands(game))
        for bot in game_ratings(game):
            assert bot.interval is not None
            low, high = bot.interval
            assert f'<th scope="row">{bot.name}</th><td>{bot.rating:.0f}</td>' in page
            assert low == high or f"<td>{low:.0f}–{high:.0f}</td>" in page
    assert "Tournament" not in page


def test_a_tournament_is_shown_with_its_forfeits_and_nothing_of_the_machine(tmp_path: Path) -> None:
    path = tmp_path / "reef <i>.jsonl"
    settings = MatchSettings(
        game="penguins", options={"players": 2}, players=2, bots=("greedy", MISSING), time_ms=100, seed="x"
    )
    with ResultsFile(path) as results:
        run_tournament(Tournament(settings=settings, games=2), results, lambda _entry, _verdict: None)
    with InProcessServer(tmp_path, ladder=[read_rated_results(path)]) as server:
        page, french = (
            httpx.get(f"{server.address}/ladder", headers={"Accept-Language": language}).text
            for language in ("en", "fr")
        )
    assert "Tournament reef &lt;i&gt;" in page
    assert "2 games · 2 seats · 100 ms a step" in page
    assert "measured from the rating of greedy above" in page
    assert "reef" in page
    assert "<b>" not in page
    assert "/home/ann" not in page
    assert "forfeited 2 games" in page
    assert "perdues par forfait" in french
