"""The picture in a terminal: all there is to see, with and without colour, in 80 columns."""

import io
import random
from collections.abc import Callable, Mapping

import pytest
from rich.console import Console

from shoal.core.text import say_english
from shoal.games.penguins import GAME, State

Play = Callable[[Mapping[str, object], str], State]
Ice = Callable[[str], str]

NAMES = ["Ada", "Grace [bold]Hopper[/bold] and her whole crew", "Barbara", "Katherine"]


def shown(state: State, *, colour: bool = False, width: int = 80) -> str:
    paper = io.StringIO()
    console = Console(file=paper, width=width, force_terminal=colour, color_system="truecolor" if colour else None)
    console.print(GAME.draw(state.view(0), NAMES[: len(state.scores)], say_english))
    return paper.getvalue()


def test_the_board_as_it_looks_without_colour(play: Play) -> None:
    deal = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121"
    picture = shown(play({}, f"{deal} a4 b4 d1 b7 f1 c5 h3 f5 a4-a5"))
    assert [line.rstrip() for line in picture.splitlines()[:8]] == [
        "   ╱ a1 ╲╱ a2 ╲╱ a3 ╲      ╱ a5 ╲╱ a6 ╲╱ a7 ╲         A  Ada",
        "   ╲ •• ╱╲ •  ╱╲ •• ╱  ~~  ╲A•  ╱╲ •••╱╲ •• ╱          1 fish · 1 floe",
        "╱ b1 ╲╱ b2 ╲╱ b3 ╲╱ b4 ╲╱ b5 ╲╱ b6 ╲╱ b7 ╲╱ b8 ╲       4 penguins on the ice",
        "╲ •• ╱╲ •• ╱╲ •••╱╲B•  ╱╲ •  ╱╲ •• ╱╲B•  ╱╲ •  ╱",
        "   ╱ c1 ╲╱ c2 ╲╱ c3 ╲╱ c4 ╲╱ c5 ╲╱ c6 ╲╱ c7 ╲      ▶  B  Grace [bold]Hopper[/…",
        "   ╲ •  ╱╲ •• ╱╲ •••╱╲ •••╱╲B•  ╱╲ •••╱╲ •  ╱          0 fish · 0 floes",
        "╱ d1 ╲╱ d2 ╲╱ d3 ╲╱ d4 ╲╱ d5 ╲╱ d6 ╲╱ d7 ╲╱ d8 ╲       4 penguins on the ice",
        "╲A•  ╱╲ •••╱╲ •••╱╲ •• ╱╲ •• ╱╲ •  ╱╲ •  ╱╲ •  ╱",
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("shifts", [(0,) * 8, (2, -2, 1, 0, -1, 2, 2, -2)])
def test_every_moment_fits_into_80_columns(players: int, shifts: tuple[int, ...]) -> None:
    rng = random.Random(players)
    state = GAME.start(GAME.options({"edition": "cs", "players": players, "shifts": shifts}))
    while True:
        for colour in (False, True):
            assert shown(state, colour=colour)
        lines = shown(state).splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) < 24
        for name in state.board.floe_names(state.ice):
            assert f" {name} " in "\n".join(lines)
        if not state.to_act:
            break
        step = state.chance().draw(rng.randrange) if state.to_act[0] < 0 else rng.choice(state.legal(state.to_act[0]))
        state = state.play(step)
    assert state.result is not None
    assert str(state.result.reason) in shown(state)
    assert "wins" in shown(state)


def test_a_proposed_swap_is_shown(play: Play) -> None:
    deal = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121"
    state = play({"swaps": True, "players": 3}, f"{deal} content a1<>a2")
    assert "seat B would swap a1 and a2" in shown(state)
    assert "content with the ice" in shown(state)
    assert "3 penguins to place" in shown(state)


def test_who_has_left_is_shown(play: Play, ice: Ice) -> None:
    state = play({}, f"{ice('a1 a3 a5 a7 c1 c3 c5 g1 g2 g3')} a1 c1 a3 c3 a5 c5 a7 g1")
    assert "has left the ice" in shown(state)
    assert "▶  B " in shown(state)


def test_a_narrow_terminal_gets_the_seats_below_the_ice(play: Play) -> None:
    lines = shown(play({}, ""), width=60).splitlines()
    assert lines[17].startswith("   A  Ada")


def test_chosen_colours_are_named_and_seats_keep_their_letters(play: Play) -> None:
    state = play({}, "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121 a4")
    paper = io.StringIO()
    console = Console(file=paper, width=80, force_terminal=True, color_system="truecolor")
    console.print(GAME.draw_in_colours(state.view(0), ["Ada", "Bo"], ["yellow", "red"], say_english))
    drawn = paper.getvalue()
    assert "Ada (yellow)" in drawn
    assert "Bo (red)" in drawn
    assert "48;2;128;96;0m A " in drawn, "the yellow of seat A"
    assert "48;2;198;47;59m B " in drawn
    plain = shown(state, colour=True)
    assert "48;2;198;47;59m A " in plain, "seat A is red if nobody chooses"
    assert "(red)" not in plain
