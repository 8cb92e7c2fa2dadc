"""What is written to a bot's process is what its seat may know: byte by byte the same in two worlds that differ in
nothing else.

The bytes are read where they arrive: between the server and the process there is a program that notes them.
"""

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from bench.attack.histories import known_alike, played, resumed, twin_of

from shoal.core import Seat, find_game, game_names, view_bytes
from shoal.core.options import Choice
from shoal.server.tables.bot_process import BotProcess
from shoal.server.tables.snapshot import TableSnapshot
from shoal.store import Seating
from shoal.store.models import TableRow

pytestmark = pytest.mark.anyio

#: Starts the worker, and notes each line that is on its way to it.
_NOTING = """#!{python}
import subprocess, sys
worker = subprocess.Popen([{python!r}, *sys.argv[1:]], stdin=subprocess.PIPE)
with open({notes!r}, "ab") as notes:
    for line in sys.stdin.buffer:
        notes.write(line)
        notes.flush()
        worker.stdin.write(line)
        worker.stdin.flush()
worker.stdin.close()
"""


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where all that is written to bots' processes is noted."""
    return noted_by(_NOTING, tmp_path, monkeypatch)


def noted_by(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have this program run in place of Python; return the file in which it notes what it reads."""
    file, notes = folder / "noting", folder / "notes"
    file.write_text(program.format(python=sys.executable, notes=str(notes)))
    file.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(file))
    return notes


def bots_table(game: str, options: dict[str, object], moves: Sequence[str], seed: int) -> TableSnapshot:
    """A table of random bots after these moves. What chance has still to do follows from the seed."""
    players = len(resumed(game, options, moves).seats)
    seats = [Seating(seat, "bot", f"Bot {seat}", bot="random") for seat in range(players)]
    row = TableRow("a table", game, options, f"{seed:064x}", tuple(moves), {}, "anna", 0, public=False)
    return TableSnapshot(row, seats)


async def written(notes: Path, asked: Sequence[tuple[TableSnapshot, Seat]]) -> bytes:
    """All that is written to a new process that thinks for these seats."""
    worker = BotProcess()
    try:
        for snapshot, seat in asked:
            step = await worker.choose(snapshot, seat)
            assert step in {str(legal) for legal in snapshot.table.view(seat).legal}
    finally:
        await worker.stop()
    text = notes.read_bytes()
    notes.unlink()
    return text


def some_tables(game: str) -> list[dict[str, object]]:
    """Options for the least and the greatest number of players, and any choices."""
    found, rng = find_game(game), random.Random(game)
    choices = [field for field in found.fields if isinstance(field, Choice)]
    counts = (found.seat_counts[0], found.seat_counts[-1])
    return [
        {"players": count, **{field.name: rng.choice(list(field.choices)) for field in choices}} for count in counts
    ]


@pytest.mark.parametrize("game", game_names())
async def test_a_bot_s_process_is_sent_its_seat_s_view_and_nothing_else_of_the_game(game: str, notes: Path) -> None:
    asked = []
    for options in some_tables(game):
        for rounds in (1, 7):
            snapshot = bots_table(game, options, played(game, options, rounds, rounds), rounds)
            asked.append((snapshot, snapshot.to_act[0]))
    lines = (await written(notes, asked)).splitlines()
    assert len(lines) == len(asked)
    for line, (snapshot, seat) in zip(lines, asked, strict=True):
        question = json.loads(line)
        assert question.pop("view") == json.loads(view_bytes(snapshot.table.view(seat)))
        assert question.pop("options") == snapshot.row.options
        assert question.keys() == {"id", "game", "bot", "keep_as", "time_ms", "compile"}
        assert {snapshot.row.seed, snapshot.table.commitment}.isdisjoint(question.values())


@pytest.mark.parametrize("game", game_names())
async def test_the_bytes_are_the_same_whatever_the_seat_cannot_know(game: str, notes: Path) -> None:
    worlds: list[list[tuple[TableSnapshot, Seat]]] = [[], []]
    differing = 0
    for options in some_tables(game):
        for rounds in (0, 4):
            moves = played(game, options, rounds, rounds)
            seat = resumed(game, options, moves).state.to_act[0]
            twin = twin_of(game, options, moves, known_alike([seat]))
            differing += twin is not None
            for number, (world, history) in enumerate(zip(worlds, (moves, twin or moves), strict=True)):
                world.append((bots_table(game, options, history, number), seat))
    one, other = [await written(notes, world) for world in worlds]
    assert one == other
    # Nothing is hidden in the other games but what chance has still to do, which differs too.
    assert differing == (len(worlds[0]) if game == "fishtank" else 0)


async def test_the_bytes_are_the_same_whatever_another_seat_has_sealed(notes: Path) -> None:
    options: dict[str, object] = {"players": 3}
    moves = played("fishtank", options, 1, 2)
    legal = resumed("fishtank", options, moves).state.legal(1)
    assert legal[0] != legal[-1]
    asked = [bots_table("fishtank", options, [*moves, str(choice)], 0) for choice in (legal[0], legal[-1])]
    one, other = [await written(notes, [(snapshot, 2)]) for snapshot in asked]
    assert one == other
