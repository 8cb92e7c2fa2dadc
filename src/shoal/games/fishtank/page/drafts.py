"""Drafts of the editor made from decks: all of a deck, or what the book states of it."""

from msgspec.structs import replace

from shoal.games.fishtank.deck import STATED, Adjacency, Amount, Area, Deck, Kind, Shapes, Threshold
from shoal.games.fishtank.page.editor_leaf import DeckLeaf, DraftDemand, DraftKind
from shoal.games.fishtank.shapes import pattern_mask

__all__ = ["draft_of", "stated_only"]


def draft_of(deck: Deck) -> DeckLeaf:
    """A sheet with this deck."""
    return DeckLeaf(deck.title, tuple(map(_draft, deck.kinds)))


def _draft(kind: Kind) -> DraftKind:
    draft = DraftKind(
        name=kind.name,
        title=kind.title,
        title_source=kind.title_source,
        colour=kind.colour,
        cards=kind.cards or None,
        side=kind.side,
        left_out=kind.left_out,
    )
    match kind.condition:
        case Shapes(shapes):
            demands = tuple(
                DraftDemand(
                    cells=pattern_mask(one.pattern),
                    mirrored=one.mirrored,
                    turned=one.turned,
                    points=one.points,
                    source=one.source,
                )
                for one in shapes
            )
            return replace(draft, family="shape", demands=demands)
        case Area(area, thresholds, source):
            return replace(
                draft, family="area", area=pattern_mask(area), area_source=source, demands=_draft_thresholds(thresholds)
            )
        case Amount(thresholds):
            return replace(draft, family="amount", demands=_draft_thresholds(thresholds))
        case Adjacency(neighbours):
            demands = tuple(
                DraftDemand(where=one.where, count=one.count, alike=one.alike, points=one.points, source=one.source)
                for one in neighbours
            )
            return replace(draft, family="adjacency", demands=demands)


def _draft_thresholds(thresholds: tuple[Threshold, ...]) -> tuple[DraftDemand, ...]:
    return tuple(DraftDemand(count=one.cards, points=one.points, source=one.source) for one in thresholds)


def stated_only(leaf: DeckLeaf) -> DeckLeaf:
    """The sheet with nothing but what is known from the book; all else is blank, to be read from a box (T21)."""
    return replace(leaf, kinds=tuple(map(_stated_kind, leaf.kinds)))


def _stated_kind(kind: DraftKind) -> DraftKind:
    demands = tuple(one if one.source in STATED else DraftDemand() for one in kind.demands)
    has_area = kind.family == "area" and kind.area_source in STATED
    # Light creatures score by what surrounds them (T15), and plants by amount (T16).
    knows_family = has_area or any(one.source in STATED for one in kind.demands) or kind.side != "dark"
    titled = kind.title_source in STATED
    return replace(
        kind,
        name=kind.name if titled else "",
        title=kind.title if titled else "",
        title_source=kind.title_source if titled else "box",
        family=kind.family if knows_family else None,
        area=kind.area if has_area else 0,
        area_source=kind.area_source if has_area else "box",
        demands=demands if knows_family else (),
    )
