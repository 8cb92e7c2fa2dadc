"""The lookup tables: what the kernels need to know of a board and a deal, in one flat array `[TABLES_SIZE]`."""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers
from shoal.games.penguins.board import FLOES, ROWS, Board, bits
from shoal.games.penguins.deal import floes_with
from shoal.games.penguins.engine.features import FEATURE_ROW
from shoal.games.penguins.options import Options

__all__ = [
    "BERTHS",
    "CUT_OFF_AT_ONCE",
    "FISH",
    "FISH_HIGH",
    "FISH_LOW",
    "HAS_EAST",
    "HAS_NORTH_EAST",
    "HAS_NORTH_WEST",
    "HAS_SOUTH_EAST",
    "HAS_SOUTH_WEST",
    "HAS_WEST",
    "NEIGHBOURS",
    "PENGUINS_EACH",
    "PLAYERS",
    "RAYS",
    "RAYS_A_FLOE",
    "REGULAR",
    "SEAT_WEIGHTS",
    "TABLES_SIZE",
    "TO_EAST",
    "TO_SOUTH_EAST",
    "TO_SOUTH_WEST",
    "WEIGHTS",
    "WORTH",
    "WORTH_OF_A_FISH",
    "build_tables",
]

#: By floe, six rays: three to floes with higher numbers, then three to lower ones.
RAYS: Final = 0
RAYS_A_FLOE: Final = 6
#: By floe: the floes that touch it.
NEIGHBOURS: Final = 360
#: By floe: its fish, and what it is worth at the end: first its fish, then itself (P19).
FISH: Final = 420
WORTH: Final = 480
#: The floes with one or three fish, and those with two or three.
FISH_LOW: Final = 540
FISH_HIGH: Final = 541
#: Whether no row is shifted and no slide is too long to be noticed: then a neighbour's number differs by 1, 7 or 8.
REGULAR: Final = 542
PLAYERS: Final = 543
#: Penguins a player.
PENGUINS_EACH: Final = 544
#: Where penguins may be placed on empty ice (P8).
BERTHS: Final = 545
#: Whether floes out of reach go at once (P18).
CUT_OFF_AT_ONCE: Final = 546
#: On a regular board: the floes with a neighbour in one of the six directions …
HAS_EAST: Final = 548
HAS_SOUTH_WEST: Final = 549
HAS_SOUTH_EAST: Final = 550
HAS_WEST: Final = 551
HAS_NORTH_EAST: Final = 552
HAS_NORTH_WEST: Final = 553
#: The weights of the evaluation, `[free floes, FEATURE_ROW]`.
WEIGHTS: Final = 560
#: The same for one seat among several others.
SEAT_WEIGHTS: Final = WEIGHTS + (FLOES + 1) * FEATURE_ROW
TABLES_SIZE: Final = SEAT_WEIGHTS + (FLOES + 1) * FEATURE_ROW

#: … and by how much that neighbour's number is higher or, in the opposite direction, lower.
TO_EAST: Final = 1
TO_SOUTH_WEST: Final = 7
TO_SOUTH_EAST: Final = 8

#: A fish is worth more than all floes of the box.
WORTH_OF_A_FISH: Final = 64

_DIRECTIONS: Final = {
    HAS_EAST: TO_EAST,
    HAS_SOUTH_WEST: TO_SOUTH_WEST,
    HAS_SOUTH_EAST: TO_SOUTH_EAST,
    HAS_WEST: -TO_EAST,
    HAS_NORTH_EAST: -TO_SOUTH_WEST,
    HAS_NORTH_WEST: -TO_SOUTH_EAST,
}


def build_tables(options: Options, fish: bytes, far: int = ROWS) -> Numbers:
    """The lookup tables of a deal, for players who notice slides of up to `far` floes; it has no weights yet."""
    board = options.board
    tables = np.zeros(TABLES_SIZE, dtype=np.int64)
    _write_rays(board, tables, far)
    for floe, number in enumerate(fish):
        tables[FISH + floe] = number
        tables[WORTH + floe] = number * WORTH_OF_A_FISH + 1 if number else 0
    tables[FISH_LOW] = floes_with(fish, 1) | floes_with(fish, 3)
    tables[FISH_HIGH] = floes_with(fish, 2) | floes_with(fish, 3)
    tables[REGULAR] = not any(options.shifts) and far >= ROWS - 1
    tables[PLAYERS] = options.players
    tables[PENGUINS_EACH] = options.penguins_each
    tables[BERTHS] = floes_with(fish, 1) if options.placing == "one" else (1 << FLOES) - 1
    tables[CUT_OFF_AT_ONCE] = options.cut_off == "at_once"
    for direction, step in _DIRECTIONS.items():
        tables[direction] = sum(
            1 << floe
            for floe in range(FLOES)
            if 0 <= floe + step < FLOES and board.neighbours[1 << floe] >> floe + step & 1
        )
    return tables


def _write_rays(board: Board, tables: Numbers, far: int) -> None:
    rays = [[0] * RAYS_A_FLOE for _ in range(FLOES)]
    for slide in board.slides.values():
        if slide.path.bit_count() > far:
            continue
        row, x = board.coordinates[slide.move.start]
        end_row, end_x = board.coordinates[slide.move.end]
        along = 1 if (end_x < x) == (end_row > row) else 2
        direction = 0 if end_row == row else along
        rays[slide.move.start][direction + 3 * (slide.move.end < slide.move.start)] |= slide.end
    for floe in range(FLOES):
        at = RAYS + RAYS_A_FLOE * floe
        tables[at : at + RAYS_A_FLOE] = rays[floe]
        tables[NEIGHBOURS + floe] = sum(bits(board.neighbours[1 << floe]))
