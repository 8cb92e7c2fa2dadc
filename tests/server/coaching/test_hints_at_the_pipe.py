"""What is written to the coach's process for a hint is what the table displays to the seat: byte by byte the same in
two worlds that differ in nothing else. The bytes are read where they arrive.
"""

import json
from pathlib import Path

import pytest
from bench.attack.histories import displayed_alike, known_alike, played_until, resumed, twin_of

from shoal.core import Seat, Table, view_bytes
from shoal.server.coaching.coach import Coach
from shoal.server.errors import CoachBusy
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.snapshot import TableSnapshot
from tests.server.tables.test_no_bot_peeks_at_the_pipe import bots_table, noted_by

pytestmark = pytest.mark.anyio

#: Notes each question, and has no answer.
_NOTING = """#!{python}
import json, sys
with open({notes!r}, "ab") as notes:
    for line in sys.stdin.buffer:
        notes.write(line)
        notes.flush()
        print(json.dumps({{"id": json.loads(line)["id"], "error": "no answer"}}), flush=True)
"""
#: Tables, and after how many steps they are looked at.
CASES: list[tuple[str, dict[str, object], int]] = [
    ("penguins", {"players": 2}, 12),
    ("smallfry", {"players": 2, "memory": "open"}, 24),
    ("smallfry", {"players": 3, "memory": "closed"}, 24),
    ("fishtank", {"players": 2}, 30),
    ("fishtank", {"players": 3}, 28),
]


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return noted_by(_NOTING, tmp_path, monkeypatch)


async def written(notes: Path, snapshot: TableSnapshot, seat: Seat) -> list[dict[str, object]]:
    """The questions that were written to a new process for a hint; it is asked once more when it has no answer."""
    coach = Coach()
    try:
        with pytest.raises(CoachBusy):
            await coach.hint_at(BotOwner("203.0.113.7", "p0"), snapshot, seat)
    finally:
        await coach.close()
    lines = [json.loads(line) for line in notes.read_bytes().splitlines()]
    notes.unlink()
    return lines


@pytest.mark.parametrize(("game", "options", "steps"), CASES)
async def test_the_coach_is_sent_what_the_table_displays_and_nothing_else_of_the_game(
    game: str, options: dict[str, object], steps: int, notes: Path
) -> None:
    def reached(table: Table) -> bool:
        return table.length >= steps and not table.state.sealed and len(table.state.legal(table.state.to_act[0])) > 1

    moves = played_until(game, options, 3, reached)
    seat = resumed(game, options, moves).state.to_act[0]
    hides = game == "fishtank" or options.get("memory") == "closed"
    alike = displayed_alike([seat]) if game == "smallfry" and hides else known_alike([seat])
    twin = twin_of(game, options, moves, alike)
    assert (twin is not None) == hides
    worlds = [bots_table(game, options, history, number) for number, history in enumerate((moves, twin or moves))]
    one, other = [await written(notes, snapshot, seat) for snapshot in worlds]
    assert one == other
    for number, question in enumerate(one, start=1):
        assert question.pop("view") == json.loads(view_bytes(worlds[0].table.displayed(seat)))
        assert question == {"id": str(number), "action": "hint", "game": game, "options": options, "effort": "usual"}
