"""The deck editor in a real browser: large targets, the focus, what is typed and checked, and no scripts."""

import pytest
from playwright.sync_api import Browser, Page, expect

from shoal.games.fishtank.deck_file import read_deck
from tests.server.server_process import ServerProcess
from tests.server.web.test_accessibility import check
from tests.server.web.test_play_in_browser import DESK, PHONE, new_visitor


def begin(page: Page, start: str) -> None:
    page.goto("/games/fishtank/designs")
    page.locator(f'button[name="start"][value="{start}"]').click()
    expect(page.locator("#deck-editor")).to_be_visible()


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_the_editor_is_accessible_and_its_targets_are_large(
    browser: Browser, server: ServerProcess, width: int
) -> None:
    small = """() => [...document.querySelectorAll("#editor :is(button, input, summary)")].filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width && (width < 43.5 || height < 43.5);
    }).map((one) => one.id)"""
    with new_visitor(browser, server, width=width) as page:
        begin(page, "stated")
        for number in (None, 4, 5, 10):
            if number is not None:
                page.locator("#editor-close, #editor-gap-4").first.click()
                page.locator(f"#editor-open-{number}").click()
                expect(page.locator(f"#editor-{number}-title-text")).to_be_visible()
            check(page, f"kind {number}")
            assert page.evaluate(small) == []
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_the_focus_goes_to_the_kind_that_is_opened_and_back_to_all_kinds(
    browser: Browser, server: ServerProcess, width: int
) -> None:
    with new_visitor(browser, server, width=width) as page:
        begin(page, "stated")
        for button, title in {
            "#editor-gap-open-2": "Neon Tetra",
            "#editor-next": "Redtail Shark Minnow",
            "#editor-previous": "Neon Tetra",
        }.items():
            page.locator(button).press("Enter")
            expect(page.locator("#editor-kind-title")).to_have_text(title)
            expect(page.locator("#editor-kind-title")).to_be_focused()
        page.locator("#editor-2-2-b2").press("Space")
        page.locator("#editor-2-2-b3").press("Space")
        expect(page.locator("#editor-2-2-b3")).to_be_focused()
        page.locator("#editor-2-2-points-more").press("Enter")
        expect(page.locator("#editor-conditions")).to_have_text("2 one above the other → 5; 2 one above the other → 1")
        expect(page.locator("#editor-2-2-points-more")).to_be_focused()
        page.locator("#editor-close").press("Enter")
        expect(page.locator("#editor-all-title")).to_be_focused()
        expect(page.locator("#editor-gap-2")).to_have_count(0)


def test_what_is_typed_is_checked_as_it_is_typed(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server) as page:
        begin(page, "house")
        page.locator("#editor-open-5").click()
        points = page.locator("#editor-5-1-points-text")
        points.press_sequentially("7")
        expect(page.locator("#editor-conditions")).to_have_text("in the corners: 2–3 → 75, 4 → 15")
        expect(page.locator("#editor-total")).to_have_text("114 points")
        expect(points).to_be_focused()
        points.fill("")
        expect(page.locator("#editor-demand-1 .gaps")).to_have_text("Still missing: the points")
        expect(page.locator("#whole")).to_contain_text("Green Swordtail still needs the points in line 1")
        points.fill("6")
        expect(page.locator("#editor-total")).to_have_text("45 points")
        expect(page.locator("#editor-demand-1 .source")).to_have_text("from a box")
        expect(page.locator("#editor-demand-2 .source")).to_have_text("the house's own")


def test_without_scripts_the_editor_is_a_plain_form(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server, width=PHONE, scripts=False) as page:
        begin(page, "house")
        page.click("#editor-open-5")
        page.fill("#editor-5-1-points-text", "8")
        page.click("#editor-5-1-points-write")
        page.click("#editor-5-area-b2")
        page.click("#editor-5-2-points-more")
        expect(page.locator("#editor-conditions")).to_contain_text("2–3 → 8, 4+ → 16")
        expect(page.locator("#editor-5-area-b2")).to_have_attribute("aria-pressed", "true")
        page.fill("#editor-title-text", "Mine")
        page.click("#editor-title-write")
        assert read_deck(page.request.get(f"{page.url.partition('#')[0]}/file").text()).title == "Mine"


def test_what_was_typed_last_is_kept_though_a_link_is_followed_at_once(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server) as page:
        begin(page, "house")
        slow = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
        page.locator("#editor-title-text").press_sequentially("From the attic")
        page.locator("p.back a").click()
        expect(page.locator(".designs h2")).to_have_text("From the attic")
