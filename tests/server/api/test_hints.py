"""Hints through the API: the same as on the page, for the seat's own person only."""

import uuid
from collections.abc import Iterator

import httpx
import pytest

from shoal.server.security.rate_limit import RateLimit, RateLimits
from tests.server.api.test_tables import problem
from tests.server.in_process_server import InProcessServer
from tests.server.tables.hints_of_tests import last_step


@pytest.fixture(scope="module", autouse=True)
def coach(server: InProcessServer) -> None:
    server.tables.find_hint = last_step


@pytest.fixture
def ann(server: InProcessServer) -> Iterator[httpx.Client]:
    with server.program(server.person("Ann")) as program:
        yield program


def take_hint(program: httpx.Client, table: dict[str, object], stage: int, **other: object) -> httpx.Response:
    body = {"seat": "A", "stage": stage, "moment": table["moment"], "key": uuid.uuid4().hex, **other}
    return program.post(f"/api/tables/{table['id']}/hint", json=body)


def set_up(program: httpx.Client, **more: object) -> dict[str, object]:
    answer = program.post("/api/tables", json={"game": "penguins", "options": {"players": 2}, **more})
    assert answer.status_code == 201, answer.text
    table: dict[str, object] = answer.json()
    return table


def test_a_hint_tells_more_from_stage_to_stage(ann: httpx.Client) -> None:
    table = set_up(ann)
    assert (table["hints"], table["hint"]) == (True, None)
    legal = [step["step"] for step in table["steps"]]  # type: ignore[attr-defined]
    nudge = {"status": "found", "nudge": "Look at the end of the list."}
    nothing: dict[str, object] = {"step": None, "reasons": [], "value": None, "line": [], "next_best": None}
    assert take_hint(ann, table, 1).json()["hint"] == {"stage": 1, **nudge, **nothing}
    assert take_hint(ann, table, 2).json()["hint"] == {"stage": 2, **nudge, **nothing, "step": legal[-1]}
    now = take_hint(ann, table, 3).json()
    assert now["hint"]["value"] == {"chance": 0.5, "points": 7.0, "certainty": "estimated", "error": 0.05}
    assert (now["hint"]["line"], now["hint"]["next_best"]) == ([legal[-1]], legal[-2])
    assert now["hint"]["reasons"][0] == "Nothing comes after it."
    assert [seat["hints"] for seat in now["seats"]] == [1, 0]
    assert ann.get(f"/api/tables/{table['id']}").json()["hint"] == now["hint"]


def test_a_table_says_whether_it_allows_hints(ann: httpx.Client) -> None:
    two = [{"kind": "me"}, {"kind": "friend"}]
    assert [set_up(ann, seats=two, hints=hints)["hints"] for hints in (None, True, False)] == [False, True, False]
    off = set_up(ann, hints=False)
    assert problem(take_hint(ann, off, 1), "refused")["detail"] == "there are no hints at this table"


def test_what_is_refused(server: InProcessServer, ann: httpx.Client) -> None:
    bob = server.person("Bob")
    table_id = server.table("penguins", [server.person("Cem"), bob], settings={"hints": True}, public=True)
    with server.program(bob) as program:
        table = program.get(f"/api/tables/{table_id}").json()
        problem(take_hint(program, table, 1, seat="B"), "refused")
        problem(take_hint(program, table, 1), "not-yours")
    problem(take_hint(ann, table, 1), "not-yours")
    with server.program() as nobody:
        problem(take_hint(nobody, table, 1), "no-person")
    own = set_up(ann)
    problem(take_hint(ann, own, 1, moment=99), "late")
    for stage in (0, 4):
        problem(take_hint(ann, own, stage), "unreadable")
    answer = ann.post(f"/api/tables/{own['id']}/acts", json={"kind": "hint", "seat": "A", "key": uuid.uuid4().hex})
    problem(answer, "unreadable")


def test_a_person_can_take_only_so_many_hints_and_play_on(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = RateLimits(person_hints=RateLimit(2, 0.01))
    with InProcessServer(tmp_path_factory.mktemp("limited"), limits=limits) as server:
        server.tables.find_hint = last_step
        with server.program(server.person("Ann")) as ann, server.program(server.person("Bob")) as bob:
            table = set_up(ann)
            assert [take_hint(ann, table, stage).status_code for stage in (1, 2, 3)] == [200, 200, 429]
            assert int(take_hint(ann, table, 3).headers["retry-after"]) > 60
            assert ann.get(f"/api/tables/{table['id']}").status_code == 200
            assert take_hint(bob, set_up(bob), 1).status_code == 200
