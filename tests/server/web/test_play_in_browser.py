"""Whole games in a real browser, from the lobby to the final score: alone, at one screen, through a link."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from shoal.core import find_game, game_names, msgs
from shoal.core.translations import speaker
from tests.server.server_process import ServerProcess
from tests.server.visitors import MY_TURN, choose_by_pressing, play_by_pressing

DESK, PHONE = 1280, 390
#: Options for a shorter game, so that the tests can play it many times.
SHORT = {"smallfry": {"option.target": "12"}}


@contextmanager
def new_visitor(
    browser: Browser,
    server: ServerProcess,
    *,
    width: int = DESK,
    language: str = "en",
    scripts: bool = True,
    motion: bool = False,
) -> Iterator[Page]:
    """Open a page in a new browser context. Any error that the page reports fails the test.

    With `motion` cards turn and penguins slide; then a press waits until they lie still, so whole games take longer.
    """
    context = browser.new_context(
        base_url=server.address,
        viewport={"width": width, "height": 900},
        locale=language,
        java_script_enabled=scripts,
        has_touch=width == PHONE,
        reduced_motion="no-preference" if motion else "reduce",
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    try:
        yield page
        assert errors == []
    finally:
        context.close()


def set_up(page: Page, game: str, seats: list[str]) -> None:
    """Fill in the form for a new table."""
    page.goto("/")
    page.locator(f'a[href="/games/{game}"]').click()
    page.select_option("#count", str(len(seats)))
    for number, who in enumerate(seats):
        page.select_option(f'select[name="seat.{number}"]', who)
    for name, value in SHORT.get(game, {}).items():
        page.fill(f'[name="{name}"]', value)
    page.locator("form.fields button.main").click()
    expect(page.locator(".seats")).to_be_visible()


def expect_result(page: Page, game: str, language: str) -> None:
    said = msgs("Winner: {winners} – {reason}", "Winners: {winners} – {reason}", 1, winners="|", reason="|")
    words = speaker(language, find_game(game))(said).partition("|")[0].strip(" :")
    expect(page.locator("#state")).to_contain_text(words[:6])
    expect(page.locator(".crown").first).to_be_visible()


@pytest.mark.parametrize("game", game_names())
def test_a_game_against_a_bot_is_two_presses_away_and_can_be_played_to_its_end(
    browser: Browser, server: ServerProcess, game: str
) -> None:
    with new_visitor(browser, server, motion=True) as page:
        page.goto("/")
        page.locator(f"form:has(input[value={game}]) button[value=minnow]").click()
        expect(page.locator("#board")).to_be_visible()
        play_by_pressing(page, random.Random(7))
        expect_result(page, game, "en")


@pytest.mark.parametrize("game", game_names())
def test_three_people_at_one_screen_play_in_french_on_a_phone(
    browser: Browser, server: ServerProcess, game: str
) -> None:
    with new_visitor(browser, server, width=PHONE, language="fr") as page:
        set_up(page, game, ["me", "screen", "screen"])
        play_by_pressing(page, random.Random(3))
        expect_result(page, game, "fr")


@pytest.mark.parametrize("game", game_names())
def test_two_friends_play_through_a_link_in_czech(browser: Browser, server: ServerProcess, game: str) -> None:
    choice = random.Random(11)
    with (
        new_visitor(browser, server, language="cs") as host,
        new_visitor(browser, server, width=PHONE, language="cs") as guest,
    ):
        set_up(host, game, ["me", "friend"])
        guest.goto(host.locator("#invitation").input_value())
        guest.fill("form.sit input[name=name]", "Libuše")
        guest.locator("form.sit button.main").click()
        expect(host.locator("#seat-B")).to_contain_text("Libuše")
        for _ in range(1000):
            host.wait_for_selector("main:has(.seat.acts), .crown", state="attached")
            if host.locator(".crown").count():
                break
            page = host if host.locator("#seat-A.acts").count() else guest
            page.wait_for_selector(MY_TURN, state="attached")
            if page.locator("#steps").count():
                choose_by_pressing(page, choice)
            # The other page has to show the current table before its player acts.
            mark = page.get_attribute("#main", "data-mark")
            expect((guest if page is host else host).locator(f'#main[data-mark="{mark}"]')).to_be_attached()
        expect_result(host, game, "cs")
        expect_result(guest, game, "cs")


@pytest.mark.parametrize("game", game_names())
def test_a_whole_game_can_be_played_by_keyboard_alone(browser: Browser, server: ServerProcess, game: str) -> None:
    """Tab, arrows, Enter: the focus is never moved by anything else."""
    with new_visitor(browser, server) as page:
        set_up(page, game, ["me", "screen"])
        choice = random.Random(5)
        for _ in range(2000):
            page.wait_for_selector(MY_TURN, state="attached")
            if page.locator(".crown").count():
                break
            if page.locator("#curtain").count():
                tab_to(page, "#curtain a")
                page.keyboard.press("Enter")
                page.wait_for_selector("#steps", state="attached")
            mark = page.get_attribute("#main", "data-mark")
            listed = page.eval_on_selector_all("#steps button", "all => all.map(one => one.dataset.tokens)")
            tokens: str = choice.choice(listed)
            for token in tokens.split(" "):
                reach(page, f'button.can[data-token="{token}"]')
                page.keyboard.press("Enter")
            if page.locator("#tray button.main").count():
                tab_to(page, "#tray button.main")
                page.keyboard.press("Enter")
            page.wait_for_selector(f'body:not([aria-busy="true"]) #main:not([data-mark="{mark}"])', state="attached")
        expect_result(page, game, "en")


def focused(page: Page, selector: str) -> bool:
    return bool(page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", selector))


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until this has the focus."""
    for _ in range(400):
        if focused(page, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab")


def reach(page: Page, selector: str) -> None:
    """Tab to the board, then walk with the arrow keys to the one that is meant."""
    target = page.locator(selector).first
    if target.get_attribute("data-row") is None:
        tab_to(page, selector)
        return
    if not focused(page, "[data-grid] [data-row]"):
        tab_to(page, "[data-grid]:has(.can) [data-row]")
    for _ in range(60):
        down, right = page.evaluate(
            """wanted => {
                const [a, b] = [document.activeElement, document.querySelector(wanted)].map((e) => e.dataset);
                return [b.row - a.row, b.col - a.col];
            }""",
            selector,
        )
        if not down and not right:
            return
        up_or_down = "ArrowDown" if down > 0 else "ArrowUp"
        page.keyboard.press(up_or_down if down else "ArrowRight" if right > 0 else "ArrowLeft")
    raise AssertionError(f"{selector} cannot be reached by arrow keys")


@pytest.mark.parametrize("game", game_names())
def test_a_whole_game_can_be_played_with_scripts_off(browser: Browser, server: ServerProcess, game: str) -> None:
    with new_visitor(browser, server, scripts=False) as page:
        set_up(page, game, ["me", "screen"])
        choice = random.Random(9)
        for _ in range(2000):
            if page.locator(".crown").count():
                break
            # What is there is counted, which does not wait for a page that is still on its way.
            if page.locator("#curtain").count():
                with page.expect_navigation():
                    page.click("#curtain a")
            page.locator("#ways summary").click()
            buttons = page.locator("#steps button")
            with page.expect_navigation():
                buttons.nth(choice.randrange(buttons.count())).click()
        expect_result(page, game, "en")


def test_a_page_that_lost_its_connection_catches_up_by_itself(browser: Browser, server: ServerProcess) -> None:
    game = "penguins"
    with new_visitor(browser, server) as host:
        set_up(host, game, ["me", "friend"])
        link = host.locator("#invitation").input_value()
        context: BrowserContext = browser.new_context(base_url=server.address)
        guest = context.new_page()
        guest.goto(link)
        guest.locator("form.sit button.main").click()
        expect(guest.locator("#state")).not_to_be_empty()
        context.set_offline(True)
        guest.evaluate("() => window.dispatchEvent(new Event('offline'))")
        choose_by_pressing(host, random.Random(1))
        context.set_offline(False)
        expect(guest.locator("#seat-B.acts")).to_be_visible(timeout=30_000)
        choose_by_pressing(guest, random.Random(1))
        expect(host.locator("#seat-A.acts")).to_be_visible()
        context.close()


def test_eight_tabs_of_one_browser_are_all_live(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server) as first:
        set_up(first, "penguins", ["me", "screen"])
        tabs = [first.context.new_page() for _ in range(7)]
        for tab in tabs:
            tab.goto(first.url)
            expect(tab.locator("#steps")).to_be_attached()
        for _ in range(3):
            choose_by_pressing(first, random.Random(2))
            mark = first.get_attribute("#main", "data-mark")
            for tab in tabs:
                expect(tab.locator(f'#main[data-mark="{mark}"]')).to_be_attached()


def test_the_other_tab_follows_when_a_sealed_choice_is_changed(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server) as host, new_visitor(browser, server) as guest:
        set_up(host, "fishtank", ["me", "friend"])
        guest.goto(host.locator("#invitation").input_value())
        guest.locator("form.sit button.main").click()
        other = host.context.new_page()
        other.goto(host.url)
        expect(host.locator("#seat-A.acts")).to_be_visible()
        choose_by_pressing(host, random.Random(1))
        expect(guest.locator("#seat-A.acts")).not_to_be_attached()
        seen = guest.get_attribute("#main", "data-mark")
        for _ in range(2):
            choose_by_pressing(host, random.Random(2))
            mark = host.get_attribute("#main", "data-mark")
            expect(other.locator(f'#main[data-mark="{mark}"]')).to_be_attached()
        assert guest.get_attribute("#main", "data-mark") == seen
