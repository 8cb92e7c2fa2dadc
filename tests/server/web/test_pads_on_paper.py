"""Score pads on paper: one sheet of A4 without a button, filled in as far as the pad is, the rest to be filled in."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from shoal.core import game_names
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES
from tests.games.fishtank.decks import WORKED_EXAMPLE
from tests.server.server_process import ServerProcess
from tests.server.web.test_play_in_browser import new_visitor

_PUT = [f"put A {cell} {kind}" for cell, kind in zip(CELL_NAMES, WORKED_EXAMPLE.replace("/", " ").split(), strict=True)]
#: What is written on the pad of each game, and what stands in which row on the paper.
FILLED = {
    "penguins": (
        ["name A Ada", "take A 3", "take A 3", "take B 2"],
        {"Floes with 3 fish": ["2", "0"], "Fish": ["6", "2"]},
    ),
    "smallfry": (
        ["name A Ada", "points A 7", "points B 9", "close"],
        {"1": ["7", "9"], "2": ["", ""], "Total": ["7", "9"]},
    ),
    "fishtank": (["name A Ada", *_PUT], {"Plant": ["3", ""], "Loach°": ["–", ""], "points in all": ["44", ""]}),
}
_CELLS_BY_HEAD = """all => all.map(row => [
    row.querySelector("th").firstChild.data, ...[...row.querySelectorAll("td")].map(cell => cell.innerText)
])"""
_COLOURS = """() => [
    getComputedStyle(document.querySelector(".pad-paper")).color,
    getComputedStyle(document.documentElement).backgroundColor,
]"""


def _open_pad(page: Page, game: str, acts: Sequence[str] = ()) -> None:
    page.goto("/pads")
    page.locator(f'button[value="{game}"]').click()
    expect(page.locator("#pad")).to_be_visible()
    for act in acts:
        fields = page.locator("#pad-press input").evaluate_all("all => all.map(one => [one.name, one.value])")
        page.request.post(page.url, form={**dict(fields), "act": act})
        page.reload()


def _sheets(page: Page) -> int:
    """How many sheets of A4 the page takes."""
    page.emulate_media(media="null")
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


def _rows(page: Page) -> dict[str, list[str]]:
    """What stands on the paper: the cells of each row by its head."""
    rows = page.locator(".pad-paper tr:has(th[scope=row])").evaluate_all(_CELLS_BY_HEAD)
    return {row[0].strip(): row[1:] for row in rows}


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_a_blank_pad_is_an_empty_form_on_one_sheet(
    browser: Browser, server: ServerProcess, game: str, language: str
) -> None:
    with new_visitor(browser, server, language=language) as page:
        _open_pad(page, game, ["add"])
        assert _sheets(page) == 1
        page.emulate_media(media="print")
        assert _rows(page)
        assert {cell for row in _rows(page).values() for cell in row} == {""}
        expect(page.locator("button:visible, input:visible, a:visible, nav:visible")).to_have_count(0)


@pytest.mark.parametrize("game", game_names())
def test_a_filled_pad_prints_what_was_written(browser: Browser, server: ServerProcess, game: str) -> None:
    acts, written = FILLED[game]
    with new_visitor(browser, server) as page:
        _open_pad(page, game, acts)
        assert _sheets(page) == 1
        page.emulate_media(media="print", color_scheme="dark")
        assert written.items() <= _rows(page).items()
        expect(page.locator(".pad-paper")).to_contain_text("Ada")
        expect(page.locator("button:visible, input:visible, a:visible, nav:visible")).to_have_count(0)
        colours = page.evaluate(_COLOURS)
        assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"], "black on white, whatever the screen has"


def test_six_tanks_fit_on_one_sheet(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server, language="cs") as page:
        _open_pad(page, "fishtank", [*["add"] * 4, *_PUT])
        assert _sheets(page) == 1


def test_the_button_prints_and_without_scripts_there_is_a_hint(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server) as page:
        _open_pad(page, "fishtank")
        page.evaluate("window.print = () => document.body.dataset.printed = 'yes'")
        page.get_by_role("button", name="Print").click()
        expect(page.locator("body")).to_have_attribute("data-printed", "yes")
        expect(page.locator(".unscripted")).to_be_hidden()
    with new_visitor(browser, server, scripts=False) as page:
        _open_pad(page, "fishtank")
        expect(page.get_by_text("use the menu of your browser")).to_be_visible()
        expect(page.get_by_role("button", name="Print")).to_be_hidden()
