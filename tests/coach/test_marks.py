"""Marks come from bounds in a data file, which is checked."""

from pathlib import Path
from typing import ClassVar

import pytest
from tests.coach.wagers import GAME, WagersGame

from shoal.coach import MarkBounds, read_mark_bounds
from shoal.coach.marks import CostBounds, StepCost, mark_step
from shoal.core import ShoalError, find_game, game_names

BOUNDS = MarkBounds(CostBounds(0.05, 0.1, 0.2), CostBounds(1, 3, 6))


def cost(chance: float, points: float = 0.0, doubt: float = 0.0, *, certain: bool = False) -> StepCost:
    return StepCost(chance, doubt, points, certain)


@pytest.mark.parametrize(
    ("chance", "mark"), [(0.01, "good"), (0.05, "inaccuracy"), (0.1, "mistake"), (0.2, "blunder"), (1.0, "blunder")]
)
def test_the_mark_follows_from_the_cost(chance: float, mark: str) -> None:
    assert mark_step(cost(chance), BOUNDS, only=False, best=False) == mark


def test_a_cost_within_its_error_bar_is_held_against_nobody() -> None:
    assert mark_step(cost(0.15, doubt=0.2), BOUNDS, only=False, best=False) == "good"
    assert mark_step(cost(0.15, doubt=0.1), BOUNDS, only=False, best=False) == "mistake"


def test_points_count_only_where_they_are_certain() -> None:
    assert mark_step(cost(0.0, 6.0), BOUNDS, only=False, best=False) == "good"
    assert mark_step(cost(0.0, 6.0, certain=True), BOUNDS, only=False, best=False) == "blunder"


def test_a_step_that_is_as_good_as_the_best_is_best() -> None:
    assert mark_step(cost(0.0, certain=True), BOUNDS, only=False, best=False) == "best"


def test_a_forced_step_is_no_mistake() -> None:
    assert mark_step(cost(0.5), BOUNDS, only=True, best=False) == "forced"


@pytest.mark.parametrize("name", game_names())
def test_every_game_s_bounds_can_be_read(name: str) -> None:
    assert read_mark_bounds(find_game(name)).chance.mistake > 0


def test_a_game_without_bounds_has_those_for_any_game() -> None:
    assert read_mark_bounds(GAME).points is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[chance]\ninaccuracy = 0.2\nmistake = 0.1\nblunder = 0.3\n", "to rise from above 0"),
        ("[chance]\ninaccuracy = 0.0\nmistake = 0.1\nblunder = 0.3\n", "to rise from above 0"),
        ("[chance]\ninaccuracy = 0.1\nmistake = 0.2\nblunder = inf\n", "to rise from above 0"),
        ("[chance]\ninaccuracy = 0.1\n", "missing required field"),
        ("[chances]\n", "unknown field"),
        ("[", "cannot read"),
    ],
)
def test_a_bad_file_is_refused_with_its_name_and_the_fault(tmp_path: Path, text: str, fault: str) -> None:
    class Elsewhere(WagersGame):
        folder: ClassVar[Path] = tmp_path

    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "marks.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ShoalError, match=r"marks\.toml") as refused:
        read_mark_bounds(Elsewhere())
    assert fault in str(refused.value)
