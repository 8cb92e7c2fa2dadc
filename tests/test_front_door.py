"""The front door: `import shoal` offers what it says, loads nothing before it is used, and its examples are true."""

import doctest
import inspect
import pkgutil
import random
import subprocess
import sys
from pathlib import Path

import pytest

import shoal
from shoal import public_api
from shoal.core import ShoalError, State, Table
from shoal.players import RandomBot

_NAMES = [name for name in shoal.__all__ if name != "__version__"]


def _python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("name", _NAMES)
def test_every_name_is_documented_with_an_example_that_is_true(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = getattr(shoal, name)
    page = doctest.DocTestParser().get_doctest(inspect.getdoc(found) or "", {"shoal": shoal}, name, None, 0)
    assert page.examples, f"shoal.{name} has no example"
    assert doctest.DocTestRunner().run(page).failed == 0


def test_what_is_offered_is_sorted_and_there() -> None:
    assert dir(shoal) == sorted(dir(shoal))
    assert set(shoal.__all__) <= set(dir(shoal))
    assert set(public_api.__all__) <= set(shoal.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        shoal.nothing  # noqa: B018


def test_no_name_is_also_a_room() -> None:
    """A room that is imported becomes an attribute of the package, and would take the name over."""
    assert not set(shoal.__all__) & {module.name for module in pkgutil.iter_modules(shoal.__path__)}


def test_importing_it_loads_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import shoal; print(*sorted(set(sys.modules) - before - {'typing'}))"
    loaded = [name for name in _python(code).split() if name.startswith(("shoal", "msgspec", "numpy", "jinja2"))]
    assert loaded == ["shoal"]


def test_playing_with_simple_bots_compiles_nothing() -> None:
    code = "import sys, shoal; shoal.play('penguins', ['greedy', 'random'], seed=1); print('numba' in sys.modules)"
    assert _python(code) == "False"


def test_rooms_are_imported_from_it_as_ever() -> None:
    assert (
        _python("from shoal import core, players; print(core.__name__, players.__name__)") == "shoal.core shoal.players"
    )


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "shoal", "games"], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0
    assert "penguins" in done.stdout


def test_a_seed_repeats_a_game() -> None:
    def record(seed: int | str | None) -> tuple[str, ...]:
        return shoal.play("smallfry", ["greedy", "random"], seed=seed).record().moves

    assert record(5) == record(5)
    assert record("5e" * 32) == record("5e" * 32)
    assert record(5) != record(6)
    assert record(None) != record(None)


def test_a_table_has_the_seed_and_the_names_that_were_given() -> None:
    table = shoal.new_table("penguins", seed="5e" * 32, names=["Ada", "Grace"])
    assert table.names == ("Ada", "Grace")
    assert table.commitment == Table(shoal.find_game("penguins"), {}, seed="5e" * 32).commitment


def test_games_are_given_by_name_or_as_they_are() -> None:
    game = shoal.find_game("fishtank")
    assert shoal.bot_names(game) == shoal.bot_names("fishtank")
    assert shoal.new_table(game, seed=1).state == shoal.new_table("fishtank", seed=1).state


def test_own_bots_play_beside_named_ones_and_are_left_open() -> None:
    class Own(RandomBot):
        closed = False

        def close(self) -> None:
            self.closed = True

    own = Own(random.Random(1))
    table = shoal.play("penguins", [own, "random", own], seed=1)
    assert table.over
    assert table.players == ("Own", "random", "Own")
    assert not own.closed


@pytest.mark.parametrize("seat", [0, "A"])
def test_every_kind_of_position_is_seen_alike(seat: int | str) -> None:
    table = shoal.new_table("fishtank", seed=1)
    view = table.view(0)
    positions: list[public_api.PositionLike] = [table, table.record(), shoal.replay(table.record()), table.state, view]
    for position in positions:
        assert shoal.view(position, seat) == view
        assert shoal.picture(position, seat) == shoal.picture(view)


def test_a_view_shows_no_other_seat() -> None:
    view = shoal.new_table("fishtank", seed=1).view(0)
    with pytest.raises(ShoalError, match="one seat's position"):
        shoal.view(view, 1)


@pytest.mark.parametrize("seat", ["C", 2, -1, 99])
def test_an_unknown_seat_is_refused(seat: int | str) -> None:
    with pytest.raises(ShoalError, match="a seat from A to B"):
        shoal.view(shoal.new_table("penguins", seed=1), seat)


def test_analysis_is_for_the_seat_to_act_and_sees_its_view_alone() -> None:
    table = shoal.new_table("fishtank", seed=1)
    other = table.view(0).imagine(random.Random(3))
    assert other != table.state
    assert shoal.analyse(table, bot="greedy") == shoal.analyse(other, bot="greedy")
    assert str(shoal.analyse(table, "B", bot="greedy").step).startswith("B:")
    assert shoal.analyse(table.view(1), bot="greedy") == shoal.analyse(table, 1, bot="greedy")


def test_there_is_nothing_to_analyse_where_nobody_chooses() -> None:
    table = shoal.play("penguins", ["random", "random"], seed=1)
    with pytest.raises(ShoalError, match="the game is over"):
        shoal.analyse(table)
    with pytest.raises(ShoalError, match="not the turn of seat B"):
        shoal.analyse(shoal.new_table("penguins", seed=1), "B")
    with pytest.raises(ShoalError, match="not the turn"):
        shoal.analyse(shoal.new_table("penguins", seed=1).view(None))
    opening: State = shoal.find_game("penguins").start(shoal.find_game("penguins").options({}))
    with pytest.raises(ShoalError, match="chance is to act"):
        shoal.analyse(opening)
