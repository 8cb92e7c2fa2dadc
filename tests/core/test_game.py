"""A game in a list: what it says of itself, and how many can play."""

import pytest
from tests.pile import GAME as PILE

from shoal.core import Game, find_game, msg
from shoal.core.options import Choice, Prose, Whole, seat_counts
from shoal.core.translations import speaker


@pytest.mark.parametrize(("name", "most"), [("penguins", 4), ("smallfry", 4), ("fishtank", 6)])
def test_how_many_can_play_follows_from_the_options(name: str, most: int) -> None:
    game = find_game(name)
    assert game.seat_counts == range(2, most + 1)
    assert str(game.summary) == f"{game.blurb} · 2 to {most} players"
    assert "players" not in str(game.blurb)


def test_one_number_of_players_is_no_range(tide: Game) -> None:
    assert str(PILE.summary) == "take the last coin · 2 players"
    assert str(tide.summary) == "stake pebbles for shells · 2 to 4 players"


def test_the_summary_is_translated() -> None:
    assert speaker("cs", find_game("penguins"))(find_game("penguins").summary).endswith(" · 2 až 4 hráči")
    assert speaker("cs", find_game("fishtank"))(find_game("fishtank").summary).endswith(" · 2 až 6 hráčů")
    assert speaker("fr", find_game("fishtank"))(find_game("fishtank").summary).endswith(" · 2 à 6 joueurs")


def test_seats_can_be_a_choice_or_unknown() -> None:
    label = msg("players")
    assert seat_counts([Choice("players", label, {"2": label, "4": label}, "2")]) == range(2, 5)
    assert seat_counts([Whole("players", label, 3, 5, 3)]) == range(3, 6)
    assert seat_counts([Prose("players", label, 10)]) == range(1, 13)
