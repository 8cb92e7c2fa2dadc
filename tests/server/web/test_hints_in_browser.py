"""Hints in a real browser, from the real coach: by keyboard, on a desktop and a phone, in three languages, and live."""

import random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.server_process import ServerProcess
from tests.server.visitors import choose_by_pressing, play_by_pressing
from tests.server.web.test_accessibility import check
from tests.server.web.test_play_in_browser import DESK, PHONE, new_visitor, set_up, tab_to

#: A coach that has to compile its engine, behind all else that this machine does, may take so long.
LONG = 300_000
BUTTON = "#act-hint button"


def until_there_is_a_choice(page: Page, rng: random.Random) -> None:
    """Play until there is more than one possible step, and so a hint."""
    for _ in range(50):
        page.wait_for_selector("#main[data-turn] #steps", state="attached")
        if page.locator(BUTTON).count():
            return
        choose_by_pressing(page, rng)
    raise AssertionError("there is never a choice")


@pytest.mark.parametrize(
    ("game", "width", "language", "words"),
    [
        ("penguins", DESK, "en", ("Look at row", "Hint: ", "Estimated", "1 hint")),
        ("smallfry", PHONE, "fr", ("Qu'est-ce qui est déjà passé", "Conseil : ", "Estimation", "1 conseil")),
        ("fishtank", PHONE, "cs", ("Podívejte se", "Rada: ", "Odhad", "1 rada")),
    ],
)
def test_a_hint_is_taken_by_keyboard_and_marked_on_the_board(
    browser: Browser, server: ServerProcess, game: str, width: int, language: str, words: tuple[str, ...]
) -> None:
    nudge, told, reason, counted = words
    with new_visitor(browser, server, width=width, language=language) as page:
        set_up(page, game, ["me", "bot:random"])
        until_there_is_a_choice(page, random.Random(2))
        tab_to(page, BUTTON)
        page.keyboard.press("Enter")
        expect(page.locator("#hint-words")).to_contain_text(nudge, timeout=LONG)
        expect(page.locator("#seat-A .hints")).to_have_text(counted)
        assert not page.locator(".hinted").count()
        expect(page.locator(BUTTON)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#hint-words strong")).to_contain_text(told)
        expect(page.locator("#board .hinted").first).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("#hint-words li", has_text=reason)).to_have_count(1)
        expect(page.locator("#hint-words")).to_be_focused()
        expect(page.locator(BUTTON)).to_have_count(0)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        check(page, f"a hint of {game}")
        take_the_hinted_step(page)
        expect(page.locator("#board .hinted")).to_have_count(0)
        expect(page.locator("#hint-words li")).to_have_count(0)
        expect(page.locator("#seat-A .hints")).to_have_text(counted)


def take_the_hinted_step(page: Page) -> None:
    """Press what the hint marks."""
    position = page.locator("#steps input[name=moment]").get_attribute("value")
    tokens = (page.locator("#hint").get_attribute("data-tokens") or "").split()
    for token in tokens:
        page.locator(f'button.hinted[data-token="{token}"]').first.click()
    if page.locator("#tray button.main").count():
        page.locator("#tray button.main").click()
    page.wait_for_selector(f'body:not(:has(#steps input[name=moment][value="{position}"]))', state="attached")


def test_the_others_see_at_once_that_a_hint_was_taken_and_have_none(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server) as host, new_visitor(browser, server, width=PHONE) as guest:
        host.goto("/games/penguins")
        host.select_option('select[name="seat.1"]', "friend")
        host.select_option("select[name=hints]", "on")
        host.locator("form.fields button.main").click()
        guest.goto(host.locator("#invitation").input_value())
        guest.locator("form.sit button.main").click()
        expect(guest.locator("#hint-rule")).to_contain_text("Hints are allowed here")
        host.locator(BUTTON).click()
        expect(guest.locator("#seat-A .hints")).to_have_text("1 hint")
        expect(host.locator("#hint-words")).not_to_be_empty()
        assert not guest.locator("#hint, .hinted").count()
        play_by_pressing(host, random.Random(1), steps=1)
        expect(guest.locator(BUTTON)).to_be_visible()
        expect(guest.locator("#hint-words")).to_be_empty()
