"""What catches are worth."""

import pytest

from shoal.games.smallfry import GAME
from shoal.games.smallfry.cards import CARDS, sort
from shoal.games.smallfry.scoring import best_values, worth


@pytest.mark.rule("S15")
def test_the_worked_example_of_the_book_comes_out_as_eleven() -> None:
    facts = GAME.score_text("clownfish1 eel1 eel4 ray3 ray2 ray2 sunfish3 sunfish1", {}).facts()
    assert facts == {"total": 11, "species": {"clownfish": 1, "eel": 4, "ray": 3, "sunfish": 3}}


@pytest.mark.rule("S15")
def test_only_the_highest_card_of_each_species_counts() -> None:
    assert worth(sort(CARDS[name] for name in ("eel1", "eel1", "eel2", "eel2", "eel3"))) == 3
    assert worth(b"") == 0


def test_all_sixty_fish_are_worth_forty() -> None:
    everything = " ".join(f"{name} {name}" if name[-1] in "12" else name for name in CARDS if name != "octopus")
    assert GAME.score_text(everything, {}).facts()["total"] == 40


def test_best_values_do_not_depend_on_the_order_of_the_cards() -> None:
    cards = [CARDS["eel4"], CARDS["boxfish2"], CARDS["eel1"]]
    assert best_values(bytes(cards)) == best_values(bytes(reversed(cards))) == [2, 0, 4, 0, 0, 0, 0, 0, 0, 0]
