"""Installed games that have little, at the web table: no link leads to rules that are not there."""

from pathlib import Path

import pytest

from shoal.core import Record
from shoal.core.record import FORMAT
from shoal.server.coaching.table_review import TableReview
from shoal.server.tables.bot_queue import BotOwner
from shoal.store import Person
from tests.server.in_process_server import InProcessServer


@pytest.mark.usefixtures("with_small_games")
def test_games_without_rules_and_chance_have_no_links_to_them(tmp_path: Path) -> None:
    with InProcessServer(tmp_path) as server:
        ada: Person = server.person("Ada")
        tables = {game: server.table(game, [ada, None]) for game in ("penguins", "tide", "pile")}
        with server.browser(ada) as browser:
            lobby = browser.get("/").text
            for game, table in tables.items():
                rules = browser.get(f"/rules/{game}")
                page = browser.get(f"/tables/{table}").text
                has_rules = game == "penguins"
                assert rules.status_code == (200 if has_rules else 404)
                assert (f'href="/rules/{game}"' in lobby) == has_rules
                assert (f'href="/rules/{game}"' in page) == has_rules
                assert ('id="fair"' in page) == (game != "pile")
                assert browser.get(f"/tables/{table}/picture.svg").text.strip().startswith("<svg")
                board = browser.get(f"/analysis/{game}", headers={"accept": "text/html"})
                assert (board.status_code, 'id="board"' in board.text) == (200, True)


@pytest.mark.usefixtures("with_small_games")
def test_a_game_without_a_page_and_a_judge_of_its_own_is_reviewed_too(
    tmp_path: Path, small_games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(small_games))
    with InProcessServer(tmp_path) as server:
        ada: Person = server.person("Ada")
        record = Record(FORMAT, "pile", {"players": 2}, ("take2", "take2", "take1", "take1", "take1"))
        table = server.table("pile", [ada, ada], record=record)
        snapshot = server.run(server.tables.snapshot(table))

        async def reviewed() -> bool:
            found: TableReview | None = await server.app.state.reviews.find(BotOwner(), snapshot)
            assert found is not None
            while not (found.whole or found.failed):
                await found.changed.wait()
            return found.whole

        with server.browser(ada) as browser:
            assert browser.post(f"/tables/{table}/review").status_code == 303
            assert server.run(reviewed())
            page = browser.get(f"/tables/{table}/review?step=1").text
            assert "Better was take1" in page
            assert 'class="graph"' in page
            exercise = browser.get(f"/tables/{table}/review?step=1&exercise=1&try=take1").text
            assert "that is the best step" in exercise
