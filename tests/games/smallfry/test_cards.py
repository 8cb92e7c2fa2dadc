"""The box, and how its cards are kept."""

from collections import Counter

import pytest

from shoal.games.smallfry.cards import (
    BOX,
    CARDS,
    OCTOPUS,
    SPECIES,
    card_name,
    card_text,
    same_species,
    sort,
    species_of,
    value_of,
    without,
)


@pytest.mark.rule("S1")
def test_the_box_has_six_cards_of_each_of_ten_species_and_six_octopuses() -> None:
    assert len(BOX) == 66
    fish = [card for card in BOX if card != OCTOPUS]
    assert BOX.count(OCTOPUS) == 6
    assert set(Counter(map(species_of, fish)).values()) == {6}
    assert len(set(map(species_of, fish))) == len(SPECIES) == 10
    for species in range(10):
        assert [value_of(card) for card in fish if species_of(card) == species] == [1, 1, 2, 2, 3, 4]


def test_cards_are_written_as_species_and_value() -> None:
    assert card_name(CARDS["eel3"]) == "eel3"
    assert list(CARDS)[:5] == ["boxfish1", "boxfish2", "boxfish3", "boxfish4", "clownfish1"]
    assert card_name(OCTOPUS) == "octopus"
    assert str(card_text(CARDS["ray4"])) == "ray 4"
    assert str(card_text(OCTOPUS)) == "octopus"


def test_without_removes_one_copy_only() -> None:
    eel, ray = CARDS["eel1"], CARDS["ray2"]
    assert without(sort([ray, eel, eel]), eel) == sort([eel, ray])


def test_a_species_is_found_in_the_row_whatever_its_value() -> None:
    row = bytes([CARDS["ray4"], CARDS["eel1"], CARDS["sunfish2"]])
    assert same_species(row, CARDS["eel3"]) == 1
    assert same_species(row, CARDS["boxfish1"]) == -1
    assert same_species(b"", CARDS["boxfish1"]) == -1
