"""`shoal analyze`: the table, JSON, the HTML file, and what it refuses."""

import json
import re
from pathlib import Path

import pytest

import shoal as package
from tests.cli.conftest import Shoal

PLACED = ["=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121", "a4", "b4", "d1", "b7"]


@pytest.fixture(scope="module")
def game() -> str:
    return package.play("penguins", ["greedy", "random"], seed=4).record().to_text()


def _part(moves: list[str]) -> str:
    options = {"edition": "en", "players": 2}
    return json.dumps({"format": "shoal/1", "game": "penguins", "options": options, "moves": moves})


def test_it_prints_the_steps_the_skill_and_the_turning_points(shoal: Shoal, game: str) -> None:
    done = shoal("analyze", "-", "--effort", "quick", stdin=game)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for word in ("mark", "better", "Skill and luck", "unforeseen", "turning point", "Better was"):
        assert word in done.stdout


def test_json_is_one_object_that_adds_up(shoal: Shoal, game: str) -> None:
    done = shoal("analyze", "-", "--json", "--effort", "quick", stdin=game)
    review = json.loads(done.stdout)
    assert review["format"] == "shoal-review/1"
    assert len(review["steps"]) == len(review["moves"])
    for seat in review["ledger"]:
        win = seat["win"]
        parts = ("start", "own_skill", "others_skill", "chance", "sealed", "unforeseen")
        assert sum(win[part] for part in parts) == win["end"]


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_html_is_one_file_that_fetches_nothing(shoal: Shoal, game: str, tmp_path: Path, language: str) -> None:
    file = tmp_path / "review.html"
    done = shoal("analyze", "-", "--html", str(file), "--effort", "quick", "--lang", language, stdin=game)
    assert (done.returncode, done.stdout) == (0, "")
    assert str(file) in done.stderr
    page = file.read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in page
    assert page.count("data:image/svg+xml;base64,") == page.count("<article") > 0
    assert "<script" not in page
    assert set(re.findall(r"https?://[^\"'\s]+", page)) == set()


def test_a_seat_is_told_what_concerns_it(shoal: Shoal, game: str) -> None:
    done = shoal("analyze", "-", "--seat", "B", "--effort", "quick", stdin=game)
    assert " B " in done.stdout
    steps = done.stdout.split("Skill and luck")[0].splitlines()[1:]
    assert steps
    assert not any(re.match(r"\d+\s+greedy", line) for line in steps)


def test_a_game_that_is_not_over_can_be_reviewed(shoal: Shoal) -> None:
    done = shoal("analyze", "-", "--effort", "quick", stdin=_part(PLACED))
    assert done.returncode == 0, done.stderr
    assert "now" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "record", "fault"),
    [
        (("--effort", "endless"), PLACED, "--effort: found 'endless', expected one of quick, usual, deep"),
        (("--seat", "C"), PLACED, "expected a seat from A to B"),
        ((), PLACED[:1], "nothing to review"),
        ((), [*PLACED, "a4"], "step 6"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_in_one_line(
    shoal: Shoal, arguments: tuple[str, ...], record: list[str], fault: str
) -> None:
    done = shoal("analyze", "-", *arguments, stdin=_part(record))
    assert done.returncode == 2
    assert done.stdout == ""
    assert fault in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_file_that_cannot_be_written_is_told(shoal: Shoal, tmp_path: Path) -> None:
    done = shoal(
        "analyze", "-", "--effort", "quick", "--html", str(tmp_path / "no" / "x.html"), stdin=_part(PLACED[:3])
    )
    assert done.returncode == 2
    assert "cannot write" in done.stderr
