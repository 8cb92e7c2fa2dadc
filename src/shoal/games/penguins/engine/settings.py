"""Settings: how well an engine plays (`levels.toml` has those of the levels), and what it may use of the machine."""

from collections.abc import Mapping

import msgspec

from shoal.core.levels import Setting

__all__ = ["Settings", "read_settings"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an engine can see. Weaker levels see less; the defaults are its full strength."""

    #: How many steps it looks ahead, at a table of two.
    depth: int = 99
    #: How many positions each of its threads looks at, at a table of two; 0 for no limit but the time.
    nodes: int = 0
    #: How many positions it looks at, at a larger table; 0 for no limit but the time.
    leaves: int = 0
    #: The longest slides that it notices, its own and the others', in floes.
    far: int = 7
    #: How many positions it looks at to find the best walk of penguins that have ice to themselves.
    walk: int = 500
    #: By what part a weight of its evaluation may differ from the fitted one, so that no two of its bots judge alike.
    taste: float = 0.0
    #: How many threads it thinks on, at a table of two.
    threads: int = 1
    #: About how many MiB of memory it uses.
    memory: int = 64


def read_settings(settings: Mapping[str, Setting]) -> Settings:
    """The settings of a level."""
    return msgspec.convert(dict(settings), Settings)
