"""Options: how many play, and with which cards."""

import random

import pytest
from tests.games.fishtank.decks import amount_deck, play_random, start

from shoal.core import OptionError
from shoal.core.options import write_options
from shoal.games.fishtank import GAME
from shoal.games.fishtank.deck_table import DeckError
from shoal.games.fishtank.options import cards_needed
from shoal.games.fishtank.state import State


def _kinds(state: State) -> set[str]:
    return {kind for kind, count in zip(state.options.kinds, state.pile, strict=True) if count}


@pytest.mark.rule("T2")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_can_play(players: int) -> None:
    assert len(start(players=players).tanks) == players


@pytest.mark.rule("T2")
@pytest.mark.parametrize("players", [0, 1, 7, "2", 2.0, None, True])
def test_nobody_else_can(players: object) -> None:
    with pytest.raises(OptionError, match="from 2 to 6"):
        GAME.options({"players": players})


@pytest.mark.rule("T19")
@pytest.mark.parametrize(("deck", "small_with"), [("advised", {2, 3}), ("full", set()), ("small", {2, 3, 4, 5})])
def test_two_kinds_are_left_out_where_they_should_be(deck: str, small_with: set[int]) -> None:
    for players in (2, 3, 4, 5):
        state = start(players=players, deck=deck)
        left_out = set(state.options.kinds) - _kinds(state)
        assert left_out == ({"tricolor", "tetra"} if players in small_with else set())
        assert sum(state.pile) == (81 if players in small_with else 99)


@pytest.mark.rule("T19")
def test_advised_is_the_default() -> None:
    assert start() == start(players=2, deck="advised")


def test_a_deck_must_have_enough_cards() -> None:
    assert [cards_needed(players) for players in range(2, 7)] == [60, 48, 64, 80, 96]
    with pytest.raises(OptionError, match="at least 96 cards for 6 players, not of 81"):
        GAME.options({"players": 6, "deck": "small"})
    with pytest.raises(OptionError, match="at least 60 cards for 2 players, not of 59"):
        GAME.options({"deck_toml": amount_deck(ant=40, bee=19)})
    GAME.options({"deck_toml": amount_deck(ant=40, bee=20)})


@pytest.mark.rule("T17")
def test_sixty_cards_are_just_enough_for_two() -> None:
    state = play_random(start(deck_toml=amount_deck(ant=40, bee=20)), random.Random(1))
    assert sum(state.pile) == 0


@pytest.mark.rule("T21")
def test_a_bad_deck_is_refused_with_its_line_and_field() -> None:
    bad = amount_deck(ant=40, bee=20).replace("cards = 20", "cards = 200")
    with pytest.raises(DeckError, match=r"line 12, kinds\[2\].cards: found 200, expected a whole number"):
        GAME.options({"deck_toml": bad})


def test_records_name_players_and_deck_first() -> None:
    values = GAME.options({})
    assert write_options(GAME.fields, values) == {"players": 2, "deck": "advised"}
