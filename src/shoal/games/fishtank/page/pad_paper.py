"""The score pad on paper: all tanks at once, and the points of all kinds; empty where nothing is written yet."""

from collections.abc import Mapping, Sequence

import msgspec

from shoal.core import seat_name
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.page.cards import KindScene
from shoal.games.fishtank.page.pad_leaf import TankLeaf, WrittenTank
from shoal.games.fishtank.scoring import Score
from shoal.games.fishtank.source_signs import part_sign

__all__ = ["PadPaper", "draw_paper"]


class _PaperTank(msgspec.Struct, frozen=True):
    """One tank: the titles of its cards row by row, its points and its sets."""

    letter: str
    typed: str
    titles: tuple[str, ...]
    total: str
    sets: str


class _PaperRow(msgspec.Struct, frozen=True):
    """One kind, and what it scores in each tank."""

    kind: KindScene
    points: tuple[str, ...]


class PadPaper(msgspec.Struct, frozen=True):
    """The values for `pad_paper.html`."""

    tanks: tuple[_PaperTank, ...]
    rows: tuple[_PaperRow, ...]


def draw_paper(leaf: TankLeaf, deck: Deck, kinds: Mapping[str, KindScene], scores: Sequence[Score]) -> PadPaper:
    """The paper for a leaf with these scores of its tanks."""
    scored = tuple(zip(leaf.tanks, scores, strict=True))
    return PadPaper(
        tuple(_tank(seat, tank, score, kinds) for seat, (tank, score) in enumerate(scored)),
        tuple(
            _PaperRow(kind, tuple(_points(kind.name, tank, score, deck) for tank, score in scored))
            for kind in kinds.values()
        ),
    )


def _tank(seat: int, tank: WrittenTank, score: Score, kinds: Mapping[str, KindScene]) -> _PaperTank:
    titles = tuple(kinds[face].title if face else "" for face in tank.faces)
    begun = any(titles)
    return _PaperTank(
        seat_name(seat), tank.name, titles, str(score.total) if begun else "", str(score.sets) if begun else ""
    )


def _points(name: str, tank: WrittenTank, score: Score, deck: Deck) -> str:
    """The points of a kind; a dash where a full tank has none of it, and nothing while it may still get one."""
    if name not in score.kinds:
        return "–" if tank.full else ""
    return f"{score.kinds[name]}{part_sign(deck, *(part for part in score.parts if part.kind == name))}"
