"""Options of a game, declared once: read from records and command lines, shown in forms and help.

A game lists its fields: `Choice` (one of a few named values), `Whole` (a whole number), `Wholes` (several
of them), `Flag` (yes or no), `Prose` (a text). `read_options` turns what was given into checked values. Every
field is a small value with a `read` for decoded JSON and a `parse` for a word on a command line.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol, TypeAlias

import msgspec

from shoal.core.errors import OptionError
from shoal.core.text import Text, msg

__all__ = [
    "Choice",
    "Field",
    "Flag",
    "OptionValue",
    "Prose",
    "Whole",
    "Wholes",
    "parse_options",
    "read_options",
    "seat_counts",
    "write_options",
]

#: How many fields a record holds whatever their values are.
_ALWAYS_WRITTEN: Final = 2
_MOST_SEATS: Final = 12

OptionValue: TypeAlias = str | int | bool | tuple[int, ...] | None


class Field(Protocol):
    """One option. `default` is `None` where another option decides, such as an edition."""

    @property
    def name(self) -> str: ...

    @property
    def label(self) -> Text: ...

    @property
    def default(self) -> OptionValue: ...

    @property
    def expected(self) -> Text:
        """The values it takes, in words."""

    def read(self, found: object) -> OptionValue: ...

    def parse(self, word: str) -> OptionValue: ...


class Choice(msgspec.Struct, frozen=True):
    """One of a few named values, each with a label for people."""

    name: str
    label: Text
    choices: Mapping[str, Text]
    default: str | None

    @property
    def expected(self) -> Text:
        return msg("one of {choices}", choices=", ".join(self.choices))

    def read(self, found: object) -> str:
        if not isinstance(found, str) or found not in self.choices:
            raise OptionError(self.name, found, self.expected)
        return found

    def parse(self, word: str) -> str:
        return self.read(word)


class Whole(msgspec.Struct, frozen=True):
    """A whole number in a range."""

    name: str
    label: Text
    low: int
    high: int
    default: int

    @property
    def expected(self) -> Text:
        return msg("a whole number from {low} to {high}", low=self.low, high=self.high)

    def read(self, found: object) -> int:
        if not isinstance(found, int) or isinstance(found, bool) or not self.low <= found <= self.high:
            raise OptionError(self.name, found, self.expected)
        return found

    def parse(self, word: str) -> int:
        number = _whole(word)
        return self.read(word if number is None else number)


class Flag(msgspec.Struct, frozen=True):
    """Yes or no."""

    name: str
    label: Text
    default: bool | None

    @property
    def expected(self) -> Text:
        return msg("true or false")

    def read(self, found: object) -> bool:
        if not isinstance(found, bool):
            raise OptionError(self.name, found, self.expected)
        return found

    def parse(self, word: str) -> bool:
        return self.read({"true": True, "yes": True, "false": False, "no": False}.get(word, word))


class Wholes(msgspec.Struct, frozen=True):
    """A fixed count of whole numbers in a range; on a command line, with commas between."""

    name: str
    label: Text
    count: int
    low: int
    high: int
    default: tuple[int, ...]

    @property
    def expected(self) -> Text:
        return msg("{count} whole numbers from {low} to {high}", count=self.count, low=self.low, high=self.high)

    def read(self, found: object) -> tuple[int, ...]:
        if not isinstance(found, list | tuple) or len(found) != self.count:
            raise OptionError(self.name, found, self.expected)
        for number in found:
            if not isinstance(number, int) or isinstance(number, bool) or not self.low <= number <= self.high:
                raise OptionError(self.name, found, self.expected)
        return tuple(found)

    def parse(self, word: str) -> tuple[int, ...]:
        numbers = [_whole(part) for part in word.split(",")]
        if None in numbers:
            raise OptionError(self.name, word, self.expected)
        return self.read(numbers)


class Prose(msgspec.Struct, frozen=True):
    """A text of some length, checked by the game that asked for it; empty unless given."""

    name: str
    label: Text
    longest: int
    default: str = ""

    @property
    def expected(self) -> Text:
        return msg("a text of at most {longest} characters", longest=self.longest)

    def read(self, found: object) -> str:
        if not isinstance(found, str) or len(found) > self.longest:
            raise OptionError(self.name, found, self.expected)
        return found

    def parse(self, word: str) -> str:
        return self.read(word)


def read_options(fields: Sequence[Field], given: Mapping[str, object]) -> dict[str, OptionValue]:
    """Check the given options (decoded JSON) and fill in the defaults."""
    known = {field.name: field for field in fields}
    for name, found in given.items():
        if name not in known:
            raise OptionError(name, found, msg("one of the options {names}", names=", ".join(known)))
    return {name: field.read(given[name]) if name in given else field.default for name, field in known.items()}


def parse_options(fields: Sequence[Field], words: Sequence[str]) -> dict[str, OptionValue]:
    """Read `name=value` words from a command line; without the defaults."""
    known = {field.name: field for field in fields}
    given: dict[str, OptionValue] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in known:
            raise OptionError(name, word, msg("name=value with a name of {names}", names=", ".join(known)))
        given[name] = known[name].parse(value)
    return given


def write_options(fields: Sequence[Field], values: Mapping[str, OptionValue]) -> dict[str, object]:
    """The options that a record holds: the first two fields always, the others where they are not the default."""
    return {
        field.name: values[field.name]
        for number, field in enumerate(fields)
        if number < _ALWAYS_WRITTEN or values[field.name] != field.default
    }


def seat_counts(fields: Sequence[Field]) -> range:
    """How many seats there can be, by the field `players`; 1 to 12 where it does not say."""
    field = next(field for field in fields if field.name == "players")
    if isinstance(field, Whole):
        return range(field.low, field.high + 1)
    if isinstance(field, Choice):
        numbers = [int(choice) for choice in field.choices]
        return range(min(numbers), max(numbers) + 1)
    return range(1, _MOST_SEATS + 1)


def _whole(word: str) -> int | None:
    digits = word.removeprefix("-")
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
