"""The deck editor: people make a deck with the values from their box, or of their own, kind by kind.

`editor_leaf.py` says what stands on a sheet, `drafts.py` what it begins with, `editor_acts.py` what each act does to
it, `drafted_deck.py` which deck it makes and `gaps.py` what is still missing. `editor_scene.py` and `kind_form.py` show
the sheet, `design_scene.py` a finished deck.
"""

from collections.abc import Mapping
from typing import ClassVar, Final

from shoal import core
from shoal.core import NotationError, Say, Scene, Text, msg
from shoal.core.editor import LARGEST_DESIGN, EditorWords
from shoal.core.score_sheets import Sheet, read_sheet
from shoal.games.fishtank.deck_file import house_deck, read_deck
from shoal.games.fishtank.deck_writer import write_deck
from shoal.games.fishtank.page.design_scene import draw_design
from shoal.games.fishtank.page.drafts import draft_of, stated_only
from shoal.games.fishtank.page.editor_acts import acted, opened
from shoal.games.fishtank.page.editor_leaf import DeckLeaf
from shoal.games.fishtank.page.editor_scene import draw_editor
from shoal.games.fishtank.page.gaps import finished_deck

__all__ = ["DeckEditor"]

_STARTS: Final[Mapping[str, Text]] = {
    "house": msg("From the house deck"),
    "stated": msg("From what the rule book states; the rest is blank, to be read from the box"),
    "nothing": msg("From nothing"),
}


class DeckEditor(core.Editor):
    """Makes decks.

    Acts: `title My deck`, `add dark`, `open 3`, `close`, `drop 3`, `undo`; of kind 3: `call 3 Neon Tetra`,
    `name 3 tetra`, `colour 3 red`, `cards 3 9`, `side 3 light`, `small 3 yes`, `family 3 shape`, `area 3 b2 yes`,
    `more 3`; of its first demand: `less 3 1`, `cell 3 1 b2 yes`, `mirrored 3 1 yes`, `turned 3 1 yes`, `count 3 1 2`,
    `where 3 1 side`, `alike 3 1 yes`, `points 3 1 5`; of the example: `put c3 2`, `clear c3`, `usual`.
    """

    option: ClassVar[str] = "deck_toml"
    words: ClassVar[EditorWords] = EditorWords(
        mine=msg("My decks"),
        one=msg("Deck"),
        new=msg("A new deck"),
        usual=msg("the house deck"),
        purpose=msg(
            "The conditions of Fish Tank are pictures on its cards, and the rule book states only some of them. Enter "
            "those of your own box once, and play with them at tables, on score pads and against bots."
        ),
    )

    def starts(self) -> Mapping[str, Text]:
        return _STARTS

    def start(self, name: str) -> bytes:
        untitled = DeckLeaf(kinds=draft_of(house_deck()).kinds)
        match name:
            case "house":
                leaf = untitled
            case "stated":
                leaf = stated_only(untitled)
            case "nothing":
                leaf = DeckLeaf()
            case _:
                raise NotationError(name, msg("one of {choices}", choices=", ".join(_STARTS)))
        return Sheet(leaf).encoded(LARGEST_DESIGN)

    def open(self, text: str) -> bytes:
        return Sheet(draft_of(read_deck(text))).encoded(LARGEST_DESIGN)

    def write(self, sheet: bytes, act: str) -> bytes:
        deck = _read(sheet)
        if act == "undo":
            deck = deck.undone()
        elif act.partition(" ")[0] in ("open", "close"):
            deck = deck.showing(opened(deck.now, act))
        else:
            deck = deck.changed(acted(deck.now, act))
        return deck.encoded(LARGEST_DESIGN)

    def text(self, sheet: bytes) -> str:
        return write_deck(finished_deck(_read(sheet).now))

    def title(self, sheet: bytes) -> str:
        return _read(sheet).now.title

    def scene(self, sheet: bytes, say: Say) -> Scene:
        deck = _read(sheet)
        return draw_editor(deck.now, say, undoable=bool(deck.past))

    def show(self, text: str, say: Say) -> Scene:
        """Of the house deck for an empty text."""
        return draw_design(read_deck(text) if text else house_deck(), say)


def _read(sheet: bytes) -> Sheet[DeckLeaf]:
    return read_sheet(sheet, Sheet[DeckLeaf], LARGEST_DESIGN)
