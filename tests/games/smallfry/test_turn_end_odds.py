"""How a turn ends, against counting every order of the deck and against walking the real rules."""

import itertools
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from shoal.core import CHANCE
from shoal.games.smallfry.cards import BOX, OCTOPUS, same_species, sort
from shoal.games.smallfry.state import State
from shoal.games.smallfry.turn_end_odds import TurnEnd, turn_end

Make = Callable[..., State]


def _by_counting(row: bytes, deck: bytes, length: int) -> TurnEnd:
    """Every order of the physical cards once."""
    orders = list(itertools.permutations(range(len(deck))))
    each = Fraction(1, len(orders))
    stop = octopus = Fraction(0)
    doubles = [Fraction(0)] * (len(row) + max(0, min(length - len(row), len(deck)) - 1))
    for order in orders:
        laid = row
        for place in order:
            if len(laid) >= length:
                stop += each
                break
            card = deck[place]
            if card == OCTOPUS:
                octopus += each
                break
            twin = same_species(laid, card)
            if twin >= 0:
                doubles[twin] += each
                break
            laid += bytes([card])
        else:
            stop += each
    return TurnEnd(stop, octopus, tuple(doubles))


@pytest.mark.parametrize("seed", range(40))
def test_it_equals_counting_every_order_of_a_small_deck(seed: int) -> None:
    rng = random.Random(seed)
    cards = list(BOX)
    rng.shuffle(cards)
    row: list[int] = []
    while len(row) < rng.randint(0, 4):
        card = cards.pop()
        if card != OCTOPUS and same_species(bytes(row), card) < 0:
            row.append(card)
    # Few species, so that doubles are likely.
    near = [card for card in cards if card == OCTOPUS or card < 24]
    deck = sort(near[: rng.randint(1, 6)])
    length = rng.randint(max(1, len(row)), 8)
    assert turn_end(bytes(row), deck, length) == _by_counting(bytes(row), deck, length)


def _by_the_rules(state: State, length: int) -> tuple[Fraction, Fraction, dict[int, Fraction]]:
    """Walk the rules' own chance steps with their probabilities; a turn's end is told by what it kept."""
    begun = len(state.row)
    todo = [(state.play(state.parse("flip")), Fraction(1))]
    stop = octopus = Fraction(0)
    doubles: dict[int, Fraction] = {}
    while todo:
        now, weight = todo.pop()
        if now.to_act == (CHANCE,):
            chance = now.chance()
            for step in chance.steps:
                after = now.play(step)
                part = weight * chance.probability(step)
                if str(step) == "=octopus":
                    octopus += part
                elif after.phase == "choice":
                    todo.append((after, part))
                else:
                    kept = len(after.catches[state.turn]) - len(state.catches[state.turn])
                    if kept == len(now.row) + 1:
                        stop += part
                    else:
                        doubles[kept] = doubles.get(kept, Fraction(0)) + part
            continue
        if len(now.row) >= length:
            stop += weight
        else:
            todo.append((now.play(now.parse("flip")), weight))
    assert begun <= length
    return stop, octopus, doubles


@pytest.mark.parametrize("length", [1, 2, 3])
def test_it_equals_walking_the_rules_from_the_whole_box(situation: Make, length: int) -> None:
    state = situation()
    end = turn_end(state.row, state.deck, length)
    stop, octopus, doubles = _by_the_rules(state, length)
    assert (end.stop, end.octopus) == (stop, octopus)
    assert {place: chance for place, chance in enumerate(end.doubles) if chance} == doubles


def test_it_equals_walking_the_rules_from_the_middle_of_a_turn(situation: Make) -> None:
    state = situation(row="eel3 ray1", catches=("boxfish4 sunfish2", "eel4 ray4 ray2"), phase="choice")
    end = turn_end(state.row, state.deck, 4)
    stop, octopus, doubles = _by_the_rules(state, 4)
    assert (end.stop, end.octopus) == (stop, octopus)
    assert {place: chance for place, chance in enumerate(end.doubles) if chance} == doubles


@pytest.mark.parametrize("length", range(1, 12))
def test_the_chances_of_a_real_deck_add_up_to_one(length: int) -> None:
    end = turn_end(b"", BOX, length)
    assert end.stop + end.octopus + sum(end.doubles) == 1


def test_known_chances_of_the_first_turn() -> None:
    """Worked out by hand: the second card is one of five of the same species, of 65."""
    end = turn_end(b"", BOX, 2)
    assert end.octopus == Fraction(6, 66) + Fraction(60, 66) * Fraction(6, 65)
    assert end.doubles == (Fraction(60, 66) * Fraction(5, 65),)
    assert end.stop == Fraction(60, 66) * Fraction(54, 65)


def test_who_has_enough_cards_stops_for_certain() -> None:
    assert turn_end(bytes([8, 24]), BOX, 2) == TurnEnd(Fraction(1), Fraction(0), (Fraction(0), Fraction(0)))
