"""`python -m bench.differ` compares the rules and kernels of a game, and reports the first difference."""

import random
from collections.abc import Callable
from functools import partial

import pytest
from bench import differ

from shoal.core import game_names
from tests.games.difference import Difference


@pytest.mark.parametrize("game", game_names())
def test_every_game_is_compared(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    differ.main(["--game", game, "--games", "3", "--seed", "2"])
    said = capsys.readouterr().out
    assert said.startswith("3 games (")
    assert said.endswith("no difference\n")


def test_a_game_follows_from_the_seed_and_its_number_alone() -> None:
    together = differ.play("smallfry", "5", range(4))
    alone = [differ.play("smallfry", "5", range(number, number + 1)) for number in range(4)]
    assert together.compared == sum(one.compared for one in alone)
    assert together != differ.play("smallfry", "6", range(4))


def test_processes_share_the_games_and_lose_none() -> None:
    numbers = range(7, 7 + 2 * differ.BATCH + 1)
    batches = list(differ.play_all("smallfry", "1", numbers, processes=2))
    assert batches == [
        differ.play("smallfry", "1", numbers[start : start + differ.BATCH])
        for start in range(0, len(numbers), differ.BATCH)
    ]
    assert sum(sum(batch.games.values()) for batch in batches) == len(numbers)


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a game in which the two implementations differ in about one game in three."""

    def compare(chance: float, _rng: random.Random) -> int:
        if chance < 1 / 3:
            raise Difference("one implementation says this, the other that")
        return 1

    def opening(rng: random.Random) -> differ.Opening:
        chance = rng.random()
        return differ.Opening(f"chance {chance:.2f}", 2, partial(compare, chance))

    games: dict[str, Callable[[random.Random], differ.Opening]] = {**differ.GAMES, "faulty": opening}
    monkeypatch.setattr(differ, "GAMES", games)
    return "faulty"


def test_the_first_difference_ends_it_with_status_1_and_the_number_of_the_game(
    faulty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first = next(number for number in range(100) if random.Random(f"9:{number}").random() < 1 / 3)
    assert first > 0
    with pytest.raises(SystemExit) as ended:
        differ.main(["--game", faulty, "--seed", "9"])
    # `SystemExit` with a text prints it to standard error, and the status is 1.
    assert isinstance(ended.value.code, str)
    assert ended.value.code.startswith(f"game {first} of seed 9, chance 0.")
    assert "no difference" not in capsys.readouterr().out
