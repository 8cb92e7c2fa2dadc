"""Levels are read from data: names, times, settings and measured ratings; what is wrong with a file is said."""

import random
import tomllib
from pathlib import Path

import pytest

from shoal.core import Bot, ShoalError, find_game, game_names
from shoal.core.levels import LEVEL_TITLES, Level, game_levels, level_bots, read_levels, weakest_first
from shoal.players import RandomBot, bot_names


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


@pytest.mark.parametrize("name", game_names())
def test_a_game_lists_its_bots_in_the_order_of_their_measured_ratings(name: str) -> None:
    game = find_game(name)
    found = tomllib.loads((game.folder / "engine" / "levels.toml").read_text(encoding="utf-8"))
    ratings = {bot["name"]: bot["rating"] for bot in [*found["levels"], *found["others"]]}
    listed = [ratings[bot] for bot in game.bots()]
    assert len(listed) == len(ratings) == len(LEVEL_TITLES) + 1
    assert listed == sorted(listed)
    assert bot_names(game)[2:] == list(game.bots()), "so the lobby, the API and the terminal list them"


def _rated(folder: Path, others: str) -> Path:
    """A file with levels of 1000, 1100, …, 1400 and these other bots."""
    path = folder / "levels.toml"
    levels = [
        f'[[levels]]\nname = "{name}"\nseconds = 1\nrating = {rating}\ninterval = [{rating}, {rating}]\n'
        for name, rating in zip(LEVEL_TITLES, range(1000, 1500, 100), strict=True)
    ]
    path.write_text("".join(levels) + others)
    return path


def test_another_bot_is_listed_where_its_rating_puts_it(tmp_path: Path) -> None:
    path = _rated(tmp_path, '[[others]]\nname = "greedy"\nrating = 1150\ninterval = [1100, 1200]\n')
    bots = dict.fromkeys(["greedy", *LEVEL_TITLES], RandomBot)
    assert list(weakest_first(path, bots)) == ["minnow", "perch", "greedy", "salmon", "pike", "shark"]
    for names in (list(LEVEL_TITLES), [*bots, "lazy"]):
        with pytest.raises(ShoalError, match=f"expected the bots {', '.join(names)}"):
            weakest_first(path, dict.fromkeys(names, RandomBot))


@pytest.mark.parametrize(
    ("rating", "expected"),
    [("rating = 1150", "interval"), ("rating = 1150\ninterval = [1151, 1160]", "bot greedy: found the rating 1150")],
)
def test_another_bot_has_a_rating_and_its_interval(tmp_path: Path, rating: str, expected: str) -> None:
    with pytest.raises(ShoalError, match=expected):
        read_levels(_rated(tmp_path, f'[[others]]\nname = "greedy"\n{rating}\n'))


def test_another_bot_is_rated_against_levels_that_have_ratings(tmp_path: Path) -> None:
    path = _write(tmp_path)
    path.write_text(path.read_text() + '[[others]]\nname = "greedy"\nrating = 1150\ninterval = [1100, 1200]\n')
    with pytest.raises(ShoalError, match="level minnow: other bots are rated against the levels, but it has no rating"):
        read_levels(path)


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
