"""Kinds and hands for the page: what is drawn on a card and what is said about it."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec

from shoal.core import Say, Text, msg
from shoal.games.fishtank.deck import SOURCES, Colour, Deck, Kind, Side, Source
from shoal.games.fishtank.options import HAND_SIZE, Options
from shoal.games.fishtank.page.emblems import Emblem, emblem
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.pictures import abbreviations
from shoal.games.fishtank.source_signs import SOURCE_SIGNS, signed_conditions, signs_of
from shoal.games.fishtank.steps import ChooseCard
from shoal.games.fishtank.view import View
from shoal.games.fishtank.words import SOURCE_TEXTS, condition_texts, sourced_texts

__all__ = ["HUES", "HandCard", "HandScene", "KindScene", "deck_scenes", "hand_scene", "kind_scene", "kind_scenes"]

#: The hues of the colours, for fish without a drawing.
HUES: Final[Mapping[Colour, int]] = {
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
    #: Where the values of its condition come from.
    source: str
    #: The conditions, each value with the sign of where it comes from; and the sign of the title.
    signed: str
    title_sign: str


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
    deck, signs = options.deck, signs_of(options.deck)
    counts = dict(zip(options.kinds, options.counts, strict=True))
    letters = abbreviations(deck)
    return {
        kind.name: kind_scene(kind, letters[kind.name], counts.get(kind.name, 0), say, signs)
        for kind in deck.kinds
        if kind.side == "back" or counts[kind.name]
    }


@lru_cache(maxsize=32)
def deck_scenes(deck: Deck, say: Say) -> Mapping[str, KindScene]:
    """All kinds of a deck, in its order."""
    letters, signs = abbreviations(deck), signs_of(deck)
    return {kind.name: kind_scene(kind, letters[kind.name], kind.cards, say, signs) for kind in deck.kinds}


def kind_scene(kind: Kind, letters: str, cards: int, say: Say, signs: Mapping[Source, str] = SOURCE_SIGNS) -> KindScene:
    """One kind with its letters and the number of its cards."""
    sources = {source for _, source in sourced_texts(kind)}
    return KindScene(
        name=kind.name,
        title=say(kind.text),
        side=kind.side,
        hue=HUES[kind.colour],
        letters=letters,
        emblem=emblem(kind, signs),
        conditions="; ".join(say(text) for text in condition_texts(kind)),
        cards=cards,
        source=", ".join(say(SOURCE_TEXTS[source]) for source in SOURCES if source in sources),
        signed=signed_conditions(kind, signs, say),
        title_sign=signs[kind.title_source],
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
