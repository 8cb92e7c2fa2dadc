"""Scoring a catch that was written down."""

import pytest

from shoal.core import NotationError
from shoal.core.text import say_english
from shoal.games.smallfry import GAME
from shoal.games.smallfry.cards import OCTOPUS
from shoal.games.smallfry.score_text import parse_catch


def test_an_empty_catch_is_worth_nothing() -> None:
    assert GAME.score_text("", {}).facts() == {"total": 0, "species": {}}


@pytest.mark.parametrize("text", ["eel", "eel5", "octopus", "eel1,ray2", "eel1\tray2", "eel1\n", "Eel1", "ee l1"])
def test_what_is_no_catch_is_an_error(text: str) -> None:
    with pytest.raises(NotationError, match="expected a fish card such as eel3"):
        parse_catch(text)


def test_a_catch_holds_no_more_copies_than_the_box() -> None:
    assert len(parse_catch("eel1 eel1 eel2 eel2 eel3 eel4")) == 6
    with pytest.raises(NotationError, match="at most 2 of eel1, as in the box, not 3"):
        parse_catch("eel1 eel1 ray2 eel1")
    with pytest.raises(NotationError, match="at most 1 of ray4"):
        parse_catch("ray4 ray4")


def test_a_catch_keeps_no_octopus() -> None:
    assert OCTOPUS not in parse_catch("eel1 ray4")


def test_a_scored_catch_draws_what_counts_and_what_is_spare() -> None:
    from rich.console import Console

    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(GAME.score_text("eel1 eel4 ray3", {}).draw(say_english))
    assert "3 cards, worth 7" in capture.get()
    assert "●●●●  spare 1" in capture.get()
