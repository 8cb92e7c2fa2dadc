"""Signs that say where values come from, small enough to stand behind every value of a deck; a legend explains them."""

from collections.abc import Iterator, Mapping
from typing import Final

from shoal.core import Say, Text, msg
from shoal.games.fishtank.deck import SOURCES, Adjacency, Amount, Area, Deck, Kind, Shapes, Source, Threshold
from shoal.games.fishtank.scoring import Part
from shoal.games.fishtank.shapes import shape_places
from shoal.games.fishtank.words import SOURCE_TEXTS, area_text, condition_texts, sourced_texts, threshold_texts

__all__ = ["SOURCE_SIGNS", "legend", "part_sign", "part_sources", "signed_conditions", "signs_of"]

#: What stands behind a value. The book is the rule; the rule page (`RULES.md`) has the same signs.
SOURCE_SIGNS: Final[Mapping[Source, str]] = {"book": "", "inferred": "*", "house": "°", "box": "▫"}
_NO_SIGNS: Final[Mapping[Source, str]] = dict.fromkeys(SOURCES, "")


def signs_of(deck: Deck) -> Mapping[Source, str]:
    """The signs for the values of a deck: none where all come from one source, and the legend says which."""
    return SOURCE_SIGNS if len(_sources(deck)) > 1 else _NO_SIGNS


def legend(deck: Deck) -> tuple[Text, ...]:
    """What the signs mean, of those that this deck needs."""
    sources = _sources(deck)
    if len(sources) == 1:
        return (msg("all values: {source}", source=SOURCE_TEXTS[sources[0]]),)
    return tuple(
        msg("{sign} {source}", sign=SOURCE_SIGNS[source], source=SOURCE_TEXTS[source])
        if SOURCE_SIGNS[source]
        else msg("without a sign: {source}", source=SOURCE_TEXTS[source])
        for source in sources
    )


def signed_conditions(kind: Kind, signs: Mapping[Source, str], say: Say) -> str:
    """What the kind scores for on one line, each value with its sign."""
    match kind.condition:
        case Area(area, thresholds, source):
            where = f"{say(area_text(area))}{signs[source]}"
            return say(msg("{area}: {thresholds}", area=where, thresholds=_signed_thresholds(kind, thresholds, signs)))
        case Amount(thresholds):
            return say(msg("in the tank: {thresholds}", thresholds=_signed_thresholds(kind, thresholds, signs)))
        case _:
            return "; ".join(f"{say(text)}{signs[source]}" for text, source in _whole_conditions(kind))


def _whole_conditions(kind: Kind) -> Iterator[tuple[Text, Source]]:
    """Shapes and demands on neighbours, each of which is one value."""
    sources = (source for _, source in sourced_texts(kind))
    return zip(condition_texts(kind), sources, strict=True)


def _signed_thresholds(kind: Kind, thresholds: tuple[Threshold, ...], signs: Mapping[Source, str]) -> str:
    texts = zip(threshold_texts(kind), thresholds, strict=True)
    return ", ".join(f"{text}{signs[threshold.source]}" for text, threshold in texts)


def part_sign(deck: Deck, *parts: Part) -> str:
    """The signs behind points: of all values that made them."""
    found = {source for part in parts for source in part_sources(deck.by_name[part.kind], part)}
    signs = signs_of(deck)
    return "".join(signs[source] for source in SOURCES if source in found)


def part_sources(kind: Kind, part: Part) -> set[Source]:
    """Where the values come from that made some points; several where it could have been either of two."""
    match kind.condition:
        case Shapes(shapes):
            cells = sum(1 << cell for cell in part.cells)
            alike = (one for one in shapes if one.points == part.points)
            return {one.source for one in alike if cells in shape_places(Shapes((one,)))}
        case Area(_, thresholds, source):
            return {source, *_reached(thresholds, len(part.cells))}
        case Amount(thresholds):
            return set(_reached(thresholds, len(part.cells)))
        case Adjacency(neighbours):
            return {one.source for one in neighbours if one.points == part.points}


def _reached(thresholds: tuple[Threshold, ...], cards: int) -> list[Source]:
    return [one.source for one in thresholds if one.cards <= cards][-1:]


def _sources(deck: Deck) -> list[Source]:
    """Where anything in a deck comes from, in the order of `SOURCES`."""
    found = {source for kind in deck.kinds for source in _of(kind)}
    return [source for source in SOURCES if source in found]


def _of(kind: Kind) -> Iterator[Source]:
    yield kind.title_source
    yield from (source for _, source in sourced_texts(kind))
