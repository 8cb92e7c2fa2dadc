"""The greedy bot plays legally, from a view alone, and better than chance."""

import random

import pytest
from tests.games.fishtank.decks import amount_deck, random_step, start

from shoal.core import Step
from shoal.games.fishtank import GAME
from shoal.games.fishtank.bots import GreedyBot
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import PlaceCard


def _play(state: State, greedy: set[int], rng: random.Random) -> State:
    bot = GAME.bots()["greedy"](rng)
    while state.to_act:
        seat = state.to_act[0]
        if seat in greedy:
            step = bot.choose(state.view(seat))
            assert step in state.legal(seat)
        else:
            step = random_step(state, rng)[1]
        state = state.play(step)
    return state


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_chance_by_far(players: int) -> None:
    rng = random.Random(players)
    ends = [_play(start(players=players), {1}, rng) for _ in range(6)]
    bots = [end.scores[1] for end in ends]
    others = [end.scores[0] for end in ends]
    assert sum(bots) > 2 * sum(others)


def test_greedy_plays_any_deck_and_any_number_of_players() -> None:
    rng = random.Random(3)
    _play(start(players=6), set(range(6)), rng)
    _play(start(players=2, deck_toml=amount_deck(ant=40, bee=20)), {0, 1}, rng)


@pytest.mark.parametrize("seed", range(4))
def test_greedy_places_its_last_card_for_the_most_points(seed: int) -> None:
    rng = random.Random(seed)
    state = start(players=2)
    while not (state.half == 2 and state.round == HAND_SIZE and state.phase is RoundPhase.PLACE):
        state = state.play(random_step(state, rng)[1])
    scorer, tank, kind = state.options.scorer, state.tanks[0], state.revealed[0]

    def worth(step: Step) -> int:
        assert isinstance(step, PlaceCard)
        return scorer.best(tank.placed(kind, step, "plant"))[0].total

    assert worth(GreedyBot(rng).choose(state.view(0))) == max(map(worth, state.legal(0)))


def test_greedy_only_takes_seats() -> None:
    with pytest.raises(TypeError):
        GreedyBot(random.Random(1)).choose(start().view(None))
