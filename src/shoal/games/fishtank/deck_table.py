"""One table of a deck file, read field by field; an error names the line and the field."""

import re
from collections.abc import Callable
from typing import Final, TypeVar

from shoal.core import ShoalError, Text, msg
from shoal.core.errors import shorten
from shoal.games.fishtank.cells import CELL_NAMES
from shoal.games.fishtank.deck import SOURCES, TANK_SIDE, Pattern, Source, Threshold
from shoal.games.fishtank.deck_lines import FieldPath, field_name, line_of

__all__ = [
    "LONGEST_KIND_NAME",
    "LONGEST_TITLE",
    "MOST_POINTS",
    "DeckError",
    "DeckTable",
    "is_kind_name",
    "is_title",
]

MOST_POINTS: Final = 99
LONGEST_KIND_NAME: Final = 20
LONGEST_TITLE: Final = 40
#: Where values come from if the file does not say: whoever writes a deck file has the values from their box.
_USUAL_SOURCE: Final[Source] = "box"
_IN_TANK: Final = TANK_SIDE * TANK_SIDE

_T = TypeVar("_T")
_Word = TypeVar("_Word", bound=str)


class DeckError(ShoalError):
    """A deck file that cannot be used."""

    def __init__(self, line: int, field: str, found: object, expected: Text) -> None:
        super().__init__(
            msg(
                "deck file, line {line}, {field}: found {found}, expected {expected}",
                line=line,
                field=field,
                found=found,
                expected=expected,
            )
        )
        self.line = line
        self.field = field


class DeckTable:
    """One table of the file; it knows its place in the file and which of its fields were read."""

    def __init__(self, text: str, path: FieldPath, fields: dict[str, object]) -> None:
        self._text = text
        self._path = path
        self._fields = fields
        self._read: set[str] = set()

    def refuse(self, key: str, expected: Text, *, found: object = None) -> DeckError:
        """The error for one field, for the caller to raise."""
        path = (*self._path, key) if key else self._path
        if found is None:
            found = _quote(self._fields[key]) if key in self._fields else msg("nothing")
        return DeckError(line_of(self._text, path), field_name(path) or "kinds", found, expected)

    def has(self, key: str) -> bool:
        self._read.add(key)
        return key in self._fields

    def take(self, key: str, expected: Text, check: Callable[[object], _T | None]) -> _T:
        """The field as `check` converts it. Raises `DeckError` where `check` returns `None`."""
        value = check(self._fields[key]) if self.has(key) else None
        if value is None:
            raise self.refuse(key, expected)
        return value

    def words(self, key: str) -> str:
        expected = msg("a text of 1 to {longest} characters", longest=LONGEST_TITLE)
        return self.take(key, expected, _title)

    def name(self, key: str) -> str:
        expected = msg(
            "a name of 1 to {longest} small letters and digits, a letter first, and no cell like d4",
            longest=LONGEST_KIND_NAME,
        )
        return self.take(key, expected, _kind_name)

    def whole(self, key: str, low: int, high: int) -> int:
        expected = msg("a whole number from {low} to {high}", low=low, high=high)
        return self.take(key, expected, lambda found: _whole(found, low, high))

    def flag(self, key: str) -> bool:
        if not self.has(key):
            return False
        return self.take(key, msg("true or false"), lambda found: found if isinstance(found, bool) else None)

    def one_of(self, key: str, words: tuple[_Word, ...], *, missing: _Word | None = None) -> _Word:
        if missing is not None and not self.has(key):
            return missing
        expected = msg("one of {choices}", choices=", ".join(words))
        return self.take(key, expected, lambda found: next((word for word in words if word == found), None))

    def source(self, key: str, *, missing: Source = _USUAL_SOURCE) -> Source:
        return self.one_of(key, SOURCES, missing=missing)

    def pattern(self, key: str) -> Pattern:
        expected = msg("1 to 4 rows of equal length, of 1 to 4 signs X and . each, with an X among them")
        return self.take(key, expected, _pattern)

    def tables(self, key: str, *, most: int) -> list["DeckTable"]:
        expected = msg("1 to {most} tables [[{name}]]", most=most, name=_header((*self._path, key)))

        def check(found: object) -> list[DeckTable] | None:
            if not isinstance(found, list) or not 1 <= len(found) <= most:
                return None
            if not all(isinstance(fields, dict) for fields in found):
                return None
            return [DeckTable(self._text, (*self._path, key, number), fields) for number, fields in enumerate(found)]

        return self.take(key, expected, check)

    def thresholds(self, key: str) -> tuple[Threshold, ...]:
        expected = msg(
            "a list of [cards, points] or [cards, points, source] with rising cards from 1 to {cards}, points from 0 "
            "to {points}, and a source of {sources}",
            cards=_IN_TANK,
            points=MOST_POINTS,
            sources=", ".join(SOURCES),
        )
        return self.take(key, expected, _thresholds)

    def done(self) -> None:
        """Refuse fields that were never read."""
        for key in self._fields:
            if key not in self._read:
                expected = msg("only the fields {fields}", fields=", ".join(sorted(self._read)))
                raise self.refuse(key, expected, found=shorten(key))


def _header(path: FieldPath) -> str:
    return ".".join(part for part in path if isinstance(part, str))


def _quote(found: object) -> object:
    """What was found, in a few words; a number may be too long to be printed."""
    if isinstance(found, dict):
        return msg("a table")
    if isinstance(found, list):
        return msg("a list that does not fit")
    if isinstance(found, int) and found.bit_length() > 64:
        return msg("a huge number")
    return shorten(found)


def is_title(text: str) -> bool:
    """Whether people may call a kind or a deck so."""
    return bool(text.strip()) and text.isprintable() and len(text) <= LONGEST_TITLE


def is_kind_name(text: str) -> bool:
    """Whether records may call a kind so."""
    return len(text) <= LONGEST_KIND_NAME and text not in CELL_NAMES and bool(re.fullmatch("[a-z][a-z0-9]*", text))


def _title(found: object) -> str | None:
    return found if isinstance(found, str) and is_title(found) else None


def _kind_name(found: object) -> str | None:
    return found if isinstance(found, str) and is_kind_name(found) else None


def _whole(found: object, low: int, high: int) -> int | None:
    if not isinstance(found, int) or isinstance(found, bool):
        return None
    return found if low <= found <= high else None


def _pattern(found: object) -> Pattern | None:
    if not isinstance(found, list) or not 1 <= len(found) <= TANK_SIDE:
        return None
    if not all(isinstance(row, str) and re.fullmatch(r"[X.]{1,4}", row) for row in found):
        return None
    if len({len(row) for row in found}) != 1 or not any("X" in row for row in found):
        return None
    return tuple(found)


def _thresholds(found: object) -> tuple[Threshold, ...] | None:
    if not isinstance(found, list) or not found:
        return None
    thresholds: list[Threshold] = []
    for one in found:
        threshold = _threshold(one)
        if threshold is None or (thresholds and threshold.cards <= thresholds[-1].cards):
            return None
        thresholds.append(threshold)
    return tuple(thresholds)


def _threshold(found: object) -> Threshold | None:
    if not isinstance(found, list) or len(found) not in (2, 3):
        return None
    cards = _whole(found[0], 1, _IN_TANK)
    points = _whole(found[1], 0, MOST_POINTS)
    source = next((source for source in SOURCES if source == found[2]), None) if len(found) == 3 else _USUAL_SOURCE
    if cards is None or points is None or source is None:
        return None
    return Threshold(cards, points, source)
