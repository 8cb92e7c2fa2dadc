"""How hard a puzzle is: how many of the weaker levels find its best step.

Each level has a few tries, each with another seed, and finds the step if most of its tries do. It thinks as far as its
settings let it, without a clock, so that a grade can be repeated.
"""

from typing import Final

from shoal.coach.puzzles.mining_rules import graders_of
from shoal.coach.puzzles.unhurried import UnhurriedBot
from shoal.core import Game, View

__all__ = ["grade_of", "tries_of_levels"]

_TRIES: Final = 3
_HARDEST: Final = 5


def tries_of_levels(game: Game, view: View, best: str) -> dict[str, tuple[int, int]]:
    """By level: in how many of its tries it found the best step, and how many tries it had."""
    return {name: (_hits(game, name, view, best), _TRIES) for name in graders_of(game)}


def _hits(game: Game, name: str, view: View, best: str) -> int:
    hits = 0
    for number in range(_TRIES):
        bot = UnhurriedBot(game, name, f"puzzle {name} {number}")
        try:
            hits += str(bot.choose(view)) == best
        finally:
            bot.close()
    return hits


def grade_of(found: dict[str, tuple[int, int]]) -> int:
    """From 1, if all levels find the step, to 5 if none does; each that does not makes it harder."""
    missing = sum(2 * hits < tries for hits, tries in found.values())
    return min(_HARDEST, 1 + missing)
