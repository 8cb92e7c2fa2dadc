"""Emblems: a small diagram of what a kind scores for, drawn from the deck file, so that any deck has them (T21).

An emblem is 24 units high: grids of small squares in a row, with counts and points beside or below them.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final, Literal, TypeAlias

import msgspec

from shoal.games.fishtank.deck import (
    TANK_SIDE,
    Adjacency,
    Amount,
    Area,
    Kind,
    Neighbours,
    Pattern,
    Shapes,
    Source,
    Threshold,
)
from shoal.games.fishtank.source_signs import SOURCE_SIGNS

__all__ = ["Emblem", "EmblemText", "emblem"]

#: The squares that count, the card itself, and the rest.
Tone: TypeAlias = Literal["on", "self", "off"]

_HEIGHT: Final = 24.0
_SQUARE: Final = 4.0
_DIGIT: Final = 5.2
_NEIGHBOURHOOD: Final[dict[str, Pattern]] = {
    "side": (".X.", "XoX", ".X."),
    "corner": ("X.X", ".o.", "X.X"),
    "around": ("XXX", "XoX", "XXX"),
}


class EmblemText(msgspec.Struct, frozen=True):
    """A short text in an emblem: a count of cards, or points."""

    x: str
    y: str
    text: str
    points: bool


class Emblem(msgspec.Struct, frozen=True):
    """The diagram of one kind: its squares tone by tone, as lines to be drawn in dashes, and its texts."""

    width: str
    squares: dict[Tone, str]
    texts: tuple[EmblemText, ...]


class _EmblemDrawing:
    """Draws from left to right."""

    def __init__(self) -> None:
        self.right = 0.0
        self.texts: list[EmblemText] = []
        self._squares: dict[Tone, list[str]] = {"on": [], "self": [], "off": []}

    def grid(self, pattern: Pattern) -> None:
        """A grid of squares, in the middle of the height."""
        top = (_HEIGHT - len(pattern) * _SQUARE) / 2
        for row, signs in enumerate(pattern):
            x, y = self.right, top + (row + 0.5) * _SQUARE
            for sign, run in groupby(signs):
                width = len(list(run)) * _SQUARE
                self._squares[_TONES[sign]].append(f"M{_short(x)} {_short(y)}h{_short(width)}")
                x += width
        self.right += len(pattern[0]) * _SQUARE

    def column(self, count: str, points: str) -> None:
        """A count of cards, with its points below."""
        width = max(_DIGIT * len(points), 4.6 * len(count), 6.0)
        middle = _short(self.right + width / 2)
        self.texts += [EmblemText(middle, "9", count, points=False), EmblemText(middle, "20", points, points=True)]
        self.right += width + 3.0

    def points(self, points: str) -> None:
        """Points alone, in the middle of the height."""
        width = _DIGIT * len(points)
        self.texts.append(EmblemText(_short(self.right + width / 2), "15.5", points, points=True))
        self.right += width

    def space(self, width: float) -> None:
        self.right += width

    def emblem(self) -> Emblem:
        squares = {tone: "".join(path) for tone, path in self._squares.items()}
        return Emblem(_short(self.right), squares, tuple(self.texts))


_TONES: Final[dict[str, Tone]] = {"X": "on", "o": "self", ".": "off"}


def emblem(kind: Kind, signs: Mapping[Source, str] = SOURCE_SIGNS) -> Emblem:
    """The diagram of what a kind scores for, each number of points with the sign of where it comes from."""
    drawing = _EmblemDrawing()
    match kind.condition:
        case Shapes(shapes):
            for shape in shapes:
                drawing.grid(shape.pattern)
                drawing.space(2.0)
                drawing.points(f"{shape.points}{signs[shape.source]}")
                drawing.space(5.0)
        case Area(area, thresholds, source):
            drawing.grid(area)
            if signs[source]:
                drawing.points(signs[source])
            drawing.space(5.0)
            _draw_columns(drawing, _columns(thresholds, sum(row.count("X") for row in area), signs))
        case Amount(thresholds):
            _draw_columns(drawing, _columns(thresholds, TANK_SIDE * TANK_SIDE, signs))
        case Adjacency(neighbours):
            for one in neighbours:
                _draw_neighbours(drawing, one, signs[one.source])
    return drawing.emblem()


def _draw_columns(drawing: _EmblemDrawing, columns: Iterable[tuple[str, str]]) -> None:
    for count, points in columns:
        drawing.column(count, points)


def _draw_neighbours(drawing: _EmblemDrawing, one: Neighbours, sign: str) -> None:
    drawing.grid(_NEIGHBOURHOOD[one.where])
    drawing.space(4.0)
    drawing.column(f"{one.count}{'=' if one.alike else '≠'}", f"{one.points}{sign}")
    drawing.space(2.0)


def _columns(thresholds: tuple[Threshold, ...], most: int, signs: Mapping[Source, str]) -> Iterator[tuple[str, str]]:
    """How many cards each threshold is for, `2–3`, `4`, `5+`, and its points with their sign."""
    limits = [*(threshold.cards - 1 for threshold in thresholds[1:]), None]
    for one, last in zip(thresholds, limits, strict=True):
        points = f"{one.points}{signs[one.source]}"
        if last is None:
            yield f"{one.cards}{'' if one.cards >= most else '+'}", points
        else:
            yield (str(one.cards) if last == one.cards else f"{one.cards}–{last}"), points


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
