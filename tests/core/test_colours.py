"""Colours of seats: those chosen, and the first ones left for the others."""

import pytest

from shoal.core import ShoalError, find_game, game_names, seat_colours

PENGUINS = find_game("penguins")


@pytest.mark.parametrize(
    ("chosen", "colours"),
    [
        (["", "", "", ""], ("red", "blue", "green", "yellow")),
        (["", "red"], ("blue", "red")),
        (["green", "", "red"], ("green", "blue", "red")),
        (["yellow", "green", "blue", "red"], ("yellow", "green", "blue", "red")),
    ],
)
def test_whoever_chooses_no_colour_gets_the_first_that_is_left(chosen: list[str], colours: tuple[str, ...]) -> None:
    assert seat_colours(PENGUINS, chosen) == colours


def test_two_seats_never_have_the_same_colour() -> None:
    with pytest.raises(ShoalError, match="two players cannot both have the colour blue"):
        seat_colours(PENGUINS, ["blue", "", "blue"])


def test_there_are_no_other_colours() -> None:
    with pytest.raises(ShoalError, match="no colour 'pink': expected one of red, blue, green, yellow"):
        seat_colours(PENGUINS, ["pink", ""])
    with pytest.raises(ShoalError, match="smallfry has no colours to choose"):
        seat_colours(find_game("smallfry"), ["red", ""])
    assert seat_colours(find_game("smallfry"), ["", ""]) == ()


def test_a_game_has_a_colour_for_every_seat_or_none_at_all() -> None:
    for game in map(find_game, game_names()):
        assert not game.colours or len(game.colours) >= game.seat_counts[-1]
