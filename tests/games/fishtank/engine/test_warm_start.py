"""A second process that finds the kernels compiled loads them and thinks the same."""

from tests.games.second_start import run_twice

_SCRIPT = """
import random
from shoal.core import SearchLimit, Table, find_game
from shoal.games.fishtank.engine.bot import Engine
from shoal.games.fishtank.engine.settings import Settings
table = Table(find_game("fishtank"), {"players": 2}, seed="07" * 32)
engine = Engine(random.Random(1), Settings(games=12))
for _ in range(8):
    seat = table.state.to_act[0]
    thought = engine.think(table.view(seat), SearchLimit(600.0))
    print(thought.step, thought.points, thought.nodes)
    table.submit(seat, thought.step)
"""


def test_a_second_start_from_a_warm_cache_thinks_the_same() -> None:
    first, second = run_twice(_SCRIPT)
    assert first == second
