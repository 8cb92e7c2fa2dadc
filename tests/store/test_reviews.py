"""A review is kept for its table, replaced by a new one of the same effort, and goes with the table."""

import pytest
from msgspec.structs import replace

from shoal.store import Cutoffs, ReviewRow, Store
from tests.store.samples import SEATS, summary, table_row

pytestmark = pytest.mark.anyio

REVIEW = ReviewRow("t1", "usual", b"\x00\xff", 5)


async def test_a_review_is_kept_for_each_effort(store: Store) -> None:
    assert not await store.save_review(REVIEW), "the table was deleted meanwhile"
    assert await store.review("t1", "usual") is None
    await store.create_table(table_row(), SEATS, summary())
    assert await store.save_review(REVIEW)
    assert await store.save_review(replace(REVIEW, effort="deep", review=b"deep"))
    assert await store.save_review(replace(REVIEW, review=b"again", made_at=6))
    assert await store.review_efforts("t1") == ["deep", "usual"]
    assert await store.review("t1", "usual") == replace(REVIEW, review=b"again", made_at=6)
    assert await store.review_efforts("t2") == []


async def test_a_review_goes_with_its_table(store: Store) -> None:
    for table_id in ("out of date", "somebody's"):
        await store.create_table(table_row(table_id), SEATS[:1], summary(over=True, changed_at=1))
        assert await store.save_review(replace(REVIEW, table_id=table_id))
    found, _ = await store.scan_stale("tables", Cutoffs(2, 2, 2, 2), None, 1)
    assert await store.delete_stale("tables", Cutoffs(2, 2, 2, 2), found) == ["out of date"]
    await store.forget_at_tables("anna", ["somebody's"], None, "sit")
    for table_id in ("out of date", "somebody's"):
        assert await store.table(table_id) is None
        assert await store.review(table_id, "usual") is None
