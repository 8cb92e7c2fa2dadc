"""Takes the screenshots of the README: `python -m tools.screenshots`, with a Chromium on the machine.

It starts a server of its own, plays a few steps of each game, and writes docs/table-GAME.jpg.
"""

import random
import tempfile
from pathlib import Path

from playwright.sync_api import Page
from tests.server.server_process import ServerProcess, chromium
from tests.server.visitors import choose_by_pressing

from shoal.core import game_names

DOCS = Path(__file__).parent.parent / "docs"
MY_TURN = 'body:not([aria-busy="true"]) #main[data-turn] #steps'
#: How many steps to play, and in which colour scheme.
SCENES = {"fishtank": (13, "light"), "penguins": (12, "light"), "smallfry": (16, "dark")}


def play(page: Page, steps: int) -> None:
    """Take some random steps, and wait until it is this browser's turn again."""
    choice = random.Random(6)
    page.wait_for_selector(MY_TURN, state="attached", timeout=120_000)
    for _ in range(steps):
        choose_by_pressing(page, choice)
        page.wait_for_selector(MY_TURN, state="attached", timeout=120_000)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as server, chromium() as browser:
        for game in game_names():
            steps, color_scheme = SCENES[game]
            page = browser.new_context(
                base_url=server.address,
                viewport={"width": 1180, "height": 860},
                color_scheme="dark" if color_scheme == "dark" else "light",
                reduced_motion="reduce",
                locale="en-GB",
            ).new_page()
            page.goto("/")
            page.locator(f"form:has(input[value={game}]) button[value=salmon]").click()
            play(page, steps)
            page.mouse.move(0, 0)
            page.screenshot(path=DOCS / f"table-{game}.jpg", type="jpeg", quality=50)
            print(DOCS / f"table-{game}.jpg")


if __name__ == "__main__":
    main()
