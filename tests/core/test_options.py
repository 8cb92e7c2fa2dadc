"""Options: read from JSON and from the command line, refused with the name of the field."""

import pytest

from shoal.core import OptionError
from shoal.core.options import Choice, Flag, Prose, Whole, Wholes, parse_options, read_options, write_options
from shoal.core.text import msg

FIELDS = (
    Choice("edition", msg("edition"), {"en": msg("English"), "cs": msg("Czech")}, "en"),
    Whole("players", msg("players"), 2, 4, 2),
    Flag("swaps", msg("swaps"), default=False),
    Wholes("shifts", msg("shifts"), 3, -2, 2, (0, 0, 0)),
    Prose("deck", msg("deck"), 10),
)


def test_defaults_fill_what_was_not_given() -> None:
    assert read_options(FIELDS, {"players": 3}) == {
        "edition": "en",
        "players": 3,
        "swaps": False,
        "shifts": (0, 0, 0),
        "deck": "",
    }


@pytest.mark.parametrize(
    ("name", "found", "expected"),
    [
        ("edition", "de", "one of en, cs"),
        ("edition", 1, "one of en, cs"),
        ("edition", ["en"], "one of en, cs"),
        ("players", 5, "a whole number from 2 to 4"),
        ("players", "2", "a whole number from 2 to 4"),
        ("players", True, "a whole number from 2 to 4"),
        ("players", 2.0, "a whole number from 2 to 4"),
        ("players", 10**400, "a whole number from 2 to 4"),
        ("swaps", 1, "true or false"),
        ("shifts", [0, 0], "3 whole numbers from -2 to 2"),
        ("shifts", [0, 0, 3], "3 whole numbers from -2 to 2"),
        ("shifts", [0, 0, True], "3 whole numbers from -2 to 2"),
        ("shifts", 0, "3 whole numbers from -2 to 2"),
        ("deck", "x" * 11, "a text of at most 10 characters"),
        ("deck", None, "a text of at most 10 characters"),
        ("colour", "red", "one of the options edition, players, swaps, shifts, deck"),
    ],
)
def test_a_wrong_value_is_refused_by_name(name: str, found: object, expected: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_options(FIELDS, {name: found})
    assert f"option '{name}': found " in str(caught.value)
    assert str(caught.value).endswith(f"expected {expected}")
    assert len(str(caught.value)) < 250


def test_words_of_a_command_line_are_read() -> None:
    words = ["edition=cs", "players=4", "swaps=yes", "shifts=-1,0,2", "deck=a=b"]
    assert parse_options(FIELDS, words) == {
        "edition": "cs",
        "players": 4,
        "swaps": True,
        "shifts": (-1, 0, 2),
        "deck": "a=b",
    }


@pytest.mark.parametrize(
    "word", ["", "=", "edition", "edition=de", "players=two", "players=²", "swaps=1", "shifts=1,,2", "shifts=1", "x=1"]
)
def test_a_wrong_word_is_refused(word: str) -> None:
    with pytest.raises(OptionError, match="expected"):
        parse_options(FIELDS, [word])


def test_records_say_only_what_is_not_the_default_after_the_first_two() -> None:
    values = read_options(FIELDS, {"shifts": [1, 0, 0]})
    assert write_options(FIELDS, values) == {"edition": "en", "players": 2, "shifts": (1, 0, 0)}
    assert read_options(FIELDS, write_options(FIELDS, values)) == values
