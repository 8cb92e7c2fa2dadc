"""Kinds and hands for the page: what is drawn on a card and what is said about it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from shoal.core import Say, Text, msg
from shoal.games.fishtank.deck import Adjacency, Amount, Area, Colour, Condition, Deck, Kind, Shapes, Side, Source
from shoal.games.fishtank.options import HAND_SIZE, Options
from shoal.games.fishtank.page.emblems import Emblem, emblem
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.pictures import abbreviations
from shoal.games.fishtank.steps import ChooseCard
from shoal.games.fishtank.view import View
from shoal.games.fishtank.words import condition_texts

__all__ = ["HandCard", "HandScene", "KindScene", "deck_scenes", "hand_scene", "kind_scenes"]

#: The hues of the colours, for fish without a drawing.
_HUES: Final[Mapping[Colour, int]] = {
    "red": 0,
    "orange": 25,
    "yellow": 48,
    "lime": 80,
    "green": 130,
    "teal": 165,
    "cyan": 190,
    "blue": 215,
    "indigo": 245,
    "violet": 275,
    "magenta": 305,
    "pink": 335,
}


class KindScene(msgspec.Struct, frozen=True):
    """A kind as it is drawn and named."""

    name: str
    title: str
    side: Side
    #: For kinds without a drawing: a colour, and letters to tell them apart.
    hue: int
    letters: str
    emblem: Emblem
    conditions: str
    #: How many cards there are in the game; 0 for the back, which all cards have.
    cards: int
    source: str


class HandCard(msgspec.Struct, frozen=True):
    """All cards of one kind in the viewer's hand."""

    kind: KindScene
    count: int
    drawn: bool
    sealed: bool
    label: str


class HandScene(msgspec.Struct, frozen=True):
    """The viewer's hand; during the placing, the hand that it will choose from next."""

    #: Its half and round, so that a new hand is a new element on the page.
    key: str
    title: Text
    next: bool
    choosing: bool
    cards: tuple[HandCard, ...]


@lru_cache(maxsize=32)
def kind_scenes(options: Options, say: Say) -> Mapping[str, KindScene]:
    """The kinds in play and the back, in the order of the deck."""
    counts = dict(zip(options.kinds, options.counts, strict=True))
    return {
        kind.name: _kind_scene(options.deck, kind, counts.get(kind.name, 0), say)
        for kind in options.deck.kinds
        if kind.side == "back" or counts[kind.name]
    }


@lru_cache(maxsize=32)
def deck_scenes(deck: Deck, say: Say) -> Mapping[str, KindScene]:
    """All kinds of a deck, in its order."""
    return {kind.name: _kind_scene(deck, kind, kind.cards, say) for kind in deck.kinds}


def _kind_scene(deck: Deck, kind: Kind, cards: int, say: Say) -> KindScene:
    return KindScene(
        name=kind.name,
        title=say(kind.text),
        side=kind.side,
        hue=_HUES[kind.colour],
        letters=abbreviations(deck)[kind.name],
        emblem=emblem(kind),
        conditions="; ".join(say(text) for text in condition_texts(kind)),
        cards=cards,
        source=say(_source(kind)),
    )


def hand_scene(view: View, say: Say) -> HandScene | None:
    """The viewer's hand; `None` unless it may look at one and will choose from it."""
    placing = view.phase is RoundPhase.PLACE
    if not view.hand or (placing and view.round == HAND_SIZE):
        return None
    kinds = kind_scenes(view.options, say)
    chosen = view.pending.kind if isinstance(view.pending, ChooseCard) else None
    cards = tuple(
        HandCard(
            kind=kinds[name],
            count=count,
            drawn=name == view.drawn,
            sealed=name == chosen,
            label=say(_label(kinds[name], count, drawn=name == view.drawn)),
        )
        for name, count in Counter(view.hand).items()
    )
    return HandScene(
        key=f"{view.half}-{view.round + placing}",
        title=msg("your next hand") if placing else msg("your hand"),
        next=placing,
        choosing=view.phase is RoundPhase.CHOOSE,
        cards=cards,
    )


def _label(kind: KindScene, count: int, *, drawn: bool) -> Text:
    label: Text = msg("{kind}: {conditions}", kind=kind.title, conditions=kind.conditions)
    if count > 1:
        label = msg("{count} × {label}", count=count, label=label)
    return msg("{label} (just drawn)", label=label) if drawn else label


def _source(kind: Kind) -> Text:
    """Where the conditions come from: the rule book, or this edition where the book's pictures are lost."""
    sources = set(_sources(kind.condition))
    if sources == {"book"}:
        return msg("as the rule book says")
    return msg("partly a house rule") if "book" in sources else msg("a house rule")


def _sources(condition: Condition) -> Iterator[Source]:
    match condition:
        case Shapes(shapes):
            yield from (shape.source for shape in shapes)
        case Area(_, thresholds) | Amount(thresholds):
            yield from (threshold.source for threshold in thresholds)
        case Adjacency(neighbours):
            yield from (one.source for one in neighbours)
