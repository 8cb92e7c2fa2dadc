"""Levels are read from data: names, times, settings and measured ratings; what is wrong with a file is said."""

import random
from pathlib import Path

import pytest

from shoal.core import Bot, ShoalError, find_game, game_names
from shoal.core.levels import LEVEL_TITLES, Level, game_levels, level_bots, read_levels
from shoal.players import RandomBot


def _write(folder: Path, extra: str = "", names: tuple[str, ...] = tuple(LEVEL_TITLES), seconds: str = "0.1") -> Path:
    path = folder / "levels.toml"
    path.write_text("".join(f'[[levels]]\nname = "{name}"\nseconds = {seconds}\n{extra}\n' for name in names))
    return path


def test_five_levels_are_read_weakest_first(tmp_path: Path) -> None:
    levels = read_levels(_write(tmp_path, "settings = {sight = 2}"))
    assert [level.name for level in levels] == ["minnow", "perch", "salmon", "pike", "shark"]
    assert levels[0] == Level("minnow", 0.1, {"sight": 2})
    assert [level.title for level in levels] == list(LEVEL_TITLES.values())


def test_a_rating_comes_with_its_interval(tmp_path: Path) -> None:
    (level, *_) = read_levels(_write(tmp_path, "rating = 1210\ninterval = [1180, 1240.5]"))
    assert (level.rating, level.interval) == (1210, (1180, 1240.5))


def test_what_nobody_measured_is_missing(tmp_path: Path) -> None:
    (level, *_) = read_levels(_write(tmp_path))
    assert (level.rating, level.interval) == (None, None)


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ("rating = 1210", "level minnow: a rating and its interval go together"),
        ("interval = [1, 2]", "level minnow: a rating and its interval go together"),
        ("rating = 1210\ninterval = [1211, 1240]", "expected the rating within the interval"),
        ("rating = 1210\ninterval = [1240, 1180]", "expected the rating within the interval"),
        ("rating = nan\ninterval = [1180, 1240]", "expected the rating within the interval"),
        ("rating = 1210\ninterval = [-inf, inf]", "expected the rating within the interval"),
        ("rating = 1210\ninterval = [1180]", "interval"),
        ('rating = "high"\ninterval = [1, 2]', "rating"),
        ("elo = 1210", "elo"),
        ("rating =", "line 4"),
    ],
)
def test_a_bad_rating_is_refused_with_the_file_and_the_reason(tmp_path: Path, extra: str, expected: str) -> None:
    path = _write(tmp_path, extra)
    with pytest.raises(ShoalError) as refused:
        read_levels(path)
    assert str(path) in str(refused.value)
    assert expected in str(refused.value)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf"])
def test_a_level_thinks_for_some_time(tmp_path: Path, seconds: str) -> None:
    with pytest.raises(ShoalError, match="expected more than 0"):
        read_levels(_write(tmp_path, seconds=seconds))


def test_missing_and_reordered_levels_are_refused(tmp_path: Path) -> None:
    for names in (tuple(LEVEL_TITLES)[:4], tuple(reversed(LEVEL_TITLES)), ("minnow",) * 5):
        with pytest.raises(ShoalError, match="expected the levels minnow, perch"):
            read_levels(_write(tmp_path, names=names))
    with pytest.raises(ShoalError, match="cannot read"):
        read_levels(tmp_path / "none.toml")


def test_every_installed_game_has_levels_that_are_bots() -> None:
    for name in game_names():
        game = find_game(name)
        assert [level.name for level in game_levels(game)] == list(LEVEL_TITLES)
        assert set(LEVEL_TITLES) <= set(game.bots())


def test_level_bots_are_made_from_their_own_level(tmp_path: Path) -> None:
    made: list[Level] = []

    def make(rng: random.Random, level: Level) -> Bot:
        made.append(level)
        return RandomBot(rng)

    bots = level_bots(_write(tmp_path), make)
    assert made == [], "nothing is made before a bot sits down"
    for maker in bots.values():
        maker(random.Random(1))
    assert [level.name for level in made] == list(bots)
