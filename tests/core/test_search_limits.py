"""The shares of the win that a search expects for each seat."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.core.search_limits import with_share

#: Also where one seat has all but what a number can hardly hold.
SHARES = st.lists(
    st.one_of(st.just(0.0), st.floats(1e-300, 1e-9), st.floats(1e-9, 1.0)), min_size=2, max_size=6
).filter(any)


@given(SHARES, st.data(), st.floats(-0.1, 1.1))
def test_shares_add_up_to_one_when_one_is_known_better(shares: list[float], data: st.DataObject, share: float) -> None:
    whole = sum(shares)
    shares = [part / whole for part in shares]
    seat = data.draw(st.integers(0, len(shares) - 1))
    found = with_share(shares, seat, share)
    assert sum(found) == pytest.approx(1)
    assert found[seat] == min(max(share, 0.0), 1.0)
    assert all(part >= 0 for part in found)


def test_the_others_keep_their_proportions() -> None:
    assert with_share([0.5, 0.3, 0.2], 0, 0.75) == pytest.approx((0.75, 0.15, 0.1))
    assert with_share([0.3, 0.5, 0.2], 1, 0.0) == pytest.approx((0.6, 0.0, 0.4))


def test_a_rest_that_nobody_had_is_shared_alike() -> None:
    assert with_share([1.0, 0.0, 0.0], 0, 0.9) == pytest.approx((0.9, 0.05, 0.05))


def test_nearly_everything_is_not_everything() -> None:
    # As the rest of a whole, what the other has would be lost among rounding errors here.
    assert sum(with_share([1 - 1e-15, 1.1e-15], 0, 0.4)) == pytest.approx(1)
