"""`shoal engine`: the real program on real pipes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Shoal

SEED = "ab" * 32
DEAL = "=1122112/12133111/1233111/11132111/2123321/21111123/2223112/12222321"


def _lines(*requests: dict[str, object]) -> str:
    return "".join(json.dumps(request) + "\n" for request in requests)


def test_every_request_is_answered_and_the_program_ends_with_its_input(shoal: Shoal) -> None:
    done = shoal(
        "engine",
        stdin=_lines(
            {"id": "v", "action": "query_version"},
            {"id": "q1", "game": "penguins", "moves": [DEAL], "bot": "search", "time_ms": 50},
            {"id": "q2", "game": "smallfry", "bot": "greedy", "time_ms": 50},
        )
        + "not JSON\n",
    )
    assert done.returncode == 0
    assert done.stderr == ""
    answers = {json.loads(line)["id"]: json.loads(line) for line in done.stdout.splitlines()}
    assert set(answers) == {"v", "q1", "q2", None}
    assert answers["q1"]["final"] is True
    assert answers["q2"]["step"] == "flip"
    assert "error" in answers[None]


def test_game_options_and_bot_of_the_command_line_fill_gaps(shoal: Shoal) -> None:
    done = shoal(
        "engine",
        "penguins",
        "-o",
        "players=4",
        "--bot",
        "random",
        stdin=_lines({"id": "q", "moves": [DEAL], "time_ms": 1}),
    )
    answer = json.loads(done.stdout)
    assert len(answer["shares"]) == 4
    assert answer["bot"] == "random"


def test_the_manual_s_requests_are_answered_without_an_error(shoal: Shoal) -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "engine.md").read_text(encoding="utf-8")
    requests = page.split("```jsonl\n")[1].split("```")[0]
    answers = [json.loads(line) for line in shoal("engine", stdin=requests).stdout.splitlines()]
    assert {answer["id"] for answer in answers} == {"q1", "q2", "c1", "v1", "w1"}
    assert not any("error" in answer for answer in answers)


@pytest.mark.parametrize(
    "words", [["chess"], ["penguins", "-o", "players=9"], ["-o", "players=2"], ["penguins", "--bot", "pipe:true"]]
)
def test_a_bad_command_line_is_refused(shoal: Shoal, words: list[str]) -> None:
    done = shoal("engine", *words)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_answers_come_while_the_input_is_open(home: Path) -> None:
    program = Path(sys.executable).parent / "shoal"
    with subprocess.Popen(
        [str(program), "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={"HOME": str(home)}
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        question = {
            "id": "q",
            "game": "penguins",
            "moves": [DEAL],
            "bot": "search",
            "time_ms": 600000,
            "report_every_ms": 10,
        }
        process.stdin.write(_lines(question))
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["final"] is False
        process.stdin.write(_lines({"id": "c", "action": "cancel", "cancel": "q"}))
        process.stdin.close()
        answers = [json.loads(line) for line in process.stdout]
        assert process.wait(60) == 0
    finals = [answer for answer in answers if answer.get("final")]
    assert [answer["id"] for answer in finals] == ["q"]
    assert finals[0]["cancelled"] is True
