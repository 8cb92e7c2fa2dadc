"""A session from any moment to its end, compiled: the same rules as `rules.py`, over arrays.

All players follow a simple habit, given as a few numbers: stop after so many cards whatever they are, or
weigh one more card over the deck. A habit weighs a species by what it is expected to bring by the end of
the session (`prospects.py`), so that an early 1 is worth less than it says.

Cards are numbered as in `cards.py`. A deck's stock of one species is a number below 36 that counts its
1s, 2s, 3s and 4s; see `stock_of`.
"""

from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, below, kernel, small_kernel

__all__ = [
    "FIRST_FLIP",
    "FIRST_LEAVE",
    "FIRST_ROB",
    "FIRST_STOP",
    "NOBODY",
    "SCATTER",
    "STOCK",
    "Sea",
    "appeal_of_going_on",
    "copy_sea",
    "count_cards",
    "finish",
    "new_sea",
    "plan_robbery",
    "play_sessions",
    "shuffle",
    "take_first",
    "turn_up",
]

_SPECIES: Final = 10
_OCTOPUS: Final = 40
_STOCKS: Final = 36
#: What one card less of a value does to the stock of its species.
STOCK: Final = np.array([1, 3, 9, 18], dtype=np.int64)

#: The first step of a session that is finished: 0, 1, 2, or `FIRST_ROB` + 3 * victim + number - 1.
FIRST_FLIP: Final = 0
FIRST_STOP: Final = 1
FIRST_LEAVE: Final = 2
FIRST_ROB: Final = 3

#: Instead of a seat.
NOBODY: Final = -1
#: Makes numbers that follow each other unlike.
SCATTER: Final = 0x1E3779B97F4A7C15

#: A habit is a row of numbers. At 0: stop after so many cards, or 0 to weigh one more card.
#: At 1: the number announced by those who count cards only, or 0 to weigh victim and number.
#: At 2: what turning up a card is worth in itself, as it is then not another's.
#: At 3: what a point that a victim loses is worth, in own points.
#: At 4: what a card costs in a long announcement, because two drawn cards may overlap.


class Sea(NamedTuple):
    """All cards of a session in play. Scalars that change sit in `now`."""

    #: Whose turn it is, cards in the deck, cards in the row, octopuses in the deck.
    now: Numbers
    #: Drawn from its end.
    deck: Numbers
    row: Numbers
    #: By seat: the cards in any order, how many, copies of each card, best value of each species.
    catches: Numbers
    sizes: Numbers
    held: Numbers
    best: Numbers
    #: By species: the stock in the deck, cards in the deck, and whether one lies in the row.
    stocks: Numbers
    left: Numbers
    in_row: Numbers
    #: Copies of each card in the deck.
    undrawn: Numbers
    #: What each card in the row adds to what its owner may expect.
    gains: Reals
    dice: Numbers


def new_sea(players: int) -> Sea:
    """Room for a session."""
    return Sea(
        now=np.zeros(4, dtype=np.int64),
        deck=np.zeros(66, dtype=np.int64),
        row=np.zeros(_SPECIES, dtype=np.int64),
        catches=np.zeros((players, 66), dtype=np.int64),
        sizes=np.zeros(players, dtype=np.int64),
        held=np.zeros((players, 40), dtype=np.int64),
        best=np.zeros((players, _SPECIES), dtype=np.int64),
        stocks=np.zeros(_SPECIES, dtype=np.int64),
        left=np.zeros(_SPECIES, dtype=np.int64),
        in_row=np.zeros(_SPECIES, dtype=np.int64),
        undrawn=np.zeros(41, dtype=np.int64),
        gains=np.zeros(_SPECIES, dtype=np.float64),
        dice=np.ones(1, dtype=np.int64),
    )


@kernel
def count_cards(sea: Sea) -> None:
    """Fill in all that follows from deck, row and catches."""
    sea.stocks[:] = 0
    sea.left[:] = 0
    sea.in_row[:] = 0
    sea.held[:] = 0
    sea.best[:] = 0
    sea.undrawn[:] = 0
    sea.now[3] = 0
    for place in range(sea.now[1]):
        card = sea.deck[place]
        sea.undrawn[card] += 1
        if card == _OCTOPUS:
            sea.now[3] += 1
        else:
            sea.stocks[card >> 2] += STOCK[card & 3]
            sea.left[card >> 2] += 1
    for spot in range(sea.now[2]):
        sea.in_row[sea.row[spot] >> 2] = 1
    for seat in range(len(sea.sizes)):
        for place in range(sea.sizes[seat]):
            card = sea.catches[seat, place]
            sea.held[seat, card] += 1
            species, value = card >> 2, (card & 3) + 1
            if value > sea.best[seat, species]:
                sea.best[seat, species] = value


@kernel
def copy_sea(source: Sea, target: Sea) -> None:
    """Make one sea equal to another, less their dice."""
    target.now[:] = source.now
    target.stocks[:] = source.stocks
    target.left[:] = source.left
    target.in_row[:] = source.in_row
    target.undrawn[:] = source.undrawn
    target.held[:] = source.held
    target.best[:] = source.best
    target.sizes[:] = source.sizes
    for place in range(source.now[1]):
        target.deck[place] = source.deck[place]
    for spot in range(source.now[2]):
        target.row[spot] = source.row[spot]
    for seat in range(len(source.sizes)):
        for place in range(source.sizes[seat]):
            target.catches[seat, place] = source.catches[seat, place]


@kernel
def shuffle(sea: Sea) -> None:
    """Any order of the deck."""
    deck = sea.deck
    for place in range(sea.now[1] - 1, 0, -1):
        other = below(sea.dice, place + 1)
        deck[place], deck[other] = deck[other], deck[place]


@kernel
def _second(held: Numbers, species: int, best: int) -> int:
    """The highest value of a species when one card of the best is gone."""
    if held[4 * species + best - 1] > 1:
        return best
    for value in range(best - 1, 0, -1):
        if held[4 * species + value - 1] > 0:
            return value
    return 0


@kernel
def _move_blind(sea: Sea, giver: int, taker: int) -> None:
    """One card, drawn blind, changes hands (S18)."""
    sizes, catches = sea.sizes, sea.catches
    place = below(sea.dice, sizes[giver])
    card = catches[giver, place]
    species, value = card >> 2, (card & 3) + 1
    if sea.best[giver, species] == value:
        sea.best[giver, species] = _second(sea.held[giver], species, value)
    if sea.best[taker, species] < value:
        sea.best[taker, species] = value
    sizes[giver] -= 1
    catches[giver, place] = catches[giver, sizes[giver]]
    catches[taker, sizes[taker]] = card
    sizes[taker] += 1
    sea.held[giver, card] -= 1
    sea.held[taker, card] += 1


@kernel
def _rob(sea: Sea, robber: int, choice: int) -> None:
    """Roll the die and move the cards (S10 to S12, S20)."""
    victim, number = (choice - FIRST_ROB) // 3, (choice - FIRST_ROB) % 3 + 1
    face = below(sea.dice, 6)
    roll = 3 if face > 3 else 2 if face == 3 else 1 if face > 0 else -1
    if roll == -1:
        if sea.sizes[robber] > 0:
            _move_blind(sea, robber, victim)
    elif roll >= number:
        for _ in range(number):
            _move_blind(sea, victim, robber)


@kernel
def _blind_card(sea: Sea, giver: int, taker: int, won: float, lost: float, prospects: Reals) -> float:
    """What one blind card is worth on average: weights for what the taker wins and what the giver loses."""
    total = 0.0
    for place in range(sea.sizes[giver]):
        card = sea.catches[giver, place]
        species, value = card >> 2, (card & 3) + 1
        stock = sea.stocks[species]
        reached = sea.best[taker, species]
        if value > reached:
            total += won * (prospects[value * _STOCKS + stock] - prospects[reached * _STOCKS + stock])
        if value == sea.best[giver, species]:
            second = _second(sea.held[giver], species, value)
            total += lost * (prospects[value * _STOCKS + stock] - prospects[second * _STOCKS + stock])
    return float(total / sea.sizes[giver])


@small_kernel
def _largest_catch(sea: Sea, robber: int, number: int) -> int:
    """Rob the largest catch of so many cards."""
    players = len(sea.sizes)
    largest = -1
    for offset in range(1, players):
        seat = (robber + offset) % players
        if sea.sizes[seat] > 0 and (largest < 0 or sea.sizes[seat] > sea.sizes[largest]):
            largest = seat
    if largest < 0:
        return FIRST_LEAVE
    return int(FIRST_ROB + 3 * largest + min(number, sea.sizes[largest]) - 1)


@kernel
def plan_robbery(sea: Sea, habit: Reals, prospects: Reals) -> tuple[int, float]:
    """The robbery a habit would choose now, as the first step it is, and what it is worth."""
    robber = sea.now[0]
    if habit[1] > 0:
        return _largest_catch(sea, robber, int(habit[1])), 0.0
    choice, highest = FIRST_LEAVE, 0.0
    for victim in range(len(sea.sizes)):
        if victim == robber or sea.sizes[victim] == 0:
            continue
        risk = 0.0
        if sea.sizes[robber] > 0:
            risk = _blind_card(sea, robber, victim, habit[3], 1.0, prospects) / 6
        card = _blind_card(sea, victim, robber, 1.0, habit[3], prospects)
        for number in range(1, min(3, sea.sizes[victim]) + 1):
            chance = 5 / 6 if number == 1 else 3 / 6 if number == 2 else 2 / 6
            worth = chance * card * number * (1 - habit[4] * (number - 1)) - risk
            if worth > highest:
                choice, highest = FIRST_ROB + 3 * victim + number - 1, worth
    return choice, highest


@small_kernel
def _gain(sea: Sea, card: int, prospects: Reals) -> float:
    """What a card in the row adds to what its owner may expect of its species."""
    species, value = card >> 2, (card & 3) + 1
    reached = sea.best[sea.now[0], species]
    if value <= reached:
        return 0.0
    stock = sea.stocks[species]
    return float(prospects[value * _STOCKS + stock] - prospects[reached * _STOCKS + stock])


@kernel
def _weigh_row(sea: Sea, prospects: Reals) -> None:
    for spot in range(sea.now[2]):
        sea.gains[spot] = _gain(sea, sea.row[spot], prospects)


@small_kernel
def _appeal(sea: Sea, habit: Reals, hopes: Reals, robbery: float) -> float:
    """What exactly one more card is thought to bring, times the deck's size; above 0 the player goes on."""
    length = sea.now[2]
    if habit[0] > 0:
        return float(habit[0] - length)
    best = sea.best[sea.now[0]]
    total = 0.0
    for species in range(_SPECIES):
        if sea.in_row[species] == 0:
            total += hopes[best[species] * _STOCKS + sea.stocks[species]]
    tail = 0.0
    for spot in range(length - 1, -1, -1):
        tail += sea.gains[spot]
        total -= sea.left[sea.row[spot] >> 2] * tail
    total += sea.now[3] * (robbery - tail)
    return float(total + habit[2] * sea.now[1])


@kernel
def appeal_of_going_on(sea: Sea, habit: Reals, prospects: Reals, hopes: Reals) -> float:
    """The same at any moment, average over the deck."""
    _weigh_row(sea, prospects)
    robbery = plan_robbery(sea, habit, prospects)[1] if sea.now[3] > 0 else 0.0
    return float(_appeal(sea, habit, hopes, robbery) / sea.now[1])


@small_kernel
def _keep(sea: Sea, kept: int) -> None:
    """The first cards of the row go onto the catch (S6, S7), and the turn passes (S3)."""
    seat = sea.now[0]
    for spot in range(kept):
        card = sea.row[spot]
        sea.catches[seat, sea.sizes[seat]] = card
        sea.sizes[seat] += 1
        sea.held[seat, card] += 1
        species, value = card >> 2, (card & 3) + 1
        if value > sea.best[seat, species]:
            sea.best[seat, species] = value
    sea.now[2] = 0
    sea.in_row[:] = 0
    sea.now[0] = (seat + 1) % len(sea.sizes)


@small_kernel
def turn_up(sea: Sea) -> bool:
    """Turn up the next card (S4 to S8, S21). Returns whether it was an octopus that lets the player rob."""
    sea.now[1] -= 1
    card = sea.deck[sea.now[1]]
    sea.undrawn[card] -= 1
    if card == _OCTOPUS:
        sea.now[2] = 0
        sea.now[3] -= 1
        sea.in_row[:] = 0
        return True
    species = card >> 2
    sea.stocks[species] -= STOCK[card & 3]
    sea.left[species] -= 1
    if sea.in_row[species]:
        kept = 0
        while sea.row[kept] >> 2 != species:
            kept += 1
        _keep(sea, kept)
        return False
    sea.in_row[species] = 1
    sea.row[sea.now[2]] = card
    sea.now[2] += 1
    if sea.now[1] == 0:
        _keep(sea, sea.now[2])
    return False


@small_kernel
def take_first(sea: Sea, first: int) -> None:
    """The first step, unless it is to turn up a card, and whatever ends the turn with it."""
    if first >= FIRST_ROB:
        _rob(sea, sea.now[0], first)
    _keep(sea, sea.now[2] if first == FIRST_STOP else 0)


@small_kernel
def _bring_up(sea: Sea, place: int) -> None:
    """A card from further down comes to lie where the next one is drawn from."""
    last = sea.now[1] - 1
    card = sea.deck[place]
    for below_it in range(place, last):
        sea.deck[below_it] = sea.deck[below_it + 1]
    sea.deck[last] = card


@kernel
def finish(
    sea: Sea, first: int, habits: Reals, prospects: Reals, hopes: Reals, worths: Numbers, apart: int = NOBODY
) -> None:
    """Play on to the end of the session, the first step given. `worths` receives what each catch is worth.

    By seat: a habit, and what it expects of a species and hopes from the deck (`prospects.py`).

    To compare what first steps of one seat lead to, that seat is set `apart`: whatever it does, the others then draw
    the same cards and roll the same numbers, as far as that goes. Its cards come from below, those of this turn from
    where the deck is likely to end, and each turn has its own dice. In a shuffled deck that is as fair as any way.
    """
    now, players = sea.now, len(sea.sizes)
    luck, turns = sea.dice[0], 0
    _weigh_row(sea, prospects[now[0]])
    forced = first == FIRST_FLIP
    if not forced:
        take_first(sea, first)
        turns = 1
    robbery, planned = 0.0, False
    while now[1] > 0:
        seat = now[0]
        if now[2] == 0 and apart != NOBODY:
            sea.dice[0] = (luck + turns) * SCATTER | 1
        if not forced and now[2] > 0:
            if not planned and now[3] > 0 and habits[seat, 0] == 0:
                robbery = plan_robbery(sea, habits[seat], prospects[seat])[1]
                planned = True
            if _appeal(sea, habits[seat], hopes[seat], robbery) <= 0:
                _keep(sea, now[2])
                turns += 1
                planned = False
                continue
        forced = False
        if seat == apart:
            _bring_up(sea, now[1] // players if turns == 0 else 0)
        if turn_up(sea):
            choice = plan_robbery(sea, habits[seat], prospects[seat])[0]
            take_first(sea, choice)
        elif now[2] > 0:
            sea.gains[now[2] - 1] = _gain(sea, sea.row[now[2] - 1], prospects[seat])
        if now[2] == 0:
            turns += 1
            planned = False
    for seat in range(len(sea.sizes)):
        worths[seat] = 0
        for species in range(_SPECIES):
            worths[seat] += sea.best[seat, species]


@kernel
def play_sessions(start: Sea, sea: Sea, habits: Reals, prospects: Reals, hopes: Reals, worths: Numbers) -> None:
    """Whole sessions from a start, one for each line of `worths`; the start's deck is shuffled each time."""
    sea.dice[0] = start.dice[0]
    for line in range(len(worths)):
        copy_sea(start, sea)
        shuffle(sea)
        finish(sea, FIRST_FLIP, habits, prospects, hopes, worths[line])
