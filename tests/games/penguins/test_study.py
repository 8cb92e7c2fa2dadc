"""What a study counts in games of penguins, on ice laid out by hand."""

from collections.abc import Callable, Mapping

import pytest

from shoal.core import Step
from shoal.games.penguins import GAME, State
from shoal.games.penguins.study import study

Ice = Callable[[str], str]
Facts = dict[str, tuple[float, ...]]


def facts(options: Mapping[str, object], steps: str) -> Facts:
    """What is counted in the game of these steps."""
    states: list[State] = [GAME.start(GAME.options(options))]
    taken: list[Step] = []
    for text in steps.split():
        taken.append(states[-1].parse(text))
        states.append(states[-1].play(taken[-1]))
    assert states[-1].result is not None
    return {finding.measure.name: finding.values for finding in study(states, taken)}


def rules(found: Facts) -> dict[str, float]:
    """The rules that came up."""
    return {name: values[0] for name, values in found.items() if name.startswith("P") and values[0]}


def test_seats_that_never_move_leave_nobody_playing(ice: Ice) -> None:
    deal = ice("a1 a3=2 a5=3 a7 c1 c3 c5 c7 g1")
    found = facts({"placing": "any"}, f"{deal} a1 c1 a3 c3 a5 c5 a7 c7")
    assert rules(found) == {"P18": 1, "P20": 2}
    assert found["taken-1"] == (2, 4)
    assert found["taken-2"] == found["taken-3"] == (1, 0)
    assert found["floes"] == (4, 4)
    assert found["moves"] == found["left"] == found["mobility"] == (0, 0)


def test_a_seat_that_leaves_and_one_that_plays_on_alone(ice: Ice) -> None:
    """A moves; B, stuck from the start, leaves on its turn; A moves on, with three stuck penguins of its own."""
    deal = ice("g1 g2 g3=3 a1 a3 a5 c1=2 c3=3 c5 c7")
    found = facts({"placing": "any"}, f"{deal} g1 c1 a1 c3 a3 c5 a5 c7 g1-g2 g2-g3")
    assert rules(found) == {"P15": 1, "P16": 2, "P17": 1, "P22": 2}
    assert (found["moves"], found["hindered"], found["left"]) == ((2, 0), (2, 0), (2, 1))
    assert found["slide"] == (1, 0)
    assert (found["floes"], found["taken-2"], found["taken-3"]) == ((6, 4), (0, 1), (1, 1))


def test_ties_on_fish_that_floes_decide_and_that_nothing_does(ice: Ice) -> None:
    decided = facts({"placing": "any"}, f"{ice('g1 g2 a1 a3 a5 c1=2 c3 c5 c7')} g1 c1 a1 c3 a3 c5 a5 c7 g1-g2")
    # Both leave at the end, when nobody plays on.
    assert rules(decided) == {"P16": 1, "P19-floes": 1, "P22": 1}
    shared = facts({"placing": "any"}, f"{ice('a1 a3 a5 a7 c1 c3 c5 c7')} a1 c1 a3 c3 a5 c5 a7 c7")
    assert rules(shared) == {"P19-shared": 1, "P20": 2}


def test_where_penguins_stood(ice: Ice) -> None:
    """A's first stands beside a2 (3 fish) and b2 (2); later B stands on a2, and a6 to a7 are there for A's second."""
    deal = ice("a1 a2=3 b2=2 a5 a6=2 a7=2 c1 c3 c5 c7 e1 e3")
    found = facts({"placing": "any"}, f"{deal} a1 a2 a5 c1 c3 c5 c7 e1 a5-a6 a2-b2 a6-a7")
    assert (found["first-1"], found["first-2"], found["first-3"]) == ((0, 0), (1, 1), (1, 0))
    assert (found["beside-1"], found["beside-2"], found["beside-3"]) == ((0, 0), (2, 1), (0, 0))
    # A: a5 to a6 or a7, a1 to b2. B: a2 or c1 to b2.
    assert found["mobility"] == (3, 2)


def test_a_slide_is_as_long_as_its_way(ice: Ice) -> None:
    deal = ice("a1 a2 a3 a4 c1 c3 c5 c7 e1 e3 e5 g7")
    found = facts({"placing": "any"}, f"{deal} a1 c1 c3 c5 c7 e1 e3 e5 a1-a4 a4-a2 a2-a3")
    assert found["slide"] == (2, 0)
    assert rules(found)["P18"] == 1


@pytest.mark.parametrize("steps", ["a1-a3 a3-a2", "a1-a2 a2-a3"])
def test_floes_and_fish_add_up_to_the_score(ice: Ice, steps: str) -> None:
    deal = ice("a1 a2=2 a3=3 c1 c3 c5 c7 e1 e3 e5=2")
    found = facts({"placing": "any"}, f"{deal} a1 c1 c3 c5 c7 e1 e3 e5 {steps}")
    fish = [sum(number * found[f"taken-{number}"][seat] for number in (1, 2, 3)) for seat in (0, 1)]
    assert fish == [1 + 2 + 3 + 3, 1 + 1 + 1 + 2]
