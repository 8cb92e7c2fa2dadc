"""Puzzles in a real browser: the one of the day, and a run against the clock, by keyboard and by touch."""

import pytest
from playwright.sync_api import Browser, Page, expect

from shoal.coach.puzzles import Puzzle, day_of, puzzles_of, replay_puzzle
from shoal.core import find_game, game_names
from shoal.server.timestamps import now
from shoal.server.web.puzzle_progress import daily_puzzle
from tests.server.server_process import ServerProcess
from tests.server.web.test_accessibility import check
from tests.server.web.test_play_in_browser import DESK, PHONE, new_visitor

#: By language: the words for right, for wrong, and for the end of a run.
WORDS = {
    "en": ("Right", "No:", "The run is over."),
    "fr": ("Juste", "Non :", "La course est finie."),
    "cs": ("Správně", "Ne:", "Běh skončil."),
}


def take(page: Page, puzzle: Puzzle, step: str, *, by_keyboard: bool) -> None:
    """Pick a step by pressing its parts on the board."""
    for token in replay_puzzle(puzzle).step(step).tokens:
        press(page, f'#board button.can[data-token="{token}"]', by_keyboard=by_keyboard)
    # Where shorter steps begin with the same parts, the tray asks which one is meant.
    if page.locator("#tray button.main").count():
        press(page, "#tray button.main", by_keyboard=by_keyboard)


def press(page: Page, selector: str, *, by_keyboard: bool) -> None:
    button = page.locator(selector).first
    if by_keyboard:
        button.focus()
        page.keyboard.press("Enter")
    else:
        button.click()


def expect_to_fit(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "no scrolling sideways"


@pytest.mark.parametrize(("width", "language"), [(DESK, "en"), (PHONE, "fr"), (DESK, "cs")])
def test_the_puzzle_of_the_day(browser: Browser, server: ServerProcess, width: int, language: str) -> None:
    right, wrong, _ = WORDS[language]
    daily = daily_puzzle(day_of(now()))
    assert daily is not None
    by_keyboard = width == DESK
    with new_visitor(browser, server, width=width, language=language) as page:
        page.goto("/puzzles")
        check(page, "all puzzles")
        expect_to_fit(page)
        press(page, '#main a[href="/puzzles/today"]', by_keyboard=by_keyboard)
        expect(page.locator("#state")).to_contain_text(daily.seat)
        check(page, "the puzzle of the day")
        expect_to_fit(page)
        if language != "cs":
            take(page, daily, daily.others[0].step, by_keyboard=by_keyboard)
            expect(page.locator("#state.wrong[role=status]")).to_contain_text(wrong)
            expect(page.locator("#verdict")).to_be_visible()
            check(page, "after a wrong answer")
            expect(page.locator("#streak")).to_contain_text("0")
        take(page, daily, daily.best.step, by_keyboard=by_keyboard)
        expect(page.locator("#state.right[role=status]")).to_contain_text(right)
        expect(page.locator("#steps")).to_have_count(0)
        expect(page.locator("#streak")).to_contain_text("1" if language == "cs" else "0")
        press(page, '#replay [data-key="ArrowRight"]', by_keyboard=by_keyboard)
        expect(page.locator("#replay output")).to_contain_text("1 /")
        check(page, "after the right answer")
        expect_to_fit(page)


@pytest.mark.parametrize(("width", "language"), [(DESK, "en"), (PHONE, "cs")])
def test_a_run_against_the_clock(browser: Browser, server: ServerProcess, width: int, language: str) -> None:
    by_id = {puzzle.id: puzzle for name in game_names() for puzzle in puzzles_of(find_game(name))}
    by_keyboard = width == DESK
    with new_visitor(browser, server, width=width, language=language) as page:
        page.goto("/puzzles")
        press(page, 'button[name="game"][value=""]', by_keyboard=by_keyboard)
        expect(page.locator(".clock")).to_contain_text("2:")
        check(page, "a run")
        expect_to_fit(page)
        for number, answer in enumerate(("right", "wrong", "wrong", "wrong")):
            expect(page.locator(f'#steps input[name="number"][value="{number}"]')).to_be_attached()
            puzzle = by_id[page.locator("#main").get_attribute("data-puzzle") or ""]
            step = puzzle.best.step if answer == "right" else puzzle.others[0].step
            take(page, puzzle, step, by_keyboard=by_keyboard)
            expect(page.locator(f"#state.{answer}[role=status]")).to_be_visible()
        expect(page.locator("#state")).to_contain_text(WORDS[language][2])
        expect(page.locator("#run-solved")).to_have_text("1")
        expect(page.locator(".tables li")).to_have_count(4)
        check(page, "a run that is over")
        expect_to_fit(page)
