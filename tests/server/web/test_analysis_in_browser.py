"""The analysis board in a real browser: laid out by hand, lines that come by themselves, played, walked back."""

from playwright.sync_api import Browser, Page, expect

from tests.server.server_process import ServerProcess
from tests.server.web.test_accessibility import check
from tests.server.web.test_play_in_browser import PHONE, new_visitor, tab_to

#: Two rows of ice, so little that all of it is solved at once.
ICE = "=1111111/13121110/0000000/00000000/0000000/00000000/0000000/00000000"
PLACINGS = "a1,a7,b1,b7,a2,a6,b3,b6"
SOLVED = f"/analysis/penguins?moves={ICE},{PLACINGS}"
LINES = "#lines .best-lines button"
#: A question may have to wait until the engine is loaded, on a machine with much to do.
PATIENCE = 90_000


def press(page: Page, selector: str) -> None:
    """Press a button by keyboard."""
    tab_to(page, selector)
    page.keyboard.press("Enter")


def test_a_board_is_laid_out_by_keyboard_analysed_played_and_walked_back(
    browser: Browser, server: ServerProcess
) -> None:
    with new_visitor(browser, server) as page:
        page.goto("/")
        page.locator('a[href="/analysis/penguins"]').click()
        press(page, '#chance button[value="lay"]')
        expect(page.locator("#floe-a1")).to_have_attribute("aria-label", "a1, 1 fish")
        press(page, 'button[value="lay fill 0"]')
        expect(page.locator("#state")).to_contain_text("Not complete yet")
        tab_to(page, "#ice [data-row]")
        for key in ("Enter", "Enter", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        expect(page.locator("#floe-a1")).to_have_attribute("aria-label", "a1, 2 fish")
        expect(page.locator("#floe-a2")).to_have_attribute("aria-label", "a2, 1 fish")
        expect(page.locator("#floe-a2")).to_be_focused()
        check(page, "ice that is laid out")
        page.fill("#ice-typed input", ICE)
        page.keyboard.press("Enter")
        expect(page.locator("#state")).to_have_text("This board can be played on.")
        press(page, 'button[value="laid"]')
        expect(page.locator("#replay output")).to_have_text("1 / 1")
        page.fill("#typing input", PLACINGS.replace(",", " "))
        page.keyboard.press("Enter")
        expect(page.locator("#replay output")).to_have_text("9 / 9")
        expect(page.locator("#typing input")).to_have_value("")
        expect(page.locator("#typing input")).to_be_focused()
        expect(page.locator(LINES).nth(1)).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#lines .sure")).to_contain_text("proved")
        expect(page.locator("#engine-said")).to_contain_text("Chance to win")
        expect(page.locator("#arrows path")).to_have_count(1)
        check(page, "the lines")
        first = page.locator(LINES).first.get_attribute("value")
        assert first is not None
        press(page, LINES)
        expect(page.locator("#replay output")).to_have_text("10 / 10")
        assert page.url.endswith(first.removeprefix("play ")), "every position has an address"
        page.locator("h1").click()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#replay output")).to_have_text("9 / 10")
        page.keyboard.press("Home")
        expect(page.locator("#state")).to_have_text("Chance acts: choose what comes.")
        expect(page.locator("#lines")).to_have_count(0)
        page.reload()
        expect(page.locator("#replay output")).to_have_text("0 / 10")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_in_two_more_languages(browser: Browser, server: ServerProcess) -> None:
    for language, engine, seat in (("fr", "Le moteur", "C'est au joueur A"), ("cs", "Program", "Na tahu je hráč A")):
        with new_visitor(browser, server, width=PHONE, language=language) as page:
            page.goto(SOLVED)
            expect(page.locator("#engine-title")).to_have_text(engine)
            expect(page.locator("#state")).to_contain_text(seat)
            expect(page.locator(LINES).first).to_be_visible(timeout=PATIENCE)
            expect_to_fit(page)
            check(page, f"the lines on a phone in {language}")
            page.locator('.switch[aria-checked="true"]').tap()
            expect(page.locator(".switch")).to_have_attribute("aria-checked", "false")
            page.locator("#replay button").nth(1).tap()
            expect(page.locator("#replay output")).to_have_text("8 / 9")
            expect(page.locator("#lines")).to_be_empty()
            page.goto("/analysis/smallfry?moves=flip,=eel3,flip&engine=off")
            expect_to_fit(page)
            check(page, f"the cards that may come in {language}")
            page.locator('#fry-box button[value="play =eel1"]').tap()
            expect(page.locator("#replay output")).to_have_text("4 / 4")


def expect_to_fit(page: Page) -> None:
    """No scrolling to the side, and nothing too small to be pressed."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    small = page.eval_on_selector_all(
        "main :is(button, summary, select, input:not([type=hidden]), .button)",
        """all => all.filter((one) => one.checkVisibility() && !one.disabled)
            .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
            .map(([html, box]) => `${html} ${box.width} x ${box.height}`)""",
    )
    assert small == []


def test_everything_works_with_scripts_off(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server, scripts=False) as page:
        page.set_default_timeout(PATIENCE)
        page.goto(SOLVED)
        page.locator('#ask button[value="ask quick"]').click()
        expect(page.locator(LINES).first).to_be_visible()
        page.locator(LINES).first.click()
        expect(page.locator("#replay output")).to_have_text("10 / 10")
        page.locator("#replay button").nth(1).click()
        page.locator("#ways summary").click()
        page.locator("#steps button").last.click()
        expect(page.locator("#replay output")).to_have_text("10 / 10")
        page.goto("/analysis/penguins?draft=" + ICE)
        page.locator("#floe-c1").click()
        expect(page.locator("#floe-c1")).to_have_attribute("aria-label", "c1, 1 fish")
