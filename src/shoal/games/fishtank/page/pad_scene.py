"""What the score pad shows: the tanks with their points, the open one cell by cell, and what makes its points."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import msgspec

from shoal.core import Result, Say, Scene, msg, msgs, seat_name
from shoal.core.score_sheets import LONGEST_NAME, player_name
from shoal.games.fishtank.cells import FRAMES, Cell
from shoal.games.fishtank.deck_file import house_deck
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES, MOST_TANKS, TankLeaf
from shoal.games.fishtank.result import result_of
from shoal.games.fishtank.scoring import Faces, Part, Score, Scorer
from shoal.games.fishtank.tank import EMPTY_TANK, Tank
from shoal.games.fishtank.words import condition_texts

__all__ = ["draw_pad"]


class _PadTank(msgspec.Struct, frozen=True):
    """One tank in the list of all: `typed` is the player's name as written, `name` what the pad calls the player."""

    letter: str
    typed: str
    name: str
    points: int
    sets: int
    cards: int
    open: bool
    won: bool


class _PadCell(msgspec.Struct, frozen=True):
    """One cell of the open tank; it is `lit` when it makes points."""

    name: str
    kind: str
    label: str
    here: bool
    lit: bool


class _PadKind(msgspec.Struct, frozen=True):
    """A kind to be tapped in."""

    name: str
    title: str
    side: str


class _PadPart(msgspec.Struct, frozen=True):
    """Some points and the cells that made them, as sixteen flags and in words."""

    points: str
    cells: tuple[bool, ...]
    label: str


class _KindScore(msgspec.Struct, frozen=True):
    """One kind of the open tank: what it scores, for what, and where."""

    name: str
    title: str
    side: str
    cards: int
    points: int
    conditions: tuple[str, ...]
    parts: tuple[_PadPart, ...]


def draw_pad(leaf: TankLeaf, say: Say, *, undoable: bool) -> Scene:
    """The values for `pad.html`."""
    tanks = leaf.tanks
    scores = [_scorer().score(tank.faces) for tank in tanks]
    names = [player_name(tank.name, seat, say) for seat, tank in enumerate(tanks)]
    all_full = all(tank.full for tank in tanks) and len(tanks) > 1
    result = _result([tank.faces for tank in tanks]) if all_full else None
    winners = result.winners if result is not None else ()
    score = scores[leaf.open]
    return {
        "players": [
            _PadTank(
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
        "cells": _cells(leaf, score, say),
        "kinds": [_PadKind(kind.name, say(kind.text), kind.side) for kind in house_deck().kinds],
        "kind_scores": _kind_scores(leaf, score, say),
        "notes": _too_many(leaf, say),
        "undoable": undoable,
        "most": MOST_TANKS,
        "longest": LONGEST_NAME,
    }


@cache
def _scorer() -> Scorer:
    return Scorer(house_deck())


def _result(tanks: Sequence[Faces]) -> Result:
    """Who has won with these finished tanks (T18)."""
    return result_of(_scorer(), [_tank(faces) for faces in tanks])


def _tank(faces: Faces) -> Tank:
    """A finished tank on the plane of a game, in the frame that begins with its first card."""
    frame = FRAMES[-1]
    lying = dict(zip(frame, faces, strict=True))
    return Tank(
        tuple(lying.get(cell, "") for cell in range(len(EMPTY_TANK.faces))), sum(1 << cell for cell in frame), 0
    )


def _cells(leaf: TankLeaf, score: Score, say: Say) -> list[_PadCell]:
    faces = leaf.tanks[leaf.open].faces
    lit = {cell for part in score.parts for cell in part.cells}
    return [
        _PadCell(name, face, _cell_label(name, face, say), cell == leaf.cell, cell in lit)
        for cell, (name, face) in enumerate(zip(CELL_NAMES, faces, strict=True))
    ]


def _cell_label(name: str, face: str, say: Say) -> str:
    if not face:
        return say(msg("{cell}: nothing yet", cell=name))
    return say(msg("{cell}: {kind}", cell=name, kind=house_deck().by_name[face].text))


def _kind_scores(leaf: TankLeaf, score: Score, say: Say) -> list[_KindScore]:
    """The kinds of the open tank in the order of the deck."""
    found = Counter(leaf.tanks[leaf.open].faces)
    kind_scores = []
    for name, points in score.kinds.items():
        kind = house_deck().by_name[name]
        conditions = tuple(map(say, condition_texts(kind)))
        parts = tuple(_part(part, say) for part in score.parts if part.kind == name)
        kind_scores.append(_KindScore(name, say(kind.text), kind.side, found[name], points, conditions, parts))
    return kind_scores


def _part(part: Part, say: Say) -> _PadPart:
    cells: tuple[Cell, ...] = part.cells
    label = msgs(
        "{count} point: {cells}",
        "{count} points: {cells}",
        part.points,
        cells=", ".join(CELL_NAMES[cell] for cell in sorted(cells)),
    )
    return _PadPart(str(part.points), tuple(cell in cells for cell in range(len(CELL_NAMES))), say(label))


def _too_many(leaf: TankLeaf, say: Say) -> list[str]:
    """Kinds of which more cards lie in the tanks than the box has, so that a player must have tapped wrongly (T1)."""
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
