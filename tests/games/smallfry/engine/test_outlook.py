"""The network: read in one go as it is read piece by piece, and as it learns."""

import numpy as np
import pytest
from tests.games.smallfry.engine.seas import any_moment, sea_of
from training.smallfry.fit import _lessons_from
from training.smallfry.learning import Lessons, first_weights, learn, left_over

from shoal.games.smallfry.cards import BOX, OCTOPUS
from shoal.games.smallfry.engine.value_network import (
    DECKS,
    LOOKS,
    UNITS,
    WIDTH,
    count_all,
    count_species,
    expect,
    grounds_of,
    look,
    new_tally,
    read_outlook,
    spell_out,
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
def test_the_looks_say_what_a_blind_card_means(seed: int) -> None:
    state = any_moment(seed, "begin")
    players, octopuses = len(state.catches), state.deck.count(OCTOPUS) / 6
    sea, tally, looks = sea_of(state), new_tally(players), np.zeros(LOOKS)
    count_all(sea, read_outlook(players), tally)
    for seat, catch in enumerate(state.catches):
        look(sea, tally, seat, looks)
        others = [other for place, other in enumerate(state.catches) if place != seat]
        if octopuses == 0:
            assert not looks.any()
            continue
        assert looks[0] == pytest.approx(len(catch) / 20)
        assert looks[1] == pytest.approx(max(map(len, others)) / 20)
        assert looks[3] == pytest.approx(octopuses * _blind_card(catch, others[0])[0])
        assert looks[4] == pytest.approx(octopuses * np.mean([_blind_card(catch, other)[1] for other in others]))
        robbed = [_blind_card(other, catch) for other in others]
        assert looks[5] == pytest.approx(octopuses * max(won for _, won in robbed))
        assert looks[6] in [
            pytest.approx(octopuses * lost) for lost, won in robbed if won * octopuses >= looks[5] - 1e-9
        ]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_expected_is_the_sum_of_all_units_that_speak(seed: int) -> None:
    state = any_moment(seed, "begin")
    players = len(state.catches)
    weights = first_weights(players, seed)
    outlook, sea, tally, looks = spell_out(weights), sea_of(state), new_tally(players), np.zeros(LOOKS)
    expected = np.zeros(players)
    thinker = seed % players
    expect(sea, outlook, tally, state.turn, thinker, expected)
    best = [best_values(catch) for catch in state.catches]
    hats = [np.interp(len(state.deck), DECKS, np.eye(len(DECKS))[knot]) for knot in range(len(DECKS))]
    for seat in range(players):
        levels = np.zeros(WIDTH)
        for species in range(10):
            others = max(best[other][species] for other in range(players) if other != seat)
            levels += outlook.species[(best[seat][species] * 5 + others) * 36 + _stock(state, species)]
        decks = weights.decks.reshape(players + 2, len(DECKS), WIDTH)
        levels += hats @ decks[(seat - state.turn) % players]
        levels += hats @ decks[players] * state.deck.count(OCTOPUS) / 6
        levels += hats @ decks[players + 1] * (seat == thinker)
        look(sea, tally, seat, looks)
        levels += looks @ weights.looks
        assert expected[seat] == pytest.approx(np.maximum(levels[:UNITS], 0) @ weights.units + levels[UNITS])


@pytest.mark.parametrize("seed", range(6))
def test_a_species_taken_away_and_added_again_changes_nothing(seed: int) -> None:
    state = any_moment(seed, "begin")
    players = len(state.catches)
    sea, outlook, tally, again = sea_of(state), read_outlook(players), new_tally(players), new_tally(players)
    for each in (tally, again):
        count_all(sea, outlook, each)
    for species in range(10):
        count_species(sea, outlook, tally, species, -1)
    for part in (tally.sums, tally.losses, tally.gains):
        assert np.abs(part).max() < 1e-9
    for species in range(10):
        count_species(sea, outlook, tally, species, 1)
    for now, then in zip(tally, again, strict=True):
        assert now == pytest.approx(then)


@pytest.fixture(scope="module")
def lessons() -> Lessons:
    return _lessons_from((3, first_weights(3, 1), False, 0.0, 300, 5))


def test_lessons_are_whole_moments_of_sessions(lessons: Lessons) -> None:
    assert len(lessons.ends) % 3 == 0
    assert len(lessons.ends) > 300 * 3 * 8
    cards, octopuses, turns, thinks = lessons.grounds.T
    assert cards.max() == len(BOX)
    assert cards.min() >= 1
    assert set(octopuses) <= set(range(7))
    assert (turns.reshape(-1, 3).sum(axis=1) == 3).all()
    assert (thinks.reshape(-1, 3).sum(axis=1) == 1).all()
    assert lessons.ends.min() >= 0
    assert lessons.ends.max() <= 40


def test_who_learns_is_less_wrong(lessons: Lessons) -> None:
    weights = first_weights(3, 1)
    before = np.square(left_over(lessons, weights, 3)).mean()
    after = np.square(left_over(lessons, learn(weights, lessons, 3, 6, 5e-3, 1), 3)).mean()
    assert after < np.var(lessons.ends) < before


def test_learning_reads_the_network_as_the_bot_does() -> None:
    weights, one = first_weights(3, 4), _lessons_from((3, first_weights(3, 1), False, 0.0, 20, 7))
    off = left_over(one, weights, 3)
    outlook, table = spell_out(weights), grounds_of(3)
    for number in range(0, len(off), 17):
        cards, octopuses, turns, thinks = one.grounds[number]
        levels = outlook.species[one.cells[number]].sum(axis=0)
        assert table[cards, octopuses, turns, thinks] @ weights.decks == pytest.approx(
            outlook.grounds[cards, octopuses, turns, thinks]
        )
        levels += outlook.grounds[cards, octopuses, turns, thinks] + one.looks[number] @ weights.looks
        value = np.maximum(levels[:UNITS], 0) @ weights.units + levels[UNITS]
        assert one.ends[number] - off[number] == pytest.approx(value)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_expected_grows_with_the_catch(players: int) -> None:
    """Averaged over moments: a 4 of a species nobody has is worth more than 1 and at most 4 more."""
    gains = []
    for seed in range(60):
        state = any_moment(3 * seed + players - 2, "begin")
        sea, tally, expected = sea_of(state), new_tally(players), np.zeros(players)
        free = [species for species in range(10) if not sea.best[:, species].any()]
        if not free:
            continue
        outlook = read_outlook(players)
        expect(sea, outlook, tally, state.turn, 0, expected)
        before = expected[0]
        sea.best[0, free[0]] = 4
        sea.held[0, 4 * free[0] + 3] += 1
        sea.sizes[0] += 1
        expect(sea, outlook, tally, state.turn, 0, expected)
        gains.append(expected[0] - before)
    assert 1 < np.mean(gains) < 4
