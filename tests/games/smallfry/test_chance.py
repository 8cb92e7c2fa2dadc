"""Exact odds: of the deck, of the die, of cards drawn blind."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from shoal.core import Chance
from shoal.games.smallfry.cards import CARDS, OCTOPUS, sort
from shoal.games.smallfry.chance import DIE, take_from, turn_up_from
from shoal.games.smallfry.notation import parse_step
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import FLIP, Roll

Make = Callable[..., State]


@pytest.mark.rule("S1", "S3")
def test_the_first_card_comes_from_all_66(situation: Make, play: Make) -> None:
    chance = play(situation(), "flip").chance()
    odds = {str(step): chance.probability(step) for step in chance.steps}
    assert len(odds) == 41
    assert odds["=octopus"] == Fraction(6, 66)
    for species in ("boxfish", "eel", "swordfish"):
        assert [odds[f"={species}{value}"] for value in (1, 2, 3, 4)] == [
            Fraction(2, 66),
            Fraction(2, 66),
            Fraction(1, 66),
            Fraction(1, 66),
        ]
    assert sum(odds.values()) == 1


@pytest.mark.rule("S1")
def test_the_die_shows_its_six_faces() -> None:
    assert [DIE.probability(Roll(face)) for face in (-1, 1, 2, 3)] == [
        Fraction(1, 6),
        Fraction(2, 6),
        Fraction(1, 6),
        Fraction(2, 6),
    ]
    assert DIE.probability(Roll(0)) == 0


def test_the_second_card_is_a_double_with_five_in_sixty_five(situation: Make, play: Make) -> None:
    chance = play(situation(), "flip", "=eel3", "flip").chance()
    assert _odds(chance, "=eel") == Fraction(5, 65)
    assert chance.probability(parse_step("=eel3")) == 0


def test_a_row_of_four_species_is_hit_by_any_of_their_other_cards(situation: Make, play: Make) -> None:
    row = "eel1 ray2 sunfish4 boxfish1"
    chance = play(situation(row=row, catches=("eel2 ray1", ""), phase="choice"), "flip").chance()
    double = sum(_odds(chance, f"={species}") for species in ("eel", "ray", "sun", "box"))
    assert double == Fraction(4 * 6 - 4 - 2, 60)


@pytest.mark.rule("S18")
def test_a_card_taken_blind_is_each_physical_card_alike() -> None:
    chance = take_from(sort([CARDS["eel1"], CARDS["ray4"], CARDS["eel1"]]))
    assert [str(step) for step in chance.steps] == ["=take eel1", "=take ray4"]
    assert chance.probability(parse_step("=take eel1")) == Fraction(2, 3)
    assert chance.probability(parse_step("=take ray4")) == Fraction(1, 3)


def test_steps_of_another_kind_have_no_odds() -> None:
    deck = sort([CARDS["eel1"], OCTOPUS])
    assert turn_up_from(deck).probability(parse_step("=take eel1")) == 0
    assert take_from(sort([CARDS["eel1"]])).probability(parse_step("=eel1")) == 0
    assert turn_up_from(deck).probability(FLIP) == 0


def test_a_draw_counts_off_the_outcomes_in_their_listed_order() -> None:
    chance = turn_up_from(sort([OCTOPUS, CARDS["ray2"], CARDS["eel1"], CARDS["eel1"], OCTOPUS]))
    numbers = iter(range(5))
    drawn = [str(chance.draw(lambda below: next(numbers))) for _ in range(5)]
    assert drawn == ["=eel1", "=eel1", "=ray2", "=octopus", "=octopus"]


def test_draws_follow_the_odds() -> None:
    chance = turn_up_from(sort([OCTOPUS, CARDS["ray2"], CARDS["eel1"], CARDS["eel1"]]))
    rng = random.Random(11)
    seen = Counter(str(chance.draw(rng.randrange)) for _ in range(4000))
    expected = {str(step): float(4000 * chance.probability(step)) for step in chance.steps}
    chi_square = sum((seen[name] - count) ** 2 / count for name, count in expected.items())
    assert chi_square < 13.8  # two degrees of freedom, one in a thousand


def _odds(chance: Chance, prefix: str) -> Fraction:
    """The odds of all outcomes whose notation begins like this."""
    return sum((chance.probability(step) for step in chance.steps if str(step).startswith(prefix)), Fraction(0))
