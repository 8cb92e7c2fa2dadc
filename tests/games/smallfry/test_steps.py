"""The steps as values."""

import pytest

from shoal.games.smallfry.cards import OCTOPUS
from shoal.games.smallfry.notation import parse_step
from shoal.games.smallfry.steps import FLIP, LEAVE, STOP, Rob, Take, TurnUp


def test_steps_are_values() -> None:
    assert parse_step("rob B3") == Rob(1, 3)
    assert len({FLIP, STOP, LEAVE, Rob(1, 3), parse_step("rob B3")}) == 4


@pytest.mark.parametrize("card", [-1, 41, 255, 256, 10**9])
def test_there_are_no_steps_for_cards_that_are_not_in_the_box(card: int) -> None:
    with pytest.raises(ValueError, match="there is no card"):
        TurnUp(card)
    with pytest.raises(ValueError, match="there is no fish"):
        Take(card)


def test_an_octopus_cannot_be_taken() -> None:
    with pytest.raises(ValueError, match="there is no fish"):
        Take(OCTOPUS)
