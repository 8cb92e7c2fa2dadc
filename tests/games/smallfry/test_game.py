"""Small Fry as the core sees it: records, facts, rule page."""

import re
from collections.abc import Callable

import pytest

from shoal.core import divide, find_game, perft
from shoal.games.smallfry import GAME
from shoal.games.smallfry.state import State

Make = Callable[..., State]


def test_the_registry_finds_it() -> None:
    assert find_game("smallfry") is GAME
    assert [field.name for field in GAME.fields] == ["players", "target", "next_session", "memory"]
    assert list(GAME.bots()) == ["minnow", "perch", "salmon", "pike", "greedy", "shark"]


def test_the_rule_page_has_every_number_once() -> None:
    page = (GAME.folder / "RULES.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^- \*\*S(\d+)\*\* ", page, re.MULTILINE)
    assert sorted(map(int, numbers)) == list(range(1, 26))


def test_facts_tell_session_row_deck_and_sizes(situation: Make) -> None:
    state = situation(row="eel1 ray2", catches=("boxfish1", "", "ray1 ray4"), deck="eel2 octopus")
    assert GAME.facts(state) == {"session": 1, "row": ["eel1", "ray2"], "cards_left": 2, "catch_sizes": [1, 0, 2]}


@pytest.mark.parametrize(
    ("moves", "step", "words"),
    [
        ((), "flip", "turn up a card"),
        (("flip",), "=eel3", "eel 3"),
        (("flip",), "=octopus", "octopus"),
        (("flip", "=eel3"), "flip", "turn up another card"),
        (("flip", "=eel3"), "stop", "stop, keeping 1 card"),
        (("flip", "=eel3", "flip", "=ray1"), "stop", "stop, keeping 2 cards"),
        (("flip", "=eel3", "flip"), "=octopus", "octopus: the row is discarded"),
        (("flip", "=eel3", "flip", "=ray1", "flip"), "=ray1", "ray 1, a double: 1 card is kept"),
        (("flip", "=eel3", "flip"), "=eel1", "eel 1, a double: 0 cards are kept"),
        (("flip", "=octopus"), "leave", "rob nobody"),
        (("flip", "=octopus"), "rob B1", "rob seat B of 1 card"),
        (("flip", "=octopus"), "rob B2", "rob seat B of 2 cards"),
        (("flip", "=octopus", "rob B2"), "=roll 1", "the die shows 1: nothing is taken"),
        (("flip", "=octopus", "rob B2"), "=roll 3", "the die shows 3: 2 cards are taken"),
        (("flip", "=octopus", "rob B1"), "=roll 3", "the die shows 3: 1 card is taken"),
        (("flip", "=octopus", "rob B1"), "=roll -1", "the die shows -1: seat B takes a card"),
        (("flip", "=octopus", "rob B1", "=roll 1"), "=take ray4", "ray 4 changes hands"),
    ],
)
def test_steps_are_described_in_words(
    situation: Make, play: Make, moves: tuple[str, ...], step: str, words: str
) -> None:
    state = play(situation(catches=("sunfish1", "ray2 ray4")), *moves)
    assert str(state.describe(state.parse(step))) == words


def test_a_robber_with_nothing_to_lose_is_told_so(situation: Make, play: Make) -> None:
    state = play(situation(catches=("", "ray2")), "flip", "=octopus", "rob B1")
    assert str(state.describe(state.parse("=roll -1"))) == "the die shows -1: there is nothing to take back"


def test_perft_counts_players_and_chance_alike(situation: Make, play: Make) -> None:
    start = situation()
    assert [perft(start, depth) for depth in (1, 2)] == [1, 41]
    # After each of 40 fish: flip or stop; after an octopus nobody can be robbed, and B must flip.
    assert perft(start, 3) == 40 * 2 + 1
    octopus = play(situation(catches=("", "eel1 eel1 ray4")), "flip", "=octopus")
    counts = {str(step): count for step, count in divide(octopus, 3)}
    # Of the rolls, only those that reach the number lead to cards, of two kinds; a roll that takes
    # nothing leads to B's flip, and so does -1 against a robber without cards.
    assert counts == {"rob B1": 3 * 2 + 1, "rob B2": 2 * 2 + 2, "rob B3": 1 * 2 + 3, "leave": 39}


def test_perft_of_the_die(situation: Make, play: Make) -> None:
    assert perft(play(situation(catches=("ray1", "eel1")), "flip", "=octopus", "rob B1"), 1) == 4
