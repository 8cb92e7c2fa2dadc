"""The game of docs/writing-a-game.md, installed as its reader would, is played at the web table by presses."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.installing import NIM, install
from tests.server.server_process import ServerProcess
from tests.server.visitors import choose_by_pressing, play_by_pressing
from tests.server.web.test_accessibility import check
from tests.server.web.test_play_in_browser import PHONE, new_visitor


@pytest.fixture(scope="module")
def served_with_nim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that knows Nim, because it is installed."""
    folder = tmp_path_factory.mktemp("nim")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", install(NIM, folder / "site"))
        with ServerProcess(folder) as server:
            yield server


@pytest.mark.parametrize("width", [1280, PHONE])
def test_nim_is_played_to_its_end_against_its_bot(browser: Browser, served_with_nim: ServerProcess, width: int) -> None:
    with new_visitor(browser, served_with_nim, width=width) as page:
        page.goto("/")
        card = page.locator("article.game", has=page.locator("h2", has_text="Nim"))
        expect(card).to_contain_text("2 players")
        expect(card.locator('a[href="/rules/nim"]')).to_be_visible()
        card.locator("button[value=perfect]").click()
        expect(page.locator(".board-nim .stick:enabled")).to_have_count(3 + 5 + 7)
        assert page.locator("#fair").count() == 0, "a game without chance has no deal that could be unfair"
        check(page, "the first step")
        small = page.eval_on_selector_all(
            ".stick:enabled", "all => all.filter((one) => one.getBoundingClientRect().width < 43.5).length"
        )
        assert small == 0
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        page.wait_for_selector("#main[data-turn] #steps", state="attached")
        choose_by_pressing(page, random.Random(2))
        play_by_pressing(page, random.Random(7))
        expect(page.locator("#state")).to_contain_text("Winner: ")
        expect(page.locator("#state")).to_contain_text("took the last stick")
        expect(page.locator(".board-nim .stick:enabled")).to_have_count(0)
        expect(page.locator(".crown")).to_be_visible()
        check(page, "the end")
