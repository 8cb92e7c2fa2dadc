"""`shoal study`: the real program, killed, interrupted and resumed; its tables, files and refusals."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from shoal.arena import ResultsFile
from tests.cli.conftest import Shoal, wait_for_games

QUICK = ["study", "smallfry", "--bots", "greedy", "-o", "target=5", "--seed", "x"]


def _start(home: Path, *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [str(Path(sys.executable).parent / "shoal"), *QUICK, "--games", "3000", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"HOME": str(home), "PATH": "", "COLUMNS": "80"},
        # A run in the background ignores the interrupt key, and its children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_a_study_ends_in_tables_charts_and_a_page(shoal: Shoal, tmp_path: Path) -> None:
    folder, page = tmp_path / "new" / "charts", tmp_path / "study.html"
    done = shoal(*QUICK, "--games", "6", "--svg", str(folder), "--html", str(page))
    assert done.returncode == 0
    assert done.stderr == f"The charts are in {folder}\nThe study is in {page}\n"
    first, *rest = done.stdout.splitlines()
    assert first == "6 games of smallfry, 2 seats, bots greedy, seed x"
    assert all(len(line) <= 80 for line in rest)
    assert {"The seats", "The games", "How often rules came up", "Points in a session, by seat"} <= set(rest)
    charts = sorted(folder.iterdir())
    assert {"seats.svg", "scores.svg", "rules.svg", "swings.svg"} <= {chart.name for chart in charts}
    for chart in charts:
        ElementTree.fromstring(chart.read_text(encoding="utf-8"))  # noqa: S314 - our own
    assert "6 games of smallfry" in page.read_text(encoding="utf-8")


def test_a_killed_study_goes_on_and_tells_what_an_undisturbed_one_tells(
    home: Path, shoal: Shoal, tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    process = _start(home, "--out", str(path), "--processes", "2")
    wait_for_games(path, process, 5)
    process.kill()
    process.communicate(timeout=60)
    with ResultsFile(path) as results:
        before = dict(results.entries)
    games = str(max(before) + 4)
    resumed = shoal(*QUICK, "--games", games, "--out", str(path), "--json")
    undisturbed = shoal(*QUICK, "--games", games, "--json")
    assert json.loads(resumed.stdout) == json.loads(undisturbed.stdout)
    assert json.loads(resumed.stdout)["games"] == int(games)
    with ResultsFile(path) as results:
        assert before.items() <= results.entries.items(), "nothing is played twice"


def test_ctrl_c_prints_what_the_finished_games_tell(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    process = _start(home, "--out", str(path))
    wait_for_games(path, process, 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "games of smallfry" in out.splitlines()[0]
    assert "Traceback" not in err


def test_json_has_everything(shoal: Shoal) -> None:
    words = ("--bots", "greedy,random,random", "--players", "3", "--games", "3", "--seed", "x", "--json")
    report = json.loads(shoal("study", "penguins", *words).stdout)
    assert (report["games"], report["deals"], report["planned"]) == (3, 1, 3)
    assert report["terms"]["bots"] == ["greedy", "random", "random"]
    assert sum(seat["share"]["value"] for seat in report["seats"]) == pytest.approx(1)
    assert (report["forfeits"], report["hurried"]) == (0, 0)
    assert {"P15", "P16", "P17", "P18", "P19", "P20", "P22"} == {one["rule"] for one in report["measures"]} - {None}


def test_without_bots_a_bot_of_medium_strength_plays_and_words_are_of_the_language(shoal: Shoal) -> None:
    done = shoal("study", "smallfry", "-o", "target=1", "--games", "1", "--seed", "x", "--lang", "fr")
    assert done.stdout.splitlines()[0] == "1 partie de smallfry, 2 places, robots salmon, graine x"
    assert "Fréquence des règles" in done.stdout


def test_forfeits_are_said_and_when_there_is_nothing_else_the_study_is_refused(shoal: Shoal) -> None:
    done = shoal("study", "penguins", "--bots", "pipe:/nowhere/at/all", "--games", "1")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "there is nothing to study: no game was played to its end" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing"], "there is no game"),
        (["penguins", "--bots", "nobody"], "has no bot"),
        (["penguins", "--players", "9"], "option 'players'"),
        (["penguins", "--out", "/nowhere/at/all"], "cannot open"),
        (["penguins", "--svg", "/dev/null/charts"], "cannot write"),
        (["penguins", "--games", "0"], "--games"),
    ],
)
def test_a_bad_command_line_is_refused_before_anything_is_played(shoal: Shoal, words: list[str], said: str) -> None:
    done = shoal("study", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert "Traceback" not in done.stderr
