"""The sheet of the score pad: its leaves, and each deck that they are scored with, once however many leaves use it."""

import zlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from shoal.core import ShoalError, msg
from shoal.core.score_sheets import Sheet
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_file import LONGEST_DECK, house_deck, read_deck
from shoal.games.fishtank.deck_writer import write_cards
from shoal.games.fishtank.page.pad_leaf import TankLeaf

__all__ = ["TankSheet"]

#: A character of a deck file has at most four bytes.
_MOST_BYTES: Final = 4 * LONGEST_DECK


class TankSheet(Sheet[TankLeaf], frozen=True, forbid_unknown_fields=True):
    """A leaf names its deck by the fingerprint; the house deck, which every pad knows, has an empty name."""

    decks: Mapping[str, bytes] = {}

    def __post_init__(self) -> None:
        if not {leaf.deck for leaf in (self.now, *self.past)} <= {"", *self.decks}:
            raise ValueError("the deck of a leaf is not there")

    @property
    def deck(self) -> Deck:
        """The deck that the leaf of now is scored with."""
        return _unpacked(self.decks[self.now.deck]) if self.now.deck else house_deck()

    def with_leaves(self, now: TankLeaf, past: tuple[TankLeaf, ...]) -> "TankSheet":
        """The sheet with these leaves, and with the decks of these leaves alone."""
        used = {leaf.deck for leaf in (now, *past)}
        decks = {name: packed for name, packed in self.decks.items() if name in used}
        return replace(self, now=now, past=past, decks=decks)

    def scored_with(self, deck: Deck) -> "TankSheet":
        """The sheet after a change of the deck, which can be undone. What lies in the tanks stays written."""
        name = "" if deck == house_deck() else deck.fingerprint
        known = replace(self, decks={**self.decks, name: _packed(deck)}) if name else self
        leaf = replace(self.now, deck=name)
        return known.changed(replace(leaf, cell=leaf.known(deck).tanks[leaf.open].next_free()))


def _packed(deck: Deck) -> bytes:
    return zlib.compress(write_cards(deck).encode(), 9)


@lru_cache(maxsize=64)
def _unpacked(packed: bytes) -> Deck:
    """The deck; a sheet may come from an untrusted source, so it may be none, or a huge one."""
    try:
        text = zlib.decompressobj().decompress(packed, _MOST_BYTES + 1)
        return read_deck(text.decode())
    except (zlib.error, UnicodeDecodeError):
        raise ShoalError(msg("the deck of this sheet cannot be read")) from None
