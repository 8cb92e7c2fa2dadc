"""`games`, `rules`, `score`, `--help` and the languages."""

import json
from pathlib import Path

import pytest

from shoal.core import find_game, game_names
from tests.cli.conftest import Shoal

COMMANDS = ["play", "replay", "perft", "verify", "score", "deck", "rules", "games", "arena", "engine"]


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_help_lists_every_command_in_every_language(shoal: Shoal, language: str) -> None:
    done = shoal("--help", SHOAL_LANG=language)
    assert done.returncode == 0
    assert all(command in done.stdout for command in COMMANDS)
    for command in COMMANDS:
        assert shoal(command, "--help", "--lang", language).returncode == 0


def test_help_speaks_the_language_asked_for(shoal: Shoal) -> None:
    pages = {shoal("play", "--help", "--lang", language).stdout for language in ("en", "fr", "cs")}
    assert len(pages) == 3


def test_games_are_listed_with_their_options(shoal: Shoal) -> None:
    listed = shoal("games").stdout
    for name in game_names():
        assert name in listed
        page = shoal("games", name, COLUMNS="200").stdout
        assert all(field.name in page for field in find_game(name).fields)
        assert "greedy" in page
        assert "random" in page


@pytest.mark.parametrize("game", ["penguins", "smallfry", "fishtank"])
def test_rules_are_printed_in_every_language(shoal: Shoal, game: str) -> None:
    pages = [shoal("rules", game, "--lang", language).stdout for language in ("en", "fr", "cs")]
    assert len(set(pages)) == 3
    letter = {"penguins": "P", "smallfry": "S", "fishtank": "T"}[game]
    assert all(f"**{letter}1**" in page for page in pages)


def test_an_unknown_game_names_the_known_ones(shoal: Shoal) -> None:
    done = shoal("rules", "chess")
    assert done.returncode == 2
    assert done.stderr == "shoal: there is no game 'chess': expected one of fishtank, penguins, smallfry\n"


def test_an_unknown_language_is_refused(shoal: Shoal) -> None:
    done = shoal("games", "--lang", "xx")
    assert done.returncode == 2
    assert "expected one of en, fr, cs" in done.stderr


def test_a_catch_is_scored(shoal: Shoal) -> None:
    done = shoal("score", "smallfry", "eel1 ray4 ray2 sunfish3 boxfish3 boxfish1", "--json")
    assert json.loads(done.stdout)["total"] == 11


def test_a_tank_is_scored_from_standard_input_too(shoal: Shoal) -> None:
    tank = " / ".join(["plant plant plant plant"] * 4)
    facts = json.loads(shoal("score", "fishtank", tank, "--json").stdout)
    assert facts["total"] == facts["kinds"]["plant"] == 7
    assert json.loads(shoal("score", "fishtank", "-", "--json", stdin=tank + "\n").stdout) == facts
    assert "7" in shoal("score", "fishtank", tank).stdout


def test_what_cannot_be_scored_is_refused(shoal: Shoal) -> None:
    for words in (["fishtank", "snail"], ["smallfry", "eel9"], ["penguins", "a1"]):
        done = shoal("score", *words)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


def test_an_own_deck_is_read_from_a_file(shoal: Shoal, tmp_path: Path) -> None:
    deck = (find_game("fishtank").folder / "deck.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(deck, encoding="utf-8")
    tank = " / ".join(["plant plant plant plant"] * 4)
    done = shoal("score", "fishtank", tank, "--json", "-o", f"deck_toml=@{own}")
    assert json.loads(done.stdout)["total"] == 7
    own.write_text(deck.replace("points = ", "pints = ", 1), encoding="utf-8")
    done = shoal("score", "fishtank", tank, "-o", f"deck_toml=@{own}")
    assert done.returncode == 2
    assert "line" in done.stderr
    missing = shoal("score", "fishtank", tank, "-o", f"deck_toml=@{tmp_path / 'none.toml'}")
    assert missing.returncode == 2
    assert "cannot read" in missing.stderr


def test_the_version_is_printed(shoal: Shoal) -> None:
    assert shoal("--version").stdout.startswith("shoal 0.")


def test_no_arguments_show_the_help(shoal: Shoal) -> None:
    assert "play" in shoal().stdout + shoal().stderr
