"""Bots behind a pipe: real processes, well-behaved and not."""

import contextlib
import os
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from shoal.core import Game, SearchLimit, Table, Thought, find_game, game_names
from shoal.players import BotFailure, PipeBot

ROOT = Path(__file__).parent.parent.parent
SEED = "ab" * 32

#: Answers with the first legal step, and is told how to differ by `{twist}`.
BOT = """
import json, os, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if "action" in request:
        {on_cancel}
        continue
    step = request["legal"][0]
    answer = {{"id": request["id"], "step": step}}
    {twist}
    print(json.dumps(answer), flush=True)
"""


@contextlib.contextmanager
def _bot(
    twist: str = "pass", on_cancel: str = "pass", *, grace: float = 5.0, game: Game | None = None
) -> Iterator[PipeBot]:
    game = game if game is not None else find_game("penguins")
    source = BOT.format(twist=textwrap.indent(twist, "    ").strip(), on_cancel=on_cancel)
    bot = PipeBot(game, game.options({}), [sys.executable, "-c", source], grace=grace, start=20.0)
    try:
        yield bot
    finally:
        bot.close()


def _table(name: str = "penguins") -> Table:
    return Table(find_game(name), {}, seed=SEED)


@pytest.mark.parametrize("name", game_names())
def test_the_example_plays_whole_games(name: str) -> None:
    table = _table(name)
    bot = PipeBot(table.game, table.options, [sys.executable, str(ROOT / "examples" / "bot.py")])
    try:
        while not table.over:
            seat = table.state.to_act[0]
            view = table.view(seat)
            step = bot.choose(view)
            assert str(step) == min(str(legal) for legal in view.legal)
            table.submit(seat, step)
    finally:
        bot.close()


def test_the_request_holds_what_the_seat_sees_and_nothing_else() -> None:
    """The program writes what it was sent; in Fish Tank the other hand is hidden."""
    table = _table("fishtank")
    twist = "print(json.dumps(request), file=sys.stderr, flush=True); sys.exit(3)"
    with _bot(twist, game=table.game) as bot, pytest.raises(BotFailure):
        bot.think(table.view(0), SearchLimit(20))
    view = table.view(0)
    sent = bot._child.last_error_line
    for expected in (
        '"seat": "A"',
        '"game": "fishtank"',
        '"to_act": ["A", "B"]',
        '"time_ms": 20000',
        '"scores": [0, 0]',
    ):
        assert expected in sent
    assert all(str(step) in sent for step in view.legal)
    assert '"hands"' not in sent


def test_an_opinion_is_passed_on_and_partial_ones_are_reported() -> None:
    twist = """
partial = dict(answer, final=False, shares=[0.5, 0.5], points=[1, 2], nodes=1)
print(json.dumps(partial), flush=True)
answer.update(shares=[0.75, 0.25], points=[9, 8.5], nodes=7, depth=3, proved=True, extra="ignored")
"""
    heard: list[Thought] = []
    with _bot(twist) as bot:
        thought = bot.think(_table().view(0), SearchLimit(20, heard.append))
    assert [partial.nodes for partial in heard] == [1]
    assert (thought.shares, thought.points, thought.nodes) == ((0.75, 0.25), (9.0, 8.5), 7)
    assert (thought.depth, thought.proved) == (3, True)


def test_a_late_line_about_an_earlier_question_is_ignored() -> None:
    twist = 'print(json.dumps({"id": "0", "step": "nonsense"}), flush=True)'
    with _bot(twist) as bot:
        assert bot.choose(_table().view(0)) == _table().view(0).legal[0]


@pytest.mark.parametrize(
    ("twist", "reason"),
    [
        ('answer["step"] = "z9"', "found the step 'z9', expected one of 30 legal steps"),
        ('del answer["step"]', "found the step None"),
        ("print('hello', flush=True)", "found 'hello', expected a line such as"),
        ("print('[' * 100000, flush=True)", "expected a line such as"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "expected a line such as"),
        ("print('{}', flush=True)", "expected a line such as"),
        ("print(flush=True)", "expected a line such as"),
        ('answer["error"] = "no idea"', "it reports 'no idea'"),
        ("sys.exit(3)", "it ended with status 3"),
        ("raise KeyError('shells')", "it ended with status 1: .*KeyError: 'shells'"),
        ("os.abort()", "it ended with status -6"),
    ],
)
def test_whatever_is_no_legal_step_is_a_failure_that_says_so(twist: str, reason: str) -> None:
    view = _table().view(0)
    with _bot(twist) as bot:
        with pytest.raises(BotFailure, match=reason) as first:
            bot.think(view, SearchLimit(20))
        with pytest.raises(BotFailure) as second:
            bot.think(view, SearchLimit(20))
        assert second.value is first.value, "a failed program is asked no more"
        assert bot._child.exit_status is not None
    assert len(str(first.value).splitlines()) == 1


def _has_ended(pid: int) -> bool:
    """Whether a process that was killed is gone; the system may take a moment to carry that out."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state in "ZX":
            return True
        os.sched_yield()
    return False


def test_a_program_that_hangs_is_ended_with_all_it_started(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    twist = f"""
import subprocess
if request["id"] == "1":
    child = subprocess.Popen(["sleep", "600"])
    open({str(note)!r}, "w").write(str(child.pid))
else:
    time.sleep(600)
"""
    view = _table().view(0)
    with _bot(twist, grace=0.5) as bot:
        bot.think(view, SearchLimit(60))
        with pytest.raises(BotFailure, match="it did not answer in time"):
            bot.think(view, SearchLimit(0.01))
        assert bot._child.exit_status == -9
    assert _has_ended(int(note.read_text()))


def test_a_program_that_never_reads_does_not_block_us() -> None:
    game = find_game("penguins")
    bot = PipeBot(game, game.options({}), ["sleep", "600"], grace=0.2, start=0.2)
    bot._child.send(b"x" * 1_000_000)
    with pytest.raises(BotFailure, match="it did not answer in time"):
        bot.think(_table().view(0), SearchLimit(0.01))


def test_a_program_is_told_when_its_time_is_over() -> None:
    """The bot would never stop thinking; the cancel makes it answer."""
    twist = "last = answer; continue"
    with _bot(twist, on_cancel="print(json.dumps(last), flush=True)", grace=20.0) as bot:
        view = _table().view(0)
        assert bot.think(view, SearchLimit(0.05)).step == view.legal[0]
        stopped = SearchLimit(600)
        stopped.stop()
        assert bot.think(view, stopped).step == view.legal[0]


@pytest.mark.parametrize("command", [["/nowhere/to/be/found"], [str(ROOT)], ["no such program"]])
def test_a_program_that_cannot_be_started_is_a_failure_that_names_it(command: list[str]) -> None:
    game = find_game("penguins")
    with pytest.raises(BotFailure, match="cannot start") as caught:
        PipeBot(game, game.options({}), command)
    assert command[0] in str(caught.value)


def test_a_forgotten_bot_ends_its_program() -> None:
    game = find_game("penguins")
    bot = PipeBot(game, game.options({}), ["sleep", "600"])
    pid = bot._child._process.pid
    del bot
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
