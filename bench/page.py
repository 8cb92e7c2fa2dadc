"""Measures the time from a press to the changed board on the screen.

    python -m bench.page [--moves 200] [--games penguins smallfry]

Two people at one screen play in a real Chromium against a local server, without bots. The page itself takes the time
from the press that completes a step until the browser has painted the patched page. As a measure of the machine, the
same page also times an empty request to the same server. The report includes the bytes of a first table page.
"""

import argparse
import random
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, Request
from rich.progress import track
from tests.server.server_process import ServerProcess, chromium

from shoal.core import game_names

#: Presses the buttons of a step and returns the milliseconds until the page has a new mark and is painted.
TIMED = """async (tokens) => {
  const press = (token) => document.querySelector(`button.can[data-token="${CSS.escape(token)}"]`).click();
  const main = document.querySelector("#main");
  const before = main.dataset.mark;
  for (const token of tokens.slice(0, -1)) press(token);
  const started = performance.now();
  press(tokens.at(-1));
  document.querySelector("#tray button.main")?.click();
  await new Promise((done) => {
    const watch = new MutationObserver(() => main.dataset.mark !== before && (watch.disconnect(), done()));
    watch.observe(main, { attributes: true });
  });
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  return performance.now() - started;
}"""
EMPTY = """async () => {
  const started = performance.now();
  await (await fetch("/health")).text();
  return performance.now() - started;
}"""


def set_up(page: Page, game: str) -> None:
    """Create a table for two people at this screen."""
    page.goto(f"/games/{game}")
    page.select_option('select[name="seat.1"]', "screen")
    page.locator("form.fields button.main").click()
    page.wait_for_selector("#steps, #curtain", state="attached")


def measure(page: Page, game: str, moves: int) -> tuple[list[float], list[float]]:
    """Milliseconds of `moves` steps, over as many games as needed, and of an empty request after each."""
    choice = random.Random(1)
    waits, empty = [], []
    set_up(page, game)
    for _ in track(range(moves), description=game):
        page.wait_for_selector('body:not([aria-busy="true"]) :is(#steps, #curtain, .crown)', state="attached")
        if page.locator(".crown").count():
            set_up(page, game)
            page.wait_for_selector("#steps, #curtain", state="attached")
        if page.locator("#curtain").count():
            page.click("#curtain a")
            page.wait_for_selector("#steps", state="attached")
            page.wait_for_selector('body:not([aria-busy="true"])', state="attached")
        listed = page.eval_on_selector_all("#steps button[data-tokens]", "all => all.map((one) => one.dataset.tokens)")
        waits.append(page.evaluate(TIMED, choice.choice(listed).split(" ")))
        empty.append(page.evaluate(EMPTY))
    return waits, empty


def first_transfer(browser: Browser, page: Page, game: str) -> int:
    """Bytes that a browser with an empty cache transfers to open a table."""
    sizes: list[int] = []

    def count(request: Request) -> None:
        parts = request.sizes()
        sizes.append(parts["responseBodySize"] + parts["responseHeadersSize"])

    set_up(page, game)
    fresh = browser.new_context()
    fresh.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    other = fresh.new_page()
    other.on("requestfinished", count)
    other.goto(page.url, wait_until="networkidle")
    fresh.close()
    return sum(sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--games", nargs="+", default=game_names(), choices=game_names())
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as server, chromium() as browser:
        page = browser.new_context(base_url=server.address, viewport={"width": 1280, "height": 900}).new_page()
        for game in arguments.games:
            transfer = first_transfer(browser, page, game)
            waits, empty = measure(page, game, arguments.moves)
            low, high = statistics.median(waits), statistics.quantiles(waits, n=20)[-1]
            idle = statistics.median(empty)
            print(
                f"{game}: p50 {low:.0f} ms, p95 {high:.0f} ms over {len(waits)} moves "
                f"(an empty request: p50 {idle:.1f} ms, ratio {low / idle:.1f}); first page {transfer / 1000:.0f} kB"
            )


if __name__ == "__main__":
    main()
