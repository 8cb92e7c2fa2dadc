"""Analysis for programs: every line gets its answer, whatever it holds, and nobody peeks."""

import io
import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from shoal import __version__
from shoal.core import CHANCE, Table, find_game, game_names, seat_name, view_bytes
from shoal.core.conformance import random_seed
from shoal.core.text import say_english
from shoal.players.analysis import QuestionDefaults, serve_lines
from shoal.players.analysis.position import find_position
from shoal.players.analysis.request import LONGEST_LINE, BadLine, Question, read_line

Answer = dict[str, object]


class _Sink(io.RawIOBase):
    """Where answers go; a test can wait for one."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self._news = threading.Condition()

    def writable(self) -> bool:
        return True

    def write(self, line: object) -> int:
        assert isinstance(line, bytes)
        assert line.endswith(b"\n")
        with self._news:
            self.answers.append(json.loads(line))
            self._news.notify_all()
        return len(line)

    def wait_for(self, **fields: object) -> Answer:
        def found() -> Answer | None:
            return next((answer for answer in self.answers if fields.items() <= answer.items()), None)

        with self._news:
            self._news.wait_for(lambda: found() is not None, timeout=60)
            answer = found()
        assert answer is not None, f"no answer with {fields}"
        return answer


class _Source(io.BufferedIOBase):
    """Lines that come when a test says so."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines = lines

    def readline(self, size: int | None = -1, /) -> bytes:
        return next(self._lines, b"")


def _serve(
    lines: Iterator[bytes] | bytes,
    *,
    workers: int = 2,
    defaults: QuestionDefaults | None = None,
    sink: _Sink | None = None,
) -> list[Answer]:
    sink = sink if sink is not None else _Sink()
    source = io.BytesIO(lines) if isinstance(lines, bytes) else _Source(lines)
    serve_lines(
        source,  # type: ignore[arg-type]
        sink,  # type: ignore[arg-type]
        defaults=defaults if defaults is not None else QuestionDefaults(),
        workers=workers,
        say=say_english,
    )
    return sink.answers


def _line(**fields: object) -> bytes:
    return json.dumps(fields).encode() + b"\n"


def _moves(name: str, steps: int, seed: int = 1) -> list[str]:
    """A random game's first steps, to a moment where a seat is to act."""
    rng = random.Random(seed)
    table = Table(find_game(name), {}, seed=random_seed(rng))
    for _ in range(steps):
        seat = rng.choice(table.state.to_act)
        table.submit(seat, rng.choice(table.state.legal(seat)))
    return list(table.record().moves)


@pytest.mark.parametrize("name", game_names())
def test_a_question_gets_one_final_answer_with_everything_in_it(name: str) -> None:
    moves = _moves(name, 6)
    (answer,) = _serve(_line(id="q1", game=name, moves=moves, bot="search", time_ms=20))
    assert answer["id"] == "q1"
    assert answer["final"] is True
    assert {"step", "shares", "points", "line", "proved", "depth", "nodes", "time_ms"} <= set(answer)
    line = answer["line"]
    assert isinstance(line, list)
    assert line[0] == answer["step"]


def test_partial_results_come_while_thinking() -> None:
    sink = _Sink()

    def lines() -> Iterator[bytes]:
        yield _line(
            id="q", game="penguins", moves=_moves("penguins", 0), bot="search", time_ms=600000, report_every_ms=1
        )
        sink.wait_for(id="q", final=False)
        yield _line(id="c", action="cancel", cancel="q")

    _serve(lines(), sink=sink)
    final = sink.wait_for(id="q", final=True)
    assert final["cancelled"] is True
    assert final["step"]
    assert sink.wait_for(id="c") == {"id": "c", "action": "cancel", "cancel": "q", "found": True}


def test_several_questions_are_in_flight_and_those_that_wait_can_be_cancelled() -> None:
    sink = _Sink()
    long = {
        "game": "penguins",
        "moves": _moves("penguins", 0),
        "bot": "search",
        "time_ms": 600000,
        "report_every_ms": 1,
    }

    def lines() -> Iterator[bytes]:
        for number in range(3):
            yield _line(id=f"q{number}", **long)
        sink.wait_for(id="q0", final=False)
        sink.wait_for(id="q1", final=False)
        yield _line(id="q0", **long)
        for number in (2, 1, 0):
            yield _line(id=f"c{number}", action="cancel", cancel=f"q{number}")

    _serve(lines(), sink=sink)
    assert sink.wait_for(id="q2") == {"id": "q2", "cancelled": True, "final": True}
    assert all(sink.wait_for(id=f"q{number}", final=True)["cancelled"] for number in range(3))
    refused = sink.wait_for(id="q0", field="id")
    assert "still open" in str(refused["error"])


def test_the_engine_ends_after_finishing_what_is_in_flight() -> None:
    lines = b"".join(
        _line(id=str(number), game="smallfry", moves=_moves("smallfry", 2), bot="search", time_ms=5)
        for number in range(12)
    )
    answers = _serve(lines, workers=3)
    assert sorted(str(answer["id"]) for answer in answers) == sorted(str(number) for number in range(12))
    assert all(answer["final"] for answer in answers)


def test_cancelling_what_is_not_there_says_so() -> None:
    (answer,) = _serve(_line(id="c", action="cancel", cancel="nothing"))
    assert answer["found"] is False


@pytest.mark.parametrize("request_id", ["1", 1, 1.0, 1.5, -3, 0, 2**53, True, False, None])
def test_an_answer_has_the_id_of_its_request_whatever_json_it_is(request_id: object) -> None:
    line = _line(id=request_id, game="smallfry", moves=_moves("smallfry", 0), bot="greedy", time_ms=1)
    for asked in (line, _line(id=request_id, action="query_version"), _line(id=request_id, moves=3)):
        (answer,) = _serve(asked)
        assert json.dumps(answer["id"]) == json.dumps(request_id)


def test_questions_with_ids_that_are_equal_in_python_alone_are_told_apart() -> None:
    ids: list[object] = [1, 1.0, True, "1"]
    fields = {"game": "smallfry", "moves": _moves("smallfry", 0), "bot": "greedy", "time_ms": 1}
    answers = _serve(b"".join(_line(id=each, **fields) for each in ids))
    assert sorted(json.dumps(answer["id"]) for answer in answers if "step" in answer) == sorted(map(json.dumps, ids))


def test_a_line_without_an_id_is_refused() -> None:
    (answer,) = _serve(b'{"game": "smallfry"}\n')
    assert answer["id"] is None
    assert answer["field"] == "id"
    assert "found nothing" in str(answer["error"])


def test_the_version_is_told() -> None:
    (answer,) = _serve(_line(id="v", action="query_version"))
    assert answer["version"] == __version__
    assert answer["games"] == game_names()


def test_questions_take_what_they_leave_out_from_the_command_line() -> None:
    defaults = QuestionDefaults(game="penguins", options={"players": 3}, bot="random")
    deal = Table(find_game("penguins"), {"players": 3}, seed="ab" * 32).record().moves[0]
    answer, other = _serve(
        _line(id="q", moves=[deal], time_ms=1) + _line(id="r", moves=[deal], options={}, bot="greedy", time_ms=1),
        workers=1,
        defaults=defaults,
    )
    assert (len(answer["shares"]), answer["bot"]) == (3, "random")  # type: ignore[arg-type]
    assert (len(other["shares"]), other["bot"]) == (2, "greedy")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({}, "game", "expected the name of a game"),
        ({"game": "chess"}, "game", "there is no game 'chess'"),
        ({"game": 7}, "game", "expected `str"),
        ({"game": "penguins", "bot": "nobody"}, "bot", "has no bot 'nobody'"),
        ({"game": "penguins", "bot": "pipe:touch /tmp/x"}, "bot", "only when the command line names it"),
        ({"game": "penguins", "options": {"players": 9}}, "options", "a whole number from 2 to 4"),
        ({"game": "penguins", "options": []}, "options", "expected `object"),
        ({"game": "penguins", "moves": ["c4"]}, "moves", "step 1"),
        ({"game": "penguins", "moves": []}, "moves", "chance is to act"),
        ({"game": "penguins", "moves": "c4"}, "moves", "expected `array`"),
        ({"game": "penguins", "moves": [1]}, "moves", "expected `str`"),
        ({"game": "penguins", "seat": "B"}, "seat", "not the turn of seat B"),
        ({"game": "penguins", "seat": "Q"}, "seat", "a seat from A to B"),
        ({"game": "penguins", "time_ms": 0}, "time_ms", "a number from 1"),
        ({"game": "penguins", "time_ms": 1e300}, "time_ms", "a number from 1"),
        ({"game": "penguins", "time_ms": "soon"}, "time_ms", "expected `float"),
        ({"game": "penguins", "report_every_ms": -1}, "report_every_ms", "a number from 1"),
        ({"game": "penguins", "colour": "red"}, "colour", "unknown field"),
        ({"action": "dance"}, "action", "expected one of cancel, query_version, warm_up"),
        ({"action": ["cancel"]}, "action", "expected one of cancel, query_version"),
        ({"action": "cancel"}, "cancel", "missing required field"),
        ({"id": [7]}, "id", "id: found [7]"),
        ({"id": {}}, "id", "id: found {}"),
        ({"id": 2**53 + 1}, "id", "a number up to 9007199254740992"),
        ({"id": ""}, "id", "id: found ''"),
        ({"id": "x" * 201}, "id", "expected a text of 1 to 200"),
    ],
)
def test_an_error_names_the_request_and_the_field(fields: Answer, field: str, words: str) -> None:
    asked = {"id": "q", "time_ms": 1, **({} if "action" in fields else {"moves": _moves("penguins", 0)}), **fields}
    if "action" in fields:
        del asked["time_ms"]
    (answer,) = _serve(_line(**asked))
    assert words in str(answer["error"])
    assert answer["field"] == field
    assert answer["id"] == (None if field == "id" else "q")


@pytest.mark.parametrize("kept", [{}, {"keep_as": "t A"}])
def test_without_a_time_the_bot_takes_its_own_and_answers_with_its_step(kept: Answer) -> None:
    moves = _moves("smallfry", 0)
    (answer,) = _serve(_line(id="q", game="smallfry", moves=moves, bot="greedy", time_ms=None, **kept))
    assert answer == {"id": "q", "step": "flip", "bot": "greedy", "final": True}


def test_a_finished_game_has_nothing_to_choose() -> None:
    table = Table(find_game("penguins"), {}, seed="ab" * 32)
    while not table.over:
        table.submit(table.state.to_act[0], table.state.legal(table.state.to_act[0])[0])
    (answer,) = _serve(_line(id="q", game="penguins", moves=table.record().moves))
    assert answer["field"] == "moves"
    assert "the game is over" in str(answer["error"])


def test_a_line_that_is_too_long_is_refused_and_the_next_one_answered() -> None:
    answers = _serve(b'{"id": "' + b"x" * (3 * LONGEST_LINE) + b'"}\n' + _line(id="v", action="query_version"))
    assert len(answers) == 2
    assert "a line of over" in str(answers[0]["error"])
    assert answers[1]["version"] == __version__


def test_the_answer_does_not_depend_on_what_the_seat_cannot_know() -> None:
    """Two games that differ only in the hand of B: A is told the same, whatever the moves say."""
    game = find_game("fishtank")
    table = Table(game, {}, seed="ab" * 32)
    moves = list(table.record().moves)
    state, twin = game.start(game.options({})), list(moves)
    theirs = [number for number, move in enumerate(moves) if move.startswith("=B:")]
    pool = [f"=B:{str(step)[3:]}" for step in state.chance().steps]
    # Turn one of B's cards into another kind of which there are plenty.
    number = theirs[0]
    twin[number] = next(card for card in pool if card != moves[number] and moves.count(card) <= 1)
    answers = []
    for each in (moves, twin):
        (answer,) = _serve(_line(id="q", game="fishtank", moves=each, seat="A", bot="greedy", time_ms=1))
        answer.pop("time_ms")
        answers.append(answer)
    assert answers[0] == answers[1]
    assert "step" in answers[0]
    assert moves != twin


def _table(name: str, steps: int, options: Answer | None = None) -> Table:
    """A random game after some steps, where a seat is to act."""
    rng = random.Random(f"{name} {steps} {options}")
    table = Table(find_game(name), options or {}, seed=random_seed(rng))
    for _ in range(steps):
        seat = rng.choice(table.state.to_act)
        table.submit(seat, rng.choice(table.state.legal(seat)))
    return table


VIEWS: list[tuple[str, Answer]] = [
    ("penguins", {"players": 2}),
    ("penguins", {"players": 4, "edition": "cs", "swaps": True}),
    ("smallfry", {"players": 3, "memory": "closed"}),
    ("smallfry", {"players": 2, "memory": "open"}),
    ("fishtank", {"players": 2}),
    ("fishtank", {"players": 5, "deck": "full"}),
]


@pytest.mark.parametrize(("name", "options"), VIEWS)
def test_a_view_is_answered_like_the_moves_that_lead_to_it(name: str, options: Answer) -> None:
    for steps in (0, 3, 12, 25):
        table = _table(name, steps, options)
        seat = table.state.to_act[0]
        asked: Answer = {"game": name, "options": options, "bot": "greedy", "time_ms": None}
        moves, view = _serve(
            _line(id="moves", **asked, moves=table.record().moves, seat=seat_name(seat))
            + _line(id="view", **asked, view=json.loads(view_bytes(table.view(seat)))),
            workers=1,
        )
        assert view == {**moves, "id": "view"}
        assert "step" in view


def test_a_view_may_be_what_a_table_displays() -> None:
    """Programs get no other at the API."""
    table = _table("smallfry", 12, {"players": 3, "memory": "closed"})
    view = table.displayed(table.state.to_act[0])
    assert view != table.view(table.state.to_act[0])
    shown = json.loads(view_bytes(view))
    (answer,) = _serve(_line(id="q", game="smallfry", options={"players": 3}, view=shown, bot="greedy", time_ms=1))
    assert answer["step"] in [str(step) for step in view.legal]


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"moves": ["a1"]}, "moves", "the view says it already"),
        ({"seat": "A"}, "seat", "the view says it already"),
        ({"view": 3}, "view", "expected `object"),
        ({"view": {}}, "view", "this is no view of fishtank"),
        ({"game": "penguins"}, "view", "this is no view of penguins"),
        ({"options": {"players": 3}}, "view", "view: "),
        ({"keep_as": ""}, "keep_as", "a text of 1 to 200 characters"),
        ({"keep_as": "x" * 201}, "keep_as", "a text of 1 to 200 characters"),
        ({"keep_as": 7}, "keep_as", "expected `str"),
    ],
)
def test_a_fault_in_a_view_is_named(change: Answer, field: str, words: str) -> None:
    view = json.loads(view_bytes(_table("fishtank", 8).view(0)))
    (answer,) = _serve(_line(**{"id": "q", "game": "fishtank", "view": view, "bot": "greedy", "time_ms": 1, **change}))
    assert words in str(answer["error"])
    assert answer["field"] == field


@pytest.mark.parametrize("change", [{"legal": ["a1-a2"]}, {"penguins": [[], []]}, {"to_act": [1]}, {"viewer": 1}])
def test_a_view_that_no_state_can_have_is_refused(change: Answer) -> None:
    view = json.loads(view_bytes(_table("penguins", 12).view(0)))
    (answer,) = _serve(_line(id="q", game="penguins", view={**view, **change}, bot="greedy", time_ms=1))
    assert answer["field"] == "view"


def test_nobody_is_asked_out_of_turn_or_after_the_end() -> None:
    table = _table("penguins", 12)
    waiting = 1 - table.state.to_act[0]
    for view in (table.view(waiting), table.view(None)):
        (answer,) = _serve(_line(id="q", game="penguins", view=json.loads(view_bytes(view)), bot="greedy"))
        assert answer["field"] == "view"
        assert "there is nothing to choose" in str(answer["error"])


@pytest.mark.parametrize(("name", "options"), VIEWS)
def test_thousands_of_malformed_views_get_an_error_or_an_answer_each(name: str, options: Answer) -> None:
    rng = random.Random(f"{name} {options}")
    table = _table(name, 12, options)
    good = view_bytes(table.view(table.state.to_act[0]))
    views = [_spoilt(json.loads(good), rng) for _ in range(400)]
    lines = [
        _line(id=number, game=name, options=options, view=view, bot=rng.choice(("greedy", "random")), time_ms=1)
        for number, view in enumerate(views)
    ]
    answers = _serve(b"".join(lines))
    assert sorted(int(str(answer["id"])) for answer in answers) == list(range(len(lines)))
    refused = [answer for answer in answers if answer.get("field") == "view"]
    assert len(refused) > 200
    assert all("step" in answer for answer in answers if "error" not in answer)


def _spoilt(view: Answer, rng: random.Random) -> Answer:
    """The view with another value somewhere."""
    here: object = view
    while True:
        keys: list[object] = list(here) if isinstance(here, dict) else list(range(len(here)))  # type: ignore[arg-type]
        key = rng.choice(keys)
        inner = here[key]  # type: ignore[index]
        if isinstance(inner, (dict, list)) and inner and rng.random() < 0.8:
            here = inner
            continue
        others: list[object] = [None, -1, 0, 1, 7, 10**6, "", "?", "A:a1", True, [], {}, [1, 2], 1.5]
        here[key] = rng.choice(others)  # type: ignore[index]
        return view


def _random_steps(count: int, **fields: object) -> list[object]:
    moves = _moves("penguins", 0)
    line = _line(id="q", game="penguins", moves=moves, bot="random", time_ms=None, **fields)
    return [_serve(line)[0]["step"] for _ in range(count)]


def test_an_answer_depends_on_no_question_before_it_unless_the_bot_is_kept() -> None:
    asked: Answer = {"game": "penguins", "moves": _moves("penguins", 0), "bot": "random", "time_ms": 1}
    kept = [_line(id=f"k{number}", **asked, keep_as="t A") for number in range(12)]
    new = [_line(id=f"n{number}", **asked) for number in range(12)]
    lines = [line for pair in zip(kept, new, strict=True) for line in pair]
    steps = {str(answer["id"]): answer["step"] for answer in _serve(b"".join(lines), workers=1)}
    assert len({step for question, step in steps.items() if question[0] == "k"}) > 1
    assert {step for question, step in steps.items() if question[0] == "n"} == set(_random_steps(1))


def test_a_bot_is_kept_for_one_name_game_level_and_table_alone() -> None:
    keys = set()
    for change in ({}, {"keep_as": "t B"}, {"bot": "minnow"}, {"options": {"players": 3}}, {"game": "smallfry"}):
        fields: Answer = {"id": "q", "game": "fishtank", "bot": "random", "keep_as": "t A", **change}
        table = _table(str(fields["game"]), 0, fields.get("options"))  # type: ignore[arg-type]
        question = read_line(_line(**fields, moves=table.record().moves))
        assert isinstance(question, Question)
        keys.add(find_position(question, QuestionDefaults()).key)
    assert len(keys) == 5


def test_a_kept_bot_remembers_what_it_found() -> None:
    """A level that looks a fixed number of steps ahead finds most of it in its transposition table the second time."""
    asked: Answer = {"game": "penguins", "moves": _moves("penguins", 12), "bot": "salmon", "time_ms": 600_000}
    names: list[Answer] = [{}, {}, {"keep_as": "t A"}, {"keep_as": "t A"}]
    lines = [_line(id=number, **asked, **name) for number, name in enumerate(names)]
    nodes = [int(str(answer["nodes"])) for answer in _serve(b"".join(lines), workers=1)]
    assert nodes[3] < min(nodes[:3]) / 4


def test_thousands_of_malformed_lines_get_an_error_each_and_end_nothing() -> None:
    rng = random.Random(1)
    good = _line(
        id="q",
        game="penguins",
        options={"players": 2},
        moves=_moves("penguins", 3),
        seat="A",
        bot="random",
        time_ms=1,
        report_every_ms=1,
    )
    tokens = [
        b"{",
        b"}",
        b"[",
        b"]",
        b'"',
        b":",
        b",",
        b"null",
        b"1e999",
        b"-",
        b"\xff",
        b"\x00",
        b"\\u0000",
        b"\\ud800",
        b"{" * 3000,
        b'"id":',
        b"\xe2\x98\x83",
        b"9" * 400,
        b"NaN",
        b"true",
    ]
    lines = []
    for _ in range(4000):
        line = bytearray(good[:-1])
        for _ in range(rng.randint(1, 5)):
            here = rng.randrange(len(line) + 1)
            there = min(len(line), here + rng.choice((0, 1, 5, 40)))
            line[here:there] = rng.choice((rng.choice(tokens), rng.randbytes(3), b""))
        lines.append(bytes(line).replace(b"\n", b" ").replace(b"\r", b" "))
    lines = [line for line in lines if line.strip()]
    answers = _serve(b"\n".join(lines) + b"\n" + _line(id="last", action="query_version"), workers=2)
    asked = len(lines) + 1
    finals = [answer for answer in answers if answer.get("final", True)]
    assert len(finals) == asked, "one answer a line"
    errors = [answer for answer in answers if "error" in answer]
    assert len(errors) > 3000
    assert all(len(str(answer["error"])) < 600 for answer in errors)
    assert any(answer["id"] == "last" for answer in answers)


def test_reading_a_line_is_total() -> None:
    rng = random.Random(2)
    for _ in range(20000):
        line = rng.randbytes(rng.randrange(40))
        with pytest.raises(BadLine):
            read_line(line)
    assert isinstance(read_line(b'{"id": "q"}'), Question)


def test_a_fault_of_a_bot_ends_its_question_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from shoal.players import RandomBot

    def stumble(self: RandomBot, view: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(RandomBot, "choose", stumble)
    moves = _moves("penguins", 0)
    lines = _line(id="q", game="penguins", moves=moves, bot="random") + _line(
        id="r", game="penguins", moves=moves, bot="greedy", time_ms=1
    )
    answers = {str(answer["id"]): answer for answer in _serve(lines)}
    assert answers["q"]["error"] == "ZeroDivisionError: oh"
    assert answers["r"]["final"] is True


def test_the_engine_ends_when_its_reader_is_gone() -> None:
    class Closed(_Sink):
        def write(self, line: object) -> int:
            raise BrokenPipeError

    question = _line(id="q", game="penguins", moves=_moves("penguins", 0), bot="search", time_ms=600000)
    _serve(question + _line(id="v", action="query_version"), sink=Closed())


def test_sealed_seats_may_be_asked_about() -> None:
    moves = _moves("fishtank", 1)
    table = Table(find_game("fishtank"), {}, seed=random_seed(random.Random(1)))
    assert CHANCE not in table.state.to_act
    for seat in ("A", "B"):
        (answer,) = _serve(_line(id="q", game="fishtank", moves=moves, seat=seat, bot="random", time_ms=1))
        assert str(answer["step"]).startswith(f"{seat}:")


def test_where_nothing_may_be_compiled_a_bot_that_was_not_says_so_and_the_others_answer(tmp_path: Path) -> None:
    lines = [
        _line(id="w", action="warm_up", game="fishtank", bot="shark", compile=False),
        _line(id="q", game="smallfry", moves=_moves("smallfry", 1), bot="minnow", compile=False, keep_as="t A"),
        _line(id="g", game="smallfry", moves=_moves("smallfry", 1), bot="greedy", compile=False),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "shoal.players.analysis"],
        input=b"".join(lines),
        capture_output=True,
        check=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
    )
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert [answers[name] for name in "wq"] == [{"id": name, "compiled": False, "final": True} for name in "wq"]
    assert answers["g"]["step"]
    assert list(tmp_path.iterdir()) == [], "nothing was compiled"


def test_a_warm_up_is_answered_when_it_is_done_and_names_its_fields() -> None:
    request = {"id": 7, "action": "warm_up", "game": "penguins", "bot": "greedy"}
    assert _serve(_line(**request)) == [{**request, "final": True}]
    for field, words in (("game", "there is no game"), ("bot", "has no bot")):
        (answer,) = _serve(_line(**{**request, field: "kraken"}))
        assert answer["id"] == 7
        assert answer["field"] == field
        assert words in str(answer["error"])
