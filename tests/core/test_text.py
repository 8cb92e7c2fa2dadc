"""Texts and languages: values are filled in, plurals follow the language, English needs no catalogue."""

import pytest

from shoal.core import ShoalError, msg, msgs
from shoal.core.errors import OptionError, shorten
from shoal.core.translations import LANGUAGES, pick_language, speaker


def test_values_are_filled_in_and_texts_inside_texts_are_said() -> None:
    assert str(msg("found {found}, expected {expected}", found="x", expected=msg("a {thing}", thing="fish"))) == (
        "found x, expected a fish"
    )


def test_braces_in_a_value_stay_as_they_are() -> None:
    assert str(msg("found {found}", found="{found}{0}{")) == "found {found}{0}{"


def test_english_plurals() -> None:
    assert [str(msgs("{count} fish card", "{count} fish cards", count)) for count in (0, 1, 2)] == [
        "0 fish cards",
        "1 fish card",
        "2 fish cards",
    ]


def test_an_unknown_message_is_said_in_english() -> None:
    assert speaker("cs")(msg("no catalogue has this {word}", word="sentence")) == "no catalogue has this sentence"


def test_errors_speak_every_language() -> None:
    error = OptionError("players", 7, msg("a whole number from {low} to {high}", low=2, high=4))
    said = {speaker(language)(error.text) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert all("7" in each and "players" in each for each in said)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "cs_CZ.UTF-8", "LC_ALL": "fr_BE"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"SHOAL_LANG": "cs", "LANG": "fr_FR"}, "cs"),
        ({}, "en"),
    ],
)
def test_the_environment_chooses_the_language(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for variable in ("SHOAL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert pick_language(None) == language


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ShoalError, match="there is no language 'de': expected one of en, fr, cs"):
        pick_language("de")


def test_what_is_quoted_in_errors_is_short_and_on_one_line() -> None:
    for found in ("x" * 10_000, "a\nb", list(range(10_000)), {"a": "\n" * 100}, "\x1b[31m"):
        quoted = shorten(found)
        assert len(quoted) <= 60
        assert "\n" not in quoted
        assert "\x1b" not in quoted
