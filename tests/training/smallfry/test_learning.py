"""How the value network of Small Fry learns."""

import numpy as np
import pytest
from training.smallfry.fit import Job, play_samples
from training.smallfry.learning import Samples, initial_weights, learn, residuals

from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.engine.value_network import HIDDEN, context_inputs, expand_weights


@pytest.fixture(scope="module")
def samples() -> Samples:
    return play_samples(Job(3, initial_weights(3, 1), looks_ahead=False, trust=0.0, sessions=300, seed=5))


def test_samples_are_whole_moments_of_sessions(samples: Samples) -> None:
    assert len(samples.targets) % 3 == 0
    assert len(samples.targets) > 300 * 3 * 8
    cards, octopuses, turns, thinker = samples.contexts.T
    assert cards.max() == len(BOX)
    assert cards.min() >= 1
    assert set(octopuses) <= set(range(7))
    assert (turns.reshape(-1, 3).sum(axis=1) == 3).all()
    assert (thinker.reshape(-1, 3).sum(axis=1) == 1).all()
    assert samples.targets.min() >= 0
    assert samples.targets.max() <= 40


def test_learning_makes_the_network_less_wrong(samples: Samples) -> None:
    weights = initial_weights(3, 1)
    before = np.square(residuals(samples, weights, 3)).mean()
    after = np.square(residuals(samples, learn(weights, samples, 3, 6, 5e-3, 1), 3)).mean()
    assert after < np.var(samples.targets) < before


def test_learning_reads_the_network_as_the_bot_does() -> None:
    weights, one = (
        initial_weights(3, 4),
        play_samples(Job(3, initial_weights(3, 1), looks_ahead=False, trust=0.0, sessions=20, seed=7)),
    )
    off = residuals(one, weights, 3)
    network, table = expand_weights(weights), context_inputs(3)
    for number in range(0, len(off), 17):
        cards, octopuses, turns, thinker = one.contexts[number]
        units = network.species[one.cells[number]].sum(axis=0)
        assert table[cards, octopuses, turns, thinker] @ weights.contexts == pytest.approx(
            network.contexts[cards, octopuses, turns, thinker]
        )
        units += network.contexts[cards, octopuses, turns, thinker] + one.catches[number] @ weights.catches
        value = np.maximum(units[:HIDDEN], 0) @ weights.output + units[HIDDEN]
        assert one.targets[number] - off[number] == pytest.approx(value)
