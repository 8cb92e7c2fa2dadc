"""Compiles the engines of all levels, a game in a process, where that was not done before.

`./test` does it while the sources are checked: otherwise every process that tests would compile what it meets first.
"""

import os
from concurrent.futures import ProcessPoolExecutor

from shoal.core import find_game, game_names
from shoal.core.levels import game_levels
from shoal.players import find_bot, warm_up_engine


def main() -> None:
    """Compile, as many games at once as there are cores."""
    with ProcessPoolExecutor(min(len(game_names()), os.cpu_count() or 1)) as processes:
        list(processes.map(compile_engines, game_names()))


def compile_engines(game: str) -> None:
    """Compile or load what the levels of a game need."""
    found = find_game(game)
    for level in game_levels(found):
        warm_up_engine(find_bot(found, level.name))


if __name__ == "__main__":
    main()
