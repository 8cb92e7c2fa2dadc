"""The opponent model, from how the other seats have played."""

import pytest

from shoal.games.smallfry.engine.opponent_model import policy_of, policy_shown
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.turn import PlayCounts


def _counts(
    stopped: tuple[int, ...] = (), went_on: tuple[int, ...] = (), announced: tuple[int, ...] = ()
) -> PlayCounts:
    counts = PlayCounts()
    for cards in stopped:
        counts = counts.with_stop(cards)
    for cards in went_on:
        counts = counts.with_flip(cards)
    for number in announced:
        counts = counts.with_announcement(number)
    return counts


@pytest.mark.parametrize(
    ("counts", "stop_after", "announces"),
    [
        (_counts(), 4, 2),
        (_counts(stopped=(5, 5), went_on=(1, 2, 3, 4)), 5, 2),
        (_counts(went_on=(4,)), 5, 2),
        (_counts(stopped=(2,)), 2, 2),
        (_counts(stopped=(3, 4)), 0, 2),
        (_counts(stopped=(3,), went_on=(3,)), 0, 2),
        (_counts(went_on=(10,)), 0, 2),
        (_counts(announced=(3, 3)), 4, 3),
        (_counts(announced=(1, 3)), 4, 0),
    ],
)
def test_a_player_counts_cards_until_they_show_that_they_do_not(
    counts: PlayCounts, stop_after: int, announces: int
) -> None:
    assert (
        policy_shown(counts, 3).tolist() == policy_of(Settings(stop_after=stop_after, announces=announces), 3).tolist()
    )
