"""Questions to the engine: one of each person at a time, and none that nobody waits for."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from shoal.server.web.analysis.desk import AnalysisDesk
from tests.server.in_process_server import InProcessServer
from tests.server.problems import problem_in

#: A first choice of Fish Tank: a deep look at it takes many seconds, which the tests do not wait for.
DEALT = (
    "=A:loach,=B:angelfish,=A:angelfish,=B:pleco,=A:swordtail,=B:discus,=A:hatchet,=B:redtail,"
    "=A:shrimp,=B:hatchet,=A:discus,=B:swordtail,=A:hatchet,=B:barb,=A:discus,=B:loach"
)
DEEP = {"moves": DEALT, "effort": "deep"}
QUICK = {"moves": DEALT, "effort": "quick"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path_factory.mktemp("server")) as server:
        yield server


def desk_of(server: InProcessServer) -> AnalysisDesk:
    desk: AnalysisDesk = server.app.state.analysis
    return desk


def until(what: Callable[[], object]) -> None:
    """Wait for something that the server does."""
    end = time.monotonic() + 120
    while not what():
        assert time.monotonic() < end
        threading.Event().wait(0.01)


def ask(browser: httpx.Client, form: dict[str, str]) -> httpx.Response:
    return browser.post("/analysis/fishtank/lines", data=form, timeout=120)


def test_a_new_question_takes_the_place_of_the_one_before_and_interrupts_the_engine(server: InProcessServer) -> None:
    coach = desk_of(server)._coach
    with server.browser(server.person("Ann")) as browser, ThreadPoolExecutor() as pool:
        assert ask(browser, QUICK).status_code == 200
        process = coach._process._process
        first = pool.submit(ask, browser, DEEP)
        until(lambda: coach._asking is not None)
        second = ask(browser, QUICK)
        assert (second.status_code, "best-lines" in second.text) == (200, True)
        assert problem_in(first.result(120)) == (409, "refused")
        assert coach._process._process is process, "what it has loaded is kept"
        assert not coach._watching
        assert not coach._waiting_of


def test_a_question_ends_when_the_page_is_left(server: InProcessServer) -> None:
    coach = desk_of(server)._coach
    with server.browser(server.person("Bob")) as browser:
        ask(browser, QUICK)
        answered = coach.answered
        with pytest.raises(httpx.ReadTimeout):
            browser.post("/analysis/fishtank/lines", data=DEEP, timeout=1)
        until(lambda: not coach._waiting_of)
        assert coach.answered == answered
        assert ask(browser, QUICK).status_code == 200


def test_two_people_who_look_at_the_same_position_do_not_end_each_other_s_question(server: InProcessServer) -> None:
    coach = desk_of(server)._coach
    with (
        server.browser(server.person("Cal")) as cal,
        server.browser(server.person("Dan")) as dan,
        ThreadPoolExecutor() as pool,
    ):
        staying = pool.submit(ask, cal, DEEP)
        until(lambda: coach._asking is not None)
        question = coach._asking
        with pytest.raises(httpx.ReadTimeout):
            dan.post("/analysis/fishtank/lines", data=DEEP, timeout=0.3)
        until(lambda: sum(coach._watching.values()) == 1)
        assert coach._asking is question, "it was one question, and goes on"
        assert not coach._abandoned
        ask(cal, QUICK)
        assert staying.result(120).status_code == 409


def test_where_nobody_is_to_act_there_is_nothing_to_ask(server: InProcessServer) -> None:
    with server.browser(server.person("Eve")) as browser:
        assert problem_in(ask(browser, {"moves": "", "effort": "quick"})) == (409, "refused")
        assert problem_in(ask(browser, {"moves": DEALT, "effort": "for ever"})) == (422, "notation")
