"""Ice laid out by hand: what is laid out can be dealt, and what was dealt can be laid out again."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.fragment import Fragment

from shoal.core import NotationError, Refusal, ShoalError, State
from shoal.core.text import say_english
from shoal.games.penguins import GAME
from shoal.games.penguins.page.layout import IceLayout
from shoal.server.web.templating import render_layout

LAYOUT = IceLayout()
OPTIONS = GAME.options({})
CZECH = GAME.options({"edition": "cs", "evening": "none"})


def dealt(seed: int) -> State:
    state = GAME.start(OPTIONS)
    return state.play(state.chance().draw(random.Random(seed).randrange))


@settings(max_examples=25)
@given(st.integers(0, 1 << 30))
def test_a_deal_is_laid_out_as_it_lies(seed: int) -> None:
    state = dealt(seed)
    draft = LAYOUT.draft(state)
    (deal,) = LAYOUT.moves(OPTIONS, draft)
    assert GAME.start(OPTIONS).play(GAME.start(OPTIONS).parse(deal)) == state
    assert LAYOUT.write(OPTIONS, draft, f"text {deal}") == draft
    assert LAYOUT.write(OPTIONS, draft, f"text {deal.removeprefix('=').replace('/', ' / ')}") == draft


@settings(max_examples=25)
@given(st.lists(st.sampled_from(["a1", "c4", "h8", "e5"]), max_size=12))
def test_each_press_gives_a_floe_one_fish_more_and_after_three_open_water(presses: list[str]) -> None:
    draft = LAYOUT.write(OPTIONS, "", "fill 0")
    for floe in presses:
        draft = LAYOUT.write(OPTIONS, draft, f"press {floe}")
    fragment = Fragment(render_layout(GAME, OPTIONS, draft, say_english))
    for floe in ("a1", "c4", "h8", "e5"):
        fish = presses.count(floe) % 4
        assert fragment.with_id(f"floe-{floe}")["aria-label"] == f"{floe}, " + (
            f"{fish} fish" if fish else "open water"
        )


def test_the_ice_that_is_left_in_a_game_can_be_laid_out() -> None:
    state, rng = dealt(4), random.Random(4)
    for _ in range(14):
        state = state.play(rng.choice(list(state.legal(state.to_act[0]))))
    draft = LAYOUT.draft(state)
    assert draft.count("0") == 6
    assert LAYOUT.moves(OPTIONS, draft) == (draft,)


def test_what_may_not_be_dealt_says_why() -> None:
    everywhere = LAYOUT.draft(GAME.start(OPTIONS))
    with pytest.raises(ShoalError, match="at most 30 floes with 1 fish, not 60"):
        LAYOUT.moves(OPTIONS, everywhere)
    with pytest.raises(ShoalError, match="room for 8 penguins"):
        LAYOUT.moves(OPTIONS, LAYOUT.write(OPTIONS, everywhere, "fill 0"))
    with pytest.raises(Refusal, match="not been laid out"):
        LAYOUT.moves(OPTIONS, "nonsense")
    scene = LAYOUT.scene(OPTIONS, everywhere, say_english)
    assert "not 60" in str(scene["missing"])


@pytest.mark.parametrize("act", ["press z9", "press", "fill 2", "text", "text =12", "text =4" + "1" * 59, "melt"])
def test_an_act_that_makes_no_sense_is_refused(act: str) -> None:
    with pytest.raises(NotationError):
        LAYOUT.write(OPTIONS, LAYOUT.draft(GAME.start(OPTIONS)), act)


def test_a_draft_for_rows_of_other_lengths_begins_anew() -> None:
    draft = LAYOUT.write(OPTIONS, "", "fill 0")
    assert LAYOUT.write(CZECH, draft, "press a8") == LAYOUT.write(CZECH, "", "press a8")


def test_the_page_marks_floes_that_the_box_does_not_hold() -> None:
    fragment = Fragment(render_layout(GAME, OPTIONS, LAYOUT.write(OPTIONS, "", "fill 1"), say_english))
    assert fragment.with_id("used-1").classes == ["too-many"]
    assert fragment.with_id("used-2").classes == []
    assert {button["form"] for button in fragment.buttons} == {"position"}
