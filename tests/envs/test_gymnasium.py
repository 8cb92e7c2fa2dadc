"""Gymnasium's own test passes for every game and number of players; bots sit at the other seats."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import shoal.envs.gymnasium  # noqa: F401
from shoal.core import Refusal, ShoalError
from tests.envs.tables import GAMES, TABLES, identifier


def play(environment: Any, seed: int | None) -> list[Any]:
    """A game of random legal actions: all that was seen and given."""
    rng = np.random.default_rng(1)
    observation, _ = environment.reset(seed=seed)
    seen, over = [observation], False
    while not over:
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, over, _, _ = environment.step(action)
        seen += [observation, reward]
    return [each if isinstance(each, float) else each["observation"].tolist() for each in seen]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_test_of_gymnasium_passes(game: str, players: int, opened: list[str]) -> None:
    # Pictures are the same for any number of players: they are looked at once.
    environment = gymnasium.make(identifier(game), players=players)
    check_env(environment.unwrapped, skip_render_check=players > 2)
    assert len(opened) == (players == 2)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_repeats_games_against_bots(game: str) -> None:
    given: dict[str, Any] = {"players": 2, "opponents": "greedy", "seat": None}
    one, other = (gymnasium.make(identifier(game), **given) for _ in range(2))
    first = play(one, 1)
    assert first == play(other, 1)
    second = play(one, None)
    assert second == play(other, None)
    assert second != first


def test_the_agent_sits_where_it_was_told_to() -> None:
    environment: Any = gymnasium.make(identifier("penguins"), players=4, seat=2).unwrapped
    environment.reset(seed=1)
    assert environment.table.state.to_act == (2,)
    drawn: Any = gymnasium.make(identifier("penguins"), players=4, seat=None).unwrapped
    drawn.reset(seed=1)
    seats = set()
    for _ in range(20):
        drawn.reset()
        seats.add(drawn.seat)
    assert seats == {0, 1, 2, 3}


def test_each_seat_has_the_bot_that_was_named_for_it() -> None:
    """Clockwise from the agent, here at seat 1: the greedy bot catches more than the random one at either seat."""
    caught = {"greedy": 0, "random": 0}
    for opponents in (["greedy", "random"], ["random", "greedy"]):
        environment: Any = gymnasium.make(identifier("penguins"), players=3, seat=1, opponents=opponents).unwrapped
        for seed in range(3):
            play(environment, seed)
            for seat, name in zip((2, 0), opponents, strict=True):
                caught[name] += environment.table.state.scores[seat]
    assert caught["greedy"] > 1.2 * caught["random"]


def test_an_illegal_action_ends_the_game() -> None:
    environment = gymnasium.make(identifier("smallfry"))
    observation, _ = environment.reset(seed=1)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, terminated, truncated, _ = environment.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)
    with pytest.raises(RuntimeError, match="the game is over"):
        environment.unwrapped.step(0)


def test_the_margin_can_be_the_reward() -> None:
    environment: Any = gymnasium.make(identifier("penguins"), utility="margin").unwrapped
    reward = play(environment, 1)[-1]
    mine, other = environment.table.state.scores
    assert reward == mine - other


def test_what_is_given_wrongly_is_refused() -> None:
    with pytest.raises(Refusal, match="found 1 opponents, expected 2"):
        gymnasium.make(identifier("penguins"), players=3, opponents=["random"])
    with pytest.raises(Refusal, match="found seat 2, expected one from 0 to 1"):
        gymnasium.make(identifier("penguins"), seat=2)
    with pytest.raises(ShoalError, match="penguins has no bot 'whale'"):
        gymnasium.make(identifier("penguins"), opponents="whale")
