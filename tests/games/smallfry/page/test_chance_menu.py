"""The cards that may come on an analysis board: all that chance may bring, and nothing else."""

import random

import pytest
from tests.games.fragment import Fragment

from shoal.core import CHANCE, Counted, State
from shoal.core.text import say_english
from shoal.games.smallfry import GAME
from shoal.server.web.templating import render_chance


def offered(state: State) -> dict[str, str]:
    """What can be pressed, with its label."""
    html = render_chance(GAME, state, say_english)
    assert html is not None
    return {button["value"].removeprefix("play "): button["aria-label"] for button in Fragment(html).buttons}


@pytest.mark.parametrize("seed", range(3))
def test_every_card_that_may_come_is_offered_with_how_many_are_left(seed: int) -> None:
    rng, state, seen = random.Random(seed), GAME.start(GAME.options({})), set[str]()
    for _ in range(300):
        if not state.to_act:
            break
        if state.to_act != (CHANCE,):
            state = state.play(rng.choice(list(state.legal(state.to_act[0]))))
            continue
        chance = state.chance()
        assert isinstance(chance, Counted)
        html = render_chance(GAME, state, say_english)
        assert (html is None) == str(chance.steps[0]).startswith("=roll")
        if html is not None:
            buttons = offered(state)
            seen.add(next(iter(buttons)).partition(" ")[0])
            assert set(buttons) == {str(step) for step in chance.steps}
            for step, count in zip(chance.steps, chance.weights, strict=True):
                assert buttons[str(step)].endswith(f"; {count} left")
        state = state.play(chance.draw(rng.randrange))
    assert "=take" in seen


def test_a_double_is_marked() -> None:
    state = GAME.start(GAME.options({}))
    for step in ("flip", "=eel3", "flip"):
        state = state.play(state.parse(step))
    html = render_chance(GAME, state, say_english)
    assert html is not None
    assert Fragment(html).with_id("fry-box-eel").classes == ["double"]
    assert offered(state)["=eel1"] == "eel 1, a double: 0 cards are kept; 2 left"
    assert "=eel3" not in offered(state)


def test_analysis_shows_all_catches_also_where_the_table_does_not() -> None:
    state = GAME.start(GAME.options({"memory": "closed"}))
    for step in ("flip", "=eel3", "stop", "flip"):
        state = state.play(state.parse(step))
    assert GAME.displayed(state.view(1)).catches[0] == ("?",)
    shown = GAME.all_seen(state.view(1))
    assert shown.open_catches == range(2)
    assert shown.catches[0] == ("eel3",)
