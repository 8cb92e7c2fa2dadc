"""Any valid deck, for Hypothesis: all four families, odd shapes, extreme values, strange titles."""

from hypothesis import strategies as st

from shoal.games.fishtank.cells import CELL_NAMES
from shoal.games.fishtank.deck import (
    COLOURS,
    SOURCES,
    Adjacency,
    Amount,
    Area,
    Condition,
    Deck,
    Kind,
    Neighbours,
    Pattern,
    Shape,
    Shapes,
    Side,
    Threshold,
    Where,
)
from shoal.games.fishtank.shapes import trimmed

__all__ = ["decks"]

_SOURCES = st.sampled_from(SOURCES)
_POINTS = st.integers(0, 99)
_TITLES = st.one_of(
    st.text(st.sampled_from("aé'\"\\#[]= 🐟中"), min_size=1, max_size=40), st.text(min_size=1, max_size=40)
).filter(lambda title: title.isprintable() and title.strip())
_NAMES = st.from_regex(r"[a-z][a-z0-9]{0,19}", fullmatch=True).filter(lambda name: name not in CELL_NAMES)


@st.composite
def _patterns(draw: st.DrawFn, *, whole: bool = False) -> Pattern:
    high, wide = (4, 4) if whole else (draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    cells = draw(st.integers(1, (1 << high * wide) - 1))
    signs = "".join("X" if cells >> cell & 1 else "." for cell in range(high * wide))
    return tuple(signs[row * wide : (row + 1) * wide] for row in range(high))


def _thresholds() -> st.SearchStrategy[tuple[Threshold, ...]]:
    cards = st.lists(st.integers(1, 16), unique=True, min_size=1, max_size=16).map(sorted)
    return cards.flatmap(
        lambda cards: st.tuples(*(st.builds(Threshold, st.just(one), _POINTS, _SOURCES) for one in cards))
    )


@st.composite
def _neighbours(draw: st.DrawFn) -> Neighbours:
    where: Where = draw(st.sampled_from(("side", "corner", "around")))
    count = draw(st.integers(1, 8 if where == "around" else 4))
    return Neighbours(where, count, draw(st.booleans()), draw(_POINTS), draw(_SOURCES))


def _up_to_eight(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(strategy, min_size=1, max_size=8).map(tuple)


_CONDITIONS: st.SearchStrategy[Condition] = st.one_of(
    st.builds(
        Shapes,
        _up_to_eight(st.builds(Shape, _patterns().map(trimmed), _POINTS, st.booleans(), st.booleans(), _SOURCES)),
    ),
    st.builds(Area, _patterns(whole=True), _thresholds(), _SOURCES),
    st.builds(Amount, _thresholds()),
    st.builds(Adjacency, _up_to_eight(_neighbours())),
)


@st.composite
def decks(draw: st.DrawFn, *, most_kinds: int = 8, cards: int = 1) -> Deck:
    """A deck of 2 to `most_kinds` kinds, of which each front has `cards` cards or more."""
    names = draw(st.lists(_NAMES, unique=True, min_size=2, max_size=most_kinds))
    back = draw(st.integers(0, len(names) - 1))
    kinds = []
    for number, name in enumerate(names):
        side: Side = "back" if number == back else draw(st.sampled_from(("dark", "light")))
        kinds.append(
            Kind(
                name=name,
                title=draw(_TITLES),
                title_source=draw(_SOURCES),
                colour=draw(st.sampled_from(COLOURS)),
                cards=0 if side == "back" else draw(st.integers(cards, 99)),
                side=side,
                left_out=side != "back" and draw(st.booleans()),
                condition=draw(_CONDITIONS),
            )
        )
    return Deck(draw(_TITLES), tuple(kinds))
