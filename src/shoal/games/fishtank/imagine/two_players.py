"""Two players, seen from one seat: discards are hidden, draws are the drawer's own, and hands come back (T17).

In each half the viewer has never seen the rest of the other's first hand, and the cards that the other drew.
`draws.py` samples those draws by what came back; all other cards are equally likely to be anywhere.
"""

import random
from collections.abc import Iterator
from typing import TypeVar

import msgspec

from shoal.core import Seat
from shoal.games.fishtank.hand import Hand, take_card
from shoal.games.fishtank.imagine.draws import PassedHand, possible_hands, sample_draws
from shoal.games.fishtank.imagine.hidden import HiddenCards, UnseenCards, halves, has_discarded, has_drawn
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.state import PlayedRound
from shoal.games.fishtank.view import SeenRound, View

__all__ = ["imagine_two_players"]

_T = TypeVar("_T")


class _SeenHalf(msgspec.Struct, frozen=True):
    """A half, complete or not, as the viewer saw it."""

    rounds: tuple[SeenRound, ...]
    #: The cards dealt to the viewer, and those it drew.
    own: Hand
    #: What the viewer knows of the other's first hand, and how many cards of it are unknown.
    first_known: Hand
    first_unknown: int
    #: The hands that the viewer passed on, and how many of them the other has drawn into.
    passed: tuple[PassedHand, ...]
    drawn_into: int


class _OtherHalf(msgspec.Struct, frozen=True):
    """A half as the other may have seen it: its hand in each round, and the card that it drew into the hand."""

    hands: tuple[Hand, ...]
    drawn: tuple[str | None, ...]


def imagine_two_players(view: View, me: Seat, rng: random.Random) -> HiddenCards:
    """Sample the other's draws first, for both halves together, then the rest of its first hands."""
    seen = [_seen_half(view, me, number, rounds) for number, rounds in enumerate(halves(view), start=1)]
    unseen = UnseenCards(view.options, (kind for half in seen for kind in half.own + half.first_known))
    drawn_into = [passed for half in seen for passed in half.passed[: half.drawn_into]]
    draws = sample_draws(drawn_into, view.options.kinds, unseen.counts, rng)
    for kind in draws:
        unseen.take(kind)
    to_come = iter(draws)
    others = [_other_half(half, to_come, unseen, rng) for half in seen]
    running, theirs = seen[-1], others[-1]
    now = len(running.rounds)
    return HiddenCards(
        hands=_pair(me, _my_hand(view, me, running, theirs), _their_hand(view, me, running, theirs, rng)),
        drawn=_pair(me, view.drawn, theirs.drawn[now] if now < len(theirs.drawn) else None),
        pile=tuple(unseen.counts),
        past=tuple(
            PlayedRound(_pair(me, played.hand, hand), _pair(me, played.drawn, drawn), played.choices)
            for half, other in zip(seen, others, strict=True)
            for played, hand, drawn in zip(half.rounds, other.hands, other.drawn, strict=False)
        ),
    )


def _seen_half(view: View, me: Seat, number: int, rounds: tuple[SeenRound, ...]) -> _SeenHalf:
    """What the viewer saw in one half."""
    other, running, played = 1 - me, number == view.half, len(rounds)
    own = [one.drawn for one in rounds if one.drawn]
    received = [_without(one.hand, one.drawn) for one in rounds[1:]]
    if running:
        own += [view.drawn] if view.drawn else []
        if 0 < played < HAND_SIZE and view.hand is not None:
            received.append(_without(view.hand, view.drawn))
    own += rounds[0].hand if rounds else view.hand or ()
    passed = tuple(
        PassedHand(
            hand=take_card(one.hand, one.choices[me]),
            choice=rounds[index + 1].choices[other] if index + 1 < played else None,
            back=received[index + 1] if index + 1 < len(received) else None,
        )
        for index, one in enumerate(rounds[: HAND_SIZE - 1])
    )
    waiting = running and 0 < played < HAND_SIZE and not has_drawn(view, other)
    first_known = (rounds[0].choices[other], *(received[0] if received else ())) if rounds else ()
    return _SeenHalf(
        rounds=rounds,
        own=tuple(own),
        first_known=first_known,
        first_unknown=(HAND_SIZE if rounds else view.sizes[other]) - len(first_known),
        passed=passed,
        drawn_into=len(passed) - waiting,
    )


def _other_half(half: _SeenHalf, draws: Iterator[str], unseen: UnseenCards, rng: random.Random) -> _OtherHalf:
    """What the other may have held, with draws that were sampled before."""
    hands = [tuple(sorted(half.first_known + unseen.deal(half.first_unknown, rng)))]
    drawn: list[str | None] = [None]
    for passed in half.passed[: half.drawn_into]:
        kind = next(draws)
        held, ways = zip(*possible_hands(passed, kind), strict=True)
        hands += rng.choices(held, ways)
        drawn.append(kind)
    return _OtherHalf(tuple(hands), tuple(drawn))


def _their_hand(view: View, me: Seat, half: _SeenHalf, theirs: _OtherHalf, rng: random.Random) -> Hand:
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


def _my_hand(view: View, me: Seat, half: _SeenHalf, theirs: _OtherHalf) -> Hand:
    """What the viewer holds; it does not know only while the discard is still to come."""
    if view.hand is not None:
        return view.hand
    last = len(half.rounds) - 1
    return take_card(theirs.hands[last], half.rounds[last].choices[1 - me])


def _without(hand: Hand, drawn: str | None) -> Hand:
    return take_card(hand, drawn) if drawn else hand


def _pair(me: Seat, mine: _T, theirs: _T) -> tuple[_T, _T]:
    return (mine, theirs) if me == 0 else (theirs, mine)
