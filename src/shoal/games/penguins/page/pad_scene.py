"""What the score pad shows: the piles by player, the floes that lie in none, and who has won."""

import msgspec

from shoal.core import Say, Scene, Seat, seat_name
from shoal.core.score_sheets import LONGEST_NAME, player_name
from shoal.games.penguins.deal import BOX
from shoal.games.penguins.page.pad_leaf import FEWEST_PLAYERS, MOST_PLAYERS, FloePile, PilesLeaf

__all__ = ["draw_pad"]


class _PileColumn(msgspec.Struct, frozen=True):
    """One player's pile: `typed` is the name as it was written, `name` what to call the player."""

    letter: str
    typed: str
    name: str
    fish: int
    floes: int
    by_fish: dict[int, int]
    won: bool


def draw_pad(leaf: PilesLeaf, say: Say, *, undoable: bool) -> Scene:
    """The values for `pad.html`."""
    result = leaf.result
    names = [player_name(pile.name, seat, say) for seat, pile in enumerate(leaf.piles)]
    winners = result.winners if result is not None else ()
    return {
        "players": [_column(pile, names[seat], seat, winners) for seat, pile in enumerate(leaf.piles)],
        "winners": [names[seat] for seat in winners],
        "reason": say(result.reason) if result is not None else "",
        "left": [(fish, leaf.left(fish)) for fish in BOX],
        "undoable": undoable,
        "least": FEWEST_PLAYERS,
        "most": MOST_PLAYERS,
        "longest": LONGEST_NAME,
    }


def _column(pile: FloePile, name: str, seat: Seat, winners: tuple[Seat, ...]) -> _PileColumn:
    return _PileColumn(seat_name(seat), pile.name, name, pile.fish, pile.floes, pile.by_fish, seat in winners)
