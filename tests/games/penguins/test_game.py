"""The game as the core sees it: facts, seats, rule page."""

import copy
import pickle
import random
import re

from shoal.core import find_game
from shoal.games.penguins import GAME


def test_the_game_is_announced() -> None:
    assert find_game("penguins") is GAME


def test_facts_for_programs() -> None:
    state = GAME.start(GAME.options({}))
    assert GAME.facts(state) == {"floes": [0, 0], "board": None, "penguins": {"A": [], "B": []}}
    deal = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121"
    for text in f"{deal} a4 b4 d1 b7 f1 c5 h3 f5 a4-a5".split():
        state = state.play(state.parse(text))
    assert GAME.facts(state) == {
        "floes": [1, 0],
        "board": deal.replace("=2121", "=2120"),
        "penguins": {"A": ["a5", "d1", "f1", "h3"], "B": ["b4", "b7", "c5", "f5"]},
    }


def test_every_seat_is_in_until_the_moves_begin() -> None:
    state = GAME.start(GAME.options({"players": 3}))
    assert list(GAME.remaining(state)) == [0, 1, 2]
    state = state.play(state.chance().draw(random.Random(1).randrange))
    assert list(GAME.remaining(state)) == [0, 1, 2]


def test_a_state_is_a_value_that_can_travel() -> None:
    state = GAME.start(GAME.options({"edition": "cs", "swaps": True}))
    state = state.play(state.chance().draw(random.Random(1).randrange))
    state = state.play(state.legal(0)[5])
    assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state  # noqa: S301
    assert hash(copy.deepcopy(state)) == hash(state)


def test_the_rule_page_has_every_number_once() -> None:
    page = (GAME.folder / "RULES.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^- \*\*P(\d+)\*\* ", page, flags=re.MULTILINE)
    assert sorted(map(int, numbers)) == list(range(1, 23))
