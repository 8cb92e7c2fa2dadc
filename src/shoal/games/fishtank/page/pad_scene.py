"""What the score pad shows: the tanks with their points, the open one cell by cell, and what makes its points."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from shoal.core import Result, Say, Scene, msg, msgs, seat_name
from shoal.core.score_sheets import LONGEST_NAME, player_name
from shoal.games.fishtank.cells import FRAMES, Cell
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_file import LONGEST_DECK, house_deck
from shoal.games.fishtank.page.cards import KindScene, deck_scenes
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES, MOST_TANKS, TankLeaf
from shoal.games.fishtank.page.pad_paper import draw_paper
from shoal.games.fishtank.result import result_of
from shoal.games.fishtank.scoring import Faces, Part, Score, Scorer
from shoal.games.fishtank.source_signs import legend, part_sign
from shoal.games.fishtank.stated_deck import stated_deck
from shoal.games.fishtank.tank import EMPTY_TANK, Tank

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


class _PadDeck(msgspec.Struct, frozen=True):
    """The deck that the tanks are scored with; one of one's own has a fingerprint that tells it from others."""

    title: str
    fingerprint: str
    #: What the signs behind its values mean.
    legend: tuple[str, ...]
    house: bool
    stated: bool


class _PadPart(msgspec.Struct, frozen=True):
    """Some points and the cells that made them, as sixteen flags and in words."""

    points: str
    cells: tuple[bool, ...]
    label: str


class _KindScore(msgspec.Struct, frozen=True):
    """One kind of the open tank: what it scores and where."""

    kind: KindScene
    cards: int
    points: int
    sign: str
    parts: tuple[_PadPart, ...]


def draw_pad(written: TankLeaf, deck: Deck, say: Say, *, undoable: bool) -> Scene:
    """The values for `pad.html`."""
    leaf = written.known(deck)
    tanks = leaf.tanks
    scores = [_scorer(deck).score(tank.faces) for tank in tanks]
    names = [player_name(tank.name, seat, say) for seat, tank in enumerate(tanks)]
    all_full = all(tank.full for tank in tanks) and len(tanks) > 1
    result = _result(deck, [tank.faces for tank in tanks]) if all_full else None
    winners = result.winners if result is not None else ()
    score = scores[leaf.open]
    kinds = deck_scenes(deck, say)
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
        "cells": _cells(leaf, kinds, score, say),
        "kinds": tuple(kinds.values()),
        "kind_scores": _kind_scores(leaf, deck, kinds, score, say),
        "notes": [*_left_out(written, deck, say), *_too_many(leaf, deck, say)],
        "deck": _deck(deck, say),
        "paper": draw_paper(leaf, deck, kinds, scores),
        "undoable": undoable,
        "most": MOST_TANKS,
        "longest": LONGEST_NAME,
        "longest_deck": LONGEST_DECK,
    }


def _deck(deck: Deck, say: Say) -> _PadDeck:
    house, stated = deck == house_deck(), deck == stated_deck()
    fingerprint = "" if house or stated else deck.fingerprint
    return _PadDeck(say(deck.text), fingerprint, tuple(map(say, legend(deck))), house=house, stated=stated)


@lru_cache(maxsize=64)
def _scorer(deck: Deck) -> Scorer:
    return Scorer(deck)


def _result(deck: Deck, tanks: Sequence[Faces]) -> Result:
    """Who has won with these finished tanks (T18)."""
    return result_of(_scorer(deck), [_tank(faces) for faces in tanks])


def _tank(faces: Faces) -> Tank:
    """A finished tank on the plane of a game, in the frame that begins with its first card."""
    frame = FRAMES[-1]
    lying = dict(zip(frame, faces, strict=True))
    return Tank(
        tuple(lying.get(cell, "") for cell in range(len(EMPTY_TANK.faces))), sum(1 << cell for cell in frame), 0
    )


def _cells(leaf: TankLeaf, kinds: Mapping[str, KindScene], score: Score, say: Say) -> list[_PadCell]:
    faces = leaf.tanks[leaf.open].faces
    lit = {cell for part in score.parts for cell in part.cells}
    return [
        _PadCell(name, face, _cell_label(name, kinds.get(face), say), cell == leaf.cell, cell in lit)
        for cell, (name, face) in enumerate(zip(CELL_NAMES, faces, strict=True))
    ]


def _cell_label(name: str, kind: KindScene | None, say: Say) -> str:
    if kind is None:
        return say(msg("{cell}: nothing yet", cell=name))
    return say(msg("{cell}: {kind}", cell=name, kind=kind.title))


def _kind_scores(
    leaf: TankLeaf, deck: Deck, kinds: Mapping[str, KindScene], score: Score, say: Say
) -> list[_KindScore]:
    """The kinds of the open tank in the order of the deck."""
    found = Counter(leaf.tanks[leaf.open].faces)
    kind_scores = []
    for name, points in score.kinds.items():
        parts = [part for part in score.parts if part.kind == name]
        sign, shown = part_sign(deck, *parts), tuple(_part(part, deck, say) for part in parts)
        kind_scores.append(_KindScore(kinds[name], found[name], points, sign, shown))
    return kind_scores


def _part(part: Part, deck: Deck, say: Say) -> _PadPart:
    cells: tuple[Cell, ...] = part.cells
    label = msgs(
        "{count} point: {cells}",
        "{count} points: {cells}",
        part.points,
        cells=", ".join(CELL_NAMES[cell] for cell in sorted(cells)),
    )
    return _PadPart(
        f"{part.points}{part_sign(deck, part)}", tuple(cell in cells for cell in range(len(CELL_NAMES))), say(label)
    )


def _left_out(written: TankLeaf, deck: Deck, say: Say) -> list[str]:
    """Cards that lie in the tanks, of kinds that the deck has not."""
    found = Counter(face for tank in written.tanks for face in tank.faces if face and face not in deck.by_name)
    if not found:
        return []
    left_out = msgs(
        "{count} card is left out: the deck has no such kind: {kinds}. The deck from before brings it back.",
        "{count} cards are left out: the deck has no such kinds: {kinds}. The deck from before brings them back.",
        found.total(),
        kinds=", ".join(found),
    )
    return [say(left_out)]


def _too_many(leaf: TankLeaf, deck: Deck, say: Say) -> list[str]:
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
        for kind in deck.fronts
        if found[kind.name] > kind.cards
    ]
