"""The names under which environments are registered: the game and the version of its encoding."""

from collections.abc import Iterator

from shoal.core import find_game, game_names
from shoal.envs.episode import find_encoding

__all__ = ["versioned_ids"]


def versioned_ids() -> Iterator[tuple[str, str]]:
    """Every installed game that has an encoding, with its identifier: `penguins`, `shoal/penguins-v0`."""
    for name in game_names():
        game = find_game(name)
        options = game.options({})
        if game.encoding(options) is not None:
            yield name, f"shoal/{name}-v{find_encoding(game, options).version}"
