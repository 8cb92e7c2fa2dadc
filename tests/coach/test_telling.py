"""The games' own words for what a step did."""

import re

from shoal.core import Record, Replay, Table, find_game
from shoal.core.record import FORMAT
from shoal.games.penguins.explain import consequence
from shoal.games.penguins.state import State as IceState

PENGUINS = find_game("penguins")
SMALLFRY = find_game("smallfry")


def test_penguins_tell_whom_a_slide_cut_off() -> None:
    moves = [
        "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121",
        *("a4", "b4", "d1", "b7", "f1", "c5", "h3", "f5"),
    ]
    replay = Replay(Record(FORMAT, "penguins", {"players": 2, "edition": "en"}, tuple(moves)), PENGUINS)
    table = Table.resume(replay.record)
    while not table.over:
        table.submit(table.state.to_act[0], table.state.legal(table.state.to_act[0])[0])
    states = [state for state in Replay(table.record()).states if isinstance(state, IceState)]
    told = [
        str(text)
        for number in range(9, len(states) - 1)
        if (text := consequence(states, number, states[number].legal(states[number].to_act[0])[-1], ["Ada", "Bob"]))
    ]
    assert any(re.search(r"cut the penguins of (Ada|Bob) off from \d+ fish", text) for text in told)


def test_the_octopus_takes_cards_and_points() -> None:
    replay = Replay(
        Record(FORMAT, "smallfry", {"players": 2}, ("flip", "=eel3", "flip", "=ray2", "flip", "=octopus")), SMALLFRY
    )
    assert str(SMALLFRY.consequence(replay.states, 5, None, ["Ada", "Bob"])) == (
        "The octopus took 2 cards, 5 points, from Ada."
    )
    assert SMALLFRY.consequence(replay.states, 1, None, ["Ada", "Bob"]) is None


def test_a_double_takes_what_lies_behind_its_twin() -> None:
    moves = ("flip", "=eel3", "flip", "=ray2", "flip", "=sunfish4", "flip", "=ray1")
    replay = Replay(Record(FORMAT, "smallfry", {"players": 2}, moves), SMALLFRY)
    assert str(SMALLFRY.consequence(replay.states, 7, None, ["Ada", "Bob"])) == (
        "The double took 2 cards, 6 points, from Ada."
    )


def test_the_die_is_told_with_its_odds() -> None:
    moves = ("flip", "=eel3", "stop", "flip", "=octopus", "rob A1", "=roll 2")
    replay = Replay(Record(FORMAT, "smallfry", {"players": 2}, moves), SMALLFRY)
    told = SMALLFRY.consequence(replay.states, 6, None, ["Ada", "Bob"])
    assert str(told) == "Bob could expect that with 83%."
