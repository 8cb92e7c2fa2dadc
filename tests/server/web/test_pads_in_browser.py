"""Score pads in a real browser: every press and every name lands on the sheet, however fast they follow each other."""

from playwright.sync_api import Browser, expect

from tests.server.server_process import ServerProcess
from tests.server.web.test_play_in_browser import new_visitor


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
