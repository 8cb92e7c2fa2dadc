"""PettingZoo's own tests pass for every game and number of players, and what they leave out holds too."""

import functools
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from numpy.typing import NDArray

import shoal.envs.pettingzoo as shoal_pettingzoo
from shoal.core import IllegalStep, Refusal, Replay, ShoalError, verify
from tests.envs.tables import GAMES, TABLES, identifier

with warnings.catch_warnings():
    # They load example environments in a way that PettingZoo itself calls old.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

#: `api_test` knows dictionaries with a mask only from PettingZoo's own games, and warns of others.
allowed = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)


def agents_of(game: str, **given: Any) -> Any:
    return pettingzoo.make("aec", identifier(game), **given)


def parallel(game: str, **given: Any) -> Any:
    return pettingzoo.make("parallel", identifier(game), **given)


def any_legal(mask: NDArray[np.int8], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


@allowed
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_tests_of_pettingzoo_pass(game: str, players: int) -> None:
    api_test(agents_of(game, players=players), num_cycles=40)
    parallel_api_test(parallel(game, players=players), num_cycles=40)
    seed_test(functools.partial(agents_of, game, players=players), num_cycles=40)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_seed_repeats_whole_games(game: str, players: int) -> None:
    """Two games from one seed, the second without naming it again; actions are drawn with the mask."""

    def play(environment: Any, seed: int) -> list[Any]:
        rng, seen = np.random.default_rng(1), []
        for given in (seed, None):
            environment.reset(seed=given)
            for agent in environment.agent_iter():
                observation, reward, over, _, _ = environment.last()
                seen.append((agent, observation["observation"].tobytes(), observation["action_mask"].tobytes(), reward))
                environment.step(None if over else any_legal(observation["action_mask"], rng))
        return seen

    one = play(agents_of(game, players=players), 5)
    assert one == play(agents_of(game, players=players), 5)
    assert one != play(agents_of(game, players=players), 6)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_acting_at_once_and_in_turn_are_the_same_game(game: str, players: int) -> None:
    """The parallel environment and the AEC one, from one seed with the same choices, end with the same record."""
    together, in_turn = parallel(game, players=players), agents_of(game, players=players)
    observations, _ = together.reset(seed=3)
    in_turn.reset(seed=3)
    rng = np.random.default_rng(3)
    rewards: dict[str, float] = {}
    while together.agents:
        actions = {agent: any_legal(observations[agent]["action_mask"], rng) for agent in together.agents}
        wait = together.action_space(together.agents[0]).n - 1
        for agent, action in actions.items():
            if action != wait:
                assert in_turn.agent_selection == agent
                assert in_turn.last()[0]["action_mask"][wait] == 0, "who is asked has something to do"
                in_turn.step(action)
        observations, rewards, _, _, _ = together.step(actions)
    assert together.table.record() == in_turn.unwrapped.table.record()
    assert rewards == in_turn.unwrapped.rewards
    assert sum(rewards.values()) == pytest.approx(0)


@pytest.mark.parametrize("game", GAMES)
def test_it_renders_as_pettingzoo_asks(game: str, opened: list[str]) -> None:
    render_test(functools.partial(agents_of, game))
    assert len(opened) == 1


def test_choices_stay_sealed_until_all_have_chosen() -> None:
    environment = agents_of("fishtank", players=3)
    environment.reset(seed=1)
    last = environment.observe("player_2")["observation"].copy()
    environment.step(any_legal(environment.last()[0]["action_mask"], np.random.default_rng(1)))
    parts = environment.unwrapped.encoding.named(environment.observe("player_2")["observation"] - last)
    assert parts.pop("sealed").tolist() == [0, 1, 0], "seat A waits, told from seat C"
    assert not any(part.any() for part in parts.values())


def test_an_illegal_action_ends_the_game_or_is_refused() -> None:
    wrapped, raw, together = agents_of("penguins"), shoal_pettingzoo.raw_env("penguins"), parallel("penguins")
    for environment in (wrapped, raw, together):
        environment.reset(seed=1)
    illegal = int(np.flatnonzero(wrapped.last()[0]["action_mask"] == 0)[0])
    wrapped.step(illegal)
    assert wrapped.rewards == {"player_0": -1, "player_1": 0}
    assert all(wrapped.terminations.values())

    before = raw.table.record()
    with pytest.raises(IllegalStep):
        raw.step(illegal)
    with pytest.raises(Refusal, match="expected one from 0 to"):
        raw.step(raw.encoding.wait)
    assert raw.table.record() == before

    _, rewards, over, _, _ = together.step({"player_0": illegal, "player_1": together.action_space("player_1").n - 1})
    assert rewards == {"player_0": -1, "player_1": 0}
    assert all(over.values())
    assert together.agents == []


@pytest.mark.parametrize("game", GAMES)
def test_gains_add_up_to_the_margin(game: str) -> None:
    """Paid out step by step, it is the same in the end; and both environments pay the same."""
    given = {"players": 3, "utility": "gain"}
    in_turn, together = agents_of(game, **given), parallel(game, **given)
    for environment in (in_turn, together):
        environment.reset(seed=1)
    paid = dict.fromkeys(in_turn.possible_agents, 0.0)
    rng, payments, actions = np.random.default_rng(1), 0, {}
    for agent in in_turn.agent_iter():
        observation, reward, over, _, _ = in_turn.last()
        paid[agent] += reward
        payments += reward != 0
        in_turn.step(None if over else any_legal(observation["action_mask"], rng))
    scores = in_turn.table.state.scores
    assert list(paid.values()) == pytest.approx([score - (sum(scores) - score) / 2 for score in scores])
    assert payments >= 3
    for taker, move in zip(in_turn.table._history.takers, in_turn.table.record().moves, strict=True):
        if taker >= 0:
            actions[taker] = together.encoding.number(together.table.state.parse(move), taker)
        if taker >= 0 and set(actions) == set(together.table.state.to_act):
            waiting = dict.fromkeys(together.agents, together.encoding.wait)
            _, rewards, _, _, _ = together.step({**waiting, **{f"player_{seat}": n for seat, n in actions.items()}})
            actions = {}
            for agent, reward in rewards.items():
                paid[agent] -= reward
    assert list(paid.values()) == pytest.approx([0, 0, 0])


def test_acting_out_of_turn_ends_a_parallel_game() -> None:
    environment = parallel("penguins")
    observations, _ = environment.reset(seed=1)
    first = int(np.flatnonzero(observations["player_0"]["action_mask"])[0])
    _, rewards, over, _, _ = environment.step({"player_0": first, "player_1": first + 1})
    assert rewards == {"player_0": 0, "player_1": -1}
    assert all(over.values())


def test_the_state_is_what_all_seats_know() -> None:
    environment = agents_of("fishtank", players=4)
    environment.reset(seed=1)
    state = environment.state()
    assert environment.unwrapped.state_space.contains(state)
    for agent, row in zip(environment.agents, state, strict=True):
        assert (environment.observe(agent)["observation"] == row).all()


def test_a_game_that_was_played_is_a_record_like_any_other() -> None:
    environment = agents_of("smallfry", target=5)
    environment.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in environment.agent_iter():
        observation, _, over, _, _ = environment.last()
        environment.step(None if over else any_legal(observation["action_mask"], rng))
    record = environment.unwrapped.table.record()
    assert verify(Replay(record)) > 0


def test_what_is_given_wrongly_is_refused() -> None:
    with pytest.raises(ShoalError, match="there is no utility 'glory': expected one of win, margin, gain"):
        agents_of("penguins", utility="glory")
    with pytest.raises(ShoalError, match="there is no render mode 'oil': expected one of human, rgb_array, ansi"):
        agents_of("penguins", render_mode="oil")
    with pytest.raises(ShoalError, match="players"):
        agents_of("penguins", players=5)
