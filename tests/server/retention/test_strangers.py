"""Hundreds of strangers come within weeks and never come back: what is kept of them levels off."""

import pytest
from bench.attack.strangers import find_growth, simulate
from msgspec.structs import replace

from shoal.server.retention.periods import KeepPeriods, parse_keep

pytestmark = pytest.mark.anyio

#: The rule with shorter periods, so that fewer visits are enough.
WEEKS = KeepPeriods(empty=2, unfinished=5, finished=7)
#: A process takes memory for its first requests, so that only the long form looks at it.
STORED = ("tables", "people", "pads", "used", "file")


@pytest.fixture
def strangers() -> int:
    return 420


async def test_what_is_kept_of_strangers_levels_off(url: str, strangers: int) -> None:
    days = await simulate(url, 21, strangers, lambda _: None, WEEKS)
    assert days[-1].visits == strangers
    assert 0 < days[-1].tables < strangers / 3
    assert find_growth(days, STORED, WEEKS) == []


async def test_without_the_rule_it_grows_for_ever(sqlite_url: str, strangers: int) -> None:
    days = await simulate(sqlite_url, 21, strangers, lambda _: None, parse_keep("forever"))
    found = find_growth(days, STORED, WEEKS)
    assert [line.split()[0] for line in found] == list(STORED)
    assert days[-1].people == strangers + 1, "the server itself counts as one"


async def test_growth_at_the_end_is_found(sqlite_url: str) -> None:
    (day,) = await simulate(sqlite_url, 1, 5, lambda _: None)
    flat = [replace(day, number=number) for number in range(140)]
    assert find_growth(flat) == []
    assert find_growth([replace(day, memory=day.memory * (1 + day.number / 100)) for day in flat])
    assert find_growth(flat[:60]) == ["60 days are too few to see whether it levels off"]
