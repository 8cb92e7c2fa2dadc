"""What a deck on a sheet of the editor is still missing, in a player's words."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from shoal.core import ShoalError, Text, msg, msgs
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_file import MOST_CONDITIONS, MOST_NEIGHBOURS
from shoal.games.fishtank.page.drafted_deck import draft_title, drafted_deck
from shoal.games.fishtank.page.editor_leaf import CELLS, DeckLeaf, DraftDemand, DraftKind

__all__ = ["Gap", "finished_deck", "gaps_of", "most_count"]


class Gap(msgspec.Struct, frozen=True):
    """Something that a deck is still missing: of which kind, in which of its demands, and in words."""

    kind: int | None
    demand: int | None
    text: Text

    @property
    def placed(self) -> Text:
        """In words that also say in which demand."""
        if self.demand is None:
            return self.text
        return msg("{missing} in line {number}", missing=self.text, number=self.demand + 1)


def finished_deck(leaf: DeckLeaf) -> Deck:
    """The deck of a sheet on which nothing is missing. Raises a `ShoalError` that says what is."""
    gaps = gaps_of(leaf)
    if gaps:
        raise ShoalError(_unfinished(leaf, gaps))
    return drafted_deck(leaf)


def gaps_of(leaf: DeckLeaf) -> tuple[Gap, ...]:
    """All that is missing, kind by kind."""
    gaps = [Gap(number, gap.demand, gap.text) for number, kind in enumerate(leaf.kinds) for gap in _gaps(kind)]
    if all(kind.side == "back" for kind in leaf.kinds):
        gaps.append(Gap(None, None, msg("a kind for the fronts of the cards")))
    if not any(kind.side == "back" for kind in leaf.kinds):
        gaps.append(Gap(None, None, msg("a kind for the back of every card")))
    return tuple(gaps)


@lru_cache(maxsize=1024)
def _gaps(kind: DraftKind) -> tuple[Gap, ...]:
    def missing() -> Iterator[tuple[int | None, Text]]:
        if not kind.title:
            yield None, msg("a name")
        if kind.cards is None and kind.side != "back":
            yield None, msg("the number of cards")
        if kind.family is None:
            yield None, msg("what it scores for")
            return
        if kind.family == "area" and not kind.area:
            yield None, msg("the cells of the area")
        if not kind.demands:
            yield None, msg("the points")
        if kind.family in ("shape", "adjacency") and len(kind.demands) > MOST_CONDITIONS:
            yield None, msg("fewer lines of points, {most} at most", most=MOST_CONDITIONS)
        for number, demand in enumerate(kind.demands):
            for text in _demand_gaps(kind, demand):
                yield number, text

    return tuple(Gap(None, demand, text) for demand, text in missing())


def _demand_gaps(kind: DraftKind, demand: DraftDemand) -> Iterator[Text]:
    if kind.family == "shape":
        if not demand.cells:
            yield msg("the cells of the shape")
    else:
        if kind.family == "adjacency":
            if demand.where is None:
                yield msg("where the neighbours lie")
            if demand.alike is None:
                yield msg("whether the neighbours are the same or different")
        yield from _count_gaps(kind, demand)
    if demand.points is None:
        yield msg("the points")


def _count_gaps(kind: DraftKind, demand: DraftDemand) -> Iterator[Text]:
    if demand.count is None:
        yield msg("how many neighbours") if kind.family == "adjacency" else msg("how many cards")
    elif demand.count > most_count(kind, demand):
        yield msgs(
            "a smaller number: there is only {count} neighbour",
            "a smaller number: there are only {count} neighbours",
            most_count(kind, demand),
        )
    elif kind.family != "adjacency" and Counter(one.count for one in kind.demands)[demand.count] > 1:
        yield msg("another number of cards: {count} is there twice", count=demand.count)


def _unfinished(leaf: DeckLeaf, gaps: tuple[Gap, ...]) -> Text:
    first, others = gaps[0], len(gaps) - 1
    whole: Text = msg("the deck")
    needy = whole if first.kind is None else draft_title(leaf.kinds[first.kind], first.kind)
    found = msg("{kind} still needs {missing}", kind=needy, missing=first.placed)
    if not others:
        return found
    return msgs(
        "{found}, and {count} more thing is missing",
        "{found}, and {count} more things are missing",
        others,
        found=found,
    )


def most_count(kind: DraftKind, demand: DraftDemand) -> int:
    """How many cards, or neighbours, a demand can ask for."""
    if kind.family == "adjacency":
        return MOST_NEIGHBOURS[demand.where or "around"]
    return CELLS
