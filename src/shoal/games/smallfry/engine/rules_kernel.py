"""Kernels: the rules of a session again, over arrays; the tests compare them with `state.py` step by step.

Cards are numbered as in `cards.py`: a fish is of species `card >> 2` and has the value `(card & 3) + 1`. The stock of
a species is one number below 36 that says how many of its 1s, 2s, 3s and 4s are in the deck: see `STOCK_WEIGHTS`.
"""

from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, below, kernel, small_kernel
from shoal.games.smallfry.cards import BOX

__all__ = [
    "ACTION_FLIP",
    "ACTION_LEAVE",
    "ACTION_STOP",
    "DECK_SIZE",
    "FISH",
    "MAX_ROBBED",
    "OCTOPUSES",
    "ROW_SIZE",
    "SPECIES",
    "STOCKS",
    "STOCK_WEIGHTS",
    "TURN",
    "VALUES",
    "SessionArrays",
    "copy_session",
    "count_cards",
    "keep_row",
    "new_session",
    "number_in",
    "opening_session",
    "play_action",
    "rob_action",
    "second_best",
    "shuffle_deck",
    "turn_up",
    "victim_in",
]

SPECIES: Final = 10
VALUES: Final = 4
#: Different fish cards; the card with this number is the octopus.
FISH: Final = SPECIES * VALUES
#: The stocks that a species can have: up to two 1s, two 2s, one 3 and one 4.
STOCKS: Final = 36
#: What one card of a value, from 1, adds to the stock of its species.
STOCK_WEIGHTS: Final = np.array([1, 3, 9, 18], dtype=np.int64)

#: Indices of `SessionArrays.scalars`: the seat at turn, the cards in the deck, in the row, the octopuses in the deck.
TURN: Final = 0
DECK_SIZE: Final = 1
ROW_SIZE: Final = 2
OCTOPUSES: Final = 3
_SCALARS: Final = 4

#: What a player may do, as one number; robberies follow, three for each victim: see `rob_action`.
ACTION_FLIP: Final = 0
ACTION_STOP: Final = 1
ACTION_LEAVE: Final = 2
_FIRST_ROBBERY: Final = 3
#: The most cards that a robbery may take (S17).
MAX_ROBBED: Final = 3


class SessionArrays(NamedTuple):
    """All cards of a session in play."""

    #: [4] `TURN`, `DECK_SIZE`, `ROW_SIZE`, `OCTOPUSES`.
    scalars: Numbers
    #: [66] The next card is the last of the first `DECK_SIZE`.
    deck: Numbers
    #: [10]
    row: Numbers
    #: [players, 66] The cards of each catch in any order, and [players] how many they are.
    catches: Numbers
    sizes: Numbers
    #: [players, 40] Copies of each fish card in a catch, and [players, 10] the best value of each species.
    held: Numbers
    best: Numbers
    #: [10] By species: the stock in the deck, the cards in the deck, and whether one lies in the row.
    stocks: Numbers
    species_left: Numbers
    in_row: Numbers
    #: [41] Copies of each card in the deck.
    copies_left: Numbers
    #: [10] What each card in the row adds to what the player at turn may expect; only rollouts fill it.
    row_gains: Reals
    #: [1] The state of the random numbers.
    dice: Numbers


def new_session(players: int) -> SessionArrays:
    """Arrays for a session, still without cards."""
    return SessionArrays(
        scalars=np.zeros(_SCALARS, dtype=np.int64),
        deck=np.zeros(len(BOX), dtype=np.int64),
        row=np.zeros(SPECIES, dtype=np.int64),
        catches=np.zeros((players, len(BOX)), dtype=np.int64),
        sizes=np.zeros(players, dtype=np.int64),
        held=np.zeros((players, FISH), dtype=np.int64),
        best=np.zeros((players, SPECIES), dtype=np.int64),
        stocks=np.zeros(SPECIES, dtype=np.int64),
        species_left=np.zeros(SPECIES, dtype=np.int64),
        in_row=np.zeros(SPECIES, dtype=np.int64),
        copies_left=np.zeros(FISH + 1, dtype=np.int64),
        row_gains=np.zeros(SPECIES, dtype=np.float64),
        dice=np.ones(1, dtype=np.int64),
    )


def opening_session(players: int) -> SessionArrays:
    """A session before the first card, its deck in order."""
    start = new_session(players)
    start.scalars[DECK_SIZE] = len(BOX)
    start.deck[:] = list(BOX)
    count_cards(start)
    return start


@small_kernel
def rob_action(victim: int, number: int) -> int:
    """The action of robbing a victim of `number` cards."""
    return _FIRST_ROBBERY + MAX_ROBBED * victim + number - 1


@small_kernel
def victim_in(action: int) -> int:
    """The victim of a robbery."""
    return (action - _FIRST_ROBBERY) // MAX_ROBBED


@small_kernel
def number_in(action: int) -> int:
    """The number of cards that a robbery announces."""
    return (action - _FIRST_ROBBERY) % MAX_ROBBED + 1


@kernel
def count_cards(session: SessionArrays) -> None:
    """Fill in all arrays that follow from deck, row and catches."""
    session.stocks[:] = 0
    session.species_left[:] = 0
    session.in_row[:] = 0
    session.held[:] = 0
    session.best[:] = 0
    session.copies_left[:] = 0
    session.scalars[OCTOPUSES] = 0
    for place in range(session.scalars[DECK_SIZE]):
        card = session.deck[place]
        session.copies_left[card] += 1
        if card == FISH:
            session.scalars[OCTOPUSES] += 1
        else:
            session.stocks[card >> 2] += STOCK_WEIGHTS[card & 3]
            session.species_left[card >> 2] += 1
    for place in range(session.scalars[ROW_SIZE]):
        session.in_row[session.row[place] >> 2] = 1
    for seat in range(len(session.sizes)):
        for place in range(session.sizes[seat]):
            card = session.catches[seat, place]
            session.held[seat, card] += 1
            species, value = card >> 2, (card & 3) + 1
            if value > session.best[seat, species]:
                session.best[seat, species] = value


@kernel
def copy_session(source: SessionArrays, target: SessionArrays) -> None:
    """Copy a session into the arrays of another, less its dice."""
    target.scalars[:] = source.scalars
    target.stocks[:] = source.stocks
    target.species_left[:] = source.species_left
    target.in_row[:] = source.in_row
    target.copies_left[:] = source.copies_left
    target.held[:] = source.held
    target.best[:] = source.best
    target.sizes[:] = source.sizes
    for place in range(source.scalars[DECK_SIZE]):
        target.deck[place] = source.deck[place]
    for place in range(source.scalars[ROW_SIZE]):
        target.row[place] = source.row[place]
    for seat in range(len(source.sizes)):
        for place in range(source.sizes[seat]):
            target.catches[seat, place] = source.catches[seat, place]


@kernel
def shuffle_deck(session: SessionArrays) -> None:
    """Put the deck into a random order."""
    deck = session.deck
    for place in range(session.scalars[DECK_SIZE] - 1, 0, -1):
        other = below(session.dice, place + 1)
        deck[place], deck[other] = deck[other], deck[place]


@kernel
def second_best(held: Numbers, species: int, best: int) -> int:
    """The highest value of a species in `held` [40] without one card of the best value."""
    if held[VALUES * species + best - 1] > 1:
        return best
    for value in range(best - 1, 0, -1):
        if held[VALUES * species + value - 1] > 0:
            return value
    return 0


@kernel
def _move_blind(session: SessionArrays, giver: int, taker: int) -> None:
    """Hand over one card that is drawn blind (S18)."""
    sizes, catches = session.sizes, session.catches
    place = below(session.dice, sizes[giver])
    card = catches[giver, place]
    species, value = card >> 2, (card & 3) + 1
    if session.best[giver, species] == value:
        session.best[giver, species] = second_best(session.held[giver], species, value)
    if session.best[taker, species] < value:
        session.best[taker, species] = value
    sizes[giver] -= 1
    catches[giver, place] = catches[giver, sizes[giver]]
    catches[taker, sizes[taker]] = card
    sizes[taker] += 1
    session.held[giver, card] -= 1
    session.held[taker, card] += 1


@kernel
def _rob(session: SessionArrays, robber: int, action: int) -> None:
    """Roll the die and move the cards (S10 to S12, S20)."""
    victim, number = victim_in(action), number_in(action)
    face = below(session.dice, 6)
    roll = 3 if face > 3 else 2 if face == 3 else 1 if face > 0 else -1
    if roll == -1:
        if session.sizes[robber] > 0:
            _move_blind(session, robber, victim)
    elif roll >= number:
        for _ in range(number):
            _move_blind(session, victim, robber)


@small_kernel
def keep_row(session: SessionArrays, kept: int) -> None:
    """Put the first `kept` cards of the row into the catch (S6, S7), and pass the turn (S3)."""
    seat = session.scalars[TURN]
    for place in range(kept):
        card = session.row[place]
        session.catches[seat, session.sizes[seat]] = card
        session.sizes[seat] += 1
        session.held[seat, card] += 1
        species, value = card >> 2, (card & 3) + 1
        if value > session.best[seat, species]:
            session.best[seat, species] = value
    session.scalars[ROW_SIZE] = 0
    session.in_row[:] = 0
    session.scalars[TURN] = (seat + 1) % len(session.sizes)


@small_kernel
def turn_up(session: SessionArrays) -> bool:
    """Turn up the next card (S4 to S8, S21). Returns whether it was an octopus, after which the player may rob."""
    session.scalars[DECK_SIZE] -= 1
    card = session.deck[session.scalars[DECK_SIZE]]
    session.copies_left[card] -= 1
    if card == FISH:
        session.scalars[ROW_SIZE] = 0
        session.scalars[OCTOPUSES] -= 1
        session.in_row[:] = 0
        return True
    species = card >> 2
    session.stocks[species] -= STOCK_WEIGHTS[card & 3]
    session.species_left[species] -= 1
    if session.in_row[species]:
        kept = 0
        while session.row[kept] >> 2 != species:
            kept += 1
        keep_row(session, kept)
        return False
    session.in_row[species] = 1
    session.row[session.scalars[ROW_SIZE]] = card
    session.scalars[ROW_SIZE] += 1
    if session.scalars[DECK_SIZE] == 0:
        keep_row(session, session.scalars[ROW_SIZE])
    return False


@small_kernel
def play_action(session: SessionArrays, action: int) -> None:
    """Play any action but turning up a card, and end the turn."""
    if action > ACTION_LEAVE:
        _rob(session, session.scalars[TURN], action)
    keep_row(session, session.scalars[ROW_SIZE] if action == ACTION_STOP else 0)
