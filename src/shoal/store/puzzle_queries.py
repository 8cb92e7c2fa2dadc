"""Queries for what people have done with puzzles: one row a person."""

from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Connection, insert, select, update

from shoal.store.models import PuzzleProgressRow
from shoal.store.row_mapping import columns_of, fetch_first
from shoal.store.schema import puzzle_progress

__all__ = ["insert_puzzle_progress", "read_puzzle_progress", "update_puzzle_progress"]

_SELECT_PROGRESS: Final = select(*columns_of(puzzle_progress, PuzzleProgressRow))


def read_puzzle_progress(connection: Connection, person: str) -> PuzzleProgressRow | None:
    """A person's progress; None if they have not answered any puzzle."""
    return fetch_first(connection, _SELECT_PROGRESS.where(puzzle_progress.c.id == person), PuzzleProgressRow)


def insert_puzzle_progress(connection: Connection, row: PuzzleProgressRow) -> None:
    """Store a person's first progress."""
    connection.execute(insert(puzzle_progress), asdict(row))


def update_puzzle_progress(connection: Connection, row: PuzzleProgressRow) -> bool:
    """Store a person's new progress, if the version before it is still the stored one; whether it was stored."""
    unchanged = (puzzle_progress.c.id == row.id, puzzle_progress.c.version == row.version - 1)
    updated = connection.execute(
        update(puzzle_progress)
        .where(*unchanged)
        .values(progress=row.progress, version=row.version, changed_at=row.changed_at)
    )
    return updated.rowcount == 1
