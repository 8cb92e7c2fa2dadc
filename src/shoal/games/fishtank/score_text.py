"""Scoring a finished tank that was written down, for people with the real box."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from shoal.core import NotationError, Say, msg
from shoal.games.fishtank.deck import SOURCES, TANK_SIDE, Deck, Source
from shoal.games.fishtank.scoring import Faces, Part, Score, Scorer
from shoal.games.fishtank.source_signs import part_sources

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["ScoredTank", "parse_tank", "score_tank_text"]


class ScoredTank(msgspec.Struct, frozen=True):
    """The score of a finished tank, and how it comes about."""

    deck: Deck
    faces: Faces
    score: Score

    def facts(self) -> Mapping[str, object]:
        """The total, and the points of every kind in the tank with the cells that made them, a1 being the top left.

        Each part says where the values come from that made it.
        """
        score = self.score
        return {
            "total": score.total,
            "kinds": score.kinds,
            "sets": score.sets,
            "parts": [
                {
                    "kind": part.kind,
                    "points": part.points,
                    "cells": [_cell_name(cell) for cell in part.cells],
                    "sources": [source for source in SOURCES if source in self._sources(part)],
                }
                for part in score.parts
            ],
        }

    def _sources(self, part: Part) -> set[Source]:
        return part_sources(self.deck.by_name[part.kind], part)

    def draw(self, say: Say) -> "RenderableType":
        """A picture of the tank, and the score kind by kind."""
        from shoal.games.fishtank.terminal import draw_scored_tank

        return draw_scored_tank(self.deck, self.faces, self.score, say)


def score_tank_text(text: str, deck: Deck) -> ScoredTank:
    """Read and score a tank."""
    faces = parse_tank(text, deck)
    return ScoredTank(deck, faces, Scorer(deck).score(faces))


def parse_tank(text: str, deck: Deck) -> Faces:
    """Read `swordtail tetra … / … / … / …`: four rows of four kinds, top to bottom."""
    rows = [row.split() for row in text.split("/")]
    if len(rows) != TANK_SIDE:
        raise NotationError(text, msg("four rows with / between them, not {count}", count=len(rows)))
    for number, row in enumerate(rows, start=1):
        if len(row) != TANK_SIDE:
            raise NotationError(
                text, msg("four kinds in row {row} with spaces between them, not {count}", row=number, count=len(row))
            )
        for name in row:
            if name not in deck.by_name:
                raise NotationError(
                    name, msg("in row {row} one of the kinds {kinds}", row=number, kinds=", ".join(deck.by_name))
                )
    return tuple(name for row in rows for name in row)


def _cell_name(cell: int) -> str:
    return f"{'abcd'[cell % TANK_SIDE]}{cell // TANK_SIDE + 1}"
