"""A deck in a real browser: entered by keyboard or by touch, shared with a friend, played with and scored with."""

import random
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_file import house_deck, read_deck
from shoal.games.fishtank.deck_writer import write_deck
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES
from shoal.games.fishtank.scoring import Scorer
from tests.server.server_process import ServerProcess
from tests.server.visitors import play_by_pressing
from tests.server.web.deck_entry import ByKeyboard, ByTouch, Hand, enter_deck, same_decks, with_more_points
from tests.server.web.test_accessibility import check
from tests.server.web.test_play_in_browser import PHONE, new_visitor

DESIGNS = "/games/fishtank/designs"
#: Thirteen kinds with all four families, and points that no other deck has.
OURS = with_more_points(house_deck(), "From the attic")


def _begin(page: Page, hand: Hand) -> None:
    """Get from the lobby to an empty sheet."""
    page.goto("/")
    hand.press(f'a[href="{DESIGNS}"]')
    page.wait_for_url(f"**{DESIGNS}")
    hand.press('button[value="nothing"]')
    page.wait_for_selector("#editor")


def _downloaded(page: Page, link: str) -> str:
    with page.expect_download() as download:
        page.click(link)
    return Path(download.value.path()).read_text(encoding="utf-8")


def _set_up_with(page: Page, hand: Hand) -> None:
    """Go on from the editor to a table for oneself and the usual bot."""
    hand.press("#use a.main")
    page.wait_for_url("**/games/fishtank?design=*")
    expect(page.locator('select[name="design"] option:checked')).to_have_text(OURS.title)
    expect(page.locator('select[name="seat.1"] option:checked')).to_contain_text("salmon")
    hand.press("form.fields > button.main")
    expect(page.locator("#board")).to_be_visible()


def test_a_whole_deck_is_entered_by_keyboard_and_checked_as_it_is_typed(
    browser: Browser, server: ServerProcess
) -> None:
    with new_visitor(browser, server) as page:
        hand = ByKeyboard(page)
        _begin(page, hand)
        expect(page.locator("#whole")).to_contain_text("Not complete yet")
        enter_deck(page, hand, OURS)
        # Nobody has pressed Enter: the field keeps the focus while the page around it learns what is in it.
        expect(page.locator("h1")).to_have_text(OURS.title)
        expect(page.locator("#editor-title-text")).to_be_focused()
        expect(page.locator("#whole")).to_have_text("Complete, and saved.")
        expect(page.locator("#refused")).to_be_empty()
        _set_up_with(page, hand)


def test_a_whole_deck_is_entered_by_touch_and_a_game_with_it_can_be_checked_anywhere(
    browser: Browser, server: ServerProcess, tmp_path: Path
) -> None:
    with new_visitor(browser, server, width=PHONE) as page:
        hand = ByTouch(page)
        _begin(page, hand)
        enter_deck(page, hand, OURS)
        expect(page.locator("#whole")).to_have_text("Complete, and saved.")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        _set_up_with(page, hand)
        play_by_pressing(page, random.Random(2))
        expect(page.locator("#state")).to_contain_text("Winner")
        record = tmp_path / "attic.shoal.json"
        record.write_text(page.request.get(f"{page.url.partition('?')[0]}/record").text(), encoding="utf-8")
    for command in ("replay", "verify"):
        done = subprocess.run(
            [Path(sys.executable).with_name("shoal"), command, record], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr


def test_a_friend_follows_the_link_keeps_a_copy_and_scores_a_tank_with_it(
    browser: Browser, server: ServerProcess
) -> None:
    with new_visitor(browser, server) as host, new_visitor(browser, server, width=PHONE) as guest:
        _bring(host, OURS)
        check(host, "the editor")
        host.locator("#use a", has_text="share").click()
        host.locator('#sharing button[value="new"]').click()
        guest.goto(host.locator("#link").input_value())
        expect(guest.locator("h1")).to_contain_text(OURS.title)
        check(guest, "what is shared, on a phone")
        assert same_decks(read_deck(_downloaded(guest, "#acts a[download]")), OURS)
        guest.locator("#acts button", has_text="copy").click()
        guest.wait_for_selector("#editor")
        for page, name in ((host, "one's own"), (guest, "the editor on a phone")):
            check(page, name)
        host.locator('#sharing button[value="stop"]').click()
        expect(host.locator("#link")).to_have_count(0)
        host.goto(DESIGNS)
        check(host, "the list")
        guest.locator("#use a", has_text="share").click()
        guest.locator("#acts button", has_text="score pad").click()
        _expect_scores(guest, OURS)
        guest.goto(DESIGNS)
        check(guest, "the list on a phone")


def _bring(page: Page, deck: Deck) -> None:
    """Paste the text of a deck."""
    page.goto(DESIGNS)
    page.locator("#import summary").click()
    page.fill("#import textarea", write_deck(deck))
    page.locator("#import button").click()
    page.wait_for_selector("#editor")


def _expect_scores(page: Page, deck: Deck) -> None:
    """Lay a tank on a score pad, and expect the points of this deck."""
    faces = tuple(["tetra", "snail", "plant", "tetra"] * 4)
    for face in faces:
        page.locator(f"#pad-kind-{face}").click()
    expect(page.locator(f"#pad-cell-{CELL_NAMES[-1]}")).to_have_attribute("aria-label", f"{CELL_NAMES[-1]}: Neon Tetra")
    assert Scorer(deck).points(faces) != Scorer(house_deck()).points(faces)
    expect(page.locator("#pad-total")).to_contain_text(str(Scorer(deck).points(faces)))


def test_everything_about_decks_works_with_scripts_off(browser: Browser, server: ServerProcess) -> None:
    with new_visitor(browser, server, scripts=False) as page, new_visitor(browser, server, scripts=False) as friend:
        page.goto(DESIGNS)
        page.locator('button[value="house"]').click()
        page.fill("#editor-title-text", "By hand")
        page.locator("#editor-title-write").click()
        expect(page.locator("h1")).to_have_text("By hand")
        page.locator("#editor-open-3").click()
        page.fill("#editor-3-cards-text", "8")
        page.locator("#editor-3-cards-write").click()
        expect(page.locator("#editor-open-3")).to_contain_text("× 8")
        page.locator("#use a", has_text="share").click()
        page.locator('#sharing button[value="new"]').click()
        friend.goto(page.locator("#link").input_value())
        friend.locator("#acts a.main").click()
        expect(friend.locator('select[name="design"] option:checked')).to_have_text("By hand")
        friend.locator("form.fields > button.main").click()
        expect(friend.locator("#board")).to_be_visible()
        page.goto(DESIGNS)
        page.locator(".designs summary").click()
        page.locator(".designs button", has_text="Delete for good").click()
        expect(page.locator(".designs")).to_have_count(0)
