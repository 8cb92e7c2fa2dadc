"""An editor: where people make something of their own for a game, such as a deck, once and for all uses.

A *design* is the text of one `Prose` option of a game, made with the game's editor. The server keeps designs and shares
them; what it calls them comes from the editor's `words`. While it is worked on, a design is a *sheet*, one JSON value
that the game defines, as on a score pad: it need not be whole yet, and it remembers its last versions (see
`score_sheets.py`). A game with an editor has these files besides those in `page.py`:

    page/editor.html    the sheet while it is worked on, drawn like `pad.html`: every control is a button or a field of
                        a plain form, which submits an `act`
    page/design.html    a finished design, to look at and to print
    page/editor.css     the styles of both, after those of pads and `style.css`

A field for something typed has a form of its own: the hidden fields, an `<input name="text">`, and a button with the
act that what was typed follows. It is submitted as it is typed, so that what is half typed may be refused; an empty
text blanks the value. A button with `data-then="#id"` moves the focus there afterwards.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final

import msgspec

from shoal.core.scene import Scene
from shoal.core.text import Say, Text

__all__ = ["LARGEST_DESIGN", "Editor", "EditorWords"]

#: No sheet of an editor may have more bytes.
LARGEST_DESIGN: Final = 1 << 17


class EditorWords(msgspec.Struct, frozen=True, kw_only=True):
    """What people call the designs of a game."""

    #: A list of one's own: "My decks".
    mine: Text
    #: A label of the one in use: "Deck".
    one: Text
    #: Above the ways to begin one: "A new deck".
    new: Text
    #: What there is without any, where the option is empty: "the house deck".
    usual: Text
    #: A sentence for the list, which says what they are good for.
    purpose: Text


class Editor(ABC):
    """Makes designs. Each method raises a `ShoalError` for input that makes no sense, and nothing else."""

    #: The name of the `Prose` option whose text is a design.
    option: ClassVar[str]
    words: ClassVar[EditorWords]
    #: How the name of a file with a design ends, and its media type.
    suffix: ClassVar[str] = ".toml"
    media_type: ClassVar[str] = "application/toml"

    @abstractmethod
    def starts(self) -> Mapping[str, Text]:
        """What one can begin with, by names of letters and hyphens; the most usual first."""

    @abstractmethod
    def start(self, name: str) -> bytes:
        """A new sheet that begins with one of `starts`."""

    @abstractmethod
    def open(self, text: str) -> bytes:
        """A new sheet with a finished design, from a file or a copy."""

    @abstractmethod
    def write(self, sheet: bytes, act: str) -> bytes:
        """The sheet after one button or one filled-in field; what was typed follows the act after a space."""

    @abstractmethod
    def text(self, sheet: bytes) -> str:
        """The finished design. Raises a `ShoalError` that says what is missing while it is not whole."""

    @abstractmethod
    def title(self, sheet: bytes) -> str:
        """What its maker calls it; empty while it has no title."""

    @abstractmethod
    def scene(self, sheet: bytes, say: Say) -> Scene:
        """The values for `editor.html`, which also gets `hidden`, the hidden fields of each form in it."""

    @abstractmethod
    def show(self, text: str, say: Say) -> Scene:
        """The values for `design.html`, from a finished design; from an empty text, what there is without any."""
