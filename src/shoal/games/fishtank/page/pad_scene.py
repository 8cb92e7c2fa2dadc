"""What the score pad shows: the tanks with their points, the open one cell by cell, and why it is worth that."""

from collections import Counter

import msgspec

from shoal.core import Say, Scene, msg, msgs, seat_name
from shoal.core.score_sheets import LONGEST_NAME, player_name
from shoal.games.fishtank.cells import Cell
from shoal.games.fishtank.deck_file import house_deck
from shoal.games.fishtank.page.pad import CELL_NAMES, MOST_TANKS, TankLeaf, judge, outcome
from shoal.games.fishtank.scoring import Part, Score
from shoal.games.fishtank.words import condition_texts

__all__ = ["draw_pad"]


class _Player(msgspec.Struct, frozen=True):
    """One tank in the list of all: `typed` is the name as somebody wrote it, `name` what to call it by."""

    letter: str
    typed: str
    name: str
    points: int
    sets: int
    cards: int
    open: bool
    won: bool


class _Spot(msgspec.Struct, frozen=True):
    """One cell of the open tank; it is `lit` when it makes points."""

    name: str
    kind: str
    label: str
    here: bool
    lit: bool


class _Tile(msgspec.Struct, frozen=True):
    """A kind to be tapped in."""

    name: str
    title: str
    side: str


class _Made(msgspec.Struct, frozen=True):
    """Some points and the cells that made them, as a mask of sixteen signs and in words."""

    points: str
    cells: tuple[bool, ...]
    label: str


class _Line(msgspec.Struct, frozen=True):
    """One kind of the open tank: what it scores, for what, and where."""

    name: str
    title: str
    side: str
    cards: int
    points: int
    conditions: tuple[str, ...]
    made: tuple[_Made, ...]


def draw_pad(leaf: TankLeaf, *, undoable: bool, say: Say) -> Scene:
    """What `pad.html` is given."""
    tanks = leaf.tanks
    scores = [judge().score(tank.faces) for tank in tanks]
    names = [player_name(tank.name, seat, say) for seat, tank in enumerate(tanks)]
    result = outcome([tank.faces for tank in tanks]) if all(tank.full for tank in tanks) and len(tanks) > 1 else None
    winners = result.winners if result is not None else ()
    score = scores[leaf.open]
    return {
        "players": [
            _Player(
                seat_name(seat),
                tank.name,
                names[seat],
                scores[seat].total,
                scores[seat].sets,
                sum(map(bool, tank.faces)),
                seat == leaf.open,
                seat in winners,
            )
            for seat, tank in enumerate(tanks)
        ],
        "winners": [names[seat] for seat in winners],
        "reason": say(result.reason) if result is not None else "",
        "letter": seat_name(leaf.open),
        "name": names[leaf.open],
        "full": tanks[leaf.open].full,
        "begun": any(tanks[leaf.open].faces),
        "score": score,
        "next": CELL_NAMES[leaf.cell] if leaf.cell is not None else None,
        "next_taken": leaf.cell is not None and bool(tanks[leaf.open].faces[leaf.cell]),
        "spots": _spots(leaf, score, say),
        "tiles": [_Tile(kind.name, say(kind.text), kind.side) for kind in house_deck().kinds],
        "lines": _lines(leaf, score, say),
        "notes": _too_many(leaf, say),
        "undoable": undoable,
        "most": MOST_TANKS,
        "longest": LONGEST_NAME,
    }


def _spots(leaf: TankLeaf, score: Score, say: Say) -> list[_Spot]:
    faces = leaf.tanks[leaf.open].faces
    lit = {cell for part in score.parts for cell in part.cells}
    return [
        _Spot(
            name,
            face,
            _spot_label(name, face, say),
            cell == leaf.cell,
            cell in lit,
        )
        for cell, (name, face) in enumerate(zip(CELL_NAMES, faces, strict=True))
    ]


def _spot_label(name: str, face: str, say: Say) -> str:
    if not face:
        return say(msg("{cell}: nothing yet", cell=name))
    return say(msg("{cell}: {kind}", cell=name, kind=house_deck().by_name[face].text))


def _lines(leaf: TankLeaf, score: Score, say: Say) -> list[_Line]:
    """The kinds of the open tank in the order of the deck."""
    found = Counter(leaf.tanks[leaf.open].faces)
    lines = []
    for name, points in score.kinds.items():
        kind = house_deck().by_name[name]
        conditions = tuple(map(say, condition_texts(kind)))
        made = tuple(_made(part, say) for part in score.parts if part.kind == name)
        lines.append(_Line(name, say(kind.text), kind.side, found[name], points, conditions, made))
    return lines


def _made(part: Part, say: Say) -> _Made:
    cells: tuple[Cell, ...] = part.cells
    label = msgs(
        "{count} point: {cells}",
        "{count} points: {cells}",
        part.points,
        cells=", ".join(CELL_NAMES[cell] for cell in sorted(cells)),
    )
    return _Made(str(part.points), tuple(cell in cells for cell in range(len(CELL_NAMES))), say(label))


def _too_many(leaf: TankLeaf, say: Say) -> list[str]:
    """A kind of which more lie in the tanks than the box has: somebody must have tapped wrongly (T1)."""
    found = Counter(face for tank in leaf.tanks for face in tank.faces)
    return [
        say(
            msgs(
                "{kind}: {found} lie in the tanks, but the box has {count}",
                "{kind}: {found} lie in the tanks, but the box has {count}",
                kind.cards,
                kind=kind.text,
                found=found[kind.name],
            )
        )
        for kind in house_deck().fronts
        if found[kind.name] > kind.cards
    ]
