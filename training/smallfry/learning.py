"""How the network of `outlook.py` learns from sessions that were played: plain regression, by Adam's steps."""

from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, Short, kernel
from shoal.games.smallfry.engine.value_network import (
    CELLS,
    DECKS,
    LEVELS,
    LOOKS,
    UNITS,
    WIDTH,
    Weights,
    grounds_of,
    levels_of_cells,
)

__all__ = ["Lessons", "first_weights", "learn", "left_over", "no_lessons"]

_BATCH: Final = 512
#: Adam's usual memory of slopes and of their squares.
_SLOPES: Final = 0.9
_SQUARES: Final = 0.999


class Lessons(NamedTuple):
    """Moments between two turns, all seats of a moment side by side."""

    #: By species: the cell.
    cells: Short
    #: Cards, octopuses, turns until one's own, and whether it is the one who thinks.
    grounds: Short
    looks: Reals
    #: What is to be learnt: what the catch was worth in the end, or was expected to be later on.
    ends: Reals
    #: What it really was.
    finals: Reals

    def first(self, count: int) -> "Lessons":
        cells, grounds, looks, ends, finals = self
        return Lessons(cells[:count], grounds[:count], looks[:count], ends[:count], finals[:count])


def no_lessons(count: int) -> Lessons:
    """Room for so many."""
    return Lessons(
        np.zeros((count, 10), np.int16), np.zeros((count, 4), np.int16), np.zeros((count, LOOKS)), np.zeros(count),
        np.zeros(count),
    )  # fmt: skip


def first_weights(players: int, seed: int) -> Weights:
    """Small random ones; a level counts if it is reached."""
    rng = np.random.default_rng(seed)
    levels = rng.standard_normal((LEVELS, WIDTH)) * 0.05
    levels[:, UNITS] = [float(row // 14 % 2) for row in range(LEVELS)]
    decks, looks = (rng.standard_normal((rows, WIDTH)) * 0.3 for rows in ((players + 2) * len(DECKS), LOOKS))
    decks[:, UNITS] = looks[:, UNITS] = 0.0
    return Weights(levels, decks, looks, rng.standard_normal(UNITS) * 0.1, np.zeros((len(DECKS), 2)))


@kernel
def _read(lesson: int, lessons: Lessons, hats: Reals, weights: Weights, species: Reals, levels: Reals) -> float:
    """What the network says about a moment; `levels` receives the units."""
    levels[:] = 0.0
    for number in range(10):
        row = species[lessons.cells[lesson, number]]
        for unit in range(WIDTH):
            levels[unit] += row[unit]
    for number in range(len(hats)):
        if hats[number] != 0:
            row = weights.decks[number]
            for unit in range(WIDTH):
                levels[unit] += hats[number] * row[unit]
    for number in range(LOOKS):
        row, seen = weights.looks[number], lessons.looks[lesson, number]
        for unit in range(WIDTH):
            levels[unit] += seen * row[unit]
    value = levels[UNITS]
    for unit in range(UNITS):
        value += max(levels[unit], 0.0) * weights.units[unit]
    return float(value)


@kernel
def _slopes_of(
    lesson: int, lessons: Lessons, hats: Reals, weights: Weights, species: Reals, levels: Reals, slopes: Weights,
    by_cell: Reals,
) -> None:  # fmt: skip
    """Add up how the squared error grows with each weight; for the levels, cell by cell at first."""
    off = _read(lesson, lessons, hats, weights, species, levels) - lessons.ends[lesson]
    for unit in range(UNITS):
        if levels[unit] > 0:
            slopes.units[unit] += off * levels[unit]
            levels[unit] = off * weights.units[unit]
        else:
            levels[unit] = 0.0
    levels[UNITS] = off
    for number in range(10):
        row = by_cell[lessons.cells[lesson, number]]
        for unit in range(WIDTH):
            row[unit] += levels[unit]
    for number in range(len(hats)):
        if hats[number] != 0:
            row = slopes.decks[number]
            for unit in range(WIDTH):
                row[unit] += hats[number] * levels[unit]
    for number in range(LOOKS):
        row, seen = slopes.looks[number], lessons.looks[lesson, number]
        for unit in range(WIDTH):
            row[unit] += seen * levels[unit]


@kernel
def _step(weights: Reals, slopes: Reals, means: Reals, squares: Reals, rate: float, steps: int) -> None:
    """One of Adam's steps, over flat arrays."""
    early, late = 1 - _SLOPES**steps, 1 - _SQUARES**steps
    for place in range(len(weights)):
        slope = slopes[place] / _BATCH
        means[place] = _SLOPES * means[place] + (1 - _SLOPES) * slope
        squares[place] = _SQUARES * squares[place] + (1 - _SQUARES) * slope * slope
        weights[place] -= rate * (means[place] / early) / (np.sqrt(squares[place] / late) + 1e-6)
        slopes[place] = 0.0


@kernel
def _spread(rows: Numbers, by_cell: Reals, by_level: Reals) -> None:
    """What was added up by cell, to the levels that the cells are made of."""
    for cell in range(len(rows)):
        for level in range(4):
            by_level[rows[cell, level]] += by_cell[cell]
    by_cell[:] = 0.0


@kernel
def _gather(rows: Numbers, levels: Reals, species: Reals) -> None:
    species[:] = 0.0
    for cell in range(len(rows)):
        for level in range(4):
            species[cell] += levels[rows[cell, level]]


@kernel
def _go_through(
    order: Numbers, lessons: Lessons, table: Reals, rows: Numbers, weights: Weights, slopes: Weights, means: Weights,
    squares: Weights, rate: float, steps: int,
) -> int:  # fmt: skip
    """All lessons once, batch by batch. Returns the steps taken so far."""
    levels, species, by_cell = np.zeros(WIDTH), np.zeros((CELLS, WIDTH)), np.zeros((CELLS, WIDTH))
    _gather(rows, weights.levels, species)
    for place in range(len(order) // _BATCH * _BATCH):
        lesson = order[place]
        ground = lessons.grounds[lesson]
        hats = table[ground[0], ground[1], ground[2], ground[3]]
        _slopes_of(lesson, lessons, hats, weights, species, levels, slopes, by_cell)
        if place % _BATCH == _BATCH - 1:
            steps += 1
            _spread(rows, by_cell, slopes.levels)
            _step(
                weights.levels.ravel(), slopes.levels.ravel(), means.levels.ravel(), squares.levels.ravel(), rate, steps
            )
            _step(weights.decks.ravel(), slopes.decks.ravel(), means.decks.ravel(), squares.decks.ravel(), rate, steps)
            _step(weights.looks.ravel(), slopes.looks.ravel(), means.looks.ravel(), squares.looks.ravel(), rate, steps)
            _step(weights.units, slopes.units, means.units, squares.units, rate, steps)
            _gather(rows, weights.levels, species)
    return steps


@kernel
def _all_left_over(lessons: Lessons, table: Reals, weights: Weights, species: Reals, off: Reals) -> None:
    levels = np.zeros(WIDTH)
    for lesson in range(len(off)):
        ground = lessons.grounds[lesson]
        hats = table[ground[0], ground[1], ground[2], ground[3]]
        off[lesson] = lessons.ends[lesson] - _read(lesson, lessons, hats, weights, species, levels)


def left_over(lessons: Lessons, weights: Weights, players: int) -> Reals:
    """By lesson, by how much the end was above what was expected."""
    off = np.zeros(len(lessons.ends))
    species = weights.levels[levels_of_cells()].sum(axis=1)
    _all_left_over(lessons, grounds_of(players), weights, species, off)
    return off


def learn(weights: Weights, lessons: Lessons, players: int, times: int, rate: float, seed: int) -> Weights:
    """Go through the lessons so many times, with smaller steps in the end."""
    weights, slopes, means, squares = (
        Weights(*(part * keep for part in weights)) for keep in (1.0, 0.0, 0.0, 0.0)
    )  # fmt: skip
    rng, table, steps = np.random.default_rng(seed), grounds_of(players), 0
    for time in range(times):
        pace = rate * {1: 0.1, 2: 0.3}.get(times - time, 1.0)
        order = rng.permutation(len(lessons.ends))
        steps = _go_through(order, lessons, table, levels_of_cells(), weights, slopes, means, squares, pace, steps)
    return weights
