"""Makes the pictures of the README: `python tools/screenshots.py`, with a Chromium on the machine.

It starts a server of its own, plays a little in each game, and writes docs/table-GAME.jpg.
"""

import contextlib
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from playwright.sync_api import Page, sync_playwright

from shoal.core import game_names

DOCS = Path(__file__).parent.parent / "docs"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
MY_TURN = 'body:not([aria-busy="true"]) #main[data-turn] #steps'
#: How many steps to play, and in which light.
SCENES = {"fishtank": (13, "light"), "penguins": (12, "light"), "smallfry": (16, "dark")}


def play(page: Page, steps: int) -> None:
    """Take some steps at random."""
    choice = random.Random(6)
    for _ in range(steps):
        page.wait_for_selector(MY_TURN, state="attached", timeout=120_000)
        mark = page.get_attribute("#main", "data-mark")
        listed = page.eval_on_selector_all("#steps button[data-tokens]", "all => all.map((one) => one.dataset.tokens)")
        for token in choice.choice(listed).split(" "):
            page.locator(f'button.can[data-token="{token}"]').first.click()
        page.wait_for_selector(f'#main:not([data-mark="{mark}"])', state="attached")
    page.wait_for_selector(MY_TURN, state="attached", timeout=120_000)


def main() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{probe.getsockname()[1]}"
    command = [
        str(Path(sys.executable).with_name("shoal")),
        "serve",
        "--log-level",
        "warning",
        "--port",
        address.rpartition(":")[2],
    ]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = subprocess.Popen([*command, "--database", f"sqlite:///{folder}/shots.db"])  # noqa: S603
        try:
            for _ in range(400):
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(f"{address}/health")
                    break
                time.sleep(0.05)
            executable = os.environ.get("SHOAL_CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
            for game in game_names():
                steps, light = SCENES[game]
                page = browser.new_context(
                    base_url=address,
                    viewport={"width": 1180, "height": 860},
                    color_scheme="dark" if light == "dark" else "light",
                    reduced_motion="reduce",
                    locale="en-GB",
                ).new_page()
                page.goto("/")
                page.locator(f"form:has(input[value={game}]) button[value=salmon]").click()
                play(page, steps)
                page.mouse.move(0, 0)
                page.screenshot(path=DOCS / f"table-{game}.jpg", type="jpeg", quality=50)
                print(DOCS / f"table-{game}.jpg")
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
