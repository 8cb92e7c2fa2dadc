"""Rollouts: a session is played on to its end, each player by a policy that takes microseconds.

A policy is a row of five numbers: it stops at a given number of cards, or weighs one more card over the deck. It
counts what a species may be expected to bring by the end of the session (`species_values.py`), so that an early 1 is
worth less than it says. The rules are in `rules_kernel.py`.
"""

from typing import Final

from shoal.core.numba_kernels import Numbers, Reals, kernel, small_kernel
from shoal.games.smallfry.engine.rules_kernel import (
    ACTION_FLIP,
    ACTION_LEAVE,
    DECK_SIZE,
    MAX_ROBBED,
    OCTOPUSES,
    ROW_SIZE,
    SPECIES,
    STOCKS,
    TURN,
    SessionArrays,
    copy_session,
    keep_row,
    play_action,
    rob_action,
    second_best,
    shuffle_deck,
    turn_up,
)

__all__ = [
    "ANNOUNCES",
    "EAGERNESS",
    "NO_SEAT",
    "OVERLAP",
    "POLICY_NUMBERS",
    "SEED_STRIDE",
    "SPITE",
    "STOP_AFTER",
    "choose_robbery",
    "flip_advantage",
    "play_out",
    "play_sessions",
]

#: Stands for a seat where there is none.
NO_SEAT: Final = -1
#: An odd constant that spreads consecutive seeds.
SEED_STRIDE: Final = 0x1E3779B97F4A7C15

#: Indices of a policy. Stop at this number of cards, or 0 to weigh one more card.
STOP_AFTER: Final = 0
#: The number that is announced to the largest catch, or 0 to weigh victims and numbers.
ANNOUNCES: Final = 1
#: The value of turning up a card in itself: no other player gets it.
EAGERNESS: Final = 2
#: The value of a point that another player loses, in own points.
SPITE: Final = 3
#: What each further card of an announcement costs, as a share of its value, because drawn cards may overlap.
OVERLAP: Final = 4
POLICY_NUMBERS: Final = 5


@kernel
def _blind_card_value(
    session: SessionArrays, giver: int, taker: int, won_weight: float, lost_weight: float, species_values: Reals
) -> float:
    """The average value of one blind card: what the taker wins and what the giver loses, each with its weight."""
    total = 0.0
    for place in range(session.sizes[giver]):
        card = session.catches[giver, place]
        species, value = card >> 2, (card & 3) + 1
        stock = session.stocks[species]
        reached = session.best[taker, species]
        if value > reached:
            total += won_weight * (species_values[value * STOCKS + stock] - species_values[reached * STOCKS + stock])
        if value == session.best[giver, species]:
            second = second_best(session.held[giver], species, value)
            total += lost_weight * (species_values[value * STOCKS + stock] - species_values[second * STOCKS + stock])
    return float(total / session.sizes[giver])


@small_kernel
def _rob_largest_catch(session: SessionArrays, robber: int, number: int) -> int:
    """The action of robbing the largest catch of up to `number` cards."""
    players = len(session.sizes)
    largest = -1
    for offset in range(1, players):
        seat = (robber + offset) % players
        if session.sizes[seat] > 0 and (largest < 0 or session.sizes[seat] > session.sizes[largest]):
            largest = seat
    if largest < 0:
        return ACTION_LEAVE
    return int(rob_action(largest, min(number, session.sizes[largest])))


@kernel
def choose_robbery(session: SessionArrays, policy: Reals, species_values: Reals) -> tuple[int, float]:
    """The robbery that a policy [5] chooses now, as an action, and its value; `species_values` is [180]."""
    robber = session.scalars[TURN]
    if policy[ANNOUNCES] > 0:
        return _rob_largest_catch(session, robber, int(policy[ANNOUNCES])), 0.0
    choice, highest = ACTION_LEAVE, 0.0
    for victim in range(len(session.sizes)):
        if victim == robber or session.sizes[victim] == 0:
            continue
        risk = 0.0
        if session.sizes[robber] > 0:
            risk = _blind_card_value(session, robber, victim, policy[SPITE], 1.0, species_values) / 6
        card = _blind_card_value(session, victim, robber, 1.0, policy[SPITE], species_values)
        for number in range(1, min(MAX_ROBBED, session.sizes[victim]) + 1):
            chance = 5 / 6 if number == 1 else 3 / 6 if number == 2 else 2 / 6
            value = chance * card * number * (1 - policy[OVERLAP] * (number - 1)) - risk
            if value > highest:
                choice, highest = rob_action(victim, number), value
    return choice, highest


@small_kernel
def _row_gain(session: SessionArrays, card: int, species_values: Reals) -> float:
    """What a card in the row adds to what the player at turn may expect of its species."""
    species, value = card >> 2, (card & 3) + 1
    reached = session.best[session.scalars[TURN], species]
    if value <= reached:
        return 0.0
    stock = session.stocks[species]
    return float(species_values[value * STOCKS + stock] - species_values[reached * STOCKS + stock])


@kernel
def _fill_row_gains(session: SessionArrays, species_values: Reals) -> None:
    for place in range(session.scalars[ROW_SIZE]):
        session.row_gains[place] = _row_gain(session, session.row[place], species_values)


@small_kernel
def _flip_score(session: SessionArrays, policy: Reals, flip_gains: Reals, robbery: float) -> float:
    """What exactly one more card is thought to bring, times the deck's size; above 0 the player goes on.

    `robbery` is the value of the robbery that an octopus allows.
    """
    length = session.scalars[ROW_SIZE]
    if policy[STOP_AFTER] > 0:
        return float(policy[STOP_AFTER] - length)
    best = session.best[session.scalars[TURN]]
    total = 0.0
    for species in range(SPECIES):
        if session.in_row[species] == 0:
            total += flip_gains[best[species] * STOCKS + session.stocks[species]]
    tail = 0.0
    for place in range(length - 1, -1, -1):
        tail += session.row_gains[place]
        total -= session.species_left[session.row[place] >> 2] * tail
    total += session.scalars[OCTOPUSES] * (robbery - tail)
    return float(total + policy[EAGERNESS] * session.scalars[DECK_SIZE])


@kernel
def flip_advantage(session: SessionArrays, policy: Reals, species_values: Reals, flip_gains: Reals) -> float:
    """What exactly one more card is thought to bring, compared with stopping; above 0 the policy goes on."""
    _fill_row_gains(session, species_values)
    robbery = choose_robbery(session, policy, species_values)[1] if session.scalars[OCTOPUSES] > 0 else 0.0
    return float(_flip_score(session, policy, flip_gains, robbery) / session.scalars[DECK_SIZE])


@small_kernel
def _move_to_top(session: SessionArrays, place: int) -> None:
    """Move a card of the deck to where the next one is drawn from."""
    last = session.scalars[DECK_SIZE] - 1
    card = session.deck[place]
    for target in range(place, last):
        session.deck[target] = session.deck[target + 1]
    session.deck[last] = card


@kernel
def play_out(
    session: SessionArrays,
    action: int,
    policies: Reals,
    species_values: Reals,
    flip_gains: Reals,
    points: Numbers,
    compared_seat: int,
) -> None:
    """Play an action, then go on to the end of the session. `points` [players] receives what each catch is worth.

    By seat: `policies` [players, 5], `species_values` and `flip_gains` [players, 180].

    To compare actions of one seat by common random numbers, give it as `compared_seat`: whatever it does, the others
    then draw the same cards and roll the same numbers, as far as that goes. Its own cards come from the bottom of the
    deck, those of this turn from where the deck is likely to end, and each turn has its own dice. In a shuffled deck
    that is as fair as any way.
    """
    scalars, players = session.scalars, len(session.sizes)
    seed, turns = session.dice[0], 0
    _fill_row_gains(session, species_values[scalars[TURN]])
    forced = action == ACTION_FLIP
    if not forced:
        play_action(session, action)
        turns = 1
    robbery, planned = 0.0, False
    while scalars[DECK_SIZE] > 0:
        seat = scalars[TURN]
        if scalars[ROW_SIZE] == 0 and compared_seat != NO_SEAT:
            session.dice[0] = (seed + turns) * SEED_STRIDE | 1
        if not forced and scalars[ROW_SIZE] > 0:
            if not planned and scalars[OCTOPUSES] > 0 and policies[seat, STOP_AFTER] == 0:
                robbery = choose_robbery(session, policies[seat], species_values[seat])[1]
                planned = True
            if _flip_score(session, policies[seat], flip_gains[seat], robbery) <= 0:
                keep_row(session, scalars[ROW_SIZE])
                turns += 1
                planned = False
                continue
        forced = False
        if seat == compared_seat:
            _move_to_top(session, scalars[DECK_SIZE] // players if turns == 0 else 0)
        if turn_up(session):
            play_action(session, choose_robbery(session, policies[seat], species_values[seat])[0])
        elif scalars[ROW_SIZE] > 0:
            last = scalars[ROW_SIZE] - 1
            session.row_gains[last] = _row_gain(session, session.row[last], species_values[seat])
        if scalars[ROW_SIZE] == 0:
            turns += 1
            planned = False
    for seat in range(players):
        points[seat] = 0
        for species in range(SPECIES):
            points[seat] += session.best[seat, species]


@kernel
def play_sessions(
    start: SessionArrays,
    session: SessionArrays,
    policies: Reals,
    species_values: Reals,
    flip_gains: Reals,
    points: Numbers,
) -> None:
    """Play a session from `start` for each line of `points` [sessions, players], each with a new shuffle."""
    session.dice[0] = start.dice[0]
    for line in range(len(points)):
        copy_session(start, session)
        shuffle_deck(session)
        play_out(session, ACTION_FLIP, policies, species_values, flip_gains, points[line], NO_SEAT)
