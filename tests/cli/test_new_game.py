"""`shoal new-game`: what it writes can be installed, tested and played at once, and what it cannot do it says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Shoal
from tests.installing import NIM, install

SOURCE = str(Path(__file__).parent.parent.parent / "src")


def _files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_what_it_writes_can_be_installed_tested_and_played(shoal: Shoal, tmp_path: Path) -> None:
    project = tmp_path / "race"
    done = shoal("new-game", "pebble_race", "--into", str(project), PYTHONPATH=SOURCE)
    assert done.returncode == 0, done.stderr
    path = install(project, tmp_path / "site")
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert tested.returncode == 0, tested.stdout
    assert "1 passed" in tested.stdout
    assert "Pebble race" in shoal("games", PYTHONPATH=path).stdout
    played = shoal("play", "pebble_race", "--seats", "Ada,Bo", "--brief", stdin="1-3\n2-5\n3-7\n", PYTHONPATH=path)
    assert played.stdout.splitlines()[-1] == "end A 1 0"


def test_it_says_what_it_wrote_and_what_to_type_next(shoal: Shoal, tmp_path: Path) -> None:
    project = tmp_path / "my games" / "race"
    said = shoal("new-game", "race", "--into", str(project), PYTHONPATH=SOURCE).stdout
    for file in _files(project):
        assert f"\n  {file}\n" in said
    assert f"  cd '{project}'\n  pip install -e . pytest\n  pytest\n  shoal play race\n" in said


def test_under_its_own_name_it_is_the_game_of_the_walk_through(shoal: Shoal, tmp_path: Path) -> None:
    assert shoal("new-game", "nim", "--into", str(tmp_path / "nim"), PYTHONPATH=SOURCE).returncode == 0
    assert _files(tmp_path / "nim") == _files(NIM)


def test_nothing_is_left_of_the_old_name(shoal: Shoal, tmp_path: Path) -> None:
    assert shoal("new-game", "pebble_race", "--into", str(tmp_path / "new"), PYTHONPATH=SOURCE).returncode == 0
    for file, text in _files(tmp_path / "new").items():
        assert not re.search(r"(?<![a-z])nim(?![a-z])", file + text, re.I), file


def test_it_writes_to_a_folder_of_the_name_unless_told_otherwise(tmp_path: Path) -> None:
    (tmp_path / "race").mkdir()  # an empty folder may be there
    program = Path(sys.executable).parent / "shoal"
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    command = [str(program), "new-game", "race"]
    for status in (0, 2):
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
        assert (tmp_path / "race" / "src" / "race" / "game.py").is_file()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Race", "found 'Race', expected a Python name of at most 30 lower-case letters, digits and _"),
        ("my-race", "expected a Python name"),
        ("7up", "expected a Python name"),
        ("class", "expected a Python name"),
        ("r" * 31, "expected a Python name"),
        ("penguins", "there is a game penguins already"),
        ("random", "there is a Python package random already"),
        ("shoal", "there is a Python package shoal already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(shoal: Shoal, tmp_path: Path, name: str, reason: str) -> None:
    done = shoal("new-game", name, "--into", str(tmp_path / "new"), PYTHONPATH=SOURCE)
    assert done.returncode == 2
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "new").exists()


def test_a_folder_with_something_in_it_is_left_alone(shoal: Shoal, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("precious", encoding="utf-8")
    for folder, reason in (
        (tmp_path, "is there already and is not an empty folder"),
        (precious, "is there already and is not an empty folder"),
        (precious / "new", "cannot write"),
    ):
        done = shoal("new-game", "race", "--into", str(folder), PYTHONPATH=SOURCE)
        assert done.returncode == 2
        assert reason in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert precious.read_text(encoding="utf-8") == "precious"
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == ["precious"]


def test_it_speaks_three_languages(shoal: Shoal, tmp_path: Path) -> None:
    helped, said, refused = set(), set(), set()
    for language in ("en", "fr", "cs"):
        assert "new-game" in shoal("--help", "--lang", language, PYTHONPATH=SOURCE).stdout
        helped.add(shoal("new-game", "--help", "--lang", language, PYTHONPATH=SOURCE).stdout)
        words = ["new-game", "race", "--lang", language, "--into", str(tmp_path / language)]
        said.add(shoal(*words, PYTHONPATH=SOURCE).stdout.replace(str(tmp_path / language), ""))
        refused.add(shoal(*words, PYTHONPATH=SOURCE).stderr.replace(str(tmp_path / language), ""))
    assert len(helped) == len(said) == len(refused) == 3
