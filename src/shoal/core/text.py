"""Texts for people: a message and its values, translated only where they are shown.

Rules, errors and descriptions return a `Text`; the code that shows it turns it into a language with
a `Say` (see `shoal.core.translations`). `str(text)` is the English wording.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

__all__ = ["Say", "Text", "fill", "msg", "msgs", "say_english"]


class Text(msgspec.Struct, frozen=True):
    """One message: its English wording is also its key in the catalogues."""

    message: str
    values: Mapping[str, object] = {}
    plural: str | None = None
    count: int = 1

    def __str__(self) -> str:
        return say_english(self)


#: Turns a text into words of one language.
Say: TypeAlias = Callable[[Text], str]


def msg(message: str, /, **values: object) -> Text:
    """A text; `values` fill the `{names}` in it. Message extraction looks for calls of this name."""
    return Text(message, values)


def msgs(singular: str, plural: str, count: int, /, **values: object) -> Text:
    """A text that depends on a number, which is there as `{count}`."""
    return Text(singular, {**values, "count": count}, plural, count)


def fill(wording: str, text: Text, say: Say) -> str:
    """Put the values into a wording; a value that is a text itself is translated first."""
    if not text.values:
        return wording
    return wording.format_map(
        {name: say(value) if isinstance(value, Text) else value for name, value in text.values.items()}
    )


def say_english(text: Text) -> str:
    """The wording in the source itself."""
    wording = text.message if text.plural is None or text.count == 1 else text.plural
    return fill(wording, text, say_english)
