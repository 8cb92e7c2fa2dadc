"""Every bot on every game: legal steps, from the view alone, repeatable from its generator."""

import random
from collections import Counter

import pytest

from shoal.core import Table, find_game, game_names
from shoal.core.conformance import random_seed
from shoal.players import RandomBot, bot_names, find_bot


def _match(game_name: str, bot: str, seed: int) -> tuple[str, ...]:
    """A game of one bot against random ones; every step must be one that its view lists."""
    game = find_game(game_name)
    rng = random.Random(seed)
    table = Table(game, {}, seed=random_seed(rng))
    seated = seed % len(table.seats)
    bots = [find_bot(game, bot if seat == seated else "random")(random.Random(seed)) for seat in table.seats]
    while not table.over:
        seat = table.state.to_act[0]
        view = table.view(seat)
        step = bots[seat].choose(view)
        assert step in view.legal
        table.submit(seat, step)
    return table.record().moves


@pytest.mark.parametrize("name", game_names())
def test_every_bot_plays_whole_games_with_legal_steps(name: str) -> None:
    for bot in bot_names(find_game(name)):
        for seed in range(2):
            _match(name, bot, seed)


@pytest.mark.parametrize("name", game_names())
def test_every_bot_plays_the_same_from_the_same_generator(name: str) -> None:
    for bot in bot_names(find_game(name)):
        assert _match(name, bot, seed=7) == _match(name, bot, seed=7)


@pytest.mark.parametrize("name", game_names())
def test_the_random_bot_likes_every_legal_step_equally_well(name: str) -> None:
    game = find_game(name)
    rng = random.Random(3)
    table = Table(game, {}, seed=random_seed(rng))
    bot = RandomBot(rng)
    while len(table.view(table.state.to_act[0]).legal) < 2:
        seat = table.state.to_act[0]
        table.submit(seat, bot.choose(table.view(seat)))
    view = table.view(table.state.to_act[0])
    draws = 200 * len(view.legal)
    chosen = Counter(bot.choose(view) for _ in range(draws))
    assert set(chosen) == set(view.legal)
    chi_square = sum((count - 200) ** 2 / 200 for count in chosen.values())
    freedom = len(view.legal) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5
