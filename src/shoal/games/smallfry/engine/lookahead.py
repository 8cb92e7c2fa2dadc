"""Flip or stop, rob or leave: looking ahead over the exact deck, and valuing where a turn may end.

A turn is looked at card by card: every card that may come, as often as it is in the deck, for so many
cards ahead; whoever may still choose there chooses best. Where the turn ends, what everybody may expect
from the session (`outlook.py`) is turned into the mover's chance to win the match (`stakes.py`).
"""

from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel
from shoal.games.smallfry.engine.sessions import FIRST_LEAVE, FIRST_ROB, STOCK, Sea
from shoal.games.smallfry.engine.value_network import Outlook, Tally, count_all, count_species, expected_of, new_tally

__all__ = [
    "CURVE",
    "HALF",
    "Stakes",
    "best_robbery",
    "hope_of_robbing",
    "judge",
    "linear_stakes",
    "value_of_flipping",
    "value_of_robbing",
    "value_of_stopping",
]

#: Points of a curve, and how many lie on each side of the middle.
CURVE: Final = 17
HALF: Final = CURVE // 2
#: What announcing two cards brings, in cards: half of all rolls, two cards, some overlap.
_TWO_CARDS: Final = 0.96


class Stakes(NamedTuple):
    """What points mean to the mover: his utility when these are everybody's expected points.

    For two players there is a grid: his utility by his own points downwards and by the other's to the right, a
    point apart. For more there is a curve for each seat: what its points add to the utility in the middle.
    """

    #: By seat: the points at the corner of the grid, or in the middle of its curve.
    centre: Reals
    curves: Reals
    #: The utility in the middle, and how far the points of the curves are apart.
    base: Reals
    #: Room to add up what the cards come to.
    tally: Tally


def linear_stakes(players: int, mover: int) -> Stakes:
    """Own points less the average of the others'."""
    base, tally = np.array([0.0, 1.0]), new_tally(players)
    if players == 2:
        return Stakes(np.zeros(2), np.array([[0.0, -1.0], [1.0, 0.0]]), base, tally)
    slopes = np.full((players, 1), -1 / (players - 1))
    slopes[mover] = 1.0
    return Stakes(np.zeros(players), slopes * (np.arange(CURVE) - HALF), base, tally)


@kernel
def _read_grid(grid: Reals, mine: float, other: float) -> float:
    """Between four points of a grid, or beyond its border, by straight lines."""
    last = len(grid) - 2
    row, column = min(max(int(np.floor(mine)), 0), last), min(max(int(np.floor(other)), 0), last)
    down, right = mine - row, other - column
    above = grid[row, column] + right * (grid[row, column + 1] - grid[row, column])
    below = grid[row + 1, column] + right * (grid[row + 1, column + 1] - grid[row + 1, column])
    return float(above + down * (below - above))


@kernel
def _worth(sea: Sea, outlook: Outlook, stakes: Stakes) -> float:
    """The mover's utility once his turn is over and the cards lie as they were counted."""
    players, mover = len(sea.sizes), sea.now[0]
    following = (mover + 1) % players
    if players == 2:
        mine = expected_of(sea, outlook, stakes.tally, mover, following, mover) - stakes.centre[mover]
        other = expected_of(sea, outlook, stakes.tally, following, following, mover) - stakes.centre[following]
        return _read_grid(stakes.curves, mine, other)
    total = stakes.base[0]
    for seat in range(players):
        expected = expected_of(sea, outlook, stakes.tally, seat, following, mover)
        place = (expected - stakes.centre[seat]) / stakes.base[1] + HALF
        low = min(max(int(np.floor(place)), 0), CURVE - 2)
        curve = stakes.curves[seat]
        total += curve[low] + (place - low) * (curve[low + 1] - curve[low])
    return float(total)


@kernel
def _highest(held: Numbers, species: int) -> int:
    for value in range(4, 0, -1):
        if held[4 * species + value - 1] > 0:
            return value
    return 0


@kernel
def _hold(sea: Sea, card: int, seat: int, copies: int) -> None:
    """So many copies more of a card, or fewer, in all that is known of a catch but where they lie in it."""
    sea.held[seat, card] += copies
    sea.sizes[seat] += copies
    sea.best[seat, card >> 2] = _highest(sea.held[seat], card >> 2)


@kernel
def _give(sea: Sea, outlook: Outlook, stakes: Stakes, card: int, seat: int) -> None:
    """Put a card into a catch, and count it."""
    count_species(sea, outlook, stakes.tally, card >> 2, -1)
    _hold(sea, card, seat, 1)
    count_species(sea, outlook, stakes.tally, card >> 2, 1)


@kernel
def value_of_stopping(sea: Sea, outlook: Outlook, stakes: Stakes, kept: int) -> float:
    """The mover's utility when so many cards from the left of the row become his (S6, S7)."""
    for spot in range(kept):
        _hold(sea, sea.row[spot], sea.now[0], 1)
    count_all(sea, outlook, stakes.tally)
    worth = _worth(sea, outlook, stakes)
    for spot in range(kept):
        _hold(sea, sea.row[spot], sea.now[0], -1)
    return worth


@kernel
def _try_card(sea: Sea, outlook: Outlook, stakes: Stakes, card: int, kept: int) -> float:
    """The mover's utility when a card leaves the deck, and one or none of it goes into his catch."""
    species, mover = card >> 2, sea.now[0]
    count_species(sea, outlook, stakes.tally, species, -1)
    sea.stocks[species] -= STOCK[card & 3]
    _hold(sea, card, mover, kept)
    count_species(sea, outlook, stakes.tally, species, 1)
    worth = _worth(sea, outlook, stakes)
    count_species(sea, outlook, stakes.tally, species, -1)
    sea.stocks[species] += STOCK[card & 3]
    _hold(sea, card, mover, -kept)
    count_species(sea, outlook, stakes.tally, species, 1)
    return worth


@kernel
def _next_card(sea: Sea, outlook: Outlook, stakes: Stakes, robbery: float, stopped: Reals) -> float:
    """The mover's utility summed over all cards that end the turn (S7, S8), each physical card once.

    `stopped` receives, by card of a new species, his utility when he stops after it (S6).
    """
    now, mover = sea.now, sea.now[0]
    total = 0.0
    now[1] -= 1
    count_all(sea, outlook, stakes.tally)
    for spot in range(now[2]):
        # A double of this card keeps what is left of it.
        species = sea.row[spot] >> 2
        for card in range(4 * species, 4 * species + 4):
            if sea.undrawn[card] > 0:
                total += sea.undrawn[card] * _try_card(sea, outlook, stakes, card, 0)
        _give(sea, outlook, stakes, sea.row[spot], mover)
    for card in range(40):
        if sea.undrawn[card] > 0 and sea.in_row[card >> 2] == 0:
            stopped[card] = _try_card(sea, outlook, stakes, card, 1)
    for spot in range(now[2]):
        _hold(sea, sea.row[spot], mover, -1)
    octopuses = now[3]
    if octopuses > 0:
        now[3] -= 1
        total += octopuses * (value_of_stopping(sea, outlook, stakes, 0) + robbery)
        now[3] += 1
    now[1] += 1
    return total


@kernel
def _lay(sea: Sea, card: int) -> None:
    """Put a card from the deck at the end of the row (S4)."""
    sea.row[sea.now[2]] = card
    sea.in_row[card >> 2] = 1
    sea.undrawn[card] -= 1
    sea.stocks[card >> 2] -= STOCK[card & 3]
    sea.now[1] -= 1
    sea.now[2] += 1


@kernel
def _take_up(sea: Sea) -> None:
    """Put the last card of the row back into the deck."""
    sea.now[1] += 1
    sea.now[2] -= 1
    card = sea.row[sea.now[2]]
    sea.in_row[card >> 2] = 0
    sea.undrawn[card] += 1
    sea.stocks[card >> 2] += STOCK[card & 3]


@kernel
def _flip_one(sea: Sea, outlook: Outlook, stakes: Stakes, robbery: float) -> float:
    """The mover's utility when he turns up exactly one more card."""
    stopped = np.zeros(40)
    total = _next_card(sea, outlook, stakes, robbery, stopped)
    for card in range(40):
        total += sea.undrawn[card] * stopped[card]
    return float(total / sea.now[1])


@kernel
def _flip_two(sea: Sea, outlook: Outlook, stakes: Stakes, robbery: float) -> float:
    """The same when he may turn up another one after it."""
    stopped = np.zeros(40)
    total = _next_card(sea, outlook, stakes, robbery, stopped)
    for card in range(40):
        copies, value = sea.undrawn[card], stopped[card]
        if copies > 0 and sea.in_row[card >> 2] == 0:
            if sea.now[1] > 1:
                _lay(sea, card)
                value = max(value, _flip_one(sea, outlook, stakes, robbery))
                _take_up(sea)
            total += copies * value
    return float(total / sea.now[1])


@kernel
def value_of_flipping(sea: Sea, outlook: Outlook, stakes: Stakes, robbery: float, ahead: int) -> float:
    """The mover's utility when he turns up a card now, looking one card ahead, or two.

    `robbery` is what an octopus's robbery adds, compared with leaving.
    """
    if ahead == 1:
        return _flip_one(sea, outlook, stakes, robbery)
    return _flip_two(sea, outlook, stakes, robbery)


@kernel
def _hand_over(sea: Sea, outlook: Outlook, stakes: Stakes, card: int, giver: int, taker: int) -> None:
    """Move a card in all that is counted; it stays where it lies in `catches`, so that places mean the same."""
    count_species(sea, outlook, stakes.tally, card >> 2, -1)
    _hold(sea, card, giver, -1)
    _hold(sea, card, taker, 1)
    count_species(sea, outlook, stakes.tally, card >> 2, 1)


@kernel
def _hands_of_one(sea: Sea, outlook: Outlook, stakes: Stakes, giver: int, taker: int, size: int, start: int) -> float:
    """The sum of the mover's utility over all cards of the giver's, from a place on. The species have been counted."""
    total = 0.0
    for place in range(start, size):
        card = sea.catches[giver, place]
        _hand_over(sea, outlook, stakes, card, giver, taker)
        total += _worth(sea, outlook, stakes)
        _hand_over(sea, outlook, stakes, card, taker, giver)
    return total


@kernel
def _hands_of_two(sea: Sea, outlook: Outlook, stakes: Stakes, giver: int, taker: int, size: int, start: int) -> float:
    total = 0.0
    for place in range(start, size - 1):
        card = sea.catches[giver, place]
        _hand_over(sea, outlook, stakes, card, giver, taker)
        total += _hands_of_one(sea, outlook, stakes, giver, taker, size, place + 1)
        _hand_over(sea, outlook, stakes, card, taker, giver)
    return total


@kernel
def _hands_of_three(sea: Sea, outlook: Outlook, stakes: Stakes, giver: int, taker: int, size: int) -> float:
    total = 0.0
    for place in range(size - 2):
        card = sea.catches[giver, place]
        _hand_over(sea, outlook, stakes, card, giver, taker)
        total += _hands_of_two(sea, outlook, stakes, giver, taker, size, place + 1)
        _hand_over(sea, outlook, stakes, card, taker, giver)
    return total


@kernel
def _any_hand(sea: Sea, outlook: Outlook, stakes: Stakes, giver: int, taker: int, number: int) -> float:
    """The mover's utility when so many cards are drawn blind (S18), each hand alike."""
    size = sea.sizes[giver]
    count_all(sea, outlook, stakes.tally)
    if number == 1:
        return float(_hands_of_one(sea, outlook, stakes, giver, taker, size, 0) / size)
    if number == 2:
        return float(_hands_of_two(sea, outlook, stakes, giver, taker, size, 0) / (size * (size - 1) / 2))
    return float(_hands_of_three(sea, outlook, stakes, giver, taker, size) / (size * (size - 1) * (size - 2) / 6))


@kernel
def value_of_robbing(sea: Sea, outlook: Outlook, stakes: Stakes, first: int) -> float:
    """The mover's utility when he robs, or leaves, with an octopus on the table (S9 to S12, S18)."""
    nothing = value_of_stopping(sea, outlook, stakes, 0)
    if first == FIRST_LEAVE:
        return nothing
    robber = sea.now[0]
    victim, number = (first - FIRST_ROB) // 3, (first - FIRST_ROB) % 3 + 1
    backfires = nothing
    if sea.sizes[robber] > 0:
        backfires = _any_hand(sea, outlook, stakes, robber, victim, 1)
    succeeds = _any_hand(sea, outlook, stakes, victim, robber, number)
    faces = 5 if number == 1 else 3 if number == 2 else 2
    return (backfires + faces * succeeds + (5 - faces) * nothing) / 6


@kernel
def best_robbery(sea: Sea, outlook: Outlook, stakes: Stakes, most: int) -> tuple[int, float]:
    """The best first step after an octopus, announcing at most so many, and what it adds to leaving."""
    robber = sea.now[0]
    nothing = value_of_stopping(sea, outlook, stakes, 0)
    choice, highest = FIRST_LEAVE, nothing
    for victim in range(len(sea.sizes)):
        if victim == robber:
            continue
        for number in range(1, min(most, sea.sizes[victim]) + 1):
            first = FIRST_ROB + 3 * victim + number - 1
            value = value_of_robbing(sea, outlook, stakes, first)
            if value > highest:
                choice, highest = first, value
    return choice, highest - nothing


@kernel
def hope_of_robbing(sea: Sea, outlook: Outlook, stakes: Stakes) -> float:
    """About what `best_robbery` would add, from single cards: a second card brings hardly less than the first."""
    robber = sea.now[0]
    nothing = value_of_stopping(sea, outlook, stakes, 0)
    highest = 0.0
    for victim in range(len(sea.sizes)):
        size, own = sea.sizes[victim], sea.sizes[robber]
        if victim == robber or size == 0:
            continue
        card = _any_hand(sea, outlook, stakes, victim, robber, 1) - nothing
        gain = card * (5 / 6 if size == 1 else _TWO_CARDS)
        if own > 0:
            gain += (_any_hand(sea, outlook, stakes, robber, victim, 1) - nothing) / 6
        highest = max(highest, gain)
    return highest


@kernel
def judge(sea: Sea, outlook: Outlook, stakes: Stakes, ahead: int) -> float:
    """What turning up another card adds to stopping."""
    robbery = 0.0
    if sea.now[3] > 0:
        robbery = hope_of_robbing(sea, outlook, stakes)
    stopping = value_of_stopping(sea, outlook, stakes, sea.now[2])
    return value_of_flipping(sea, outlook, stakes, robbery, ahead) - stopping
