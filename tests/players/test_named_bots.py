"""Bots by name."""

import pytest

from shoal.core import ShoalError, find_game, game_names
from shoal.core.levels import LEVEL_TITLES
from shoal.players import (
    RandomBot,
    SearchBot,
    bot_names,
    find_bot,
    find_bot_or_program,
    is_bot,
    split_names,
    usual_seconds,
)


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_the_bots_for_any_game_and_then_its_own(name: str) -> None:
    game = find_game(name)
    assert bot_names(game) == ["random", "search", *game.bots()]
    assert find_bot(game, "random") is RandomBot
    assert find_bot(game, "search") is SearchBot
    for own, maker in game.bots().items():
        assert find_bot(game, own) == maker
        assert is_bot(game, own)


@pytest.mark.parametrize("name", game_names())
def test_weak_bots_take_no_longer_than_strong_ones(name: str) -> None:
    game = find_game(name)
    seconds = [usual_seconds(game, bot) for bot in game.bots() if bot in LEVEL_TITLES]
    assert seconds == sorted(seconds)
    assert seconds[0] <= 0.1
    assert usual_seconds(game, "random") == 0
    assert usual_seconds(game, "one of somebody's own") == 1


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("unknown", ["", "Random", "human", "x" * 300])
def test_an_unknown_bot_is_an_error_that_lists_the_known_ones(name: str, unknown: str) -> None:
    game = find_game(name)
    assert not is_bot(game, unknown)
    with pytest.raises(ShoalError, match=f"{name} has no bot .*expected one of random") as caught:
        find_bot(game, unknown)
    assert all(known in str(caught.value) for known in bot_names(game))
    assert len(str(caught.value)) < 300


def test_a_name_from_anywhere_starts_no_program() -> None:
    with pytest.raises(ShoalError, match="only when the command line names it"):
        find_bot(find_game("penguins"), "pipe:true")


@pytest.mark.parametrize("empty", ["pipe:", "pipe:  ", "pipe:'", "pipe:''"])
def test_a_pipe_without_a_command_is_refused_before_anything_starts(empty: str) -> None:
    game = find_game("penguins")
    with pytest.raises(ShoalError, match="expected pipe: and a command line"):
        find_bot_or_program(game, empty, game.options({}))


@pytest.mark.parametrize(
    ("names", "parts"),
    [
        ("a,b", ["a", "b"]),
        (" a , b ", ["a", "b"]),
        ("", [""]),
        ("a,,b", ["a", "", "b"]),
        ("O'Brien,greedy", ["O'Brien", "greedy"]),
        ('a,pipe:bot "1,2" x,b', ["a", 'pipe:bot "1,2" x', "b"]),
        ("pipe:bot '1,\"2',b", ["pipe:bot '1,\"2'", "b"]),
    ],
)
def test_names_are_split_at_commas_outside_a_command_s_quotes(names: str, parts: list[str]) -> None:
    assert split_names(names) == parts
