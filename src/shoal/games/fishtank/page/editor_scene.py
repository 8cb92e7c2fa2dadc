"""What the deck editor shows: the deck as an overview of its cards, one open kind, an example tank, what is missing."""

from collections import Counter
from collections.abc import Mapping
from itertools import groupby

import msgspec
from msgspec.structs import replace

from shoal.core import Say, Scene, Text, msg
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_table import LONGEST_TITLE
from shoal.games.fishtank.options import cards_needed, most_players
from shoal.games.fishtank.page.cards import KindScene, kind_scene
from shoal.games.fishtank.page.drafted_deck import draft_title, drafted_deck
from shoal.games.fishtank.page.editor_leaf import DeckLeaf
from shoal.games.fishtank.page.gaps import Gap, gaps_of
from shoal.games.fishtank.page.kind_form import KindForm, kind_form
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES
from shoal.games.fishtank.pictures import abbreviations
from shoal.games.fishtank.scoring import Score, Scorer

__all__ = ["draw_editor"]


class _ListedKind(msgspec.Struct, frozen=True):
    """A kind in the overview; `gaps` is how much it is still missing."""

    number: int
    scene: KindScene
    cards: int | None
    open: bool
    gaps: int


class _ListedGap(msgspec.Struct, frozen=True):
    """A kind, or 0 for the deck as a whole, and all that it is still missing."""

    number: int
    title: str
    missing: str


class _ExampleCell(msgspec.Struct, frozen=True):
    """A cell of the example, what pressing it does, and whether it makes points."""

    name: str
    scene: KindScene | None
    act: str
    label: str
    lit: bool


class _ExampleLine(msgspec.Struct, frozen=True):
    """What a kind scores in the example."""

    number: int
    scene: KindScene
    cards: int
    points: int
    finished: bool


class _Example(msgspec.Struct, frozen=True):
    """The example tank with its score."""

    usual: bool
    total: int
    cells: tuple[_ExampleCell, ...]
    lines: tuple[_ExampleLine, ...]


def draw_editor(leaf: DeckLeaf, say: Say, *, undoable: bool) -> Scene:
    """The values for `editor.html`."""
    deck = drafted_deck(leaf)
    scenes = _scenes(leaf, deck, say)
    gaps = gaps_of(leaf)
    missing = Counter(gap.kind for gap in gaps)
    fronts = [number for number, kind in enumerate(leaf.kinds) if kind.side != "back"]
    backs = [number for number, kind in enumerate(leaf.kinds) if kind.side == "back"]
    order = [*fronts, *backs]
    form: KindForm | None = None
    if leaf.open is not None:
        own = [gap for gap in gaps if gap.kind == leaf.open]
        form = kind_form(leaf, leaf.open, scenes[leaf.open], own, order, say)
    cards = sum(kind.cards or 0 for kind in leaf.kinds if kind.side != "back")
    return {
        "title": leaf.title,
        "longest": LONGEST_TITLE,
        "scenes": tuple(scenes.values()),
        "kinds": [
            _ListedKind(number + 1, scenes[number], leaf.kinds[number].cards, number == leaf.open, missing[number])
            for number in order
        ],
        "cards": cards,
        "most_players": most_players(cards),
        "needed": cards_needed(2),
        "gaps": _listed(leaf, gaps, say),
        "form": form,
        "has_back": bool(backs),
        "example": _example(leaf, deck, scenes, missing, say),
        "undoable": undoable,
    }


def _scenes(leaf: DeckLeaf, deck: Deck, say: Say) -> Mapping[int, KindScene]:
    """The kinds as they are drawn so far, by number."""
    letters = abbreviations(deck)
    scenes = {}
    for number, kind in enumerate(leaf.kinds):
        shown = deck.kinds[number]
        scene = kind_scene(shown, letters[shown.name] if kind.title else str(number + 1), kind.cards or 0, say)
        scenes[number] = replace(scene, title=say(draft_title(kind, number)))
    return scenes


def _listed(leaf: DeckLeaf, gaps: tuple[Gap, ...], say: Say) -> list[_ListedGap]:
    """The gaps by kind, and among those by demand."""
    listed = []
    for number, of_kind in groupby(gaps, lambda gap: gap.kind):
        title = msg("The deck") if number is None else draft_title(leaf.kinds[number], number)
        missing = []
        for demand, of_demand in groupby(of_kind, lambda gap: gap.demand):
            texts = ", ".join(say(gap.text) for gap in of_demand)
            if demand is not None:
                texts = say(msg("line {number}: {missing}", number=demand + 1, missing=texts))
            missing.append(texts)
        listed.append(_ListedGap(0 if number is None else number + 1, say(title), "; ".join(missing)))
    return listed


def _example(
    leaf: DeckLeaf, deck: Deck, scenes: Mapping[int, KindScene], missing: Mapping[int | None, int], say: Say
) -> _Example:
    laid = leaf.laid
    score = Scorer(deck).score(tuple(deck.kinds[number].name if number >= 0 else "" for number in laid))
    lit = {cell for part in score.parts for cell in part.cells}
    cells = tuple(
        _ExampleCell(
            CELL_NAMES[cell],
            scenes[number] if number >= 0 else None,
            _press(leaf, cell, number),
            say(_label(leaf, cell, number)),
            cell in lit,
        )
        for cell, number in enumerate(laid)
    )
    return _Example(leaf.example is None, score.total, cells, _lines(laid, deck, score, scenes, missing))


def _press(leaf: DeckLeaf, cell: int, number: int) -> str:
    """What pressing a cell does: lay the open kind there, or take it away; without one, open the kind there."""
    if leaf.open is None:
        return f"open {number + 1}" if number >= 0 else ""
    if number == leaf.open:
        return f"clear {CELL_NAMES[cell]}"
    return f"put {CELL_NAMES[cell]} {leaf.open + 1}"


def _label(leaf: DeckLeaf, cell: int, number: int) -> Text:
    name = CELL_NAMES[cell]
    lying = draft_title(leaf.kinds[number], number) if number >= 0 else msg("nothing")
    if leaf.open is None:
        return msg("{cell}: {kind}", cell=name, kind=lying)
    if number == leaf.open:
        return msg("{cell}: {kind}; take it away", cell=name, kind=lying)
    return msg(
        "{cell}: {kind}; lay {other} there", cell=name, kind=lying, other=draft_title(leaf.kinds[leaf.open], leaf.open)
    )


def _lines(
    laid: tuple[int, ...],
    deck: Deck,
    score: Score,
    scenes: Mapping[int, KindScene],
    missing: Mapping[int | None, int],
) -> tuple[_ExampleLine, ...]:
    found = Counter(laid)
    return tuple(
        _ExampleLine(
            number + 1,
            scene,
            found[number],
            score.kinds[deck.kinds[number].name],
            finished=not missing[number],
        )
        for number, scene in sorted(scenes.items())
        if found[number]
    )
