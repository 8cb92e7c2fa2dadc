"""Three and more players: hands are only passed on, and every choice is revealed.

The viewer knows every hand that it has held in this half. All other cards are equally likely to be anywhere.
"""

import random
from collections.abc import Sequence

from shoal.core import Seat
from shoal.games.fishtank.hand import Hand, add_card, take_card
from shoal.games.fishtank.imagine.hidden import HiddenCards, UnseenCards, halves
from shoal.games.fishtank.state import PlayedRound
from shoal.games.fishtank.view import SeenRound, View

__all__ = ["imagine_more_players"]


def imagine_more_players(view: View, rng: random.Random) -> HiddenCards:
    """Fill the unknown hands from the unseen cards."""
    seats = range(view.options.players)
    *earlier, rounds = halves(view)
    known = [_known_hand(view, rounds, seat) for seat in seats]
    seen = [kind for played in view.past for kind in played.choices]
    seen += [kind for hand in known if hand is not None for kind in hand]
    unseen = UnseenCards(view.options, seen)
    hands = tuple(
        unseen.deal(size, rng) if hand is None else hand for hand, size in zip(known, view.sizes, strict=True)
    )
    past: list[PlayedRound] = []
    for half, complete in enumerate(earlier, start=1):
        past += _rounds_with_hands(complete, half, ((),) * view.options.players)
    past += _rounds_with_hands(rounds, view.half, hands)
    return HiddenCards(hands, (None,) * view.options.players, tuple(unseen.counts), tuple(past))


def _known_hand(view: View, rounds: Sequence[SeenRound], seat: Seat) -> Hand | None:
    """What a seat holds, if the viewer has this hand or had it in an earlier round of this half (T5)."""
    if seat == view.viewer:
        return view.hand
    holder, chosen = seat, []
    for played in reversed(rounds):
        holder = _before(holder, view.half, view.options.players)
        chosen.append(played.choices[holder])
        if holder == view.viewer:
            hand = played.hand
            for kind in chosen:
                hand = take_card(hand, kind)
            return hand
    return None


def _rounds_with_hands(rounds: Sequence[SeenRound], half: int, hands: Sequence[Hand]) -> list[PlayedRound]:
    """The rounds with all hands, worked out backwards from what is left of the hands."""
    players = len(hands)
    whole: list[PlayedRound] = []
    for played in reversed(rounds):
        after = {_before(seat, half, players): hand for seat, hand in enumerate(hands)}
        hands = tuple(add_card(after[seat], played.choices[seat]) for seat in range(players))
        whole.append(PlayedRound(hands, (None,) * players, played.choices))
    return whole[::-1]


def _before(seat: Seat, half: int, players: int) -> Seat:
    """The seat that passes to this seat (T5)."""
    return (seat - 1 if half == 1 else seat + 1) % players
