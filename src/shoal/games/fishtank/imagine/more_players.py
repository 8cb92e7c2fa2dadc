"""Three and more players: hands are only passed on, and every choice is revealed.

A hand that the viewer has held is known for good. All other cards are equally likely to be anywhere.
"""

import random
from collections.abc import Sequence

from shoal.core import Seat
from shoal.games.fishtank.hand import Hand, add_card, take_card
from shoal.games.fishtank.imagine.hidden import Hidden, Pool, halves
from shoal.games.fishtank.state import Round
from shoal.games.fishtank.view import Seen, TankView

__all__ = ["imagine_passing"]


def imagine_passing(view: TankView, rng: random.Random) -> Hidden:
    """Unknown hands are filled from the pool."""
    seats = range(view.box.players)
    *over, rounds = halves(view)
    known = [_known_hand(view, rounds, seat) for seat in seats]
    seen = [kind for played in view.past for kind in played.choices]
    seen += [kind for hand in known if hand is not None for kind in hand]
    pool = Pool(view.box, seen)
    hands = tuple(pool.deal(size, rng) if hand is None else hand for hand, size in zip(known, view.sizes, strict=True))
    past: list[Round] = []
    for half, complete in enumerate(over, start=1):
        past += _whole_rounds(complete, half, ((),) * view.box.players)
    past += _whole_rounds(rounds, view.half, hands)
    return Hidden(hands, (None,) * view.box.players, tuple(pool.counts), tuple(past))


def _known_hand(view: TankView, rounds: Sequence[Seen], seat: Seat) -> Hand | None:
    """What a seat holds, if the viewer holds it now or held it in an earlier round of this half (T5)."""
    if seat == view.viewer:
        return view.hand
    holder, chosen = seat, []
    for played in reversed(rounds):
        holder = _before(holder, view.half, view.box.players)
        chosen.append(played.choices[holder])
        if holder == view.viewer:
            hand = played.hand
            for kind in chosen:
                hand = take_card(hand, kind)
            return hand
    return None


def _whole_rounds(rounds: Sequence[Seen], half: int, hands: Sequence[Hand]) -> list[Round]:
    """The rounds with all hands, told backwards from what is left of them."""
    players = len(hands)
    whole: list[Round] = []
    for played in reversed(rounds):
        after = {_before(seat, half, players): hand for seat, hand in enumerate(hands)}
        hands = tuple(add_card(after[seat], played.choices[seat]) for seat in range(players))
        whole.append(Round(hands, (None,) * players, played.choices))
    return whole[::-1]


def _before(seat: Seat, half: int, players: int) -> Seat:
    """Who passes to this seat (T5)."""
    return (seat - 1 if half == 1 else seat + 1) % players
