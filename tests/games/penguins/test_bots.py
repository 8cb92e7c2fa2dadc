"""The greedy bot."""

import random

import pytest

from shoal.core import Bot
from shoal.core.levels import LEVEL_TITLES
from shoal.games.penguins import GAME
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.steps import CONTENT, REFUSE


@pytest.mark.parametrize("edition", ["en", "fr", "cs"])
def test_greedy_catches_far_more_than_chance_does(edition: str) -> None:
    rng = random.Random(9)
    bot: Bot = GAME.bots()["greedy"](random.Random(1))
    wins = 0
    for number in range(20):
        seat = number % 2
        state = GAME.start(GAME.options({"edition": edition}))
        state = state.play(state.chance().draw(rng.randrange))
        while state.to_act:
            (turn,) = state.to_act
            legal = state.legal(turn)
            step = bot.choose(state.view(turn)) if turn == seat else rng.choice(legal)
            assert step in legal
            state = state.play(step)
        assert state.result is not None
        wins += state.result.winners == (seat,)
    assert wins >= 18


def test_greedy_is_easy_to_agree_with() -> None:
    bot = GAME.bots()["greedy"](random.Random(1))
    state = GAME.start(GAME.options({"swaps": True}))
    state = state.play(state.chance().draw(random.Random(2).randrange))
    proposed = state.play(state.legal(0)[1])
    agreed = proposed.play(bot.choose(proposed.view(1)))
    assert agreed.fish != proposed.play(REFUSE).fish
    assert bot.choose(agreed.view(1)) == CONTENT
    assert agreed.phase is IcePhase.SWAPS


def test_the_same_generator_gives_the_same_game() -> None:
    def game() -> list[str]:
        bot = GAME.bots()["greedy"](random.Random(4))
        state = GAME.start(GAME.options({"players": 4}))
        state = state.play(state.chance().draw(random.Random(2).randrange))
        steps = []
        while state.to_act:
            step = bot.choose(state.view(state.to_act[0]))
            steps.append(str(step))
            state = state.play(step)
        return steps

    assert game() == game()


def test_it_stands_before_the_levels() -> None:
    assert list(GAME.bots()) == ["greedy", *LEVEL_TITLES]
