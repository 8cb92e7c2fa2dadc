"""Score pads in a real browser: every press and every name lands on the sheet, however fast they follow each other."""

from playwright.sync_api import Browser, expect

from tests.games.fishtank.decks import amount_deck
from tests.server.server_process import ServerProcess
from tests.server.web.test_accessibility import check
from tests.server.web.test_play_in_browser import PHONE, new_visitor


def test_presses_land_on_the_sheet_as_it_is_by_then(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server) as page:
        page.goto("/pads")
        page.locator('button[value="fishtank"]').click()
        for kind in ("snail", "snail", "shrimp", "snail"):
            page.locator(f"#pad-kind-{kind}").click()
        for cell, kind in {"a1": "Snail", "b1": "Snail", "c1": "Shrimp", "d1": "Snail"}.items():
            expect(page.locator(f"#pad-cell-{cell}")).to_have_attribute("aria-label", f"{cell}: {kind}")
        for seat, name in {"A": "Ada", "B": "Grace"}.items():
            page.fill(f"#pad-name-{seat}-text", name)
            page.press(f"#pad-name-{seat}-text", "Enter")
        expect(page.locator("#pad-open-A")).to_contain_text("Ada")
        expect(page.locator("#pad-open-B")).to_contain_text("Grace")
        expect(page.locator("#refused")).to_be_empty()


def test_a_pasted_deck_is_scored_with_and_can_be_taken_back(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server, width=PHONE) as page:
        page.goto("/pads")
        page.locator('button[value="fishtank"]').click()
        page.locator("#pad-kind-snail").click()
        page.locator("#pad-deck-own summary").click()
        page.fill("#pad-deck-text", amount_deck(crab=20, snail=20))
        page.locator("#pad-deck-write").click()
        page.locator("#pad-kind-crab").click()
        expect(page.locator("#pad-cell-b1")).to_have_attribute("aria-label", "b1: Crab")
        expect(page.locator("#pad-total")).to_have_text("2 points")
        check(page, "a pad with a deck")
        page.locator("#pad-undo").click()
        page.locator("#pad-undo").click()
        expect(page.locator("#pad-kind-loach")).to_be_visible()
        expect(page.locator("#pad-cell-a1")).to_have_attribute("aria-label", "a1: Snail")
