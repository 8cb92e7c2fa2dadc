"""What the score pad shows: the sessions by player, the catch that is being counted, and what it is worth."""

from typing import Final

import msgspec

from shoal.core import Say, Scene, Seat, msg, seat_name
from shoal.core.score_sheets import LONGEST_NAME, player_name
from shoal.games.smallfry.cards import BOX, CARDS, SPECIES, VALUES, card_text
from shoal.games.smallfry.page.pad_leaf import FEWEST_PLAYERS, MOST_POINTS, SmallFryLeaf
from shoal.games.smallfry.scoring import best_values
from shoal.games.smallfry.steps import MAX_PLAYERS

__all__ = ["draw_pad"]

#: Sessions for which a printed pad has room at least.
_PAPER_LINES: Final = 16


class _DrawnColumn(msgspec.Struct, frozen=True):
    """One player: `typed` is the name as it was typed in, `name` the one to show."""

    letter: str
    typed: str
    name: str
    line: tuple[int, ...]
    total: int
    #: The total in hundredths of the target.
    progress: int
    #: What the open session brings so far.
    points: int | None
    open: bool
    won: bool


class _CardKey(msgspec.Struct, frozen=True):
    """A card to be tapped in."""

    card: str
    value: int
    held: int
    #: How many copies a tap leaves in the catch; `None` when no copy is free.
    then: int | None
    counts: bool
    label: str


class _SpeciesRow(msgspec.Struct, frozen=True):
    """One species with its four values; `best` is what counts of it."""

    species: str
    title: str
    keys: tuple[_CardKey, ...]
    best: int


def draw_pad(leaf: SmallFryLeaf, *, undoable: bool, say: Say) -> Scene:
    """The values for `pad.html`."""
    result = leaf.result
    winners = result.winners if result is not None else ()
    names = [player_name(player.name, seat, say) for seat, player in enumerate(leaf.players)]
    player = leaf.players[leaf.open]
    return {
        "players": [
            _DrawnColumn(
                seat_name(seat),
                one.name,
                names[seat],
                one.line,
                one.total,
                min(100, 100 * one.total // leaf.target),
                one.points,
                seat == leaf.open,
                seat in winners,
            )
            for seat, one in enumerate(leaf.players)
        ],
        "winners": [names[seat] for seat in winners],
        "reason": say(result.reason) if result is not None else "",
        "over": result is not None,
        "sessions": leaf.sessions,
        "lines": _PAPER_LINES,
        "mending": leaf.mending,
        "target": leaf.target,
        "letter": seat_name(leaf.open),
        "name": names[leaf.open],
        "points": player.points,
        "counted": player.counted,
        "cards": len(player.cards),
        "rows": _rows(leaf, leaf.open, say),
        "missing": [name for name, one in zip(names, leaf.players, strict=True) if one.points is None],
        "undoable": undoable,
        "least": FEWEST_PLAYERS,
        "most": MAX_PLAYERS,
        "most_points": MOST_POINTS,
        "longest": LONGEST_NAME,
    }


def _rows(leaf: SmallFryLeaf, seat: Seat, say: Say) -> list[_SpeciesRow]:
    """All fish cards, species by species, with the copies that the seat holds."""
    best = best_values(leaf.players[seat].cards)
    return [
        _SpeciesRow(
            species,
            say(title),
            tuple(_key(leaf, seat, f"{species}{value}", value, counting, say) for value in VALUES),
            counting,
        )
        for (species, title), counting in zip(SPECIES.items(), best, strict=True)
    ]


def _key(leaf: SmallFryLeaf, seat: Seat, name: str, value: int, best: int, say: Say) -> _CardKey:
    card = CARDS[name]
    held, can_hold = leaf.players[seat].cards.count(card), leaf.copies_left(seat, card)
    then = held + 1 if held < can_hold else 0 if held else None
    if then is None:
        label = msg("{card}: in another catch", card=card_text(card))
    else:
        label = msg("{card}: {held} of {copies} in the catch", card=card_text(card), held=held, copies=BOX.count(card))
    return _CardKey(name, value, held, then, bool(held) and value == best, say(label))
