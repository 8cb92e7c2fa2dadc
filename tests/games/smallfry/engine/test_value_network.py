"""The value network: the accumulator says the same as the whole sum, and all features mean what they should."""

import numpy as np
import pytest
from tests.games.smallfry.engine.positions import any_moment
from training.smallfry.learning import initial_weights

from shoal.games.smallfry.cards import OCTOPUS
from shoal.games.smallfry.engine.belief import session_of
from shoal.games.smallfry.engine.value_network import (
    BEST_LOOT,
    CATCH_FEATURES,
    DECK_KNOTS,
    HIDDEN,
    LARGEST_OTHER,
    OWN_LOSS,
    OWN_SIZE,
    ROBBERS_GAIN,
    VICTIMS_LOSS,
    WIDTH,
    add_species,
    expand_weights,
    fill_accumulator,
    fill_catch_features,
    fill_expected_points,
    new_accumulator,
    read_network,
)
from shoal.games.smallfry.scoring import best_values, worth
from shoal.games.smallfry.state import State


def _stock(state: State, species: int) -> int:
    weights = (1, 3, 9, 18)
    return sum(weights[card % 4] for card in state.deck if card != OCTOPUS and card // 4 == species)


def _blind_card(giver: bytes, taker: bytes) -> tuple[float, float]:
    """What the giver loses and the taker wins with each card of the giver's, on average."""
    if not giver:
        return 0.0, 0.0
    lost = [worth(giver) - worth(giver[:place] + giver[place + 1 :]) for place in range(len(giver))]
    won = [worth(taker + bytes([card])) - worth(taker) for card in giver]
    return float(np.mean(lost)), float(np.mean(won))


@pytest.mark.parametrize("seed", range(24))
def test_the_features_of_the_catches_say_what_a_blind_card_means(seed: int) -> None:
    state = any_moment(seed, "begin")
    players, octopuses = len(state.catches), state.deck.count(OCTOPUS) / 6
    session, accumulator, features = session_of(state), new_accumulator(players), np.zeros(CATCH_FEATURES)
    fill_accumulator(session, read_network(players), accumulator)
    for seat, catch in enumerate(state.catches):
        fill_catch_features(session, accumulator, seat, features)
        others = [other for place, other in enumerate(state.catches) if place != seat]
        if octopuses == 0:
            assert not features.any()
            continue
        assert features[OWN_SIZE] == pytest.approx(len(catch) / 20)
        assert features[LARGEST_OTHER] == pytest.approx(max(map(len, others)) / 20)
        assert features[OWN_LOSS] == pytest.approx(octopuses * _blind_card(catch, others[0])[0])
        assert features[ROBBERS_GAIN] == pytest.approx(
            octopuses * np.mean([_blind_card(catch, other)[1] for other in others])
        )
        robbed = [_blind_card(other, catch) for other in others]
        assert features[BEST_LOOT] == pytest.approx(octopuses * max(won for _, won in robbed))
        assert features[VICTIMS_LOSS] in [
            pytest.approx(octopuses * lost) for lost, won in robbed if won * octopuses >= features[BEST_LOOT] - 1e-9
        ]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_expected_is_the_sum_of_all_units_above_zero(seed: int) -> None:
    state = any_moment(seed, "begin")
    players = len(state.catches)
    weights = initial_weights(players, seed)
    network, session = expand_weights(weights), session_of(state)
    accumulator, features = new_accumulator(players), np.zeros(CATCH_FEATURES)
    expected = np.zeros(players)
    thinker = seed % players
    fill_expected_points(session, network, accumulator, state.turn, thinker, expected)
    best = [best_values(catch) for catch in state.catches]
    hats = [np.interp(len(state.deck), DECK_KNOTS, np.eye(len(DECK_KNOTS))[knot]) for knot in range(len(DECK_KNOTS))]
    for seat in range(players):
        units = np.zeros(WIDTH)
        for species in range(10):
            others = max(best[other][species] for other in range(players) if other != seat)
            units += network.species[(best[seat][species] * 5 + others) * 36 + _stock(state, species)]
        contexts = weights.contexts.reshape(players + 2, len(DECK_KNOTS), WIDTH)
        units += hats @ contexts[(seat - state.turn) % players]
        units += hats @ contexts[players] * state.deck.count(OCTOPUS) / 6
        units += hats @ contexts[players + 1] * (seat == thinker)
        fill_catch_features(session, accumulator, seat, features)
        units += features @ weights.catches
        assert expected[seat] == pytest.approx(np.maximum(units[:HIDDEN], 0) @ weights.output + units[HIDDEN])


@pytest.mark.parametrize("seed", range(6))
def test_a_species_taken_away_and_added_again_changes_nothing(seed: int) -> None:
    state = any_moment(seed, "begin")
    players = len(state.catches)
    session, network = session_of(state), read_network(players)
    accumulator, again = new_accumulator(players), new_accumulator(players)
    for each in (accumulator, again):
        fill_accumulator(session, network, each)
    for species in range(10):
        add_species(session, network, accumulator, species, -1)
    for part in (accumulator.sums, accumulator.losses, accumulator.gains):
        assert np.abs(part).max() < 1e-9
    for species in range(10):
        add_species(session, network, accumulator, species, 1)
    for now, then in zip(accumulator, again, strict=True):
        assert now == pytest.approx(then)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_expected_grows_with_the_catch(players: int) -> None:
    """Averaged over moments: a 4 of a species nobody has is worth more than 1 and at most 4 more."""
    gains = []
    for seed in range(60):
        state = any_moment(3 * seed + players - 2, "begin")
        session, accumulator, expected = session_of(state), new_accumulator(players), np.zeros(players)
        free = [species for species in range(10) if not session.best[:, species].any()]
        if not free:
            continue
        network = read_network(players)
        fill_expected_points(session, network, accumulator, state.turn, 0, expected)
        before = expected[0]
        session.best[0, free[0]] = 4
        session.held[0, 4 * free[0] + 3] += 1
        session.sizes[0] += 1
        fill_expected_points(session, network, accumulator, state.turn, 0, expected)
        gains.append(expected[0] - before)
    assert 1 < np.mean(gains) < 4
