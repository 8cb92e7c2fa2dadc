"""The engine as a bot: legal steps in every phase, in time, stoppable, from a warm start too."""

import gc
import random
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Iterator

import numpy as np
import pytest
from bench.penguins_baselines import TerritoryBot, UctBot
from msgspec.structs import replace
from tests.games.penguins.engine.positions import any_options, dealt, wander
from tests.games.second_start import run_twice

from shoal.core.levels import Level, read_levels
from shoal.core.search_limits import SearchLimit, Thinker, Thought
from shoal.games.penguins import GAME, State
from shoal.games.penguins.engine import Engine, Settings, warm_up
from shoal.games.penguins.engine.evaluation_weights import write_weights
from shoal.games.penguins.engine.levels import LEVELS
from shoal.games.penguins.engine.lookup_tables import PLAYERS, TABLES_SIZE
from shoal.games.penguins.engine.settings import read_settings
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.steps import AGREE, CONTENT
from shoal.players import as_thinker, find_bot

GAME_AND_BACK = """
import random
from shoal.games.penguins import GAME
from shoal.games.penguins.engine import Engine, Settings
for players in (2, 3):
    state = GAME.start(GAME.options({"players": players}))
    state = state.play(state.chance().draw(random.Random(1).randrange))
    engine = Engine(random.Random(1), Settings(depth=3, leaves=50, memory=4), seconds=0.01)
    while state.to_act:
        state = state.play(engine.choose(state.view(state.to_act[0])))
    print(*state.scores)
"""


def check(thought: Thought, state: State) -> None:
    """Everything a thought says makes sense here."""
    seat = state.to_act[0]
    assert thought.step in state.legal(seat)
    assert len(thought.shares) == len(thought.points) == state.options.players
    assert sum(thought.shares) == pytest.approx(1)
    assert all(-1e-9 <= share <= 1 + 1e-9 for share in thought.shares)
    assert not thought.line or thought.line[0] == thought.step
    for step in thought.line:
        state = state.play(step)


@pytest.mark.parametrize("seed", range(12))
def test_it_takes_legal_steps_in_all_games(seed: int) -> None:
    rng = random.Random(seed)
    state = dealt(any_options(rng), rng)
    engine = Engine(rng, Settings(depth=4, leaves=200, memory=4))
    while state.to_act:
        thought = engine.think(state.view(state.to_act[0]), SearchLimit(5))
        check(thought, state)
        state = state.play(thought.step)


def test_one_engine_thinks_about_tables_of_any_size_in_turn() -> None:
    rng = random.Random(5)
    engine = Engine(rng, Settings(depth=2, leaves=50, memory=4))
    for players in (2, 4, 3, 2):
        state = dealt({"players": players}, rng)
        check(engine.think(state.view(state.to_act[0]), SearchLimit(5)), state)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(depth=1, leaves=20, far=1, walk=1, memory=4),
        Settings(depth=2, leaves=20, far=3, walk=20, memory=4),
    ],
)
@pytest.mark.parametrize("players", [2, 4])
def test_weak_settings_take_legal_steps_too(settings: Settings, players: int) -> None:
    rng = random.Random(9)
    state = dealt({"players": players}, rng)
    engine = Engine(rng, settings)
    while state.to_act:
        thought = engine.think(state.view(state.to_act[0]), SearchLimit(5))
        check(thought, state)
        assert not (thought.proved and settings.far < 7)
        state = state.play(thought.step)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_baselines_take_legal_steps(players: int) -> None:
    rng = random.Random(4)
    state = dealt({"players": players}, rng)
    baselines = [UctBot(seconds=0.002, rng=rng, nodes=1 << 14), TerritoryBot(seconds=0.002, rng=rng, nodes=1 << 14)]
    turn = 0
    while state.to_act:
        turn += 1
        thought = baselines[turn % 2].think(state.view(state.to_act[0]), SearchLimit(0.002))
        check(thought, state)
        state = state.play(thought.step)


def test_while_floes_are_swapped_it_agrees_and_proposes_nothing() -> None:
    state = GAME.start(GAME.options({"players": 2, "swaps": True}))
    state = state.play(state.chance().draw(random.Random(1).randrange))
    engine = Engine(random.Random(1))
    assert engine.choose(state.view(0)) == CONTENT
    state = state.play(next(iter(state.board.swaps[str(step)] for step in state.legal(0)[1:])))
    assert engine.choose(state.view(1)) == AGREE


def test_it_answers_at_once_when_there_is_no_time() -> None:
    warm_up()
    for players in (2, 3):
        state = dealt({"players": players}, random.Random(1))
        check(Engine(random.Random(1), Settings(memory=4)).think(state.view(0), SearchLimit(0)), state)


@pytest.mark.parametrize("players", [2, 3])
def test_it_can_be_stopped_while_it_thinks(players: int) -> None:
    state = dealt({"players": players}, random.Random(1))
    engine = Engine(random.Random(1), Settings(memory=4, threads=2))
    engine.warm_up()
    limit = SearchLimit(60)
    began = time.monotonic()
    threading.Timer(0.05, limit.stop).start()
    check(engine.think(state.view(0), limit), state)
    assert time.monotonic() - began < 30


def test_a_level_thinks_on_no_more_threads_than_its_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server allows the processes of its bots one each, so that no bot slows down those of other tables."""
    rng = random.Random(1)
    state = wander(dealt({"players": 2}, rng), rng, lambda now: now.phase is IcePhase.MOVING)
    most = {}
    for allowed in (1, 3):
        monkeypatch.setenv("NUMBA_NUM_THREADS", str(allowed))
        most[allowed] = _threads_in_use(as_thinker(find_bot(GAME, "shark")(random.Random(1))), state)
    assert most[3] - most[1] == 2


def _threads_in_use(thinker: Thinker, state: State) -> int:
    """How many threads this process has while the bot thinks, by its first report."""
    limit = SearchLimit(60)
    seen: list[int] = []

    def look(_: Thought) -> None:
        seen.append(threading.active_count())
        limit.stop()

    limit.report = look
    thinker.think(state.view(state.to_act[0]), limit)
    return seen[0]


def test_it_reports_what_it_thinks_meanwhile() -> None:
    rng = random.Random(1)
    state = wander(dealt({"players": 2}, rng), rng, lambda now: now.phase is IcePhase.MOVING)
    heard: list[Thought] = []
    limit = SearchLimit(60)

    def hear(thought: Thought) -> None:
        heard.append(thought)
        if len(heard) >= 2:
            limit.stop()

    limit.report = hear
    thought = Engine(random.Random(1), Settings(memory=4)).think(state.view(state.to_act[0]), limit)
    assert len(heard) >= 2
    for said in (*heard, thought):
        check(said, state)
    assert heard[0].depth < heard[1].depth <= thought.depth


def test_the_same_view_gives_the_same_step_when_depth_is_the_limit() -> None:
    rng = random.Random(6)
    state = wander(dealt({"players": 2}, rng), rng, lambda now: now.phase is IcePhase.MOVING)
    view = state.view(state.to_act[0])
    thoughts = [Engine(random.Random(1), Settings(depth=5, memory=4)).think(view, SearchLimit(60)) for _ in range(2)]
    assert thoughts[0] == thoughts[1]


def test_nothing_is_compiled_or_loaded_before_it_thinks() -> None:
    code = (
        "import random, sys; from shoal.games.penguins.engine import Engine;"
        "Engine(random.Random(1)); sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_second_start_from_a_warm_cache_plays_whole_games() -> None:
    first, second = run_twice(GAME_AND_BACK)
    assert len(first.split()) == len(second.split()) == 5


@pytest.mark.parametrize(("players", "settings"), [(2, Settings(memory=16)), (3, Settings(memory=16, leaves=200))])
def test_an_engine_says_how_much_memory_it_holds_from_move_to_move(players: int, settings: Settings) -> None:
    warm_up()
    state = GAME.start(GAME.options({"players": players}))
    state = state.play(state.chance().draw(random.Random(1).randrange))
    view = state.view(state.to_act[0])
    tracemalloc.start()
    try:
        engine = Engine(random.Random(1), settings)
        assert engine.held_bytes == 0
        engine.think(view, SearchLimit(0.05))
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] == pytest.approx(engine.held_bytes, rel=0.1)
    finally:
        tracemalloc.stop()


def test_weak_levels_hold_little() -> None:
    held = [read_settings(level.settings).memory for level in read_levels(LEVELS)]
    assert held == sorted(held)
    assert held[0] <= 2


@pytest.mark.parametrize(
    "level", [level for level in read_levels(LEVELS) if level.name != "shark"], ids=lambda level: level.name
)
def test_two_bots_of_a_weak_level_do_not_always_judge_alike(level: Level) -> None:
    """Else a whole game against one could be learnt by heart, and played again on the same deal."""
    settings = replace(read_settings(level.settings), depth=min(4, read_settings(level.settings).depth), threads=1)
    alike = {"same seed": 0, "another": 0}
    views = [state.view(state.to_act[0]) for seed in range(4) for state in _game_of_random_steps(seed)]
    for view in views:
        one, same, other = (
            Engine(random.Random(seed), settings).think(view, SearchLimit(600)).step for seed in (1, 1, 2)
        )
        alike["same seed"] += one == same
        alike["another"] += one == other
    assert alike["same seed"] == len(views)
    assert len(views) * 0.7 < alike["another"] < len(views)


def _game_of_random_steps(seed: int) -> Iterator[State]:
    """Every fourth state of a game of two, from the first in which a penguin is placed."""
    rng = random.Random(seed)
    state = GAME.start(GAME.options({"players": 2}))
    state = state.play(state.chance().draw(rng.randrange))
    while state.to_act:
        yield state
        for _ in range(4):
            if state.to_act:
                state = state.play(rng.choice(state.legal(state.to_act[0])))


def test_a_taste_changes_no_weight_by_more_than_its_part() -> None:
    plain, tasted = (np.zeros(TABLES_SIZE, dtype=np.int64) for _ in range(2))
    for players in (2, 3):
        for tables, taste in ((plain, 0.0), (tasted, 0.05)):
            tables[PLAYERS] = players
            write_weights(tables, taste, seed=7)
        assert (plain != tasted).any()
        assert (abs(plain - tasted) <= abs(plain) * 0.05 + 1).all()
