"""What the viewer may press in the middle of the table, and what is going on there, in one line."""

from collections.abc import Sequence

import msgspec

from shoal.core import Text, msg, msgs, seat_name
from shoal.games.smallfry.page.odds import rolls_that_bring
from shoal.games.smallfry.steps import FLIP, LEAVE, STOP, Rob
from shoal.games.smallfry.turn import Robbery
from shoal.games.smallfry.view import View

__all__ = ["AnnouncedNumber", "TurnChoices", "Victim", "draw_choices", "status_text"]


class Victim(msgspec.Struct, frozen=True):
    """A seat that may be robbed."""

    letter: str
    name: str
    cards: int


class AnnouncedNumber(msgspec.Struct, frozen=True):
    """A number that may be announced, and how many of the die's faces bring that many cards (S10)."""

    number: int
    rolls: int


class TurnChoices(msgspec.Struct, frozen=True):
    """The buttons that the viewer may press. `waiting`: they asked for a card, and it is being turned up."""

    flip: bool
    stop: bool
    leave: bool
    waiting: bool
    victims: tuple[Victim, ...]
    numbers: tuple[AnnouncedNumber, ...]


def draw_choices(view: View, names: Sequence[str]) -> TurnChoices:
    """The buttons that the viewer may press now."""
    robs = [step for step in view.legal if isinstance(step, Rob)]
    seats = dict.fromkeys(step.victim for step in robs)
    numbers = sorted({step.number for step in robs})
    return TurnChoices(
        flip=FLIP in view.legal,
        stop=STOP in view.legal,
        leave=LEAVE in view.legal,
        waiting=view.phase == "card" and view.turn == view.viewer,
        victims=tuple(Victim(seat_name(seat), names[seat], len(view.catches[seat])) for seat in seats),
        numbers=tuple(AnnouncedNumber(number, rolls_that_bring(number)) for number in numbers),
    )


def status_text(view: View, names: Sequence[str]) -> Text:
    """One line on what is going on."""
    player = names[view.turn]
    if view.result is not None:
        winners = ", ".join(names[seat] for seat in view.result.winners)
        if len(view.result.winners) > 1:
            return msg("shared by {winners}: {reason}", winners=winners, reason=view.result.reason)
        return msg("won by {winners}: {reason}", winners=winners, reason=view.result.reason)
    if view.robbery is not None:
        return _robbery_text(view.robbery, names)
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


def _robbery_text(robbery: Robbery, names: Sequence[str]) -> Text:
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
