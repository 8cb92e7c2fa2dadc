"""What a kernel needs to know of a board and a deal: one flat array of numbers, and where things are in it."""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers
from shoal.games.penguins.board import FLOES, ROWS, Board, bits
from shoal.games.penguins.deal import floes_with
from shoal.games.penguins.options import Setup

__all__ = [
    "AT_ONCE",
    "BERTHS",
    "EACH",
    "FEATURES",
    "FISH",
    "FISH_HIGH",
    "FISH_LOW",
    "NEIGHBOURS",
    "PLAYERS",
    "RAYS",
    "REGULAR",
    "SEAT_WEIGHTS",
    "SIDES",
    "SIZE",
    "WEIGHTS",
    "WORTH",
    "WORTH_OF_A_FISH",
    "table_of",
]

#: By floe, six rays: three to floes with higher numbers, then three to lower ones.
RAYS: Final = 0
#: By floe: the floes that touch it.
NEIGHBOURS: Final = 360
#: By floe: its fish, and what it is worth at the end: first its fish, then itself (P19).
FISH: Final = 420
WORTH: Final = 480
#: The floes with one or three fish, and those with two or three.
FISH_LOW: Final = 540
FISH_HIGH: Final = 541
#: Whether no row is shifted: then a neighbour's number differs by 1, 7 or 8.
REGULAR: Final = 542
PLAYERS: Final = 543
#: Penguins a player.
EACH: Final = 544
#: Where penguins may be placed on empty ice (P8).
BERTHS: Final = 545
#: Whether floes out of reach go at once (P18).
AT_ONCE: Final = 546
#: On a regular board, by direction (+1, +7, +8, -1, -7, -8): the floes with a neighbour in that direction.
SIDES: Final = 548
#: The weights of the evaluation, by the number of free floes.
WEIGHTS: Final = 560
FEATURES: Final = 32
#: The same for one seat among several others.
SEAT_WEIGHTS: Final = WEIGHTS + (FLOES + 1) * FEATURES
SIZE: Final = SEAT_WEIGHTS + (FLOES + 1) * FEATURES

#: A fish is worth more than all floes of the box.
WORTH_OF_A_FISH: Final = 64

_STEPS: Final = (1, 7, 8, -1, -7, -8)


def table_of(setup: Setup, fish: bytes, far: int = ROWS) -> Numbers:
    """The table of one deal, for players who notice slides of up to `far` floes."""
    board = setup.board
    table = np.zeros(SIZE, dtype=np.int64)
    _lay_rays(board, table, far)
    for floe, number in enumerate(fish):
        table[FISH + floe] = number
        table[WORTH + floe] = number * WORTH_OF_A_FISH + 1 if number else 0
    table[FISH_LOW] = floes_with(fish, 1) | floes_with(fish, 3)
    table[FISH_HIGH] = floes_with(fish, 2) | floes_with(fish, 3)
    table[REGULAR] = not any(setup.shifts) and far >= ROWS - 1
    table[PLAYERS] = setup.players
    table[EACH] = setup.penguins_each
    table[BERTHS] = floes_with(fish, 1) if setup.placing == "one" else (1 << FLOES) - 1
    table[AT_ONCE] = setup.cut_off == "at_once"
    for direction, step in enumerate(_STEPS):
        table[SIDES + direction] = sum(
            1 << floe
            for floe in range(FLOES)
            if 0 <= floe + step < FLOES and board.neighbours[1 << floe] >> floe + step & 1
        )
    return table


def _lay_rays(board: Board, table: Numbers, far: int) -> None:
    rays = [[0] * 6 for _ in range(FLOES)]
    for slide in board.slides.values():
        if slide.path.bit_count() > far:
            continue
        row, x = board.places[slide.move.start]
        end_row, end_x = board.places[slide.move.end]
        along = 1 if (end_x < x) == (end_row > row) else 2
        direction = 0 if end_row == row else along
        rays[slide.move.start][direction + 3 * (slide.move.end < slide.move.start)] |= slide.end
    for floe in range(FLOES):
        table[RAYS + 6 * floe : RAYS + 6 * floe + 6] = rays[floe]
        table[NEIGHBOURS + floe] = sum(bits(board.neighbours[1 << floe]))
