"""What a finished deck shows: its reference cards, to look at and to print, and where each value comes from."""

import msgspec

from shoal.core import Say, Scene
from shoal.games.fishtank.deck import Deck, Source
from shoal.games.fishtank.options import most_players
from shoal.games.fishtank.page.cards import KindScene, deck_scenes
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
    scenes = deck_scenes(deck, say)
    cards = []
    for kind in (*deck.fronts, deck.back):
        values = tuple(
            _value(text if isinstance(text, str) else say(text), source, say) for text, source in sourced_texts(kind)
        )
        title = _value(scenes[kind.name].title, kind.title_source, say)
        cards.append(_ReferenceCard(scenes[kind.name], title, values))
    found = {value.sign for card in cards for value in (card.title, *card.values)}
    count = sum(kind.cards for kind in deck.fronts)
    return {
        "title": deck.title,
        "cards": cards,
        "count": count,
        "most_players": most_players(count),
        "sources": [
            _SourcedValue(say(SOURCE_TEXTS[source]), source, sign) for source, sign in _SIGNS.items() if sign in found
        ],
        "fingerprint": deck.fingerprint,
    }


#: Beside each value in print; the sheet explains them.
_SIGNS: dict[Source, str] = {"book": "●", "inferred": "◐", "house": "○", "box": "■"}


def _value(text: str, source: Source, say: Say) -> _SourcedValue:
    return _SourcedValue(text, say(SOURCE_TEXTS[source]), _SIGNS[source])
