"""Lookahead: flip or stop, rob or leave, over the exact deck, with the value network where a turn may end.

A turn is looked at card by card: every card that may come, as often as it is in the deck, for one card ahead or two;
a player who may still choose there chooses best (an expectimax). Where the turn ends, what all players may expect from
the session (`value_network.py`) is turned into the mover's chance to win the match (`utility.py`).
"""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel
from shoal.games.smallfry.engine.rules_kernel import (
    ACTION_LEAVE,
    DECK_SIZE,
    FISH,
    OCTOPUSES,
    ROW_SIZE,
    STOCK_WEIGHTS,
    TURN,
    VALUES,
    SessionArrays,
    number_in,
    rob_action,
    victim_in,
)
from shoal.games.smallfry.engine.utility import (
    AT_CENTRE,
    CURVE_HALF,
    CURVE_POINTS,
    SPACING,
    Utility,
    read_grid,
)
from shoal.games.smallfry.engine.value_network import ValueNetwork, add_species, expected_points, fill_accumulator

__all__ = [
    "best_robbery",
    "flip_gain",
    "robbery_estimate",
    "value_of_flipping",
    "value_of_robbing",
    "value_of_stopping",
]

#: What announcing two cards brings, in cards: half of all rolls, two cards, some overlap.
_TWO_CARDS: Final = 0.96


@kernel
def _utility_now(session: SessionArrays, network: ValueNetwork, utility: Utility) -> float:
    """The mover's utility once their turn is over and the cards lie as they were counted."""
    players, mover = len(session.sizes), session.scalars[TURN]
    following = (mover + 1) % players
    if players == 2:
        mine = expected_points(session, network, utility.accumulator, mover, following, mover) - utility.centre[mover]
        other = (
            expected_points(session, network, utility.accumulator, following, following, mover)
            - utility.centre[following]
        )
        return read_grid(utility.curves, mine, other)
    total = utility.scale[AT_CENTRE]
    for seat in range(players):
        expected = expected_points(session, network, utility.accumulator, seat, following, mover)
        place = (expected - utility.centre[seat]) / utility.scale[SPACING] + CURVE_HALF
        low = min(max(int(np.floor(place)), 0), CURVE_POINTS - 2)
        curve = utility.curves[seat]
        total += curve[low] + (place - low) * (curve[low + 1] - curve[low])
    return float(total)


@kernel
def _best_held(held: Numbers, species: int) -> int:
    """The best value of a species in `held` [40]; 0 where there is none."""
    for value in range(VALUES, 0, -1):
        if held[VALUES * species + value - 1] > 0:
            return value
    return 0


@kernel
def _add_copies(session: SessionArrays, card: int, seat: int, copies: int) -> None:
    """Add copies of a card to all that is counted of a catch, or take them away; not to the list of its cards."""
    session.held[seat, card] += copies
    session.sizes[seat] += copies
    session.best[seat, card >> 2] = _best_held(session.held[seat], card >> 2)


@kernel
def _give_card(session: SessionArrays, network: ValueNetwork, utility: Utility, card: int, seat: int) -> None:
    """Put a card into a catch, and count it."""
    add_species(session, network, utility.accumulator, card >> 2, -1)
    _add_copies(session, card, seat, 1)
    add_species(session, network, utility.accumulator, card >> 2, 1)


@kernel
def value_of_stopping(session: SessionArrays, network: ValueNetwork, utility: Utility, kept: int) -> float:
    """The mover's utility when the first `kept` cards of the row become theirs (S6, S7)."""
    for place in range(kept):
        _add_copies(session, session.row[place], session.scalars[TURN], 1)
    fill_accumulator(session, network, utility.accumulator)
    value = _utility_now(session, network, utility)
    for place in range(kept):
        _add_copies(session, session.row[place], session.scalars[TURN], -1)
    return value


@kernel
def _value_after_card(session: SessionArrays, network: ValueNetwork, utility: Utility, card: int, kept: int) -> float:
    """The mover's utility when a card leaves the deck, and goes into their catch (`kept` 1) or not (0)."""
    species, mover = card >> 2, session.scalars[TURN]
    add_species(session, network, utility.accumulator, species, -1)
    session.stocks[species] -= STOCK_WEIGHTS[card & 3]
    _add_copies(session, card, mover, kept)
    add_species(session, network, utility.accumulator, species, 1)
    value = _utility_now(session, network, utility)
    add_species(session, network, utility.accumulator, species, -1)
    session.stocks[species] += STOCK_WEIGHTS[card & 3]
    _add_copies(session, card, mover, -kept)
    add_species(session, network, utility.accumulator, species, 1)
    return value


@kernel
def _sum_of_ends(
    session: SessionArrays, network: ValueNetwork, utility: Utility, robbery: float, stopped: Reals
) -> float:
    """The mover's utility summed over all cards that end the turn (S7, S8), each physical card once.

    `stopped` [40] receives, by card of a new species, the utility when the mover stops after it (S6).
    """
    scalars, mover = session.scalars, session.scalars[TURN]
    total = 0.0
    scalars[DECK_SIZE] -= 1
    fill_accumulator(session, network, utility.accumulator)
    for place in range(scalars[ROW_SIZE]):
        # A double of this card keeps what lies to the left of it.
        species = session.row[place] >> 2
        for card in range(VALUES * species, VALUES * species + VALUES):
            if session.copies_left[card] > 0:
                total += session.copies_left[card] * _value_after_card(session, network, utility, card, 0)
        _give_card(session, network, utility, session.row[place], mover)
    for card in range(FISH):
        if session.copies_left[card] > 0 and session.in_row[card >> 2] == 0:
            stopped[card] = _value_after_card(session, network, utility, card, 1)
    for place in range(scalars[ROW_SIZE]):
        _add_copies(session, session.row[place], mover, -1)
    octopuses = scalars[OCTOPUSES]
    if octopuses > 0:
        scalars[OCTOPUSES] -= 1
        total += octopuses * (value_of_stopping(session, network, utility, 0) + robbery)
        scalars[OCTOPUSES] += 1
    scalars[DECK_SIZE] += 1
    return total


@kernel
def _lay_card(session: SessionArrays, card: int) -> None:
    """Put a card from the deck at the end of the row (S4)."""
    session.row[session.scalars[ROW_SIZE]] = card
    session.in_row[card >> 2] = 1
    session.copies_left[card] -= 1
    session.stocks[card >> 2] -= STOCK_WEIGHTS[card & 3]
    session.scalars[DECK_SIZE] -= 1
    session.scalars[ROW_SIZE] += 1


@kernel
def _take_back(session: SessionArrays) -> None:
    """Put the last card of the row back into the deck."""
    session.scalars[DECK_SIZE] += 1
    session.scalars[ROW_SIZE] -= 1
    card = session.row[session.scalars[ROW_SIZE]]
    session.in_row[card >> 2] = 0
    session.copies_left[card] += 1
    session.stocks[card >> 2] += STOCK_WEIGHTS[card & 3]


@kernel
def _flip_once(session: SessionArrays, network: ValueNetwork, utility: Utility, robbery: float) -> float:
    """The mover's utility when they turn up exactly one more card."""
    stopped = np.zeros(FISH)
    total = _sum_of_ends(session, network, utility, robbery, stopped)
    for card in range(FISH):
        total += session.copies_left[card] * stopped[card]
    return float(total / session.scalars[DECK_SIZE])


@kernel
def _flip_twice(session: SessionArrays, network: ValueNetwork, utility: Utility, robbery: float) -> float:
    """The mover's utility when they turn up a card, and may turn up another one after it."""
    stopped = np.zeros(FISH)
    total = _sum_of_ends(session, network, utility, robbery, stopped)
    for card in range(FISH):
        copies, value = session.copies_left[card], stopped[card]
        if copies > 0 and session.in_row[card >> 2] == 0:
            if session.scalars[DECK_SIZE] > 1:
                _lay_card(session, card)
                value = max(value, _flip_once(session, network, utility, robbery))
                _take_back(session)
            total += copies * value
    return float(total / session.scalars[DECK_SIZE])


@kernel
def value_of_flipping(
    session: SessionArrays, network: ValueNetwork, utility: Utility, robbery: float, cards_ahead: int
) -> float:
    """The mover's utility when they turn up a card now, looking one card ahead, or two.

    `robbery` is what an octopus's robbery adds, compared with leaving.
    """
    if cards_ahead == 1:
        return _flip_once(session, network, utility, robbery)
    return _flip_twice(session, network, utility, robbery)


@kernel
def _hand_over(
    session: SessionArrays, network: ValueNetwork, utility: Utility, card: int, giver: int, taker: int
) -> None:
    """Move a card in all that is counted; it keeps its index in `catches`, so that indices keep their meaning."""
    add_species(session, network, utility.accumulator, card >> 2, -1)
    _add_copies(session, card, giver, -1)
    _add_copies(session, card, taker, 1)
    add_species(session, network, utility.accumulator, card >> 2, 1)


@kernel
def _sum_of_single_cards(
    session: SessionArrays, network: ValueNetwork, utility: Utility, giver: int, taker: int, size: int, start: int
) -> float:
    """The sum of the mover's utility over the first `size` cards of the giver's, from `start` on.

    The accumulator must be filled.
    """
    total = 0.0
    for place in range(start, size):
        card = session.catches[giver, place]
        _hand_over(session, network, utility, card, giver, taker)
        total += _utility_now(session, network, utility)
        _hand_over(session, network, utility, card, taker, giver)
    return total


@kernel
def _sum_of_pairs(
    session: SessionArrays, network: ValueNetwork, utility: Utility, giver: int, taker: int, size: int, start: int
) -> float:
    """The same over all pairs of cards."""
    total = 0.0
    for place in range(start, size - 1):
        card = session.catches[giver, place]
        _hand_over(session, network, utility, card, giver, taker)
        total += _sum_of_single_cards(session, network, utility, giver, taker, size, place + 1)
        _hand_over(session, network, utility, card, taker, giver)
    return total


@kernel
def _sum_of_triples(
    session: SessionArrays, network: ValueNetwork, utility: Utility, giver: int, taker: int, size: int
) -> float:
    """The same over all sets of three cards."""
    total = 0.0
    for place in range(size - 2):
        card = session.catches[giver, place]
        _hand_over(session, network, utility, card, giver, taker)
        total += _sum_of_pairs(session, network, utility, giver, taker, size, place + 1)
        _hand_over(session, network, utility, card, taker, giver)
    return total


@kernel
def _value_of_blind_cards(
    session: SessionArrays, network: ValueNetwork, utility: Utility, giver: int, taker: int, number: int
) -> float:
    """The mover's utility when `number` cards are drawn blind (S18): the average over all sets of cards."""
    size = session.sizes[giver]
    fill_accumulator(session, network, utility.accumulator)
    if number == 1:
        return float(_sum_of_single_cards(session, network, utility, giver, taker, size, 0) / size)
    if number == 2:
        return float(_sum_of_pairs(session, network, utility, giver, taker, size, 0) / (size * (size - 1) / 2))
    triples = size * (size - 1) * (size - 2) / 6
    return float(_sum_of_triples(session, network, utility, giver, taker, size) / triples)


@kernel
def value_of_robbing(session: SessionArrays, network: ValueNetwork, utility: Utility, action: int) -> float:
    """The mover's utility when they rob, or leave, with an octopus on the table (S9 to S12, S18)."""
    leaving = value_of_stopping(session, network, utility, 0)
    if action == ACTION_LEAVE:
        return leaving
    robber = session.scalars[TURN]
    victim, number = victim_in(action), number_in(action)
    backfires = leaving
    if session.sizes[robber] > 0:
        backfires = _value_of_blind_cards(session, network, utility, robber, victim, 1)
    succeeds = _value_of_blind_cards(session, network, utility, victim, robber, number)
    faces = 5 if number == 1 else 3 if number == 2 else 2
    return (backfires + faces * succeeds + (5 - faces) * leaving) / 6


@kernel
def best_robbery(session: SessionArrays, network: ValueNetwork, utility: Utility, max_number: int) -> tuple[int, float]:
    """The best action after an octopus, announcing at most `max_number`, and what it adds to leaving."""
    robber = session.scalars[TURN]
    leaving = value_of_stopping(session, network, utility, 0)
    choice, highest = ACTION_LEAVE, leaving
    for victim in range(len(session.sizes)):
        if victim == robber:
            continue
        for number in range(1, min(max_number, session.sizes[victim]) + 1):
            action = rob_action(victim, number)
            value = value_of_robbing(session, network, utility, action)
            if value > highest:
                choice, highest = action, value
    return choice, highest - leaving


@kernel
def robbery_estimate(session: SessionArrays, network: ValueNetwork, utility: Utility) -> float:
    """About what `best_robbery` would add, from single cards: a second card brings hardly less than the first."""
    robber = session.scalars[TURN]
    leaving = value_of_stopping(session, network, utility, 0)
    highest = 0.0
    for victim in range(len(session.sizes)):
        size, own = session.sizes[victim], session.sizes[robber]
        if victim == robber or size == 0:
            continue
        card = _value_of_blind_cards(session, network, utility, victim, robber, 1) - leaving
        gain = card * (5 / 6 if size == 1 else _TWO_CARDS)
        if own > 0:
            gain += (_value_of_blind_cards(session, network, utility, robber, victim, 1) - leaving) / 6
        highest = max(highest, gain)
    return highest


@kernel
def flip_gain(session: SessionArrays, network: ValueNetwork, utility: Utility, cards_ahead: int) -> float:
    """What turning up another card adds to stopping."""
    robbery = 0.0
    if session.scalars[OCTOPUSES] > 0:
        robbery = robbery_estimate(session, network, utility)
    stopping = value_of_stopping(session, network, utility, session.scalars[ROW_SIZE])
    return value_of_flipping(session, network, utility, robbery, cards_ahead) - stopping
