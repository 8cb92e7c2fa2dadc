"""Two players, seen from one seat: discards are hidden, draws are the drawer's own, and hands come back (T17).

The cards that the viewer has never seen are, in each half, what is left of the other's first hand, and every
card that the other drew. `draws.py` judges those draws by what came back; all else is equally likely.
"""

import random
from collections.abc import Iterator
from typing import TypeVar

import msgspec

from shoal.core import Seat
from shoal.games.fishtank.hand import Hand, take_card
from shoal.games.fishtank.imagine.draws import Passed, holdings, sample_draws
from shoal.games.fishtank.imagine.hidden import Hidden, Pool, halves, has_discarded, has_drawn
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.state import Round
from shoal.games.fishtank.view import Seen, TankView

__all__ = ["imagine_pair"]

_T = TypeVar("_T")


class _Half(msgspec.Struct, frozen=True):
    """A half, complete or not, as the viewer saw it."""

    rounds: tuple[Seen, ...]
    #: The viewer's cards from the pile: dealt to it, and drawn by it.
    own: Hand
    #: What the viewer knows of the other's first hand, and how many cards of it are unknown.
    first_known: Hand
    first_unknown: int
    #: The hands that the viewer passed on; the other has drawn into so many of them.
    passed: tuple[Passed, ...]
    drawn_into: int


class _Theirs(msgspec.Struct, frozen=True):
    """A half as the other may have lived it: what it held in each round, and what it drew into that."""

    hands: tuple[Hand, ...]
    drawn: tuple[str | None, ...]


def imagine_pair(view: TankView, me: Seat, rng: random.Random) -> Hidden:
    """The other's draws first, together for both halves; then what is left of its first hands."""
    seen = [_look_back(view, me, number, rounds) for number, rounds in enumerate(halves(view), start=1)]
    pool = Pool(view.box, (kind for half in seen for kind in half.own + half.first_known))
    judged = [passed for half in seen for passed in half.passed[: half.drawn_into]]
    draws = sample_draws(judged, view.box.kinds, pool.counts, rng)
    for kind in draws:
        pool.take(kind)
    to_come = iter(draws)
    lived = [_live(half, to_come, pool, rng) for half in seen]
    running, theirs = seen[-1], lived[-1]
    now = len(running.rounds)
    return Hidden(
        hands=_pair(me, _my_hand(view, me, running, theirs), _their_hand(view, me, running, theirs, rng)),
        drawn=_pair(me, view.drawn, theirs.drawn[now] if now < len(theirs.drawn) else None),
        pile=tuple(pool.counts),
        past=tuple(
            Round(_pair(me, played.hand, hand), _pair(me, played.drawn, drawn), played.choices)
            for half, other in zip(seen, lived, strict=True)
            for played, hand, drawn in zip(half.rounds, other.hands, other.drawn, strict=False)
        ),
    )


def _look_back(view: TankView, me: Seat, number: int, rounds: tuple[Seen, ...]) -> _Half:
    """Put together what the viewer saw in one half."""
    other, running, played = 1 - me, number == view.half, len(rounds)
    own = [one.drawn for one in rounds if one.drawn]
    received = [_without(one.hand, one.drawn) for one in rounds[1:]]
    if running:
        own += [view.drawn] if view.drawn else []
        if 0 < played < HAND_SIZE and view.hand is not None:
            received.append(_without(view.hand, view.drawn))
    own += rounds[0].hand if rounds else view.hand or ()
    passed = tuple(
        Passed(
            hand=take_card(one.hand, one.choices[me]),
            choice=rounds[place + 1].choices[other] if place + 1 < played else None,
            back=received[place + 1] if place + 1 < len(received) else None,
        )
        for place, one in enumerate(rounds[: HAND_SIZE - 1])
    )
    waiting = running and 0 < played < HAND_SIZE and not has_drawn(view, other)
    first_known = (rounds[0].choices[other], *(received[0] if received else ())) if rounds else ()
    return _Half(
        rounds=rounds,
        own=tuple(own),
        first_known=first_known,
        first_unknown=(HAND_SIZE if rounds else view.sizes[other]) - len(first_known),
        passed=passed,
        drawn_into=len(passed) - waiting,
    )


def _live(half: _Half, draws: Iterator[str], pool: Pool, rng: random.Random) -> _Theirs:
    """What the other may have held, with draws that were judged already."""
    hands = [tuple(sorted(half.first_known + pool.deal(half.first_unknown, rng)))]
    drawn: list[str | None] = [None]
    for passed in half.passed[: half.drawn_into]:
        kind = next(draws)
        held, ways = zip(*holdings(passed, kind), strict=True)
        hands += rng.choices(held, ways)
        drawn.append(kind)
    return _Theirs(tuple(hands), tuple(drawn))


def _their_hand(view: TankView, me: Seat, half: _Half, theirs: _Theirs, rng: random.Random) -> Hand:
    """What the other holds now."""
    other, played = 1 - me, len(half.rounds)
    if played < len(theirs.hands):
        return theirs.hands[played]
    if played == HAND_SIZE:
        return take_card(theirs.hands[-1], half.rounds[-1].choices[other]) if view.sizes[other] else ()
    waiting = half.passed[-1].hand
    if has_discarded(view, other) and len(waiting) > 1:
        return take_card(waiting, rng.choice(waiting))
    return waiting


def _my_hand(view: TankView, me: Seat, half: _Half, theirs: _Theirs) -> Hand:
    """What the viewer holds: unknown to itself only while the discard is still to come."""
    if view.hand is not None:
        return view.hand
    last = len(half.rounds) - 1
    return take_card(theirs.hands[last], half.rounds[last].choices[1 - me])


def _without(hand: Hand, drawn: str | None) -> Hand:
    return take_card(hand, drawn) if drawn else hand


def _pair(me: Seat, mine: _T, theirs: _T) -> tuple[_T, _T]:
    return (mine, theirs) if me == 0 else (theirs, mine)
