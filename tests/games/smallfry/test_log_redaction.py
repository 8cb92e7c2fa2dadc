"""What the log of a running match still tells under a closed memory."""

import random

import pytest

from shoal import core
from shoal.core import Table
from shoal.core.conformance import random_seed
from shoal.games.smallfry import GAME
from shoal.games.smallfry.steps import TurnUp


def _recall(log: list[str]) -> list[str]:
    """What the table would still show of these steps, played from the start of a match of two."""
    states: list[core.State] = [GAME.start(GAME.options({}))]
    for step in log:
        states.append(states[-1].play(states[-1].parse(step)))
    return list(GAME.recall(states, log))


def test_cards_of_earlier_turns_are_blanked_and_everything_else_stays() -> None:
    log = ["flip", "=eel1", "stop", "flip", "=octopus", "rob A1", "=roll 2", "=take eel1", "flip", "=ray2"]
    blanked = ["flip", "=?", "stop", "flip", "=?", "rob A1", "=roll 2", "=take ?", "flip", "=ray2"]
    assert _recall(log) == blanked


@pytest.mark.parametrize(
    "turn",
    [
        ["flip", "=ray2", "stop"],
        ["flip", "=ray2", "flip", "=eel2", "flip", "=ray1"],
        ["flip", "=octopus", "leave"],
        ["flip", "=sunfish1", "flip", "=octopus", "rob A1", "=roll 3", "=take eel1"],
        ["flip", "=octopus", "rob A2", "=roll 1"],
        ["flip", "=octopus", "rob A1", "=roll -1"],
    ],
)
def test_a_finished_turn_can_be_read_until_the_next_player_turns_up_a_card(turn: list[str]) -> None:
    before = ["flip", "=eel1", "flip", "=boxfish3", "stop"]
    assert _recall(before + turn) == ["flip", "=?", "flip", "=?", "stop", *turn]
    after = _recall([*before, *turn, "flip"])
    assert not any(name in " ".join(after) for name in ("eel", "ray", "octopus", "sunfish", "boxfish"))


def test_a_row_that_grows_is_one_turn() -> None:
    log = ["flip", "=eel1", "flip", "=ray1", "flip", "=boxfish4", "flip"]
    assert _recall(log) == log


def test_an_empty_log_stays_empty() -> None:
    assert _recall([]) == []


def _random_table(memory: str, seed: int, turns: int) -> Table:
    rng = random.Random(seed)
    table = Table(GAME, {"players": 3, "memory": memory}, seed=random_seed(rng))
    for _ in range(turns):
        seat = table.state.to_act[0]
        table.submit(seat, rng.choice(table.state.legal(seat)))
    return table


def _turn_starts(table: Table) -> list[int]:
    """Where turns begin, by the states themselves."""
    state = GAME.start(table.options)
    starts = []
    for number, text in enumerate(table.record().moves):
        if state.phase == "begin":
            starts.append(number)
        state = state.play(state.parse(text))
    return starts


@pytest.mark.parametrize("seed", range(40))
def test_a_closed_memory_names_no_card_of_an_earlier_turn_to_any_viewer(seed: int) -> None:
    table = _random_table("closed", seed, turns=5 * seed + 3)
    moves = table.record().moves
    start = _turn_starts(table)[-1]
    for viewer in (None, 0, 1, 2):
        log = table.log(viewer)
        assert list(log[start:]) == list(moves[start:])
        for seen, said in zip(log[:start], moves[:start], strict=True):
            named = isinstance(table.state.parse(said), TurnUp) or said.startswith("=take ")
            assert seen == (said if not named else "=take ?" if said.startswith("=take ") else "=?")


def test_an_open_memory_keeps_the_log() -> None:
    table = _random_table("open", 1, turns=60)
    assert tuple(table.log(1)) == table.record().moves


def test_a_finished_match_can_be_read_whole() -> None:
    rng = random.Random(2)
    table = Table(GAME, {"target": 5}, seed=random_seed(rng))
    while not table.over:
        seat = table.state.to_act[0]
        table.submit(seat, rng.choice(table.state.legal(seat)))
    assert tuple(table.log(None)) == table.record().moves
