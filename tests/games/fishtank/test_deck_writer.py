"""Decks as text: what is written is read back, whatever the deck."""

from hypothesis import given, settings
from tests.games.fishtank.deck_strategy import decks

from shoal.games.fishtank import GAME
from shoal.games.fishtank.deck import (
    Deck,
    Kind,
    Shape,
    Shapes,
    Source,
)
from shoal.games.fishtank.deck_file import LONGEST_DECK, house_deck, read_deck
from shoal.games.fishtank.deck_writer import write_deck


def test_the_house_deck_is_written_as_the_writer_writes_it() -> None:
    assert write_deck(house_deck()) == (GAME.folder / "deck.toml").read_text(encoding="utf-8")


@settings(max_examples=300)
@given(decks())
def test_a_deck_that_was_written_is_read_back(deck: Deck) -> None:
    again = read_deck(write_deck(deck))
    assert again == deck
    assert again.fingerprint == deck.fingerprint


def test_the_largest_deck_there_can_be_is_short_enough_to_be_read() -> None:
    source: Source = "inferred"
    shape = Shape(("XXXX",) * 4, 99, mirrored=True, turned=True, source=source)
    kinds = [
        Kind(f"a{n:019}", '"' * 40, source, "magenta", 99, "light", left_out=True, condition=Shapes((shape,) * 8))
        for n in range(40)
    ]
    back = Kind("plant", '"' * 40, source, "magenta", 0, "back", left_out=False, condition=kinds[0].condition)
    deck = Deck('"' * 40, (*kinds[1:], back))
    text = write_deck(deck)
    assert LONGEST_DECK * 0.8 < len(text) <= LONGEST_DECK
    assert read_deck(text) == deck
