"""The rules and the compiled game, side by side: random matches on both, and whatever differs.

Cards are turned up from the kernel's shuffled deck, and a robbery is rolled and drawn by the kernel; the rules
must allow just that. Compared are every moment of a turn, all that is counted between two turns, what a session
brings, who begins the next one, and who has won.
"""

import random
from collections import Counter
from typing import Final

import numpy as np

from shoal.core import IllegalStep
from shoal.core.numba_kernels import Reals
from shoal.games.smallfry.cards import OCTOPUS, Card
from shoal.games.smallfry.engine.match_equity import FEWEST, YOUNGEST, Match, first_seat, share_out
from shoal.games.smallfry.engine.opponent_model import begin_sea, prospects_for
from shoal.games.smallfry.engine.sessions import (
    FIRST_LEAVE,
    FIRST_ROB,
    FIRST_STOP,
    STOCK,
    Sea,
    copy_sea,
    new_sea,
    plan_robbery,
    shuffle,
    take_first,
    turn_up,
)
from shoal.games.smallfry.options import Options
from shoal.games.smallfry.scoring import best_values
from shoal.games.smallfry.state import State, opening
from shoal.games.smallfry.steps import FLIP, LEAVE, MAX_PLAYERS, ROBS, STOP, TURN_UPS, Leave, Rob, Roll, Take

__all__ = ["Difference", "any_terms", "compare_match"]

#: Targets that end a match after one session, or after some.
_TARGETS: Final = (1, 1, 1, 20, 30, 45, 77)
#: Chances of those who stop now and then.
_TEMPERS: Final = (0.0, 0.1, 0.3, 0.6, 1.0)


class Difference(Exception):
    """The two disagree."""


def any_terms(rng: random.Random) -> Options:
    """Any number of players, any options."""
    return Options(
        players=rng.randint(2, MAX_PLAYERS),
        target=rng.choice(_TARGETS),
        next_session=rng.choice(("youngest", "fewest")),
        memory=rng.choice(("closed", "open")),
    )


def compare_match(terms: Options, rng: random.Random) -> int:
    """Play one match at random on both. Returns how many moments were compared."""
    state, begins = opening(terms), FEWEST if terms.next_session == "fewest" else YOUNGEST
    start, sea = begin_sea(terms.players), new_sea(terms.players)
    sea.dice[0] = rng.getrandbits(62) | 1
    totals = np.zeros(terms.players)
    moments = 0
    while state.to_act:
        copy_sea(start, sea)
        sea.now[0] = first_seat(totals, begins)
        shuffle(sea)
        session = state.session
        tempers = [rng.choice(_TEMPERS) for _ in range(terms.players)]
        while state.to_act and state.session == session:
            _compare(sea, state)
            moments += 1
            state = _go_on(sea, state, tempers[state.turn], rng)
        worths = sea.best.sum(axis=1)
        _expect("a session brings", worths.tolist(), list(state.sheet[-1]))
        totals += worths
        _compare_end(totals, terms, begins, state)
    return moments


def _go_on(sea: Sea, state: State, temper: float, rng: random.Random) -> State:
    """One step of a seat and what follows from it, on both."""
    if state.phase == "octopus":
        return _rob(sea, state, rng)
    if state.phase == "choice" and rng.random() < temper:
        take_first(sea, FIRST_STOP)
        return state.play(STOP)
    card = int(sea.deck[sea.now[1] - 1])
    octopus = turn_up(sea)
    _expect("an octopus", octopus, card == OCTOPUS)
    after = state.play(FLIP).play(TURN_UPS[card])
    # The rules pass on by themselves when there is nobody to rob (S19).
    if octopus and after.phase != "octopus":
        take_first(sea, FIRST_LEAVE)
    return after


def _rob(sea: Sea, state: State, rng: random.Random) -> State:
    """A robbery at random, or the one a habit plans; the die and the cards are the kernel's."""
    legal = state.legal(state.turn)
    step = rng.choice(legal)
    if rng.random() < 0.3:
        planned = _step_of(plan_robbery(sea, _any_habit(rng), prospects_for()[0])[0])
        if planned not in legal:
            raise Difference(f"planned {planned}, legal are {', '.join(map(str, legal))}")
        step = planned
    if not isinstance(step, Rob):
        take_first(sea, FIRST_LEAVE)
        return state.play(LEAVE)
    take_first(sea, FIRST_ROB + 3 * step.victim + step.number - 1)
    robber = state.turn
    lost, won = (_moved(state.catches[seat], sea, seat) for seat in (robber, step.victim))
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


def _moved(before: bytes, sea: Sea, seat: int) -> list[Card]:
    """The cards that a seat has no more."""
    return sorted((Counter(before) - Counter(sea.catches[seat, : sea.sizes[seat]].tolist())).elements())


def _step_of(first: int) -> Rob | Leave:
    return LEAVE if first == FIRST_LEAVE else ROBS[(first - FIRST_ROB) // 3][(first - FIRST_ROB) % 3]


def _any_habit(rng: random.Random) -> Reals:
    return np.array([rng.choice((0, 4)), rng.randint(0, 3), 0.1, 0.5, 0.05])


def _compare(sea: Sea, state: State) -> None:
    """This moment; between two turns also all that is counted besides."""
    _expect(
        "turn, deck, row, octopuses",
        sea.now.tolist(),
        [state.turn, len(state.deck), len(state.row), state.deck.count(OCTOPUS)],
    )
    _expect("row", sea.row[: sea.now[2]].tolist(), list(state.row))
    if state.phase != "begin":
        return
    undrawn = [state.deck.count(card) for card in range(OCTOPUS + 1)]
    by_species = np.array(undrawn[:OCTOPUS]).reshape(-1, 4)
    _expect("deck", np.bincount(sea.deck[: sea.now[1]], minlength=OCTOPUS + 1).tolist(), undrawn)
    _expect("undrawn", sea.undrawn.tolist(), undrawn)
    _expect("left", sea.left.tolist(), by_species.sum(axis=1).tolist())
    _expect("stocks", sea.stocks.tolist(), (by_species @ STOCK).tolist())
    _expect("species in the row", sea.in_row.tolist(), [0] * len(by_species))
    for seat, catch in enumerate(state.catches):
        held = [catch.count(card) for card in range(OCTOPUS)]
        lying = sea.catches[seat, : sea.sizes[seat]]
        _expect("catch", np.bincount(lying, minlength=OCTOPUS).tolist(), held)
        _expect("held", sea.held[seat].tolist(), held)
        _expect("best", sea.best[seat].tolist(), best_values(catch))


def _compare_end(totals: Reals, terms: Options, begins: int, state: State) -> None:
    """Whether the match is over, and who has won (S16, S23)."""
    _expect("totals", totals.tolist(), list(state.scores))
    shares = np.zeros(terms.players)
    one = np.array([terms.target, begins, terms.target, 1, terms.target], dtype=np.int64)
    over = share_out(totals.copy(), Match(one, np.zeros(terms.players)), shares)
    _expect("over", over, state.result is not None)
    if state.result is not None:
        winners = tuple(np.flatnonzero(shares).tolist())
        _expect("winners", winners, state.result.winners)


def _expect(what: str, kernel: object, rules: object) -> None:
    if kernel != rules:
        raise Difference(f"{what}: the kernel has {kernel}, the rules {rules}")
