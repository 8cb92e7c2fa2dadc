"""The kit passes an honest game and catches a dishonest one."""

import random
from collections.abc import Callable
from typing import cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.core import Game, State, Step, View, Viewer
from shoal.core.conformance import check_game, check_state


@given(seed=st.integers(0, 2**32))
@settings(max_examples=300)
def test_the_example_game_keeps_the_contract(tide: Game, seed: int) -> None:
    check_game(tide, {}, random.Random(seed), longest=60, care=0.5)


class _Crooked:
    """A state that forwards to an honest one, with one method replaced."""

    def __init__(self, honest: State, **crooked: object) -> None:
        self._honest = honest
        self._crooked = crooked

    def __getattr__(self, name: str) -> object:
        if name in self._crooked:
            return self._crooked[name]
        return getattr(self._honest, name)


def _two_to_act(tide: Game) -> State:
    state = tide.start(tide.options({}))
    return state.play(state.parse("=2"))


def _one_sealed(tide: Game) -> State:
    state = _two_to_act(tide)
    return state.play(state.parse("A:2"))


def _caught(state: State, **crooked: object) -> None:
    check_state(state, random.Random(1))
    with pytest.raises(AssertionError):
        check_state(cast(State, _Crooked(state, **crooked)), random.Random(1))


def test_a_view_that_shows_a_sealed_choice_is_caught(tide: Game) -> None:
    state = _one_sealed(tide)

    def leaky(viewer: Viewer) -> View:
        view = state.view(viewer)
        stakes = cast(tuple[int | None, ...], getattr(state, "stakes"))  # noqa: B009
        return cast(View, msgspec.structs.replace(cast(msgspec.Struct, view), mine=stakes[0]))

    _caught(state, view=leaky)


def test_steps_without_a_turn_are_caught(tide: Game) -> None:
    state = tide.start(tide.options({}))
    _caught(state, legal=lambda seat: _two_to_act(tide).legal(seat))


def test_a_step_listed_twice_is_caught(tide: Game) -> None:
    state = _two_to_act(tide)
    double: Callable[[int], list[Step]] = lambda seat: [*state.legal(seat)] * 2  # noqa: E731
    _caught(state, legal=double)


def test_a_parser_that_swallows_anything_is_caught(tide: Game) -> None:
    state = _two_to_act(tide)
    _caught(state, parse=lambda text: state.legal(0)[0])


def test_an_early_result_is_caught(tide: Game) -> None:
    state = _two_to_act(tide)
    _caught(state, result="somebody")
