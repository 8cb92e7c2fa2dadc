"""The game as the rest of the house meets it: options, facts, rule page."""

import copy
import pickle
import random
import re

import pytest

from shoal.core import OptionError, find_game
from shoal.core.options import parse_options, write_options
from shoal.games.penguins import GAME, Setup
from shoal.games.penguins.options import setup_of

STRAIGHT = (0,) * 8


def setup(**given: object) -> Setup:
    return setup_of(GAME.options(given))


@pytest.mark.rule("P2", "P4", "P8", "P18")
def test_the_editions_are_as_their_books_say() -> None:
    assert setup() == setup(edition="en") == Setup(2, "seven", "none", "one", "end", False, STRAIGHT)
    assert setup(edition="fr") == Setup(2, "seven", "none", "any", "end", False, STRAIGHT)
    assert setup(edition="cs") == Setup(2, "eight", "apart", "one", "at_once", False, STRAIGHT)


@pytest.mark.parametrize("edition", ["en", "fr", "cs"])
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("players", 4),
        ("top_row", "seven"),
        ("top_row", "eight"),
        ("evening", "none"),
        ("evening", "apart"),
        ("placing", "one"),
        ("placing", "any"),
        ("cut_off", "end"),
        ("cut_off", "at_once"),
        ("swaps", True),
        ("shifts", (1, 2, 0, -2, 0, 0, -1, 0)),
    ],
)
def test_every_option_stands_above_the_edition(edition: str, option: str, value: object) -> None:
    changed = setup(edition=edition, **{option: value})
    assert getattr(changed, option) == value
    for other in Setup.__struct_fields__:
        if other != option:
            assert getattr(changed, other) == getattr(setup(edition=edition), other)


@pytest.mark.rule("P6")
@pytest.mark.parametrize(
    "given",
    [
        {"players": 1},
        {"players": 5},
        {"edition": "de"},
        {"top_row": 7},
        {"evening": "some"},
        {"placing": "two"},
        {"cut_off": "never"},
        {"swaps": "yes"},
        {"shifts": [3, 0, 0, 0, 0, 0, 0, 0]},
        {"shifts": [0]},
        {"penguins": 3},
    ],
)
def test_other_options_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=f"option '{next(iter(given))}': found .* expected "):
        GAME.options(given)


def test_options_read_from_a_command_line_and_write_to_a_record() -> None:
    words = ["edition=cs", "placing=any", "shifts=0,1,0,-1,0,0,2,0"]
    given = parse_options(GAME.fields, words)
    assert write_options(GAME.fields, GAME.options(given)) == {**given, "players": 2}
    assert [field.name for field in GAME.fields][:2] == ["edition", "players"]


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
