"""Queries for score pads."""

from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Connection, insert, select, update

from shoal.store.errors import SheetChanged
from shoal.store.models import PadRow
from shoal.store.row_mapping import columns_of, fetch_first, fetch_rows
from shoal.store.schema import pads

__all__ = ["insert_pad", "read_pad", "read_pads_of", "update_pad"]

_SELECT_PAD: Final = select(*columns_of(pads, PadRow))


def read_pad(connection: Connection, pad_id: str) -> PadRow | None:
    """A pad; None if there is none with this id."""
    return fetch_first(connection, _SELECT_PAD.where(pads.c.id == pad_id), PadRow)


def read_pads_of(connection: Connection, person: str) -> list[PadRow]:
    """A person's pads, the latest changed first."""
    query = _SELECT_PAD.where(pads.c.person == person).order_by(pads.c.changed_at.desc(), pads.c.id)
    return fetch_rows(connection, query, PadRow)


def insert_pad(connection: Connection, pad: PadRow) -> None:
    """Store a new pad."""
    connection.execute(insert(pads), asdict(pad))


def update_pad(connection: Connection, pad: PadRow) -> None:
    """Store a pad's new sheet, if its owner read the version before it (optimistic concurrency)."""
    unchanged = (pads.c.id == pad.id, pads.c.person == pad.person, pads.c.version == pad.version - 1)
    updated = connection.execute(
        update(pads).where(*unchanged).values(sheet=pad.sheet, version=pad.version, changed_at=pad.changed_at)
    )
    if updated.rowcount == 0:
        raise SheetChanged
