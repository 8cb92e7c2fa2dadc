"""Reading and writing the notation of the steps."""

import pytest

from shoal.core import NotationError
from shoal.games.smallfry.cards import BOX, OCTOPUS, card_name
from shoal.games.smallfry.notation import parse_step


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("flip", ("flip",)),
        ("stop", ("stop",)),
        ("leave", ("leave",)),
        ("rob C2", ("C", "2")),
        ("=eel3", ("eel3",)),
        ("=octopus", ("octopus",)),
        ("=roll -1", ("roll", "-1")),
        ("=take eel3", ("take", "eel3")),
    ],
)
def test_every_kind_of_step_reads_back_and_is_seen_by_all(text: str, tokens: tuple[str, ...]) -> None:
    step = parse_step(text)
    assert str(step) == text
    assert step.tokens == tokens
    assert {step.seen_by(viewer) for viewer in (None, 0, 1, 2, 3)} == {text}


def test_every_card_can_be_turned_up_and_every_fish_taken() -> None:
    for card in set(BOX):
        turned_up = parse_step(f"={card_name(card)}")
        assert str(turned_up) == f"={card_name(card)}"
        if card != OCTOPUS:
            assert str(parse_step(f"=take {card_name(card)}")) == f"=take {card_name(card)}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " flip",
        "flip ",
        "FLIP",
        "rob",
        "rob B",
        "rob B0",
        "rob B4",
        "rob B٢",
        "rob E1",
        "rob b1",
        "rob  B1",
        "rob B1 ",
        "rob B-1",
        "=eel",
        "=eel0",
        "=eel5",
        "=eel33",
        "= eel3",
        "eel3",
        "=octopus1",
        "=shark1",
        "=roll",
        "=roll 0",
        "=roll 4",
        "=roll +1",
        "=roll −1",
        "=take octopus",
        "=take",
        "=take ?",
        "=?",
        "flip\n",
        "flip\0",
        "A:flip",
        "x" * 10_000,
    ],
)
def test_anything_else_is_an_error_that_says_what_was_expected(text: str) -> None:
    with pytest.raises(NotationError, match="expected a step such as flip, stop"):
        parse_step(text)
