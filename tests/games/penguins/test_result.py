"""Who has won, from the fish and the floes that each seat has taken."""

import pytest

from shoal.games.penguins.result import result_of


@pytest.mark.rule("P19")
@pytest.mark.parametrize(
    ("scores", "floes", "winners"),
    [
        ((30, 31), (20, 10), (1,)),
        ((30, 30), (14, 15), (1,)),
        ((30, 30), (15, 14), (0,)),
        ((30, 30), (15, 15), (0, 1)),
        ((20, 30, 30), (30, 15, 14), (1,)),
        ((30, 20, 30, 30), (14, 30, 15, 15), (2, 3)),
        ((25, 25, 25, 25), (15, 15, 15, 15), (0, 1, 2, 3)),
    ],
)
def test_most_fish_then_most_floes_then_shared(
    scores: tuple[int, ...], floes: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    result = result_of(scores, floes)
    assert result.winners == winners
    assert result.scores == scores
