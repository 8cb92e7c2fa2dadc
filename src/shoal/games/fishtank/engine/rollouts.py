"""Kernels: whole imagined games played to their end by habit, every seat by its own."""

from typing import NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, below, kernel
from shoal.games.fishtank.engine.last_two_cards import full_merit, last_card
from shoal.games.fishtank.engine.potential import ROUNDS, odds_now
from shoal.games.fishtank.engine.rollout_policy import CELL, KIND, TURNED, decide, lay, room_for
from shoal.games.fishtank.engine.scoring_tables import MOST_MISSING, WHOLE, Book

__all__ = ["Sea", "copy_sea", "deal_hands", "finish", "merits", "new_sea", "play_round"]

_HAND = 8


class Sea(NamedTuple):
    """A moment of a game, one line a seat; kinds are numbered as in the book."""

    tanks: Numbers
    free: Numbers
    hands: Numbers
    #: The unused cards, and all that nobody has chosen yet.
    pile: Numbers
    pool: Numbers
    #: Rounds played.
    now: Numbers
    dice: Numbers
    #: Where kernels write.
    odds: Reals
    room: Reals
    chosen: Numbers


def new_sea(players: int, kinds: int) -> Sea:
    return Sea(
        tanks=np.zeros((players, kinds), dtype=np.int64),
        free=np.full(players, WHOLE, dtype=np.int64),
        hands=np.zeros((players, kinds), dtype=np.int64),
        pile=np.zeros(kinds, dtype=np.int64),
        pool=np.zeros(kinds, dtype=np.int64),
        now=np.zeros(1, dtype=np.int64),
        dice=np.ones(1, dtype=np.int64),
        odds=np.zeros((kinds + 2, MOST_MISSING + 1)),
        room=room_for(kinds),
        chosen=np.zeros((players, 3), dtype=np.int64),
    )


@kernel
def copy_sea(source: Sea, target: Sea) -> None:
    target.tanks[:] = source.tanks
    target.free[:] = source.free
    target.hands[:] = source.hands
    target.pile[:] = source.pile
    target.pool[:] = source.pool
    target.now[:] = source.now
    target.dice[:] = source.dice


@kernel
def _draw(cards: Numbers, dice: Numbers) -> int:
    """A random card of a heap, taken away; -1 when there is none."""
    total = 0
    for kind in range(len(cards)):
        total += cards[kind]
    if total == 0:
        return -1
    number = below(dice, total)
    for kind in range(len(cards)):
        number -= cards[kind]
        if number < 0:
            cards[kind] -= 1
            return kind
    return -1


@kernel
def deal_hands(sea: Sea) -> None:
    """New hands for a half (T3)."""
    sea.hands[:] = 0
    for _ in range(_HAND):
        for seat in range(len(sea.free)):
            kind = _draw(sea.pile, sea.dice)
            if kind >= 0:
                sea.hands[seat, kind] += 1


@kernel
def pass_hands(sea: Sea) -> None:
    """Hands go on (T5); two players discard and draw (T17). Called when `now` counts the round just played."""
    players = len(sea.free)
    played = sea.now[0]
    if played % _HAND == 0:
        if players == 2:
            sea.hands[:] = 0
        return
    for kind in range(len(sea.pile)):
        if played < _HAND:
            last = sea.hands[players - 1, kind]
            for seat in range(players - 1, 0, -1):
                sea.hands[seat, kind] = sea.hands[seat - 1, kind]
            sea.hands[0, kind] = last
        else:
            first = sea.hands[0, kind]
            for seat in range(players - 1):
                sea.hands[seat, kind] = sea.hands[seat + 1, kind]
            sea.hands[players - 1, kind] = first
    if players == 2:
        for seat in range(2):
            if played % _HAND < _HAND - 1:
                _draw(sea.hands[seat], sea.dice)
            kind = _draw(sea.pile, sea.dice)
            if kind >= 0:
                sea.hands[seat, kind] += 1


@kernel
def settle(book: Book, sea: Sea, seat: int) -> None:
    """Take the chosen card from the hand and lay it."""
    kind, cell = sea.chosen[seat, KIND], sea.chosen[seat, CELL]
    sea.hands[seat, kind] -= 1
    sea.pool[kind] -= 1
    lay(sea.tanks[seat], book.plant[0], kind, cell, sea.chosen[seat, TURNED])
    sea.free[seat] &= ~(1 << cell)


@kernel
def consider(book: Book, habits: Reals, sea: Sea, seat: int, hand: Numbers) -> None:
    """A seat makes up its mind; about its last card without doubt."""
    if sea.now[0] == ROUNDS - 1:
        last_card(book, sea.tanks[seat], sea.free[seat], hand, sea.chosen[seat])
        return
    odds_now(habits, sea.pool, sea.now[0] + 1, sea.odds)
    decide(book, habits, sea.odds, sea.tanks[seat], sea.free[seat], hand, sea.room, sea.chosen[seat])


@kernel
def play_round(book: Book, habits: Reals, sea: Sea) -> None:
    """Everybody chooses and lays a card by habit; then hands are passed."""
    players = len(sea.free)
    for seat in range(players):
        consider(book, habits[seat], sea, seat, sea.hands[seat])
    for seat in range(players):
        settle(book, sea, seat)
    sea.now[0] += 1
    pass_hands(sea)


@kernel
def finish(book: Book, habits: Reals, sea: Sea) -> None:
    """Play on to the end, from a moment of choosing."""
    while sea.now[0] < ROUNDS:
        if sea.now[0] == _HAND and sea.hands.sum() == 0:
            deal_hands(sea)
        play_round(book, habits, sea)


@kernel
def merits(book: Book, sea: Sea, points: Reals) -> None:
    """By seat, points, with a trifle for every set, which decides between equals (T18)."""
    for seat in range(len(sea.free)):
        points[seat] = full_merit(book, sea.tanks[seat])
