"""The coach's process: a line for each question, whatever is asked, and reviews that wait from question to question."""

import io
import itertools
import json
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from tests.pile import GAME as PILE

from shoal.coach import best_steps, find_hint, review_game
from shoal.coach.answers import HintAnswer, VerdictAnswer, read_answer
from shoal.coach.worker import OpenedReview, ReviewedSteps, serve
from shoal.core import Record, Replay, Table, view_bytes
from shoal.core.record import FORMAT

pytestmark = pytest.mark.usefixtures("with_small_games")

MOVES = ("take2", "take2", "take1", "take1", "take1")
RECORD = Record(FORMAT, "pile", {"players": 2}, MOVES)


def answers(*questions: Mapping[str, object]) -> list[bytes]:
    """What the process answers, one after the other; a second passes whenever it looks at the clock."""
    lines = [msgspec.json.encode({"id": str(number), **question}) + b"\n" for number, question in enumerate(questions)]
    sink = io.BytesIO()
    serve(io.BytesIO(b"".join(lines)), sink, clock=iter(itertools.count()).__next__)
    found = sink.getvalue().splitlines()
    assert [json.loads(line)["id"] for line in found] == [str(number) for number in range(len(questions))]
    return found


def about(table: Table, **more: object) -> dict[str, Any]:
    view = msgspec.Raw(view_bytes(table.view(table.state.to_act[0])))
    return {"game": "pile", "options": {"players": 2}, "view": view, **more}


def test_a_review_comes_in_parts_and_waits_between_them() -> None:
    part = {"action": "continue_review", "review": "r"}
    opened, *parts, closed, gone = answers(
        {"action": "open_review", "review": "r", "record": RECORD},
        *({**part, "seconds": 1.5} for _ in range(3)),
        {"action": "close_review", "review": "r"},
        part,
    )
    whole = review_game(Replay(RECORD, PILE))
    assert read_answer(opened, OpenedReview) == OpenedReview(whole.start, 5)
    found = [read_answer(line, ReviewedSteps) for line in parts]
    assert [len(one.steps) for one in found] == [2, 2, 1]
    assert tuple(step for one in found for step in one.steps) == whole.steps
    assert json.loads(closed).keys() == {"id"}
    assert not read_answer(gone, ReviewedSteps).known


def test_a_hint_and_the_best_steps_are_those_of_the_library() -> None:
    table = Table(PILE, {"players": 2})
    view = table.view(0)
    hint, verdict, tried, _ = answers(
        about(table, action="hint"),
        about(table, action="judge", most=2),
        about(table, action="try_step", step=str(view.legal[-1])),
        {"action": "warm_up", "game": "pile"},
    )
    assert read_answer(hint, HintAnswer) == HintAnswer.of(find_hint(PILE, view), table.state)
    assert read_answer(verdict, VerdictAnswer) == VerdictAnswer.of(best_steps(PILE, view, most=2), table.state)
    assert json.loads(tried)["mark"] in ("best", "blunder")


def test_an_error_is_an_answer_and_ends_nothing() -> None:
    table = Table(PILE, {"players": 2})
    wrong, unknown, right = answers(
        about(table, action="try_step", step="take99"), {"action": "warm_up", "game": "go"}, about(table, action="hint")
    )
    assert "error" in json.loads(wrong)
    assert "there is no game" in json.loads(unknown)["error"]
    assert "error" not in json.loads(right)
