"""Every page is accessible in every state: checked by axe in a real browser, in light and dark colours."""

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from shoal.core import game_names
from tests.server.server_process import ServerProcess
from tests.server.visitors import choose_by_pressing, play_by_forms, play_by_pressing
from tests.server.web.test_play_in_browser import PHONE, new_visitor, set_up

AXE = Axe()


def check(page: Page, where: str) -> None:
    """Expect no serious or critical violation, in light and dark colours."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        violations = AXE.run(page).response["violations"]
        serious = [
            f"{violation['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
            for violation in violations
            if violation["impact"] in ("serious", "critical")
            for node in violation["nodes"]
        ]
        assert serious == [], f"{where}, {scheme}"


def pass_curtain(page: Page) -> None:
    page.wait_for_selector("#steps, #curtain", state="attached")
    if page.locator("#curtain").count():
        page.click("#curtain a")
        page.wait_for_selector("#steps", state="attached")


@pytest.mark.parametrize("width", [1280, PHONE])
def test_pages_away_from_the_tables(browser: Browser, server: ServerProcess, width: int) -> None:
    with new_visitor(browser, server, width=width) as page:
        for path in (
            "/",
            "/pads",
            "/settings",
            "/ladder",
            *(f"/{kind}/{game}" for kind in ("games", "rules") for game in game_names()),
        ):
            page.goto(path)
            check(page, path)
        for game in game_names():
            page.goto("/pads")
            page.locator(f'button[value="{game}"]').click()
            expect(page.locator("#pad")).to_be_visible()
            check(page, f"pad of {game}")


def test_a_refusal_is_a_page_like_any_other(browser: Browser, server: ServerProcess) -> None:
    context = browser.new_context(base_url=server.address)
    page = context.new_page()
    response = page.goto("/tables/nothere")
    assert response is not None
    assert response.status == 404
    check(page, "no such table")
    context.close()


@pytest.mark.parametrize("game", game_names())
def test_a_table_from_the_first_step_to_the_last(browser: Browser, server: ServerProcess, game: str) -> None:
    choice = random.Random(4)
    with new_visitor(browser, server) as page:
        set_up(page, game, ["me", "friend"])
        check(page, "waiting for a friend")
        set_up(page, game, ["me", "screen"])
        check(page, "the first step")
        pass_curtain(page)
        token = page.locator("button.can[data-token]").first
        token.focus()
        check(page, "with the focus on the board")
        for _ in range(7):
            play_by_pressing(page, choice, steps=1)
        page.wait_for_selector("#steps, #curtain", state="attached")
        check(page, "in the middle")
        pass_curtain(page)
        page.eval_on_selector_all("details", "all => all.forEach((one) => (one.open = true))")
        check(page, "with everything unfolded")
        choose_by_pressing(page, choice)
        play_by_forms(page, choice)
        check(page, "the end")
        page.locator("a", has_text="Look back").click()
        expect(page.locator("#replay")).to_be_visible()
        check(page, "looking back")


@pytest.mark.parametrize("game", game_names())
def test_everything_that_can_be_pressed_on_a_phone_is_large_enough(
    browser: Browser, server: ServerProcess, game: str
) -> None:
    choice = random.Random(8)
    with new_visitor(browser, server, width=PHONE) as page:
        set_up(page, game, ["me", "screen"])
        for _ in range(6):
            page.wait_for_selector("#steps, #curtain", state="attached")
            small = page.eval_on_selector_all(
                "main :is(button, summary, select, input:not([type=hidden]), .button)",
                """all => all.filter((one) => one.checkVisibility() && !one.disabled)
                    .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
                    .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
                    .map(([html, box]) => `${html} ${box.width} x ${box.height}`)""",
            )
            assert small == []
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
            play_by_pressing(page, choice, steps=1)
