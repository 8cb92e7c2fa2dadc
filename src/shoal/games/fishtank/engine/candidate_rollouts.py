"""Kernels: ways to go on, compared by playing the same imagined games to their end after each of them."""

from math import exp
from typing import NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel
from shoal.games.fishtank.engine.last_two_cards import full_merit, last_card
from shoal.games.fishtank.engine.potential import worth
from shoal.games.fishtank.engine.rollout_policy import CELL, KIND, TURNED, lay
from shoal.games.fishtank.engine.rollouts import Sea, consider, copy_sea, finish, merits, pass_hands, settle
from shoal.games.fishtank.engine.scoring_tables import Book

__all__ = ["Arms", "new_arms", "note_end", "try_choices", "try_placings", "two_last_cards", "weigh_placings"]


class Arms(NamedTuple):
    """The ways to go on that are compared: the tank and its free cells in some frame, and the kind to choose.

    To place is to have the tank with the card in it. By arm: what it is worth for winning, how often each
    seat wins, and its points, all added up over the games of one deal, to be kept or thrown away.
    """

    tanks: Numbers
    free: Numbers
    kinds: Numbers
    worth: Reals
    shares: Reals
    points: Reals


def new_arms(count: int, players: int, kinds: int) -> Arms:
    return Arms(
        tanks=np.zeros((count, kinds), dtype=np.int64),
        free=np.zeros(count, dtype=np.int64),
        kinds=np.zeros(count, dtype=np.int64),
        worth=np.zeros(count),
        shares=np.zeros((count, players)),
        points=np.zeros((count, players)),
    )


@kernel
def note_end(arms: Arms, arm: int, me: int, points: Reals, aim: Reals) -> None:
    """What a finished game says about an arm. `aim` is how much others count, and how large a lead is large."""
    players = len(points)
    most = points[0]
    rival = -1e9
    for seat in range(players):
        most = max(most, points[seat])
        if seat != me:
            rival = max(rival, points[seat])
    winners = 0
    for seat in range(players):
        winners += points[seat] == most
    for seat in range(players):
        arms.points[arm, seat] = np.floor(points[seat])
        arms.shares[arm, seat] = 1 / winners if points[seat] == most else 0.0
    lead = points[me] - aim[0] * rival - (1 - aim[0]) * aim[2]
    arms.worth[arm] = 1 / (1 + exp(-lead / aim[1]))


@kernel
def try_choices(
    book: Book, habits: Reals, root: Sea, sea: Sea, arms: Arms, first: int, last: int, me: int, points: Reals,
    aim: Reals,
) -> None:  # fmt: skip
    """Choose the kinds of these arms in turn, everybody else by habit, and play on."""
    players = len(root.free)
    for arm in range(first, last):
        copy_sea(root, sea)
        sea.tanks[me] = arms.tanks[arm]
        sea.free[me] = arms.free[arm]
        only = np.zeros(len(root.pile), dtype=np.int64)
        only[arms.kinds[arm]] = 1
        for seat in range(players):
            consider(book, habits[seat], sea, seat, only if seat == me else sea.hands[seat])
        for seat in range(players):
            settle(book, sea, seat)
        sea.now[0] += 1
        pass_hands(sea)
        finish(book, habits, sea)
        merits(book, sea, points)
        note_end(arms, arm, me, points, aim)


@kernel
def try_placings(
    book: Book, habits: Reals, root: Sea, sea: Sea, arms: Arms, first: int, last: int, me: int, points: Reals,
    aim: Reals, revealed: Numbers,
) -> None:  # fmt: skip
    """Have the tanks of these arms in turn, everybody else placing by habit, and play on."""
    for arm in range(first, last):
        copy_sea(root, sea)
        sea.now[0] -= 1
        for seat in range(len(root.free)):
            if seat != me:
                only = np.zeros(len(root.pile), dtype=np.int64)
                only[revealed[seat]] = 1
                consider(book, habits[seat], sea, seat, only)
                choice = sea.chosen[seat]
                lay(sea.tanks[seat], book.plant[0], choice[KIND], choice[CELL], choice[TURNED])
                sea.free[seat] &= ~(1 << choice[CELL])
        sea.now[0] += 1
        sea.tanks[me] = arms.tanks[arm]
        sea.free[me] = arms.free[arm]
        finish(book, habits, sea)
        merits(book, sea, points)
        note_end(arms, arm, me, points, aim)


@kernel
def weigh_placings(
    book: Book, habits: Reals, odds: Reals, tank: Numbers, free: int, kind: int, values: Reals, tally: Reals
) -> None:
    """What every way to place a card promises, by cell and turned cell; last in a line: with nothing turned."""
    plant = book.plant[0]
    laid = np.zeros(len(tank), dtype=np.int64)
    values[:] = -1e9
    for cell in range(16):
        if not free >> cell & 1:
            continue
        for turned in range(-1, 16):
            # A free cell, or a plant, cannot be turned; the card itself can.
            if turned >= 0 and turned != cell and (free | tank[plant]) >> turned & 1:
                continue
            laid[:] = tank
            lay(laid, plant, kind, cell, turned)
            values[cell, turned] = worth(book, habits, odds, laid, free & ~(1 << cell), tally)


@kernel
def two_last_cards(
    book: Book, tank: Numbers, free: int, kind: int, hand: Numbers, values: Reals, chosen: Numbers
) -> None:
    """What every way to place a card leads to when the last card will come from this hand; or when it is the last."""
    plant = book.plant[0]
    laid = np.zeros(len(tank), dtype=np.int64)
    values[:] = -1e9
    for cell in range(16):
        if not free >> cell & 1:
            continue
        for turned in range(-1, 16):
            if turned >= 0 and turned != cell and (free | tank[plant]) >> turned & 1:
                continue
            laid[:] = tank
            lay(laid, plant, kind, cell, turned)
            rest = free & ~(1 << cell)
            values[cell, turned] = last_card(book, laid, rest, hand, chosen) if rest else full_merit(book, laid)
