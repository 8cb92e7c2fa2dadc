"""Fixtures that set up positions of penguins: by replaying notation, on ice laid out by hand."""

from collections.abc import Callable, Mapping

import pytest

from shoal.games.penguins import GAME, State
from shoal.games.penguins.board import board_of


@pytest.fixture
def play() -> Callable[[Mapping[str, object], str], State]:
    """Plays a text of steps, with spaces between them, from the start of a game with these options."""

    def run(options: Mapping[str, object], steps: str) -> State:
        state = GAME.start(GAME.options(options))
        for text in steps.split():
            state = state.play(state.parse(text))
        return state

    return run


@pytest.fixture
def ice() -> Callable[[str], str]:
    """The deal that lays out only these floes, seven in the top row: `a1 c3=2` has one fish on a1 and two on c3."""

    def lay_out(floes: str) -> str:
        board = board_of(7)
        fish = {name: digit or "1" for name, _, digit in (floe.partition("=") for floe in floes.split())}
        assert set(fish) <= set(board.names)
        digits = iter([fish.get(name, "0") for name in board.names])
        return "=" + "/".join("".join(next(digits) for _ in range(length)) for length in board.rows)

    return lay_out
