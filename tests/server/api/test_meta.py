"""Programs can list the games and every kind of problem."""

from shoal.core import find_game, game_names
from shoal.server.error_responses import PROBLEM_KINDS
from tests.server.in_process_server import InProcessServer


def test_every_kind_of_problem_is_listed(server: InProcessServer) -> None:
    with server.program() as program:
        listed = program.get("/api/problems").json()
        games = program.get("/api/games").json()
    assert {entry["type"]: entry["status"] for entry in listed} == {
        kind.type: kind.status for kind in PROBLEM_KINDS.values()
    }
    assert [game["name"] for game in games] == game_names()
    for game in games:
        assert set(find_game(game["name"]).bots()) <= {bot["name"] for bot in game["bots"]}
