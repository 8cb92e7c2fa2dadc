"""The middle of the table: the deck, what was turned up, the die, and what the viewer may press there."""

from collections.abc import Sequence

import msgspec

from shoal.core import Say, Seat, Text, msg, msgs, seat_name
from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.page.faces import Face, draw_face
from shoal.games.smallfry.page.odds import rolls_that_bring
from shoal.games.smallfry.steps import FLIP, LEAVE, STOP, Rob
from shoal.games.smallfry.turn import Robbery
from shoal.games.smallfry.view import SmallFryView

__all__ = ["Choices", "Number", "Raid", "Turned", "Victim", "draw_choices", "draw_raid", "draw_row", "tell"]


class Turned(msgspec.Struct, frozen=True):
    """An open card in the middle; `key` is its own for as long as the match lasts."""

    key: str
    face: Face


class Raid(msgspec.Struct, frozen=True):
    """A robbery: who announced how many cards to whom, and what the die shows once it was rolled."""

    key: str
    robber: Seat
    victim: Seat
    number: int
    roll: int | None
    left: int


class Victim(msgspec.Struct, frozen=True):
    """A seat that may be robbed."""

    letter: str
    name: str
    cards: int


class Number(msgspec.Struct, frozen=True):
    """A number that may be announced, and how many of the die's faces bring it (S10)."""

    number: int
    rolls: int


class Choices(msgspec.Struct, frozen=True):
    """What the viewer may press. `waiting`: he asked for a card, and it is being turned up."""

    flip: bool
    stop: bool
    leave: bool
    waiting: bool
    victims: tuple[Victim, ...]
    numbers: tuple[Number, ...]


def draw_row(view: SmallFryView, say: Say) -> list[Turned]:
    """What lies open (S4); once an octopus has swept the row away, that octopus (S8)."""
    open_cards = [*view.row, "octopus"] if view.phase in ("octopus", "roll", "take") else view.row
    before = _turned_up(view) - len(open_cards)
    return [Turned(_key(view, before + place), draw_face(card, say)) for place, card in enumerate(open_cards, 1)]


def draw_raid(view: SmallFryView) -> Raid | None:
    """The robbery that is going on."""
    robbery = view.robbery
    if robbery is None:
        return None
    key = _key(view, _turned_up(view))
    return Raid(key, robbery.robber, robbery.victim, robbery.number, robbery.roll, robbery.left)


def draw_choices(view: SmallFryView, names: Sequence[str]) -> Choices:
    """What may be pressed now."""
    robs = [step for step in view.legal if isinstance(step, Rob)]
    seats = dict.fromkeys(step.victim for step in robs)
    numbers = sorted({step.number for step in robs})
    return Choices(
        flip=FLIP in view.legal,
        stop=STOP in view.legal,
        leave=LEAVE in view.legal,
        waiting=view.phase == "card" and view.turn == view.viewer,
        victims=tuple(Victim(seat_name(seat), names[seat], len(view.catches[seat])) for seat in seats),
        numbers=tuple(Number(number, rolls_that_bring(number)) for number in numbers),
    )


def tell(view: SmallFryView, names: Sequence[str]) -> Text:
    """What is going on, in one line."""
    player = names[view.turn]
    if view.result is not None:
        winners = ", ".join(names[seat] for seat in view.result.winners)
        if len(view.result.winners) > 1:
            return msg("shared by {winners}: {reason}", winners=winners, reason=view.result.reason)
        return msg("won by {winners}: {reason}", winners=winners, reason=view.result.reason)
    if view.robbery is not None:
        return _tell_robbery(view.robbery, names)
    mine = view.turn == view.viewer
    if view.phase == "octopus":
        if mine:
            return msg("Octopus! The row is gone, but you may rob somebody")
        return msg("Octopus! The row is gone, but {player} may rob somebody", player=player)
    if view.phase == "card":
        return msg("{player} turns up a card", player=player)
    if view.phase == "choice":
        return msg("Stop in time, or turn up another?") if mine else msg("{player}: stop or go on?", player=player)
    return msg("Your turn: turn up a card") if mine else msg("{player} begins to turn up cards", player=player)


def _tell_robbery(robbery: Robbery, names: Sequence[str]) -> Text:
    if robbery.roll is None:
        return msgs(
            "{robber} is after {count} card of {victim}: the die rolls",
            "{robber} is after {count} cards of {victim}: the die rolls",
            robbery.number,
            robber=names[robbery.robber],
            victim=names[robbery.victim],
        )
    return msgs(
        "the die shows {roll}: {count} card still goes from {giver} to {taker}",
        "the die shows {roll}: {count} cards still go from {giver} to {taker}",
        robbery.left,
        roll=robbery.roll,
        giver=names[robbery.giver],
        taker=names[robbery.taker],
    )


def _turned_up(view: SmallFryView) -> int:
    """How many cards of this session's deck have been turned up."""
    return len(BOX) - len(view.deck)


def _key(view: SmallFryView, number: int) -> str:
    """The name of the card that was turned up as the nth of its session."""
    return f"{len(view.sheet) + (view.result is None)}-{number}"
