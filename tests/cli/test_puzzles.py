"""`shoal puzzles`: solving them, mining them, checking them, and what it refuses."""

import os
import re
from pathlib import Path

import pytest

from shoal.coach.puzzles import find_puzzle, parse_puzzles, puzzles_of
from shoal.core import find_game
from tests.cli.conftest import Shoal

_SOURCE = Path(__file__).parent.parent.parent / "src"


@pytest.fixture
def path(small_games: Path) -> str:
    """The `PYTHONPATH` with which the program knows the small games."""
    return os.pathsep.join((str(small_games), str(_SOURCE)))


def test_a_puzzle_is_shown_without_its_solution_until_that_is_asked_for(shoal: Shoal) -> None:
    done = shoal("puzzles", "smallfry", stdin="moves\nboard\nnonsense\nsolution\nquit\n")
    assert done.returncode == 0, done.stderr
    before, _, after = done.stdout.partition("The best step is")
    found = re.search(r"Puzzle (\w{8}), difficulty", before)
    assert found is not None
    puzzle = find_puzzle("smallfry", found[1])
    assert f"You are {puzzle.seat}" in before
    assert "nonsense" in before, "what was wrong with it"
    assert "Next best" not in before
    assert puzzle.best.step in after
    assert "0 of 0 puzzles solved" in after


def test_a_pipe_that_ends_ends_the_session(shoal: Shoal) -> None:
    done = shoal("puzzles", "penguins", "--lang", "fr", stdin="next\n")
    assert done.returncode == 0
    assert "résolu à la première réponse" in done.stdout


@pytest.mark.parametrize("grade", [2, 3])
def test_only_puzzles_of_the_wanted_difficulty_are_shown(shoal: Shoal, grade: int) -> None:
    done = shoal("puzzles", "penguins", "--grade", str(grade), stdin="next\nnext\nnext\n")
    shown = re.findall(r"Puzzle (\w{8}), difficulty", done.stdout)
    assert len(shown) == 4
    assert {find_puzzle("penguins", one).grade for one in shown} == {grade}


def test_mining_can_be_stopped_and_goes_on_with_what_the_same_seed_finds(
    shoal: Shoal, path: str, tmp_path: Path
) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    assert shoal("puzzles", "pile", "--make", "2", "--seed", "a", "--out", str(whole), PYTHONPATH=path).returncode == 0
    for number in ("1", "2"):
        mined = shoal("puzzles", "pile", "--make", number, "--seed", "a", "--out", str(parts), PYTHONPATH=path)
        assert mined.returncode == 0, mined.stderr
        assert "very easy" in mined.stderr
    assert len(parts.read_text(encoding="utf-8").splitlines()) == 2
    assert whole.read_text(encoding="utf-8").splitlines()[0] == parts.read_text(encoding="utf-8").splitlines()[0]
    checked = shoal("puzzles", "pile", "--check", str(whole), PYTHONPATH=path)
    assert checked.returncode == 0, checked.stdout
    assert "2 of 2 puzzles are as they say" in checked.stdout


def test_without_a_file_puzzles_are_printed(shoal: Shoal, path: str) -> None:
    done = shoal("puzzles", "pile", "--make", "1", PYTHONPATH=path)
    (puzzle,) = parse_puzzles(done.stdout, "output")
    assert puzzle.game == "pile"


def test_a_puzzle_that_claims_too_much_is_found(shoal: Shoal, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    puzzle = puzzles_of(find_game("penguins"))[0]
    line = (find_game("penguins").folder / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()[0]
    other = puzzle.others[-1].step
    file.write_text(line.replace(f'"best":["{puzzle.best.step}"', f'"best":["{other}"') + "\n", encoding="utf-8")
    done = shoal("puzzles", "penguins", "--check", str(file), "--no-proofs")
    assert done.returncode == 1
    assert f"puzzle {puzzle.id}" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nothing",), "there is no game 'nothing'"),
        (("penguins", "--make", "1", "--check", "x"), "leave one of them out"),
        (("penguins", "--out", "x"), "--out goes with --make"),
        (("penguins", "--check", "missing.jsonl"), "cannot read missing.jsonl"),
    ],
)
def test_what_it_refuses(shoal: Shoal, words: tuple[str, ...], said: str) -> None:
    done = shoal("puzzles", *words)
    assert done.returncode == 2
    assert said in done.stderr


def test_a_game_without_puzzles_says_how_to_get_some(shoal: Shoal, path: str) -> None:
    done = shoal("puzzles", "pile", PYTHONPATH=path)
    assert done.returncode == 2
    assert "`shoal puzzles pile --make 10`" in done.stderr
