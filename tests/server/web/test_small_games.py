"""Installed games that have little, at the web table: no link leads to rules that are not there."""

from pathlib import Path

import pytest

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
