"""After its warm-up an engine compiles and loads nothing more, whatever table it comes to: no clock runs meanwhile."""

import subprocess
import sys

import pytest

from shoal.core import game_names

#: Plays games of one level at tables of every size, and prints the kernels that were called in a new form.
_SCRIPT = """
import gc, random, sys
from numba.core.registry import CPUDispatcher
from shoal.core import SearchLimit, Table, find_game
from shoal.players import find_bot, warm_up_engine

def forms():
    kernels = [found for found in gc.get_objects() if isinstance(found, CPUDispatcher)]
    return {(found.py_func.__module__, found.__name__, str(form)) for found in kernels for form in found.overloads}

game, level, lookahead = find_game(sys.argv[1]), find_bot(find_game(sys.argv[1]), sys.argv[2]), sys.argv[3] == "think"
warm_up_engine(level)
warm = forms()
for players in game.seat_counts:
    table = Table(game, {"players": players}, seed=sys.argv[4] * 32)
    bots = [level(random.Random(seat)) for seat in range(players)]
    for number in range(70 * players):
        if not table.over:
            seat = table.state.to_act[0]
            view, limit = table.view(seat), SearchLimit(0.005)
            table.submit(seat, bots[seat].think(view, limit).step if lookahead else bots[seat].choose(view))
assert warm, "there is compiled code"
print(*sorted(forms() - warm), sep="\\n")
"""

#: Levels whose kernels are not those of the next one; the time has no influence on a level of smallfry but the last.
_LEVELS = {
    "penguins": (("minnow", "think"), ("shark", "think")),
    "smallfry": (("minnow", "choose"), ("pike", "choose"), ("shark", "think")),
    "fishtank": (("minnow", "think"), ("salmon", "think"), ("pike", "think"), ("shark", "think")),
}


@pytest.mark.parametrize("game", game_names())
def test_nothing_is_compiled_or_loaded_after_the_warm_up(game: str) -> None:
    for level, way in _LEVELS[game]:
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT, game, level, way, "2a"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == "", f"{level} needed more"
