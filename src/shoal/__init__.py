"""Shoal: play, study and program three fish games.

`shoal.core` says what a game is; `shoal.games` holds the games; `shoal.cli` is the program.
"""

from importlib.metadata import version

__all__ = ["__version__"]

__version__ = version("shoal")
