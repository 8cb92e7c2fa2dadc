"""A server has as many connections as the limit of open files leaves room for."""

import pytest

from shoal.cli.open_files import most_connections
from shoal.core import ShoalError


def test_connections_leave_files_for_the_database_and_the_bots() -> None:
    assert 100 < most_connections(None, 256, 1) < 256 - 50
    assert most_connections(None, 256, 4) < most_connections(None, 256, 1)


def test_a_high_limit_of_files_is_no_reason_for_connections_without_end() -> None:
    assert most_connections(None, 65_536, 1) == most_connections(None, 1_000_000, 1) < 10_000
    assert most_connections(20_000, 65_536, 1) == 20_000


@pytest.mark.parametrize(("wanted", "files"), [(None, 64), (200, 256)])
def test_too_few_files_are_a_reason_not_to_start(wanted: int | None, files: int) -> None:
    with pytest.raises(ShoalError, match=f"{files} open files are allowed"):
        most_connections(wanted, files, 1)
