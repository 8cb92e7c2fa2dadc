"""`shoal arena`: the real program, killed, interrupted and resumed."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from shoal.arena import ResultsFile
from tests.cli.conftest import Shoal, wait_for_games

ROOT = Path(__file__).parent.parent.parent
QUICK = ["arena", "smallfry", "--bots", "greedy,random", "-o", "target=5", "--seed", "x"]


def test_a_tournament_ends_in_a_table(shoal: Shoal) -> None:
    done = shoal(*QUICK, "--games", "6")
    assert done.returncode == 0
    assert done.stderr == ""
    first, *rest = done.stdout.splitlines()
    assert first == "6 games of smallfry, 2 seats, 200 ms a step, seed x"
    assert all(len(line) <= 80 for line in rest)
    assert {line.split()[0] for line in rest} == {"bot", "greedy", "random"}


def test_json_has_everything(shoal: Shoal) -> None:
    report = json.loads(shoal(*QUICK, "--games", "6", "--json", "--sprt", "0,30").stdout)
    assert report["games"] == report["planned"] == 6
    assert report["terms"]["bots"] == ["greedy", "random"]
    assert (
        {row["bot"] for row in report["standings"]} == {row["bot"] for row in report["ratings"]} == {"greedy", "random"}
    )
    assert sum(row["wins"] for row in report["standings"]) == 6
    assert report["sprt"]["pairs"] == 3
    assert report["forfeits"] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_player_counts(shoal: Shoal, players: int) -> None:
    done = shoal("arena", "penguins", "--bots", "greedy,random", "--players", str(players), "--games", "2", "--json")
    report = json.loads(done.stdout)
    assert report["terms"]["players"] == players
    assert sum(row["wins"] for row in report["standings"]) == pytest.approx(report["games"])


def test_the_same_seed_gives_the_same_games(shoal: Shoal, tmp_path: Path) -> None:
    records = []
    for run, processes in (("a", "1"), ("b", "2")):
        path = tmp_path / run
        shoal(*QUICK, "--games", "6", "--processes", processes, "--out", str(path))
        with ResultsFile(path) as results:
            records.append({number: entry.record for number, entry in results.entries.items()})
    assert records[0] == records[1]
    assert len(records[0]) == 6


def _start(home: Path, path: Path, *more: str) -> "subprocess.Popen[str]":
    program = Path(sys.executable).parent / "shoal"
    return subprocess.Popen(
        [str(program), *QUICK[:-4], "--games", "2000", "--out", str(path), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"HOME": str(home), "PATH": os.environ["PATH"], "COLUMNS": "80"},
        # A run in the background ignores the interrupt key, and its children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_a_tournament_goes_on_after_a_kill(home: Path, shoal: Shoal, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    process = _start(home, path, "--processes", "2")
    wait_for_games(path, process, 5)
    process.kill()
    process.communicate(timeout=60)
    path.write_bytes(path.read_bytes() + b'{"number": 77, "half": "a li')
    with ResultsFile(path) as results:
        before = dict(results.entries)
    assert len(before) >= 5
    games = max(before) + 5
    words = [*QUICK[:-4], "--games", str(games), "--out", str(path), "--json"]
    report = json.loads(shoal(*words).stdout)
    assert report["games"] == report["planned"] >= games
    with ResultsFile(path) as results:
        assert before.items() <= results.entries.items(), "nothing is played twice"
        assert sorted(results.entries) == list(range(report["planned"]))


def test_ctrl_c_leaves_a_valid_file_and_prints_the_results_so_far(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    process = _start(home, path)
    wait_for_games(path, process, 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "greedy" in out
    assert "Traceback" not in err
    with ResultsFile(path) as results:
        assert len(results.entries) >= 3
        assert path.read_bytes().endswith(b"\n")


def test_a_program_takes_part_and_one_that_fails_forfeits(shoal: Shoal) -> None:
    good = f"pipe:{sys.executable} {ROOT / 'examples' / 'bot.py'}"
    done = shoal("arena", "penguins", "--bots", f"random,{good},pipe:/nowhere/at/all", "--games", "6", "--json")
    report = json.loads(done.stdout)
    assert report["games"] == 6
    assert {forfeit["bot"] for forfeit in report["forfeits"]} == {"pipe:/nowhere/at/all"}
    assert len(report["forfeits"]) == 4
    table = shoal("arena", "penguins", "--bots", "random,pipe:/nowhere/at/all", "--games", "2").stdout
    assert "game 0: pipe:/nowhere/at/all forfeits: cannot start /nowhere/at/all" in table


def test_play_starts_a_program_named_on_the_command_line_but_none_from_a_file(shoal: Shoal, tmp_path: Path) -> None:
    saved = tmp_path / "a.shoal.json"
    bot = f"pipe:{sys.executable} {ROOT / 'examples' / 'bot.py'}"
    done = shoal("play", "penguins", "--seats", f"random,{bot}", "--brief")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("end ")
    shoal("play", "penguins", "--seats", f"me,{bot}", "--brief", "--save", str(saved), stdin="1\n")
    done = shoal("play", "--resume", str(saved), "--brief")
    assert done.returncode == 2
    assert "a program is started only when the command line names it" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["--bots", "nobody,random"],
        ["--bots", ""],
        ["--bots", "random"],
        ["--bots", "random,,greedy"],
        ["--bots", "random,pipe:"],
        ["--bots", "random,greedy", "--players", "9"],
        ["--bots", "random,greedy", "--sprt", "x"],
        ["--bots", "random,greedy", "--sprt", "10,0"],
        ["--bots", "random,greedy", "--sprt", "nan,nan"],
        ["--bots", "random,greedy,search", "--sprt", "0,10"],
        ["--bots", "random,greedy", "--out", "/nowhere/at/all"],
        ["--bots", "random,greedy", "--games", "0"],
        ["--bots", "random,greedy", "--time", "0"],
    ],
)
def test_a_bad_command_line_is_refused_before_anything_is_played(shoal: Shoal, words: list[str]) -> None:
    done = shoal("arena", "penguins", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
