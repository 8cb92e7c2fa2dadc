"""Installed games that have little: no rule page, no chance, no page for the browser."""

import os
from pathlib import Path

import pytest

from shoal.core import find_game
from tests.cli.conftest import Shoal

_SOURCE = Path(__file__).parent.parent.parent / "src"


@pytest.fixture
def path(small_games: Path) -> str:
    """The `PYTHONPATH` with which the program knows the small games."""
    return os.pathsep.join((str(small_games), str(_SOURCE)))


@pytest.mark.parametrize("game", ["tide", "pile"])
def test_a_game_without_rules_is_refused_in_one_line(shoal: Shoal, path: str, game: str) -> None:
    done = shoal("rules", game, PYTHONPATH=path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"shoal: {game} has no rule page\n"


def test_asking_for_missing_rules_at_the_table_ends_nothing(shoal: Shoal, path: str) -> None:
    done = shoal("play", "tide", "--seats", "Ada,random", stdin="rules\n1\n1\n1\n", PYTHONPATH=path)
    assert done.returncode == 0
    assert "shoal: tide has no rule page" in done.stderr


def test_games_without_chance_say_nothing_of_a_deal(shoal: Shoal, path: str) -> None:
    for line_by_line in ((), ("--brief",)):
        done = shoal("play", "pile", "--seats", "Ada,Bo", *line_by_line, stdin="take1\n" * 7, PYTHONPATH=path)
        assert done.returncode == 0
        assert not {"deal", "seed", "commitment"} & set(done.stdout.replace(".", " ").split())
    done = shoal("play", "tide", "--seats", "Ada,Bo", stdin="1\n" * 6, PYTHONPATH=path)
    assert "The deal is settled; its commitment is" in done.stdout
    assert "The seed of the deal was" in done.stdout


def test_the_list_of_games_says_how_many_can_play(shoal: Shoal, path: str) -> None:
    listed = shoal("games", PYTHONPATH=path, COLUMNS="200").stdout
    assert "stake pebbles for shells · 2 to 4 players" in listed
    assert "take the last coin · 2 players" in listed
    assert str(find_game("fishtank").summary).endswith("· 2 to 6 players")
    assert str(find_game("fishtank").summary) in listed
