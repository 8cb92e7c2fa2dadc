"""What was agreed before the game: editions, and options that stand above them."""

import pytest

from shoal.core import OptionError
from shoal.core.options import parse_options, write_options
from shoal.games.penguins import GAME, Options

STRAIGHT = (0,) * 8


def chosen(**given: object) -> Options:
    return Options.of(GAME.options(given))


@pytest.mark.rule("P2", "P4", "P8", "P18")
def test_the_editions_are_as_their_books_say() -> None:
    assert chosen() == chosen(edition="en") == Options(2, "seven", "none", "one", "end", False, STRAIGHT)
    assert chosen(edition="fr") == Options(2, "seven", "none", "any", "end", False, STRAIGHT)
    assert chosen(edition="cs") == Options(2, "eight", "apart", "one", "at_once", False, STRAIGHT)


@pytest.mark.parametrize("edition", ["en", "fr", "cs"])
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("players", 4),
        ("top_row", "seven"),
        ("top_row", "eight"),
        ("evening", "none"),
        ("evening", "apart"),
        ("placing", "one"),
        ("placing", "any"),
        ("cut_off", "end"),
        ("cut_off", "at_once"),
        ("swaps", True),
        ("shifts", (1, 2, 0, -2, 0, 0, -1, 0)),
    ],
)
def test_every_option_stands_above_the_edition(edition: str, option: str, value: object) -> None:
    changed = chosen(edition=edition, **{option: value})
    assert getattr(changed, option) == value
    for other in Options.__struct_fields__:
        if other != option:
            assert getattr(changed, other) == getattr(chosen(edition=edition), other)


@pytest.mark.rule("P6")
@pytest.mark.parametrize(
    "given",
    [
        {"players": 1},
        {"players": 5},
        {"edition": "de"},
        {"top_row": 7},
        {"evening": "some"},
        {"placing": "two"},
        {"cut_off": "never"},
        {"swaps": "yes"},
        {"shifts": [3, 0, 0, 0, 0, 0, 0, 0]},
        {"shifts": [0]},
        {"penguins": 3},
    ],
)
def test_other_options_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=f"option '{next(iter(given))}': found .* expected "):
        GAME.options(given)


def test_options_read_from_a_command_line_and_write_to_a_record() -> None:
    words = ["edition=cs", "placing=any", "shifts=0,1,0,-1,0,0,2,0"]
    given = parse_options(GAME.fields, words)
    assert write_options(GAME.fields, GAME.options(given)) == {**given, "players": 2}
    assert [field.name for field in GAME.fields][:2] == ["edition", "players"]
