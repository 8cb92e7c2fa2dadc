"""The colours of the players, in a game that offers some (`Game.colours`): how seats are drawn and named, no more.

A record knows nothing of them. The n-th colour of a game is the one that the n-th seat has if nobody chooses.
"""

from collections.abc import Sequence

from shoal.core.errors import ShoalError, shorten
from shoal.core.game import Game
from shoal.core.text import msg

__all__ = ["seat_colours"]


def seat_colours(game: Game, chosen: Sequence[str]) -> tuple[str, ...]:
    """The colours of the seats, of which some have chosen one; the others, `""`, get the first ones left."""
    if any(chosen) and not game.colours:
        raise ShoalError(msg("{game} has no colours to choose", game=game.name))
    for colour in chosen:
        if colour and colour not in game.colours:
            raise ShoalError(
                msg(
                    "there is no colour {colour}: expected one of {choices}",
                    colour=shorten(colour),
                    choices=", ".join(game.colours),
                )
            )
        if colour and list(chosen).count(colour) > 1:
            raise ShoalError(msg("two players cannot both have the colour {colour}", colour=game.colours[colour]))
    left = (colour for colour in game.colours if colour not in chosen)
    return tuple(colour or next(left) for colour in chosen) if game.colours else ()
