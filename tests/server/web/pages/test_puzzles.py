"""Puzzles by plain requests: the solution is nowhere before the answer, first answers count, time is the server's."""

import random
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest

from shoal.coach.puzzles import Puzzle, day_of, puzzles_of, replay_puzzle
from shoal.core import find_game, game_names, seat_name
from shoal.core.translations import speaker
from shoal.server.security.identity import COOKIE, read_cookie
from shoal.server.timestamps import now
from shoal.server.web.puzzle_progress import (
    RUN_MS,
    PuzzleProgress,
    PuzzleRun,
    change_progress,
    daily_puzzle,
    read_progress,
    run_puzzles,
)
from shoal.server.web.templating import render_table
from shoal.store import Person
from tests.server.in_process_server import SECRET, InProcessServer
from tests.server.visitors import read_forms

HTML = {"accept": "text/html"}


def practice(game: str, number: int = 0) -> Puzzle:
    """A puzzle that is not that of today."""
    daily = daily_puzzle(day_of(now()))
    return [one for one in puzzles_of(find_game(game)) if daily is None or one.id != daily.id][number]


def path_of(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.game}/{puzzle.id}"


def progress_of(server: InProcessServer, person: Person) -> PuzzleProgress:
    return server.run(read_progress(server.tables.store, person.id))


def secrets_of(puzzle: Puzzle) -> list[str]:
    """What a page would say that gives the solution away, in any of the languages."""
    said = ("Right: {}", "The best step is {}", "Juste : {}", "Le meilleur coup est {}", "Správně: {}")
    return [
        *(words.format(puzzle.best.step) for words in said),
        "Next best",
        'id="verdict"',
        "Proved to the end",
        "Prouvé",
        "Estimated:",
        "Exact, over",
    ]


@pytest.fixture
def ann(server: InProcessServer) -> Person:
    return server.person("Ann")


@pytest.fixture
def browser(server: InProcessServer, ann: Person) -> Iterator[httpx.Client]:
    with server.browser(ann) as browser:
        browser.headers["accept"] = "text/html"
        browser.follow_redirects = True
        yield browser


@pytest.mark.parametrize("game", game_names())
def test_no_address_shows_the_solution_before_the_answer(browser: httpx.Client, game: str) -> None:
    """All addresses with the puzzle, tried in every way, are the page without any answer."""
    puzzle = practice(game)
    daily = daily_puzzle(day_of(now()))
    assert daily is not None
    for one, path in ((puzzle, path_of(puzzle)), (daily, "/puzzles/today")):
        plain = browser.get(path)
        assert plain.status_code == 200
        tried = quote(one.best.step)
        for query in (f"?tried={tried}", f"?tried={tried}&line=1", "?line=3", f"?tried={quote(one.others[0].step)}"):
            answer = browser.get(path + query)
            assert answer.status_code == 200
            for words in secrets_of(one):
                assert words not in answer.text, (path, query)
        assert browser.post(path, data={"act": "give_up"}).status_code == 200
        after = browser.get(path).text
        assert not [words for words in secrets_of(one) if words in after], "giving up takes an answer"
    for other in ("/", "/puzzles", f"/puzzles/next?game={game}", "/settings", "/api/me/data", "/api/games"):
        assert not [words for words in secrets_of(puzzle) if words in browser.get(other).text]


@pytest.mark.parametrize("game", game_names())
def test_steps_stand_in_the_order_of_the_rules_and_all_of_them_look_alike(browser: httpx.Client, game: str) -> None:
    """So the list says nothing about which of them is best."""
    puzzle = practice(game)
    (form,) = [form for form in read_forms(browser.get(path_of(puzzle)).text) if form.id == "steps"]
    assert [value for _, value in form.buttons] == [str(step) for step in replay_puzzle(puzzle).displayed.legal]


@pytest.mark.parametrize("game", game_names())
def test_a_wrong_answer_tells_what_follows_and_may_be_mended(
    server: InProcessServer, browser: httpx.Client, ann: Person, game: str
) -> None:
    puzzle = practice(game)
    wrong = browser.post(path_of(puzzle), data={"step": puzzle.others[0].step}).text
    assert "is not the best step" in wrong
    assert f"Right: {puzzle.best.step}" not in wrong
    assert 'id="steps"' in wrong, "another try"
    assert not progress_of(server, ann).answers[puzzle.id].may_see_solution
    right = browser.post(path_of(puzzle), data={"step": puzzle.best.step}).text
    assert f"Right: {puzzle.best.step}" in right
    assert "Next best" in right
    assert 'id="steps"' not in right
    found = progress_of(server, ann)
    assert (found.answers[puzzle.id].right, found.solved) == (False, 1), "the first answer was wrong"


def test_who_gives_up_sees_the_solution_and_has_not_solved_it(
    server: InProcessServer, browser: httpx.Client, ann: Person
) -> None:
    puzzle = practice("penguins", 1)
    browser.post(path_of(puzzle), data={"step": puzzle.others[0].step})
    shown = browser.post(path_of(puzzle), data={"act": "give_up"}).text
    assert f"The best step is {puzzle.best.step}" in shown
    assert progress_of(server, ann).solved == 0


def test_the_line_after_a_step_can_be_walked(browser: httpx.Client) -> None:
    puzzle = practice("penguins", 3)
    assert len(puzzle.best.line) > 1
    browser.post(path_of(puzzle), data={"step": puzzle.best.step})
    line = f"{path_of(puzzle)}?tried={quote(puzzle.best.step)}&line="
    pages = [browser.get(f"{line}{number}").text for number in range(3)]
    assert len(set(pages)) == 3
    assert [page.count("open water") for page in pages] == sorted(page.count("open water") for page in pages)


def test_a_puzzle_of_a_game_with_secrets_shows_nothing_but_the_view_of_its_seat(browser: httpx.Client) -> None:
    """What stands on the page is drawn from that view alone, so it is the same for every state with this view."""
    puzzle = practice("fishtank")
    position = replay_puzzle(puzzle)
    names = [seat_name(seat) for seat in range(len(position.state.scores))]
    page = browser.get(path_of(puzzle)).text
    for seed in range(3):
        imagined = position.view.imagine(random.Random(seed)).view(position.seat)
        assert (
            render_table(position.game, position.game.displayed(imagined), names, speaker("en", position.game)) in page
        )


def test_the_first_answer_of_the_day_counts_for_the_streak(
    server: InProcessServer, browser: httpx.Client, ann: Person
) -> None:
    daily = daily_puzzle(day_of(now()))
    assert daily is not None
    assert browser.get(path_of(daily)).url.path == "/puzzles/today", "it cannot be tried elsewhere first"
    solved = browser.post("/puzzles/today", data={"step": daily.best.step}).text
    assert "Streak: 1 day." in solved
    again = browser.post("/puzzles/today", data={"step": daily.others[0].step}).text
    assert "Streak: 1 day." in again
    assert progress_of(server, ann).streak == 1
    assert "You solved it." in browser.get("/puzzles").text


def test_a_wrong_first_answer_ends_the_streak(server: InProcessServer, browser: httpx.Client, ann: Person) -> None:
    daily = daily_puzzle(day_of(now()))
    assert daily is not None
    browser.post("/puzzles/today", data={"step": daily.others[0].step})
    browser.post("/puzzles/today", data={"step": daily.best.step})
    assert "Streak: 0 days." in browser.get("/puzzles/today").text
    assert progress_of(server, ann).daily_right is False


def test_a_run_counts_what_was_solved_and_ends_with_the_third_miss(
    server: InProcessServer, browser: httpx.Client, ann: Person
) -> None:
    browser.post("/puzzles/run", data={"game": "penguins"})
    run = progress_of(server, ann).run
    assert run is not None
    order = run_puzzles(run)
    for number, right in enumerate([True, False, True, False, False]):
        page = browser.get("/puzzles/run").text
        assert not [words for words in secrets_of(order[number]) if words in page]
        assert f'name="number" value="{number}"' in page
        step = order[number].best.step if right else order[number].others[0].step
        page = browser.post("/puzzles/run", data={"number": str(number), "step": step}).text
        assert ("Right!" if right else "Wrong.") in page
    assert "The run is over. 2 puzzles solved." in page.replace("\n", "")
    assert path_of(order[0]) in page
    assert progress_of(server, ann).best_runs == {"penguins": 2}


def test_the_present_puzzle_of_a_run_cannot_be_looked_up_elsewhere(
    server: InProcessServer, browser: httpx.Client, ann: Person
) -> None:
    browser.post("/puzzles/run", data={"game": "smallfry"})
    run = progress_of(server, ann).run
    assert run is not None
    puzzle = run_puzzles(run)[0]
    assert browser.get(path_of(puzzle)).url.path == "/puzzles/run"
    assert browser.post(path_of(puzzle), data={"step": puzzle.others[0].step}).url.path == "/puzzles/run"
    assert puzzle.id not in progress_of(server, ann).answers


def test_after_the_time_no_answer_counts(server: InProcessServer, browser: httpx.Client, ann: Person) -> None:
    over = PuzzleProgress(run=PuzzleRun("seed", "", now() - RUN_MS - 1))
    server.run(change_progress(server.tables.store, ann.id, lambda _progress: over))
    assert over.run is not None
    puzzle = run_puzzles(over.run)[0]
    page = browser.post("/puzzles/run", data={"number": "0", "step": puzzle.best.step}).text
    assert "The run is over. 0 puzzles solved." in page
    assert progress_of(server, ann) == over


def test_a_visitor_is_stored_with_the_first_answer_and_not_before(server: InProcessServer) -> None:
    puzzle, store = practice("penguins", 2), server.tables.store
    with httpx.Client(base_url=server.address, headers=HTML, follow_redirects=True, timeout=60) as visitor:
        page = visitor.get(path_of(puzzle))
        visitor.get("/puzzles/today")
        cookie = read_cookie(visitor.cookies[COOKIE], SECRET)
        assert cookie is not None
        assert server.run(store.person(cookie.person_id)) is None
        (form,) = [form for form in read_forms(page.text) if form.id == "steps"]
        assert "Right:" in visitor.post(form.action, data={**form.fields, "step": puzzle.best.step}).text
        assert server.run(store.person(cookie.person_id)) is not None
        assert server.run(read_progress(store, cookie.person_id)).solved == 1


@pytest.mark.parametrize(
    ("method", "path", "form", "status"),
    [
        ("GET", "/puzzles/penguins/00000000", None, 404),
        ("GET", "/puzzles/nothing/00000000", None, 404),
        ("GET", "/puzzles/next?game=nothing", None, 404),
        ("GET", "/puzzles/next?game=penguins&grade=9", None, 404),
        ("GET", "/puzzles/run", None, 404),
        ("POST", "/puzzles/run", {"step": "a1", "number": "0"}, 404),
        ("POST", "/puzzles/run", {"game": "nothing"}, 404),
        ("POST", "/puzzles/today", {"step": "nonsense"}, 422),
        ("POST", "/puzzles/penguins/00000000", {"step": "a1"}, 404),
    ],
)
def test_what_is_not_there_is_refused(
    browser: httpx.Client, method: str, path: str, form: dict[str, str] | None, status: int
) -> None:
    assert browser.request(method, path, data=form).status_code == status


def test_practising_goes_on_to_puzzles_that_were_not_answered(browser: httpx.Client) -> None:
    seen: list[str] = []
    for _ in range(3):
        page = browser.get("/puzzles/next?game=penguins&grade=2" + (f"&after={seen[-1]}" if seen else ""))
        seen.append(page.url.path.rpartition("/")[2])
    assert len(set(seen)) == 3
    assert all("difficulty: easy" in browser.get(f"/puzzles/penguins/{one}").text for one in seen)
