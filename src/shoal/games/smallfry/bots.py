"""The greedy bot: looks one card ahead over the exact remaining deck, and robs by expected points.

It counts points of the running session only: what a row or a robbery adds to its own catch, and what a
robbery takes from the victim, shared out over the opponents.
"""

import random
from collections import Counter
from math import comb

from shoal import core
from shoal.core import Step
from shoal.games.smallfry.cards import OCTOPUS, same_species, species_of, value_of
from shoal.games.smallfry.scoring import best_values, worth
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import FLIP, LEAVE, STOP, Leave, Rob
from shoal.games.smallfry.view import View

__all__ = ["GreedyBot", "best_robbery", "gain_of_going_on", "gain_of_robbing", "transfer"]

#: The chance that the die shows at least this number, and that it shows -1 (S1).
_AT_LEAST = {1: 5 / 6, 2: 3 / 6, 3: 2 / 6}
_BACKFIRES = 1 / 6


class GreedyBot:
    """Stops as soon as one more card is not expected to bring anything."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: core.View) -> Step:
        state = _own(view).imagine(self._rng)
        if state.phase == "octopus":
            return best_robbery(state)[0]
        if state.phase == "choice" and gain_of_going_on(state) <= 0:
            return STOP
        return FLIP


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of smallfry")
    return view


def gain_of_going_on(state: State) -> float:
    """What turning up exactly one more card is expected to bring, compared with stopping now."""
    catch, row, deck = state.catches[state.turn], state.row, state.deck
    total = 0.0
    for card, copies in Counter(deck).items():
        if card == OCTOPUS:
            total += copies * (worth(catch) + best_robbery(state)[1])
            continue
        twin = same_species(row, card)
        kept = row + bytes((card,)) if twin < 0 else row[:twin]
        total += copies * worth(catch + kept)
    return total / len(deck) - worth(catch + row)


def best_robbery(state: State) -> tuple[Rob | Leave, float]:
    """The robbery with the highest expected gain, and the gain; `LEAVE` where none brings anything."""
    best: tuple[Rob | Leave, float] = (LEAVE, 0.0)
    for rob in state.robs():
        gain = gain_of_robbing(state, rob)
        if gain > best[1]:
            best = (rob, gain)
    return best


def gain_of_robbing(state: State, rob: Rob) -> float:
    """The robber's points won on average, plus the victim's points lost, shared out over the opponents."""
    mine, theirs = state.catches[state.turn], state.catches[rob.victim]
    opponents = len(state.catches) - 1
    lost, won = transfer(theirs, mine, rob.number)
    gain = _AT_LEAST[rob.number] * (won + lost / opponents)
    if mine:
        lost, won = transfer(mine, theirs, 1)
        gain -= _BACKFIRES * (lost + won / opponents)
    return gain


def transfer(giver: bytes, taker: bytes, number: int) -> tuple[float, float]:
    """The points the giver loses and the taker wins, on average, when `number` cards are drawn blind.

    A species is worth one point for each level that its best card reaches. The taker wins a level they
    had not reached when any of the giver's cards at that level is drawn; the giver loses it when all are.
    """
    size = len(giver)
    hands = comb(size, number)
    reached = best_values(taker)
    lost = won = 0.0
    levels = Counter((species_of(card), level) for card in giver for level in range(1, value_of(card) + 1))
    for (species, level), cards in levels.items():
        if cards <= number:
            lost += comb(size - cards, number - cards) / hands
        if level > reached[species]:
            won += 1 - comb(size - cards, number) / hands
    return lost, won
