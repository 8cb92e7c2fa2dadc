"""Queries for the reviews of finished games. A review is deleted with its table."""

from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Connection, delete, insert, select

from shoal.store.models import ReviewRow
from shoal.store.row_mapping import columns_of, fetch_first
from shoal.store.schema import reviews, tables

__all__ = ["delete_review", "read_review", "read_review_efforts", "replace_review"]

_SELECT_REVIEW: Final = select(*columns_of(reviews, ReviewRow))


def read_review(connection: Connection, table_id: str, effort: str) -> ReviewRow | None:
    """The review of a table with this effort; None if there is none."""
    own = (reviews.c.table_id == table_id, reviews.c.effort == effort)
    return fetch_first(connection, _SELECT_REVIEW.where(*own), ReviewRow)


def read_review_efforts(connection: Connection, table_id: str) -> list[str]:
    """With which efforts a table has a review."""
    query = select(reviews.c.effort).where(reviews.c.table_id == table_id).order_by(reviews.c.effort)
    return list(connection.execute(query).scalars())


def delete_review(connection: Connection, table_id: str, effort: str) -> None:
    """Delete one review of a table."""
    connection.execute(delete(reviews).where(reviews.c.table_id == table_id, reviews.c.effort == effort))


def replace_review(connection: Connection, row: ReviewRow) -> bool:
    """Store a review in place of the one before; whether its table is still there."""
    locked = select(tables.c.id).where(tables.c.id == row.table_id).with_for_update()
    if connection.execute(locked).first() is None:
        return False
    own = (reviews.c.table_id == row.table_id, reviews.c.effort == row.effort)
    connection.execute(delete(reviews).where(*own))
    connection.execute(insert(reviews), asdict(row))
    return True
