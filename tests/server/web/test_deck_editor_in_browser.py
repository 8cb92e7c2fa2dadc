"""A whole deck is entered in the deck editor: by keyboard alone, by touch on a phone, and without scripts."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_file import house_deck, read_deck
from tests.games.fishtank.deck_acts import as_typed, entering
from tests.server.server_process import ServerProcess
from tests.server.web.test_accessibility import check
from tests.server.web.test_play_in_browser import DESK, PHONE, new_visitor

#: The thirteen kinds that everybody finds in the box.
BOX: Final = Deck("My box", house_deck().kinds)
#: Tells how to get from the focus to an element: forward, back, or by an arrow in the grid that holds both.
WAY: Final = """(id) => {
  const [here, there] = [document.activeElement, document.getElementById(id)];
  if (here === there) return "";
  const grid = there.closest("[data-grid]");
  if (grid?.contains(here)) {
    const [row, col] = ["row", "col"].map((name) => there.dataset[name] - here.dataset[name]);
    return row ? (row > 0 ? "ArrowDown" : "ArrowUp") : col > 0 ? "ArrowRight" : "ArrowLeft";
  }
  return here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}"""


def begin(page: Page, start: str) -> None:
    page.goto("/games/fishtank/designs")
    page.locator(f'button[name="start"][value="{start}"]').click()
    expect(page.locator("#deck-editor")).to_be_visible()


def control(act: str) -> tuple[str, str | None]:
    """The control for an act: its id, and what is typed into it, if anything."""
    match act.split(" ", 2):
        case ["title", *words]:
            return "editor-title-text", " ".join(words)
        case ["add", side]:
            return f"editor-add-{side}", None
        case ["call", number, title]:
            return f"editor-{number}-title-text", title
        case ["cards", number, cards]:
            return f"editor-{number}-cards-text", cards
        case ["colour" | "family", number, name]:
            return f"editor-{number}-{name}", None
        case ["small", number, _]:
            return f"editor-{number}-small", None
        case ["more", number]:
            return f"editor-{number}-more", None
        case ["area", number, rest]:
            return f"editor-{number}-area-{rest.split()[0]}", None
        case [word, number, rest]:
            line, value, *_ = rest.split()
            name = {"cell": value, "where": f"where-{value}", "alike": f"alike-{value}"}.get(word, word)
            typed = word in ("points", "count")
            return f"editor-{number}-{line}-{name}{'-text' if typed else ''}", value if typed else None
    raise AssertionError(act)


def needed(act: str) -> bool:
    """Names follow from titles, and switches are off at first."""
    return not act.startswith("name") and not re.fullmatch("(small|mirrored|turned) .* no", act)


def enter(page: Page, press: Callable[[Page, str, str | None], None]) -> Deck:
    """Enter the deck control by control. Returns the deck in its file."""
    begin(page, "nothing")
    for act in filter(needed, entering(BOX)):
        name, typed = control(act)
        press(page, name, typed)
        expect(page.locator("body")).to_have_attribute("aria-busy", "false")
        if act.startswith("add"):
            expect(page.locator("#editor-kind-title")).to_be_focused()
    expect(page.locator("#refused")).to_be_empty()
    expect(page.locator("#whole")).to_contain_text("Complete")
    file = page.request.get(f"{page.url}/file")
    assert file.ok
    return read_deck(file.text())


def by_keyboard(page: Page, name: str, typed: str | None) -> None:
    expect(page.locator(f"#{name}")).to_be_attached()
    for _ in range(120):
        if not (key := page.evaluate(WAY, name)):
            break
        page.keyboard.press(key)
    expect(page.locator(f"#{name}")).to_be_focused()
    if typed is None:
        page.keyboard.press("Space")
    else:
        page.keyboard.type(typed)
        page.keyboard.press("Enter")


def by_touch(page: Page, name: str, typed: str | None) -> None:
    if name.startswith("editor-add") and page.locator("#editor-close").count():
        name = name.replace("editor-add", "editor-then-add")
    page.locator(f"#{name}").tap()
    if typed is not None:
        page.keyboard.type(typed)
        page.keyboard.press("Enter")


def test_a_whole_deck_is_entered_by_keyboard_alone(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server) as page:
        assert enter(page, by_keyboard) == as_typed(BOX)


def test_a_whole_deck_is_entered_by_touch_on_a_phone(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server, width=PHONE) as page:
        assert enter(page, by_touch) == as_typed(BOX)


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
