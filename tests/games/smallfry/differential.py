"""Plays random matches of Small Fry on the rules and the kernel, and raises where they differ.

The kernel's shuffled deck says which cards are turned up, and the kernel rolls and draws for a robbery; the rules
must allow just that. Each moment of a turn is compared, all that is counted between two turns, the points of a
session, who begins the next one, and who has won.
"""

import random
from collections import Counter
from typing import Final

import numpy as np
from tests.games.difference import Difference

from shoal.core import IllegalStep
from shoal.core.numba_kernels import Reals
from shoal.games.smallfry.cards import OCTOPUS, Card
from shoal.games.smallfry.engine.match_equity import FEWEST, YOUNGEST, MatchEquity, fill_win_shares, first_seat
from shoal.games.smallfry.engine.rollouts import choose_robbery
from shoal.games.smallfry.engine.rules_kernel import (
    ACTION_LEAVE,
    ACTION_STOP,
    DECK_SIZE,
    ROW_SIZE,
    STOCK_WEIGHTS,
    TURN,
    SessionArrays,
    copy_session,
    new_session,
    number_in,
    opening_session,
    play_action,
    rob_action,
    shuffle_deck,
    turn_up,
    victim_in,
)
from shoal.games.smallfry.engine.species_values import species_tables
from shoal.games.smallfry.options import Options
from shoal.games.smallfry.scoring import best_values
from shoal.games.smallfry.state import State, opening
from shoal.games.smallfry.steps import FLIP, LEAVE, MAX_PLAYERS, ROBS, STOP, TURN_UPS, Leave, Rob, Roll, Take

__all__ = ["any_options", "compare_match"]

#: Targets that end a match after one session, or after some.
_TARGETS: Final = (1, 1, 1, 20, 30, 45, 77)
#: Chances that a player stops.
_STOP_CHANCES: Final = (0.0, 0.1, 0.3, 0.6, 1.0)


def any_options(rng: random.Random) -> Options:
    """Random options, with any number of players."""
    return Options(
        players=rng.randint(2, MAX_PLAYERS),
        target=rng.choice(_TARGETS),
        next_session=rng.choice(("youngest", "fewest")),
        memory=rng.choice(("closed", "open")),
    )


def compare_match(options: Options, rng: random.Random) -> int:
    """Play one match at random on both; return the number of positions compared. Raises `Difference`."""
    state, begins = opening(options), FEWEST if options.next_session == "fewest" else YOUNGEST
    start, session = opening_session(options.players), new_session(options.players)
    session.dice[0] = rng.getrandbits(62) | 1
    totals = np.zeros(options.players)
    moments = 0
    while state.to_act:
        copy_session(start, session)
        session.scalars[TURN] = first_seat(totals, begins)
        shuffle_deck(session)
        number = state.session
        stop_chances = [rng.choice(_STOP_CHANCES) for _ in range(options.players)]
        while state.to_act and state.session == number:
            _compare(session, state)
            moments += 1
            state = _go_on(session, state, stop_chances[state.turn], rng)
        points = session.best.sum(axis=1)
        _expect("a session brings", points.tolist(), list(state.sheet[-1]))
        totals += points
        _compare_end(totals, options, begins, state)
    return moments


def _go_on(session: SessionArrays, state: State, stop_chance: float, rng: random.Random) -> State:
    """One step of a seat and what follows from it, on both."""
    if state.phase == "octopus":
        return _rob(session, state, rng)
    if state.phase == "choice" and rng.random() < stop_chance:
        play_action(session, ACTION_STOP)
        return state.play(STOP)
    card = int(session.deck[session.scalars[DECK_SIZE] - 1])
    octopus = turn_up(session)
    _expect("an octopus", octopus, card == OCTOPUS)
    after = state.play(FLIP).play(TURN_UPS[card])
    # The rules pass on by themselves when there is nobody to rob (S19).
    if octopus and after.phase != "octopus":
        play_action(session, ACTION_LEAVE)
    return after


def _rob(session: SessionArrays, state: State, rng: random.Random) -> State:
    """A robbery at random, or the one a policy plans; the die and the cards are the kernel's."""
    legal = state.legal(state.turn)
    step = rng.choice(legal)
    if rng.random() < 0.3:
        planned = _step_of(choose_robbery(session, _any_policy(rng), species_tables()[0])[0])
        if planned not in legal:
            raise Difference(f"planned {planned}, legal are {', '.join(map(str, legal))}")
        step = planned
    if not isinstance(step, Rob):
        play_action(session, ACTION_LEAVE)
        return state.play(LEAVE)
    play_action(session, rob_action(step.victim, step.number))
    robber = state.turn
    lost, won = (_moved(state.catches[seat], session, seat) for seat in (robber, step.victim))
    state = state.play(step)
    try:
        return _follow(state, step, lost, won, robber_empty=not state.catches[robber])
    except IllegalStep as refused:
        raise Difference(f"{step}: the kernel moved {lost} and {won}, which the rules refuse: {refused}") from None


def _follow(state: State, step: Rob, lost: list[Card], won: list[Card], *, robber_empty: bool) -> State:
    """By the rules: the roll that fits the cards that moved, and those cards."""
    if lost and won:
        raise Difference(f"{step}: cards moved both ways")
    if lost:
        face = -1
    elif won:
        face = 3
    elif step.number > 1:
        face = 1
    elif robber_empty:
        face = -1
    else:
        raise Difference(f"{step}: nothing moved")
    state = state.play(Roll(face))
    for card in lost or won:
        state = state.play(Take(card))
    return state


def _moved(before: bytes, session: SessionArrays, seat: int) -> list[Card]:
    """The cards that a seat has lost, sorted."""
    return sorted((Counter(before) - Counter(session.catches[seat, : session.sizes[seat]].tolist())).elements())


def _step_of(action: int) -> Rob | Leave:
    return LEAVE if action == ACTION_LEAVE else ROBS[victim_in(action)][number_in(action) - 1]


def _any_policy(rng: random.Random) -> Reals:
    return np.array([rng.choice((0, 4)), rng.randint(0, 3), 0.1, 0.5, 0.05])


def _compare(session: SessionArrays, state: State) -> None:
    """Compare a moment; between two turns also all that is counted besides."""
    _expect(
        "turn, deck, row, octopuses",
        session.scalars.tolist(),
        [state.turn, len(state.deck), len(state.row), state.deck.count(OCTOPUS)],
    )
    _expect("row", session.row[: session.scalars[ROW_SIZE]].tolist(), list(state.row))
    if state.phase != "begin":
        return
    copies_left = [state.deck.count(card) for card in range(OCTOPUS + 1)]
    by_species = np.array(copies_left[:OCTOPUS]).reshape(-1, 4)
    _expect(
        "deck", np.bincount(session.deck[: session.scalars[DECK_SIZE]], minlength=OCTOPUS + 1).tolist(), copies_left
    )
    _expect("copies left", session.copies_left.tolist(), copies_left)
    _expect("species left", session.species_left.tolist(), by_species.sum(axis=1).tolist())
    _expect("stocks", session.stocks.tolist(), (by_species @ STOCK_WEIGHTS).tolist())
    _expect("species in the row", session.in_row.tolist(), [0] * len(by_species))
    for seat, catch in enumerate(state.catches):
        held = [catch.count(card) for card in range(OCTOPUS)]
        lying = session.catches[seat, : session.sizes[seat]]
        _expect("catch", np.bincount(lying, minlength=OCTOPUS).tolist(), held)
        _expect("held", session.held[seat].tolist(), held)
        _expect("best", session.best[seat].tolist(), best_values(catch))


def _compare_end(totals: Reals, options: Options, begins: int, state: State) -> None:
    """Compare whether the match is over, and who has won (S16, S23)."""
    _expect("totals", totals.tolist(), list(state.scores))
    shares = np.zeros(options.players)
    one = np.array([options.target, begins, options.target, 1, options.target], dtype=np.int64)
    over = fill_win_shares(totals.copy(), MatchEquity(one, np.zeros(options.players)), shares)
    _expect("over", over, state.result is not None)
    if state.result is not None:
        winners = tuple(np.flatnonzero(shares).tolist())
        _expect("winners", winners, state.result.winners)


def _expect(what: str, kernel: object, rules: object) -> None:
    if kernel != rules:
        raise Difference(f"{what}: the kernel has {kernel}, the rules {rules}")
