"""What the server must not tell: two worlds that differ in one hidden thing have to look the same to everybody else.

A world (`world.py`) is a server in this process whose chance and clock follow from labels (`fate.py`). Each script of
`hidden.py` runs in two of them. The people around the table (`stage.py`) try every address (`addresses.py`) and keep
every answer (`people.py`), which are then compared byte by byte (`comparing.py`).
"""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from bench.attack.addresses import unknown_addresses
from bench.attack.comparing import differences, given_away
from bench.attack.hidden import Script, scripts, short_scripts
from bench.attack.people import Told
from bench.attack.stage import stage_in
from bench.attack.world import SECRET, empty_database, open_world
from tests.server.access_table import addresses

from shoal.core import game_names
from shoal.server.app import ServerConfig, create_app
from shoal.server.tables.access import TableNotFound

__all__ = ["attack", "compare_worlds", "forgotten_addresses"]


def forgotten_addresses() -> list[str]:
    """The addresses of the server that the attack does not know."""
    app = create_app(ServerConfig(database="sqlite://", secret=SECRET, workers=0))
    return [f"{address} is not attacked: bench/attack/addresses.py" for address in unknown_addresses(addresses(app))]


async def compare_worlds(script: Script, database: str) -> tuple[list[str], int]:
    """Run a script in two worlds; return what the blind could tell them apart by, and how many answers they got."""
    told, wrong = [], []
    for twin in (False, True):
        answers, given = await _answers(script, database, twin=twin)
        told.append(answers)
        wrong += given
    wrong += differences(*told)
    return [f"{script.game}, {script.name}: {each}" for each in wrong], sum(map(len, told[0].values()))


async def _answers(script: Script, database: str, *, twin: bool) -> tuple[dict[str, Sequence[Told]], list[str]]:
    """All that the blind were told in one world, and the secrets that were among it word for word."""
    processes = 1 if database.startswith("sqlite") else 2
    async with (
        empty_database(database, "leaks") as empty,
        open_world(empty, processes) as world,
        stage_in(world, twin=twin, blind=script.blind) as stage,
    ):
        await script.play(stage)
        secrets = {client.name: {f"the id of {client.name}": client.person} for client in stage.players.values()}
        with contextlib.suppress(TableNotFound):
            snapshot = await world.snapshot(stage.table_id)
            if not snapshot.over:
                secrets["the server"] = {"the seed": snapshot.row.seed}
        told = stage.told()
        return dict(told), given_away(told, secrets)


def _all_scripts(games: Sequence[str]) -> Iterator[tuple[bool, Script]]:
    """Scripts without end, and whether each belongs to the short form."""
    for game in games:
        yield from ((True, script) for script in short_scripts(game))
    for seed in count(100):
        for game in games:
            yield from ((False, script) for script in scripts(game, seed))


async def attack(database: str, seconds: float, say: Callable[[str], None]) -> list[str]:
    """Run the short form, then scripts with ever other games until the time is over."""
    wrong = forgotten_addresses()
    began = time.monotonic()
    answers = 0
    for runs, (is_short, script) in enumerate(_all_scripts(sorted(game_names()))):
        if not is_short and time.monotonic() - began >= seconds:
            break
        found, told = await compare_worlds(script, database)
        wrong += found
        answers += told
        say(f"{runs + 1} scripts, {answers:,} answers compared, {len(wrong)} complaints: {script.game}, {script.name}")
    return wrong
