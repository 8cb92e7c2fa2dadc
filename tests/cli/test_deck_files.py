"""`--deck FILE`, wherever a game takes one, and `shoal deck`, which writes a file to start from."""

import json
from pathlib import Path

import pytest

from shoal.games.fishtank.deck_file import house_deck, read_deck
from tests.cli.conftest import Shoal
from tests.games.fishtank.decks import WORKED_EXAMPLE, amount_deck

ANTS = amount_deck(ant=60, bee=60)
BOTS = ("--seats", "random,random", "--brief")


@pytest.fixture
def ants(tmp_path: Path) -> str:
    """A deck file."""
    file = tmp_path / "ants.toml"
    file.write_text(ANTS, encoding="utf-8")
    return str(file)


def test_the_deck_that_is_written_is_the_house_deck_and_is_taken_back(shoal: Shoal, tmp_path: Path) -> None:
    written = shoal("deck", "fishtank").stdout
    assert written.startswith("# A deck of Fish Tank")
    assert read_deck(written).kinds == house_deck().kinds
    file = tmp_path / "mine.toml"
    file.write_text(written.replace("[2, 5, ", "[2, 7, "), encoding="utf-8")
    scored = shoal("score", "fishtank", WORKED_EXAMPLE, "--deck", str(file), "--json")
    assert json.loads(scored.stdout)["kinds"]["swordtail"] == 7


def test_a_game_is_played_with_a_deck_and_its_record_needs_no_file(shoal: Shoal, ants: str, tmp_path: Path) -> None:
    saved = str(tmp_path / "game.shoal.json")
    assert shoal("play", "fishtank", "--deck", ants, "--save", saved, *BOTS).returncode == 0
    Path(ants).unlink()
    facts = json.loads(shoal("replay", saved, "--json").stdout)
    assert facts["deck"]["fingerprint"] == read_deck(ANTS).fingerprint
    assert facts["winners"]
    assert shoal("verify", saved).returncode == 0


def test_the_arena_and_the_engine_take_a_deck(shoal: Shoal, ants: str) -> None:
    held = shoal("arena", "fishtank", "--deck", ants, "--bots", "random,random", "--games", "2", "--json")
    assert read_deck(json.loads(held.stdout)["terms"]["options"]["deck_toml"]) == read_deck(ANTS)
    deal = [f"={seat}:{kind}" for kind in ("ant", "bee") * 4 for seat in "AB"]
    question = json.dumps({"id": 1, "moves": deal})
    answer = shoal("engine", "fishtank", "--deck", ants, "--bot", "random", stdin=question + "\n")
    assert json.loads(answer.stdout)["step"] in ("A:ant", "A:bee"), answer.stdout


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[[kinds]]\nside = "dark"\n', "shoal: deck file, line 1, kinds[1].name: found nothing, expected a name"),
        (ANTS.replace("[[1, 1]]", "[[1, -1]]"), "shoal: deck file, line 7, kinds[1].thresholds"),
        ("no deck", "shoal: deck file, line 1, TOML"),
    ],
)
def test_a_file_that_is_no_deck_is_refused_with_line_and_field(
    shoal: Shoal, tmp_path: Path, text: str, reason: str
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    for words in (("play", "fishtank", *BOTS), ("score", "fishtank", WORKED_EXAMPLE), ("engine", "fishtank")):
        done = shoal(*words, "--deck", str(file))
        assert done.returncode == 2
        assert done.stderr.startswith(reason)
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("play", "penguins", "--deck", "x.toml"), "penguins is not played with decks of one's own"),
        (("deck", "smallfry"), "smallfry is not played with decks of one's own"),
        (("play", "fishtank", "--deck", "missing.toml"), "cannot read missing.toml: No such file or directory"),
        (("play", "fishtank", "--deck", "x", "-o", "deck_toml=y"), "--deck gives the option deck_toml: leave one"),
        (
            ("play", "--resume", "last", "--deck", "x"),
            "--resume takes everything from the saved game: leave --deck",
        ),
        (("engine", "--deck", "x"), "--deck needs a game: name it first"),
    ],
)
def test_a_deck_that_cannot_be_meant_is_refused(shoal: Shoal, words: tuple[str, ...], reason: str) -> None:
    done = shoal(*words)
    assert done.returncode == 2
    assert done.stderr.startswith(f"shoal: {reason}")


def test_the_games_page_says_how_to_bring_a_deck(shoal: Shoal) -> None:
    assert "--deck FILE reads deck_toml" in shoal("games", "fishtank", COLUMNS="200").stdout
    assert "--deck" not in shoal("games", "penguins", COLUMNS="200").stdout
