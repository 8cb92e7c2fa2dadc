"""What a study counts in matches of Small Fry, laid out by hand."""

from tests.games.smallfry.conftest import lay_out

from shoal.core import Step
from shoal.games.smallfry.state import State
from shoal.games.smallfry.study import study

Facts = dict[str, tuple[float, ...]]


def facts(start: State, *texts: str) -> Facts:
    """What is counted from a moment to the end of the match."""
    states, steps = [start], list[Step]()
    for text in texts:
        steps.append(states[-1].parse(text))
        states.append(states[-1].play(steps[-1]))
    assert states[-1].result is not None
    return {finding.measure.name: finding.values for finding in study(states, steps)}


def came_up(found: Facts) -> dict[str, float]:
    """The rules that came up."""
    return {name: values[0] for name, values in found.items() if name.startswith("S") and values[0]}


def seen(found: Facts, *groups: str) -> Facts:
    """The events of these groups that were seen."""
    return {name: values for name, values in found.items() if name.split("-")[0] in groups and values}


def test_a_row_that_is_kept_and_a_last_card() -> None:
    start = lay_out(catches=("eel1", ""), deck="boxfish1 eel3 ray2", target=2)
    found = facts(start, "flip", "=ray2", "flip", "=eel3", "stop", "flip", "=boxfish1")
    assert came_up(found) == {"S6": 1, "S16": 1, "S21-kept": 1}
    # The ray is new, and eel3 takes the place of eel1.
    assert seen(found, "stopped", "double", "octopus") == {"stopped-2": (4,), "double-1": (0,), "octopus-1": (0,)}
    assert seen(found, "session", "value") == {
        "session-A": (5,),
        "session-B": (1,),
        "value-1": (0, 1),
        "value-2": (2,),
        "value-3": (3,),
    }
    assert (found["kept"], found["stop-length"], found["lost"]) == ((2, 0), (2, 0), (0, 0))


def test_a_double_discards_what_lies_from_its_twin_on() -> None:
    start = lay_out(catches=("", "boxfish4"), deck="eel1 eel2 ray2 sunfish1", target=2)
    found = facts(start, "flip", "=sunfish1", "flip", "=eel1", "flip", "=ray2", "flip", "=eel2")
    assert came_up(found) == {"S7": 1, "S16": 1, "S21-double": 1}
    assert seen(found, "double") == {"double-1": (0,), "double-2": (0,), "double-3": (1,)}
    assert (found["lost"], found["doubles"]) == ((2, 0), (1, 0))
    assert (found["session-A"], found["session-B"]) == ((1,), (4,))


def test_a_robbery_that_succeeds() -> None:
    start = lay_out(row="sunfish1", catches=("eel1 eel3", "ray1 ray4"), deck="octopus", phase="choice", target=1)
    found = facts(start, "flip", "=octopus", "rob B2", "=roll 3", "=take ray4", "=take ray1")
    assert came_up(found) == {"S8": 1, "S9": 1, "S10": 1, "S16": 1, "S21-octopus": 1}
    # The robber gains 4 points, and the victim loses them.
    assert seen(found, "success", "swing", "octopus") == {"success-2": (1,), "swing-2": (8,), "octopus-1": (1,)}
    assert (found["robbed"], found["gave"], found["lost"]) == ((2, 0), (0, 2), (1, 0))
    assert (found["value-1"], found["value-3"], found["value-4"]) == ((0, 0), (3,), (4,))


def test_robberies_that_fail_cost_a_card_or_nothing() -> None:
    start = lay_out(catches=("eel3", "ray4"), deck="octopus octopus octopus boxfish1", target=1)
    lost = ("flip", "=octopus", "rob B1", "=roll -1", "=take eel3")
    declined = ("flip", "=octopus", "flip", "=octopus", "leave", "flip", "=boxfish1")
    found = facts(start, *lost, *declined)
    assert came_up(found) == {
        "S8": 3,
        "S9": 1,
        "S12": 1,
        "S16": 1,
        "S19-declined": 1,
        "S19-nobody": 1,
        "S21-kept": 1,
    }
    assert seen(found, "success", "swing") == {"success-1": (0,), "swing-1": (-6,)}
    assert (found["robbed"], found["gave"], found["octopuses"]) == ((0, 1), (1, 0), (2, 1))

    start = lay_out(catches=("", "ray4 ray3"), deck="octopus octopus", target=1)
    found = facts(start, "flip", "=octopus", "rob B2", "=roll 1", "flip", "=octopus")
    assert came_up(found) == {"S8": 2, "S9": 1, "S11": 1, "S16": 1, "S19-nobody": 1, "S21-octopus": 1}
    found = facts(lay_out(catches=("", "ray4"), deck="octopus", target=1), "flip", "=octopus", "rob B1", "=roll -1")
    assert came_up(found) == {"S8": 1, "S9": 1, "S16": 1, "S20": 1, "S21-octopus": 1}
    assert seen(found, "success", "swing") == {"success-1": (0,), "swing-1": (0,)}


def test_sessions_end_and_several_reach_the_target() -> None:
    """The first session leaves both below 10; a robbery ends it, and is counted though the catches are gone."""
    start = lay_out(catches=("eel1", "ray4"), deck="octopus", scores=(5, 5), target=10)
    states = [start]
    for text in ("flip", "=octopus", "rob B1", "=roll 1", "=take ray4"):
        states.append(states[-1].play(states[-1].parse(text)))
    assert states[-1].scores == (10, 5)
    found = facts(start, "flip", "=octopus", "rob B1", "=roll 1", "=take ray4")
    assert (found["session-A"], found["session-B"], found["swing-1"]) == ((5,), (0,), (8,))
    assert "S23" not in came_up(found)

    start = lay_out(catches=("eel1", "ray4"), deck="boxfish1", scores=(8, 6), target=10)
    found = facts(start, "flip", "=boxfish1")
    assert came_up(found) == {"S16": 1, "S21-kept": 1, "S23": 1}


def test_what_a_session_leaves_is_counted_when_another_follows() -> None:
    start = lay_out(catches=("eel1 eel1", "ray4"), deck="boxfish1", target=6)
    after = start.play(start.parse("flip"))
    card = after.parse("=boxfish1")
    states = [start, after, after.play(card)]
    assert states[-1].result is None
    assert states[-1].catches == (b"", b"")
    found = {finding.measure.name: finding.values for finding in study(states, [start.parse("flip"), card])}
    assert (found["session-A"], found["session-B"]) == ((2,), (4,))
    assert sorted(found["value-1"]) == [0, 1, 1]
    assert found["value-4"] == (4,)
