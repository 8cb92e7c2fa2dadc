"""The engine at all levels plays legally and keeps to its limits."""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.games.smallfry.engine.positions import any_moment, moments

from shoal.core import CHANCE, SearchLimit, Step
from shoal.core.levels import LEVEL_TITLES, read_levels
from shoal.core.search_limits import Thought
from shoal.games.smallfry import GAME
from shoal.games.smallfry.engine.bot import Engine
from shoal.games.smallfry.engine.settings import read_settings
from shoal.games.smallfry.state import State
from shoal.games.smallfry.view import View

Make = Callable[..., State]

ROOT = Path(__file__).parents[4]
LEVELS = {level.name: level for level in read_levels(GAME.folder / "engine" / "levels.toml")}
#: The levels that remember no card that has gone by.
FORGETFUL = ("minnow", "perch", "salmon", "pike")


def _choice(state: State, level: str = "shark", seed: int = 0) -> Step:
    return Engine(random.Random(seed), read_settings(LEVELS[level].settings)).choose(state.view(state.turn))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"target": 1}, {"target": 1000}, {"next_session": "fewest"}])
def test_every_level_takes_legal_steps_at_any_table(players: int, options: dict[str, object]) -> None:
    rng = random.Random(players)
    makers = GAME.bots()
    for _ in range(2):
        bots = [makers[rng.choice(list(LEVEL_TITLES))](rng) for _ in range(players)]
        bots[0] = makers["shark"](rng)
        state = GAME.start(GAME.options({"players": players, **options}))
        while state.to_act and len(state.sheet) < 1:
            if state.to_act == (CHANCE,):
                state = state.play(state.chance().draw(rng.randrange))
                continue
            view = state.view(state.turn)
            step = bots[state.turn].choose(view)
            assert step in view.legal
            state = state.play(step)


@pytest.mark.parametrize("level", LEVEL_TITLES)
@pytest.mark.parametrize("seed", range(6))
def test_equal_views_and_seeds_give_equal_steps(level: str, seed: int) -> None:
    state = any_moment(seed, "choice" if seed % 2 else "octopus")
    # A view holds all that is known; a state that was reached in another way looks and is played alike.
    again = state.view(state.turn).imagine(random.Random(9))
    assert _choice(state, level, seed) == _choice(again, level, seed)


@pytest.mark.parametrize("seed", range(24))
def test_a_choice_is_what_looking_all_the_way_finds_best(seed: int) -> None:
    """A choice looks two cards ahead only where one is not enough; a thought always does."""
    state = any_moment(seed, "choice" if seed % 4 else "octopus")
    view = state.view(state.turn)
    assert Engine(random.Random(0)).choose(view) == Engine(random.Random(0)).think(view, SearchLimit(60.0)).step


def test_thinking_says_who_wins_and_what_is_expected() -> None:
    for seed in range(6):
        state = any_moment(seed, "choice")
        heard: list[Thought] = []
        thought = Engine(random.Random(0)).think(state.view(state.turn), SearchLimit(5.0, heard.append))
        assert thought.step in state.legal(state.turn)
        assert sum(thought.shares) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in thought.shares)
        assert len(thought.points) == len(state.catches)
        assert heard
        assert heard[-1] == thought


def test_a_stopped_limit_still_gets_an_answer() -> None:
    state = any_moment(1, "octopus")
    limit = SearchLimit(60.0)
    limit.stop()
    assert Engine(random.Random(0)).think(state.view(state.turn), limit).step in state.legal(state.turn)


@pytest.mark.parametrize("level", LEVEL_TITLES)
def test_every_level_can_say_what_it_thinks(level: str) -> None:
    for state in list(moments(random.Random(3), 3))[5:40:5]:
        thought = Engine(random.Random(0), read_settings(LEVELS[level].settings)).think(
            state.view(state.turn), SearchLimit(1.0)
        )
        assert thought.step in state.legal(state.turn)
        assert sum(thought.shares) == pytest.approx(1)


@pytest.mark.parametrize("memory", ["closed", "open"])
@pytest.mark.parametrize("level", FORGETFUL)
def test_a_level_that_forgets_decides_by_what_a_closed_table_displays(level: str, memory: str) -> None:
    """Whatever lies hidden there, and whatever options the table has, its step and its thought are the same."""
    for seed in range(6):
        for state in random.Random(seed).sample(list(moments(random.Random(seed), 3, memory=memory)), 4):
            view = state.view(state.turn)
            imagined = view.lying_open().imagine(random.Random(seed)).view(state.turn)
            for looked_at in (imagined, view.lying_open()):
                assert _answers(looked_at, level, seed) == _answers(view, level, seed)


def test_the_strongest_level_uses_all_that_it_saw() -> None:
    differing = []
    for seed in range(6):
        state = any_moment(seed, "choice")
        view = state.view(state.turn)
        imagined = view.lying_open().imagine(random.Random(seed)).view(state.turn)
        differing.append(_answers(view, "shark", seed) != _answers(imagined, "shark", seed))
    assert any(differing)


def _answers(view: View, level: str, seed: int) -> tuple[Step, tuple[float, ...]]:
    """The step that a level takes, and everybody's share of the win as it sees it."""
    settings = read_settings(LEVELS[level].settings)
    thought = Engine(random.Random(seed), settings).think(view, SearchLimit(60.0))
    return Engine(random.Random(seed), settings).choose(view), thought.shares


def test_it_stops_when_one_more_card_can_only_hurt(situation: Make) -> None:
    assert str(_choice(situation(row="eel1 ray4", deck="eel2 eel3 octopus", phase="choice"))) == "stop"


def test_it_goes_on_when_nothing_can_happen(situation: Make) -> None:
    assert str(_choice(situation(row="eel1", deck="ray4 boxfish4 sunfish4", phase="choice"))) == "flip"


def test_it_goes_on_when_only_that_can_win_the_match(situation: Make) -> None:
    """Stopping keeps six points and loses the match for certain; one card of two wins it."""
    state = situation(row="eel4 ray2", catches=("", "boxfish4"), deck="sunfish4 eel1", phase="choice", scores=(68, 74))
    assert str(_choice(state)) == "flip"


def test_it_stops_when_that_wins_the_match(situation: Make) -> None:
    """The same cards, but six points are enough now, and on the last card the other can win nothing."""
    state = situation(row="eel4 ray2", catches=("", "boxfish1"), deck="sunfish4 eel1", phase="choice", scores=(75, 60))
    assert str(_choice(state)) == "stop"


def test_it_robs_the_one_who_is_about_to_win(situation: Make, play: Make) -> None:
    state = situation(catches=("", "eel4 ray4", "sunfish4 boxfish4"), deck="octopus lionfish1", scores=(40, 20, 69))
    assert str(_choice(play(state, "flip", "=octopus"))).startswith("rob C")


def test_it_robs_where_the_cards_are_worth_something_to_it(situation: Make, play: Make) -> None:
    state = situation(catches=("eel4 ray4", "eel3 ray3 eel2", "sunfish3 boxfish3 sunfish2"), deck="octopus lionfish1")
    assert str(_choice(play(state, "flip", "=octopus"))).startswith("rob C")


def test_weak_levels_stop_by_counting_cards(situation: Make) -> None:
    row = "eel4 ray4 sunfish4 boxfish4 seahorse4 lionfish4"
    assert str(_choice(situation(row=row, phase="choice"), "perch")) == "flip"
    assert str(_choice(situation(row=row + " clownfish1", phase="choice"), "perch")) == "stop"


def test_it_needs_a_view_of_its_own_game_with_something_to_choose() -> None:
    engine = Engine(random.Random(0))
    with pytest.raises(TypeError, match="a view of smallfry"):
        engine.choose(None)  # type: ignore[arg-type]
    state = GAME.start(GAME.options({}))
    with pytest.raises(ValueError, match="nothing to choose"):
        engine.choose(state.view(1))


def test_a_second_start_from_the_compiled_files_works() -> None:
    """What this process compiled and kept is loaded by the next one, which must not fall over it."""
    _choice(any_moment(1, "choice"))
    _choice(any_moment(1, "octopus"))
    code = (
        "import random;from tests.games.smallfry.engine.positions import any_moment;"
        "from shoal.games.smallfry.engine.bot import Engine;"
        "states=[any_moment(seed, phase) for seed in range(3) for phase in ('choice','octopus')];"
        "print([str(Engine(random.Random(0)).choose(state.view(state.turn))) for state in states])"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT) for _ in range(2)]
    assert [run.returncode for run in runs] == [0, 0], runs[0].stderr
    assert runs[0].stdout == runs[1].stdout
