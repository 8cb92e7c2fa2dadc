"""The review of a finished game as plain pages and forms: who sees it, how far it is, what it says of a step."""

from collections.abc import Iterator

import httpx
import pytest

from shoal.core import Step
from shoal.server.coaching.table_review import TableReview
from shoal.store import ReviewRow
from tests.server.in_process_server import InProcessServer
from tests.server.prepared_reviews import finished_game, found_mistake, prepared, prepared_review
from tests.server.visitors import read_forms


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def table(server: InProcessServer) -> str:
    """A finished game of Ann's and Ben's, which is reviewed."""
    table = server.table("penguins", [server.person("Ann"), server.person("Ben")], record=finished_game(), public=True)
    assert server.run(server.tables.store.save_review(prepared_review(table)))
    return table


@pytest.fixture(scope="module")
def reader(server: InProcessServer) -> Iterator[httpx.Client]:
    with server.browser(server.person("Rita")) as browser:
        yield browser


def page_of(reader: httpx.Client, table: str, query: str = "", language: str = "en") -> str:
    answer = reader.get(f"/tables/{table}/review{query}", headers={"accept": "text/html", "accept-language": language})
    assert answer.status_code == 200, answer.text
    return answer.text


def tokens_of(page: str, mark: str) -> set[str]:
    """The tokens that are marked in this way."""
    return {part.split('"')[0] for part in page.split('data-token="')[1:] if f'data-marked="{mark}' in part[:80]}


def legal_steps(page: str) -> list[str]:
    return [value for form in read_forms(page) if form.id == "steps" for name, value in form.buttons if name == "try"]


def test_it_is_one_press_from_the_end_of_the_game(server: InProcessServer, reader: httpx.Client) -> None:
    table = server.table("penguins", [server.person("Ann"), server.person("Ben")], record=finished_game(), public=True)
    assert server.run(server.tables.store.save_review(prepared_review(table)))
    (form,) = [form for form in read_forms(reader.get(f"/tables/{table}").text) if form.id == "review"]
    answer = reader.post(form.action, data=form.fields)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{table}/review")
    assert 'class="graph"' in page_of(reader, table)
    assert f'href="/tables/{table}/review"' in reader.get(f"/tables/{table}").text, "from now on it is a link"
    running = server.table("penguins", [server.person("Ann"), server.person("Ben")], public=True)
    assert "review" not in reader.get(f"/tables/{running}").text


def test_nobody_has_a_review_of_a_running_game(server: InProcessServer, reader: httpx.Client) -> None:
    running = server.table("penguins", [server.person("Ann"), server.person("Ben")], public=True)
    assert reader.get(f"/tables/{running}/review").status_code == 403
    assert reader.post(f"/tables/{running}/review").status_code == 403
    hidden = server.table("penguins", [server.person("Ann"), server.person("Ben")], record=finished_game())
    assert reader.get(f"/tables/{hidden}/review").status_code == 404


def test_a_step_is_told_with_its_mark_the_better_one_and_the_line(reader: httpx.Client, table: str) -> None:
    mistake = found_mistake()
    page = page_of(reader, table, f"?step={mistake.number}")
    assert "blunder" in page
    assert f"Better was {mistake.line[0]}" in page
    assert "25% (± 5%) more likely to win" in page
    better, played = set(mistake.line[0].split("-")), set(mistake.played.split("-"))
    assert tokens_of(page, "played") >= played - better
    assert tokens_of(page, "better") | tokens_of(page, "played better") == better
    assert 'class="step better"' in page, "the game draws arrows, too"
    assert page.count("&line=") == len(mistake.line)
    assert "exercise" in page
    best = page_of(reader, table, f"?step={mistake.number + 2}")
    assert "exercise" not in best
    assert tokens_of(best, "better") == set()


def test_the_better_line_is_walked_position_by_position(reader: httpx.Client, table: str) -> None:
    mistake = found_mistake()
    seen = [page_of(reader, table, f"?step={mistake.number}&line={count}") for count in (1, 2, 3)]
    for page, step in zip(seen, mistake.line, strict=True):
        assert tokens_of(page, "played") == set()
        assert f'aria-current="step">{step}</a>' in page
    assert len(set(seen)) == 3
    beyond = page_of(reader, table, f"?step={mistake.number}&line=99")
    assert 'aria-current="step">as played</a>' in beyond


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "more likely to win"), ("fr", "chances de gagner en plus"), ("cs", "šance na výhru o")],
)
def test_it_speaks_three_languages(reader: httpx.Client, table: str, language: str, words: str) -> None:
    assert words in page_of(reader, table, f"?step={found_mistake().number}", language)


def test_a_mistake_is_an_exercise_that_does_not_tell_the_solution(reader: httpx.Client, table: str) -> None:
    mistake = found_mistake()
    page = page_of(reader, table, f"?step={mistake.number}&exercise")
    state = prepared().replay.states[mistake.number - 1]
    assert legal_steps(page) == [str(step) for step in state.legal(0)]
    assert "Better was" not in page
    assert "data-marked" not in page
    solved = page_of(reader, table, f"?step={mistake.number}&exercise=1&try={mistake.line[0]}")
    assert "that is the best step" in solved
    assert "not possible here" in page_of(reader, table, f"?step={mistake.number}&exercise=1&try=a1-a1")
    assert "expected" in page_of(reader, table, f"?step={mistake.number}&exercise=1&try=x")


def test_a_step_that_is_tried_is_judged_by_the_coach(reader: httpx.Client, table: str) -> None:
    mistake = found_mistake()
    page = page_of(reader, table, f"?step={mistake.number}&exercise=1&try={mistake.played}")
    assert any(words in page for words in ("as good as the best step", "than with the best step"))


def test_the_end_and_any_number_are_pages_too(reader: httpx.Client, table: str) -> None:
    steps: list[Step] = prepared().replay.steps
    assert "The end of the game" in page_of(reader, table, f"?step={len(steps) + 1}")
    assert "The end of the game" in page_of(reader, table, "?step=999999999")
    assert "Step 1" in page_of(reader, table, "?step=0")
    assert reader.get(f"/tables/{table}/review?step=x").status_code == 400
    assert reader.get(f"/tables/{table}/review?step=3&line=-1").status_code == 400


def test_without_scripts_the_page_says_how_far_it_is_and_may_be_loaded_again(
    server: InProcessServer, reader: httpx.Client
) -> None:
    table = server.table("penguins", [server.person("Ann"), server.person("Ben")], record=finished_game(), public=True)
    (form,) = [form for form in read_forms(page_of(reader, table)) if form.action.endswith("/review")]
    assert form.action == f"/tables/{table}/review"
    half = TableReview(prepared().replay, "usual")
    half.start, half.steps = prepared().start, prepared().steps[:7]
    server.run(server.tables.store.save_review(ReviewRow(table, "usual", b"", 1)))
    server.app.state.reviews._running[table, "usual"] = half
    page = page_of(reader, table)
    assert f"7 of {half.total} steps are judged" in page
    assert '<a href="">Look again</a>' in page
    assert 'data-poll="1000"' in page
    assert "has not come to this step yet" in page_of(reader, table, "?step=9")
    half.failed = True
    assert "could not finish" in page_of(reader, table)


def test_a_program_gets_the_review_too(server: InProcessServer, table: str) -> None:
    with server.program(server.person("Rob")) as program:
        found = program.get(f"/api/tables/{table}/review").json()
        assert (found["state"], found["effort"]) == ("whole", "quick")
        assert found["done"] == found["total"] == len(prepared().steps)
        assert found["review"]["steps"][found_mistake().number - 1]["mark"] == "blunder"
        assert [one["marks"]["blunder"] for one in found["ledger"]] == [1, 0]
        assert program.post(f"/api/tables/{table}/review").json() == found
        assert program.get(f"/api/tables/{table}/review?effort=deep").json()["state"] == "none"
        assert program.get(f"/api/tables/{table}/review?effort=x").status_code == 400
    with server.program() as stranger:
        assert stranger.post(f"/api/tables/{table}/review").status_code == 401
