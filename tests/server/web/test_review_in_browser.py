"""The review of a finished game in a real browser: on a desktop and on a phone, by mouse and by keyboard, for axe."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from shoal.public_api import play
from shoal.server.security.identity import COOKIE, sign_cookie
from tests.server.in_process_server import SECRET, InProcessServer
from tests.server.prepared_reviews import finished_game, found_mistake, prepared, prepared_review
from tests.server.web.test_accessibility import check
from tests.server.web.test_play_in_browser import PHONE


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path_factory.mktemp("house")) as server:
        yield server


@pytest.fixture(params=[1280, PHONE])
def page(browser: Browser, house: InProcessServer, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Ann's browser at a finished game of hers that is reviewed."""
    ann, ben = house.person("Ann"), house.person("Ben")
    table = house.table("penguins", [ann, ben], record=finished_game())
    assert house.run(house.tables.store.save_review(prepared_review(table)))
    viewport: ViewportSize = {"width": request.param, "height": 900}
    context = browser.new_context(base_url=house.address, viewport=viewport, reduced_motion="reduce", locale="en-GB")
    context.add_cookies([{"name": COOKIE, "value": sign_cookie(ann.id, SECRET), "url": house.address}])
    page = context.new_page()
    page.goto(f"/tables/{table}")
    yield page
    context.close()


def expect_step(page: Page, number: int) -> None:
    expect(page.locator("#details h2")).to_contain_text(f"Step {number}")
    expect(page).to_have_url(re.compile(rf"step={number}\b"))


def expect_to_fit(page: Page) -> None:
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_game_is_looked_back_at_from_its_end_to_the_solved_exercise(page: Page) -> None:
    mistake = found_mistake()
    page.locator("#review button").click()
    expect(page.locator("svg.graph polyline")).to_have_count(2)
    expect_to_fit(page)
    # The graph is the slider.
    page.locator(f'svg.graph a[href="?step={mistake.number + 9}"] .press').click()
    expect_step(page, mistake.number + 9)
    page.locator("svg.graph .dot").click()
    expect_step(page, mistake.number)
    check(page, "a blunder")
    expect_to_fit(page)
    expect(page.locator("#log .here .mark")).to_contain_text("??")
    expect(page.locator("#board .step.better")).to_have_count(1)
    better = mistake.line[0].split("-")[1]
    expect(page.locator(f"#floe-{better}")).to_have_attribute("data-marked", re.compile("better"))
    # The better line is walked, and left again.
    for step in mistake.line:
        page.locator("#line a", has_text=step).click()
        expect(page.locator('#line [aria-current="step"]')).to_have_text(step)
    expect(page.locator(f"#floe-{better}")).to_have_attribute("aria-label", re.compile("Ann"))
    page.locator("#line a", has_text="as played").click()
    expect(page.locator("#legend")).to_be_visible()
    # The mistake is an exercise: press another step, then the better one.
    page.locator("text=Try it again from here").click()
    expect(page.locator("#board button.can").first).to_be_visible()
    expect(page.locator("[data-marked]")).to_have_count(0)
    for step, solved in ((mistake.played, None), (mistake.line[0], True)):
        for token in step.split("-"):
            page.locator(f"#floe-{token}").click()
        expect(page.locator("#trial")).to_contain_text(step, timeout=60_000)
        if solved:
            expect(page.locator("#trial.solved")).to_contain_text("best step")
    check(page, "an exercise that is solved")
    expect_to_fit(page)
    page.locator("text=Back to the review").click()
    expect(page.locator("#legend")).to_be_visible()
    for language, words in (("fr", "Mieux valait"), ("cs", "Lepší bylo")):
        page.locator(f'button[name="language"][value="{language}"]').click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.goto(f"{page.url.split('?')[0]}?step={mistake.number}")
        expect(page.locator("#details")).to_contain_text(words)
        expect_to_fit(page)


def test_it_can_be_read_by_keyboard_alone(page: Page) -> None:
    mistake, last = found_mistake(), len(prepared().steps) + 1
    page.locator("#review button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("svg.graph")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#details h2")).to_have_text("The end of the game")
    page.keyboard.press("ArrowLeft")
    expect_step(page, last - 1)
    page.keyboard.press("Home")
    expect_step(page, 1)
    slider = page.locator('input[type="range"]')
    slider.focus()
    for number in range(2, mistake.number + 1):
        page.keyboard.press("ArrowRight")
        expect_step(page, number)
    again = page.locator("text=Try it again from here")
    again.focus()
    page.keyboard.press("Enter")
    page.locator("#ways summary").focus()
    page.keyboard.press("Enter")
    page.locator(f'#steps button[value="{mistake.line[0]}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#trial.solved")).to_be_visible()


def test_a_review_is_seen_growing_until_it_is_whole(browser: Browser, house: InProcessServer, tmp_path: Path) -> None:
    file = tmp_path / "game.shoal.json"
    record = play("smallfry", ["greedy", "greedy"], seed=1, target=10).record()
    file.write_text(record.to_text())
    context = browser.new_context(base_url=house.address)
    page = context.new_page()
    page.goto("/")
    page.set_input_files('input[name="record"]', str(file))
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#review button").click()
    expect(page.locator("#progress")).to_contain_text("are judged")
    expect(page.locator("svg.graph")).to_be_visible(timeout=60_000)
    expect(page.locator("#progress")).to_contain_text("has judged all", timeout=60_000)
    page.reload()
    expect(page.locator("#progress")).to_contain_text("has judged all")
    check(page, "a whole review")
    context.close()
