"""What a finished deck shows: its reference cards, to look at and to print, and where each value comes from."""

import msgspec

from shoal.core import Say, Scene
from shoal.games.fishtank.deck import Deck, Source
from shoal.games.fishtank.options import most_players
from shoal.games.fishtank.page.cards import KindScene, deck_scenes
from shoal.games.fishtank.source_signs import legend, signs_of
from shoal.games.fishtank.words import SOURCE_TEXTS, sourced_texts

__all__ = ["draw_design"]


class _SourcedValue(msgspec.Struct, frozen=True):
    """A value in words, and where it comes from."""

    text: str
    source: str
    sign: str


class _ReferenceCard(msgspec.Struct, frozen=True):
    """One kind with all its values."""

    scene: KindScene
    title: _SourcedValue
    values: tuple[_SourcedValue, ...]


def draw_design(deck: Deck, say: Say) -> Scene:
    """The values for `design.html`."""
    scenes, signs = deck_scenes(deck, say), signs_of(deck)

    def value(text: str, source: Source) -> _SourcedValue:
        return _SourcedValue(text, say(SOURCE_TEXTS[source]), signs[source])

    cards = []
    for kind in (*deck.fronts, deck.back):
        texts = ((text if isinstance(text, str) else say(text), source) for text, source in sourced_texts(kind))
        title = value(scenes[kind.name].title, kind.title_source)
        cards.append(_ReferenceCard(scenes[kind.name], title, tuple(value(text, source) for text, source in texts)))
    count = sum(kind.cards for kind in deck.fronts)
    return {
        "title": deck.title,
        "cards": cards,
        "count": count,
        "most_players": most_players(count),
        "legend": [say(text) for text in legend(deck)],
        "fingerprint": deck.fingerprint,
    }
