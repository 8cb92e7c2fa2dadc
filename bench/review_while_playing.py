"""Measures reviews of finished games on a server while people play on it.

    python -m bench.review_while_playing [--tables 60] [--steps 12] [--players 2] [--effort usual] [--database sqlite]

One `shoal serve` process and this load generator share the machine. People take `--steps` steps a second, at random
moments, at tables of Small Fry; a step's time runs from sending the request until both feeds of its table have reported
it. Meanwhile a game of each kind between `greedy` bots is opened from its record and reviewed, one after the other. The
report has, for each: the seconds to the first judged step and to the last, with which effort (without `--effort`, the
server decides), p99 of people's steps from the first to the last, the milliseconds of the page when the review is
looked at again, and when it is first looked at after a restart. First the levels and the judges are loaded, as after
the start of any server; without `--players`, each game is played by as few as can play it.
"""

import argparse
import asyncio
import time
from typing import Final

import httpx
from bench.server import LoadGenerator, _quantiles
from bench.server_soak import Process, database
from rich.console import Console

from shoal.core import find_game, game_names
from shoal.public_api import play

_CONSOLE: Final = Console(stderr=True)
_HTML: Final = {"accept": "text/html"}


async def _until_loaded(http: httpx.AsyncClient) -> None:
    """Return when the levels and the judges are ready."""
    with _CONSOLE.status("loading levels and judges"):
        while True:
            text = (await http.get("/metrics")).text
            waiting = [line for line in text.splitlines() if line.startswith(("shoal_levels_not", "shoal_judges_not"))]
            if waiting and all(float(line.split()[1]) == 0 for line in waiting):
                return
            await asyncio.sleep(0.5)


async def _open_record(http: httpx.AsyncClient, game: str, players: int) -> str:
    """A table with a finished game between bots."""
    record = play(game, ["greedy"] * players, seed=1).record()
    headers = {**_HTML, "x-csrftoken": http.cookies["shoal_csrf"]}
    files = {"record": ("game.shoal.json", record.to_text())}
    answer = await http.post("/records", files=files, headers=headers)
    return answer.headers["location"].partition("?")[0]


async def _review(http: httpx.AsyncClient, table: str, effort: str | None) -> tuple[float, float, str, int]:
    """Have a game reviewed; the seconds to the first judged step and to the last, the effort, and how many steps."""
    query, first = f"?effort={effort}" if effort else "", 0.0
    headers = {"accept": "application/json", "x-csrftoken": http.cookies["shoal_csrf"]}
    began = time.perf_counter()
    now = (await http.post(f"/api{table}/review{query}", headers=headers)).raise_for_status().json()
    while now["state"] != "whole":
        if now["state"] == "failed":
            raise RuntimeError(f"the review of {table} has failed")
        if now["done"] and not first:
            first = time.perf_counter() - began
        await asyncio.sleep(0.2)
        now = (await http.get(f"/api{table}/review{query}")).raise_for_status().json()
    whole = time.perf_counter() - began
    return first or whole, whole, now["effort"], now["total"]


async def _look(http: httpx.AsyncClient, table: str) -> float:
    """The milliseconds that the page of a review takes."""
    began = time.perf_counter()
    page = (await http.get(f"{table}/review", headers=_HTML)).raise_for_status().text
    assert 'class="graph"' in page
    return (time.perf_counter() - began) * 1000


async def measure(arguments: argparse.Namespace, address: str) -> None:
    """Measure and print all figures."""
    process = Process(address, more=["--no-limits"])
    await process.start()
    load = LoadGenerator(process.address)
    tables: dict[str, str] = {}
    try:
        await load.sign_in()
        await _until_loaded(load.http)
        await load.set_up(arguments.tables)
        waits, _ = await load.run(arguments.steps, 20)
        print(f"people alone, {arguments.steps:g} steps/s: p99 {_quantiles(waits)[2]:.1f} ms", flush=True)
        for game in game_names():
            players = arguments.players or find_game(game).seat_counts[0]
            tables[game] = await _open_record(load.http, game, players)
            reviewing = asyncio.create_task(_review(load.http, tables[game], arguments.effort))
            waits = []
            while not reviewing.done():
                waits += (await load.run(arguments.steps, 5))[0]
            first, whole, effort, total = await reviewing
            again = await _look(load.http, tables[game])
            print(
                f"{game}, {players} players, {total} steps, {effort}: first {first:.1f} s, whole {whole:.1f} s; "
                f"people meanwhile p50 {_quantiles(waits)[0]:.1f}, p99 {_quantiles(waits)[2]:.1f} ms "
                f"({len(waits)} steps); again {again:.0f} ms",
                flush=True,
            )
        await process.stop()
        await process.start()
        await load.http.get("/", headers=_HTML)
        for game, table in tables.items():
            print(f"{game}: after a restart {await _look(load.http, table):.0f} ms", flush=True)
    finally:
        await load.close()
        await process.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--steps", type=float, default=12.0, help="steps of people a second")
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--effort", choices=["quick", "usual", "deep"])
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql, or an address")
    arguments = parser.parse_args()
    with database(arguments.database) as address:
        asyncio.run(measure(arguments, address))


if __name__ == "__main__":
    main()
