"""Trains the value network on the samples of played sessions: plain regression, with Adam as the optimizer.

`python -m training.smallfry.fit` runs it.
"""

from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, Short, kernel
from shoal.games.smallfry.engine.rules_kernel import SPECIES, VALUES
from shoal.games.smallfry.engine.value_network import (
    CATCH_FEATURES,
    CELLS,
    DECK_KNOTS,
    HIDDEN,
    LEVEL_FEATURES,
    WIDTH,
    NetworkWeights,
    context_inputs,
    level_rows,
)

__all__ = [
    "CARDS_LEFT",
    "CONTEXT_NUMBERS",
    "IS_THINKER",
    "OCTOPUSES_LEFT",
    "TURNS_AWAY",
    "Samples",
    "empty_samples",
    "initial_weights",
    "learn",
    "residuals",
]

#: Indices of `Samples.contexts`: the deck's cards and octopuses, the turns until the seat's own, whether it thinks.
CARDS_LEFT: Final = 0
OCTOPUSES_LEFT: Final = 1
TURNS_AWAY: Final = 2
IS_THINKER: Final = 3
CONTEXT_NUMBERS: Final = 4

_BATCH: Final = 512
#: Adam's usual decay of the averages of gradients and of their squares, and its smallest divisor.
_GRADIENT_DECAY: Final = 0.9
_SQUARE_DECAY: Final = 0.999
_EPSILON: Final = 1e-6
#: The last pass and the one before it take smaller steps.
_LAST_RATES: Final = {1: 0.1, 2: 0.3}


class Samples(NamedTuple):
    """Moments between two turns, one sample for each seat; all seats of a moment are side by side."""

    #: [samples, 10] The cell of each species.
    cells: Short
    #: [samples, 4] `CARDS_LEFT`, `OCTOPUSES_LEFT`, `TURNS_AWAY`, `IS_THINKER`.
    contexts: Short
    #: [samples, CATCH_FEATURES]
    catches: Reals
    #: [samples] What is to be learnt: the points of the session, mixed with what was expected later on.
    targets: Reals
    #: [samples] The points of the session.
    points: Reals

    def head(self, count: int) -> "Samples":
        """The first `count` samples."""
        cells, contexts, catches, targets, points = self
        return Samples(cells[:count], contexts[:count], catches[:count], targets[:count], points[:count])


class _Adam(NamedTuple):
    """Adam's sums of gradients, and its running averages of gradients and of their squares."""

    gradients: NetworkWeights
    means: NetworkWeights
    squares: NetworkWeights


def empty_samples(count: int) -> Samples:
    """Arrays for `count` samples."""
    return Samples(
        np.zeros((count, SPECIES), np.int16),
        np.zeros((count, CONTEXT_NUMBERS), np.int16),
        np.zeros((count, CATCH_FEATURES)),
        np.zeros(count),
        np.zeros(count),
    )


def initial_weights(players: int, seed: int) -> NetworkWeights:
    """Small random weights; only a level that a seat reaches counts as a point in the output."""
    rng = np.random.default_rng(seed)
    levels = rng.standard_normal((LEVEL_FEATURES, WIDTH)) * 0.05
    half = LEVEL_FEATURES // VALUES // 2
    levels[:, HIDDEN] = [float(row // half % 2) for row in range(LEVEL_FEATURES)]
    contexts, catches = (
        rng.standard_normal((rows, WIDTH)) * 0.3 for rows in ((players + 2) * len(DECK_KNOTS), CATCH_FEATURES)
    )
    contexts[:, HIDDEN] = catches[:, HIDDEN] = 0.0
    output = rng.standard_normal(HIDDEN) * 0.1
    return NetworkWeights(levels, contexts, catches, output, np.zeros((len(DECK_KNOTS), 2)))


@kernel
def _forward(
    sample: int, samples: Samples, inputs: Reals, weights: NetworkWeights, species: Reals, units: Reals
) -> float:
    """The network's output for a sample; `units` [WIDTH] receives its units.

    `inputs` [(players + 2) * knots] are those of the sample's context, `species` [CELLS, WIDTH] the levels' weights
    added up by cell.
    """
    units[:] = 0.0
    for number in range(SPECIES):
        row = species[samples.cells[sample, number]]
        for unit in range(WIDTH):
            units[unit] += row[unit]
    for number in range(len(inputs)):
        if inputs[number] != 0:
            row = weights.contexts[number]
            for unit in range(WIDTH):
                units[unit] += inputs[number] * row[unit]
    for number in range(CATCH_FEATURES):
        row, feature = weights.catches[number], samples.catches[sample, number]
        for unit in range(WIDTH):
            units[unit] += feature * row[unit]
    value = units[HIDDEN]
    for unit in range(HIDDEN):
        value += max(units[unit], 0.0) * weights.output[unit]
    return float(value)


@kernel
def _add_gradients(
    sample: int,
    samples: Samples,
    inputs: Reals,
    weights: NetworkWeights,
    species: Reals,
    units: Reals,
    gradients: NetworkWeights,
    by_cell: Reals,
) -> None:
    """Add the gradients of a sample's squared error; for the levels, to `by_cell` [CELLS, WIDTH] at first."""
    error = _forward(sample, samples, inputs, weights, species, units) - samples.targets[sample]
    for unit in range(HIDDEN):
        if units[unit] > 0:
            gradients.output[unit] += error * units[unit]
            units[unit] = error * weights.output[unit]
        else:
            units[unit] = 0.0
    units[HIDDEN] = error
    for number in range(SPECIES):
        row = by_cell[samples.cells[sample, number]]
        for unit in range(WIDTH):
            row[unit] += units[unit]
    for number in range(len(inputs)):
        if inputs[number] != 0:
            row = gradients.contexts[number]
            for unit in range(WIDTH):
                row[unit] += inputs[number] * units[unit]
    for number in range(CATCH_FEATURES):
        row, feature = gradients.catches[number], samples.catches[sample, number]
        for unit in range(WIDTH):
            row[unit] += feature * units[unit]


@kernel
def _adam_step(weights: Reals, gradients: Reals, means: Reals, squares: Reals, rate: float, steps: int) -> None:
    """One of Adam's steps, over flat arrays."""
    early, late = 1 - _GRADIENT_DECAY**steps, 1 - _SQUARE_DECAY**steps
    for place in range(len(weights)):
        gradient = gradients[place] / _BATCH
        means[place] = _GRADIENT_DECAY * means[place] + (1 - _GRADIENT_DECAY) * gradient
        squares[place] = _SQUARE_DECAY * squares[place] + (1 - _SQUARE_DECAY) * gradient * gradient
        weights[place] -= rate * (means[place] / early) / (np.sqrt(squares[place] / late) + _EPSILON)
        gradients[place] = 0.0


@kernel
def _cells_to_levels(rows: Numbers, by_cell: Reals, by_level: Reals) -> None:
    """Add what was summed by cell [CELLS, WIDTH] to the levels [LEVEL_FEATURES, WIDTH] that the cells consist of."""
    for cell in range(len(rows)):
        for level in range(VALUES):
            by_level[rows[cell, level]] += by_cell[cell]
    by_cell[:] = 0.0


@kernel
def _levels_to_cells(rows: Numbers, levels: Reals, species: Reals) -> None:
    """Fill `species` [CELLS, WIDTH] with the weights of each cell's levels, added up."""
    species[:] = 0.0
    for cell in range(len(rows)):
        for level in range(VALUES):
            species[cell] += levels[rows[cell, level]]


@kernel
def _epoch(
    order: Numbers,
    samples: Samples,
    table: Reals,
    rows: Numbers,
    weights: NetworkWeights,
    adam: _Adam,
    rate: float,
    steps: int,
) -> int:
    """Learn from all samples once, batch by batch, in the given order. Returns the steps taken so far.

    `table` is `context_inputs`, `rows` is `level_rows`.
    """
    gradients, means, squares = adam
    units, species, by_cell = np.zeros(WIDTH), np.zeros((CELLS, WIDTH)), np.zeros((CELLS, WIDTH))
    _levels_to_cells(rows, weights.levels, species)
    for place in range(len(order) // _BATCH * _BATCH):
        sample = order[place]
        context = samples.contexts[sample]
        inputs = table[context[CARDS_LEFT], context[OCTOPUSES_LEFT], context[TURNS_AWAY], context[IS_THINKER]]
        _add_gradients(sample, samples, inputs, weights, species, units, gradients, by_cell)
        if place % _BATCH == _BATCH - 1:
            steps += 1
            _cells_to_levels(rows, by_cell, gradients.levels)
            _adam_step(
                weights.levels.ravel(),
                gradients.levels.ravel(),
                means.levels.ravel(),
                squares.levels.ravel(),
                rate,
                steps,
            )
            _adam_step(
                weights.contexts.ravel(),
                gradients.contexts.ravel(),
                means.contexts.ravel(),
                squares.contexts.ravel(),
                rate,
                steps,
            )
            _adam_step(
                weights.catches.ravel(),
                gradients.catches.ravel(),
                means.catches.ravel(),
                squares.catches.ravel(),
                rate,
                steps,
            )
            _adam_step(weights.output, gradients.output, means.output, squares.output, rate, steps)
            _levels_to_cells(rows, weights.levels, species)
    return steps


@kernel
def _fill_residuals(samples: Samples, table: Reals, weights: NetworkWeights, species: Reals, residuals: Reals) -> None:
    units = np.zeros(WIDTH)
    for sample in range(len(residuals)):
        context = samples.contexts[sample]
        inputs = table[context[CARDS_LEFT], context[OCTOPUSES_LEFT], context[TURNS_AWAY], context[IS_THINKER]]
        residuals[sample] = samples.targets[sample] - _forward(sample, samples, inputs, weights, species, units)


def residuals(samples: Samples, weights: NetworkWeights, players: int) -> Reals:
    """By how much each target is above what the network says: [samples]."""
    found = np.zeros(len(samples.targets))
    species = weights.levels[level_rows()].sum(axis=1)
    _fill_residuals(samples, context_inputs(players), weights, species, found)
    return found


def learn(
    weights: NetworkWeights, samples: Samples, players: int, epochs: int, rate: float, seed: int
) -> NetworkWeights:
    """The weights after some passes over all samples, the last of them with smaller steps."""
    weights = NetworkWeights(*(part * 1.0 for part in weights))
    adam = _Adam(*(NetworkWeights(*(part * 0.0 for part in weights)) for _ in _Adam._fields))
    rng, table, steps = np.random.default_rng(seed), context_inputs(players), 0
    for epoch in range(epochs):
        pace = rate * _LAST_RATES.get(epochs - epoch, 1.0)
        order = rng.permutation(len(samples.targets))
        steps = _epoch(order, samples, table, level_rows(), weights, adam, pace, steps)
    return weights
