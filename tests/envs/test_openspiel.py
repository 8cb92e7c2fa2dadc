"""OpenSpiel: its own test passes for every game and number of players, and states say what they promise."""

import json
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import shoal.envs.openspiel  # noqa: F401
from shoal.core import CHANCE, Table, find_game, parse_record
from shoal.envs.openspiel.position import TreePosition
from tests.envs.tables import GAMES, TABLES


def load(game: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"python_shoal_{game}", parameters)


def step_at_random(state: Any, rng: random.Random) -> None:
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])
    elif state.is_simultaneous_node():
        state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def after(game: Any, steps: int, seed: int = 1) -> Any:
    """A state so many steps of players on, where players are to act."""
    state, rng = game.new_initial_state(), random.Random(seed)
    while state.is_chance_node() or steps > 0:
        steps -= not state.is_chance_node()
        step_at_random(state, rng)
    return state


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_test_of_openspiel_passes(game: str, players: int) -> None:
    """It plays a whole game, and asks, copies and serialises every state on the way."""
    short = {"target": 1} if game == "smallfry" else {}
    pyspiel.random_sim_test(load(game, players=players, **short), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("parameters", [{"edition": "cs"}, {"placing": "any", "shifts": "0/1/0/-1/0/0/0/0"}])
def test_options_are_parameters(parameters: dict[str, str]) -> None:
    game = load("penguins", utility="margin", **parameters)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()
    assert (game.min_utility(), game.max_utility()) == (-100, 100)


@pytest.mark.parametrize("game", GAMES)
def test_a_state_is_written_as_a_record(game: str) -> None:
    state = after(load(game), 4)
    text = state.serialize()
    assert pickle.loads(pickle.dumps(state.position)).write() == text  # noqa: S301
    again = load(game).deserialize_state(text)
    assert again.position.state == state.position.state
    record, _, _, drawn = json.loads(text)
    assert Table.resume(parse_record(record)).state == state.position.state
    assert drawn == []


def test_what_is_drawn_of_a_deal_is_written_too() -> None:
    state, rng = load("penguins").new_initial_state(), random.Random(1)
    for _ in range(20):
        step_at_random(state, rng)
    game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(load("penguins"), state))
    assert again.position.drawn == state.position.drawn
    assert len(again.position.drawn) == 20
    assert again.chance_outcomes() == state.chance_outcomes()
    assert str(game) == "python_shoal_penguins()"


@pytest.mark.parametrize("game", GAMES)
def test_utilities_are_those_of_the_record(game: str) -> None:
    short = {"target": 1} if game == "smallfry" else {}
    state, rng = load(game, players=3, **short).new_initial_state(), random.Random(2)
    while not state.is_terminal():
        assert state.returns() == [0, 0, 0]
        step_at_random(state, rng)
    result = state.position.state.result
    winners = [1 / len(result.winners) * (seat in result.winners) for seat in range(3)]
    assert state.returns() == pytest.approx([(3 * share - 1) / 2 for share in winners])
    assert sum(state.returns()) == pytest.approx(0)


def test_a_match_that_never_ends_is_broken_off() -> None:
    """Nobody will play that long, but a tree has to have a depth: then the points decide."""
    state = after(load("smallfry"), 30)
    position: TreePosition = state.position
    late = TreePosition(position.rules, position.state, (), None, position.rules.encoding.longest)
    assert late.over
    assert sorted(late.returns) in ([-1, 1], [0, 0])


@pytest.mark.parametrize("game", GAMES)
def test_information_states_have_perfect_recall(game: str) -> None:
    """They tell all that the seat saw, from the first step on, and nothing that it did not see."""
    spiel = load(game, players=2)
    state = after(spiel, 6)
    for seat in range(2):
        told = state.information_state_string(seat).split(" ")
        seen = [step.seen_by(seat) for _, step in state.position.steps()]
        assert " ".join(told) == " ".join([str(seat), *seen])
        observer = make_observation(spiel, INFO_STATE_OBS_TYPE)
        observer.set_from(state, seat)
        rows = observer.dict["steps"]
        small_steps = sum(max(1, len(each.numbers)) for each in state.position.seen_by(seat))
        assert np.flatnonzero(rows.any(axis=1)).tolist() == list(range(small_steps))


@pytest.mark.parametrize("players", [2, 3])
def test_imagined_states_look_the_same_to_the_seat(players: int) -> None:
    spiel = load("fishtank", players=players)
    state, rng = after(spiel, 1), random.Random(1)
    others = set()
    for _ in range(5):
        imagined = state.resample_from_infostate(1, rng.random)
        assert imagined.information_state_string(1) == state.information_state_string(1)
        assert imagined.information_state_tensor(1) == state.information_state_tensor(1)
        assert imagined.legal_actions(1) == state.legal_actions(1)
        others.add(imagined.information_state_string(0))
    assert len(others) > 1, "what the others hold is drawn anew"
    with pytest.raises(ValueError, match="no record"):
        imagined.serialize()


@pytest.mark.parametrize("game", ["penguins", "smallfry"])
def test_the_search_of_openspiel_runs_on_it(game: str) -> None:
    state = after(load(game), 3)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(load(game), 2, 3, evaluator, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_its_search_for_hidden_information_runs_on_sealed_choices_in_turn() -> None:
    game = load("fishtank_in_turn", players=3)
    state = after(game, 4)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=3, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_imagined_choices_are_opened_like_real_ones() -> None:
    """What was sealed when a position was imagined is told once all have chosen."""
    state = after(load("fishtank_in_turn"), 0)
    state.apply_action(state.legal_actions()[0])
    told = set()
    for number in range(8):
        imagined = state.resample_from_infostate(1, random.Random(number).random)
        assert imagined.information_state_string(1) == state.information_state_string(1)
        step_at_random(imagined, random.Random(1))
        told.add(imagined.information_state_string(1).split(" ")[-2])
        assert " A:?" not in imagined.information_state_string(1)
    assert len(told) > 1


def test_sealed_choices_in_turn_stay_sealed() -> None:
    game = load("fishtank_in_turn", players=3)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state = after(game, 0)
    for seat in range(2):
        assert state.current_player() == seat
        state.apply_action(state.legal_actions()[0])
    chosen = str(state).split(" ")[-2:]
    assert state.information_state_string(0).split(" ")[-2:] == [chosen[0], "B:?"]
    assert state.information_state_string(1).split(" ")[-2:] == ["A:?", chosen[1]]
    assert state.information_state_string(2).split(" ")[-2:] == ["A:?", "B:?"]
    twin, rng = state.clone(), random.Random(1)
    twin.apply_action(rng.choice(twin.legal_actions()))
    assert twin.information_state_string(2).split(" ")[-3:-1] == chosen, "the last one opens them all"


def test_python_ends_in_order_after_games_were_loaded() -> None:
    code = "import pyspiel, shoal.envs.openspiel; pyspiel.load_game('python_shoal_smallfry').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_chance_is_a_player_of_its_own() -> None:
    state = load("penguins", edition="cs").new_initial_state()
    assert state.is_chance_node()
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 2) == "=a1:3"
    assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
    assert state.position.state.to_act == (CHANCE,)
    assert find_game("penguins").has_chance
