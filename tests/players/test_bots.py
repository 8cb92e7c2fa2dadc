"""Every bot on every game: legal steps, from the view alone, whatever its limit."""

import random
from collections import Counter

import pytest

from shoal.core import Bot, Game, SearchLimit, Step, Table, View, find_game, game_names
from shoal.core.conformance import random_seed
from shoal.players import RandomBot, SearchBot, bot_names, find_bot, is_thinker


def _in_a_hurry(bot: Bot, view: View) -> Step:
    """Its step; a thinker is told to stop before it has begun, and must have one all the same."""
    if not is_thinker(bot):
        return bot.choose(view)
    limit = SearchLimit(60)
    limit.stop()
    return bot.think(view, limit).step


def _match(game: Game, seated: Bot, seed: int) -> tuple[str, ...]:
    """A game of one bot against random ones; every step must be one that its view lists."""
    rng = random.Random(seed)
    table = Table(game, {}, seed=random_seed(rng))
    others = RandomBot(random.Random(seed))
    while not table.over:
        seat = table.state.to_act[0]
        view = table.view(seat)
        step = _in_a_hurry(seated if seat == seed % len(table.seats) else others, view)
        assert step in view.legal
        table.submit(seat, step)
    return table.record().moves


@pytest.mark.parametrize("name", game_names())
def test_every_bot_plays_whole_games_with_legal_steps_however_little_time_it_has(name: str) -> None:
    game = find_game(name)
    for bot in bot_names(game):
        for seed in range(2):
            _match(game, find_bot(game, bot)(random.Random(seed)), seed)


@pytest.mark.parametrize("name", game_names())
def test_bots_without_a_clock_play_the_same_from_the_same_generator(name: str) -> None:
    game = find_game(name)
    makers = [find_bot(game, bot) for bot in bot_names(game)]
    for maker in [maker for maker in makers if not is_thinker(maker(random.Random(0)))]:
        first, second = (_match(game, maker(random.Random(7)), seed=7) for _ in range(2))
        assert first == second


@pytest.mark.parametrize("name", game_names())
def test_the_search_plays_the_same_from_the_same_generator(name: str) -> None:
    game = find_game(name)
    table = Table(game, {}, seed=random_seed(random.Random(5)))
    for _ in range(12):
        seat = table.state.to_act[0]
        view = table.view(seat)
        first, second = (SearchBot(random.Random(7), nodes=20).choose(view) for _ in range(2))
        assert first == second
        table.submit(seat, first)


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
