"""Queries for designs."""

from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Connection, delete, func, insert, select, update

from shoal.store.errors import SheetChanged
from shoal.store.models import DesignListing, DesignRow
from shoal.store.row_mapping import columns_of, fetch_first, fetch_rows
from shoal.store.schema import designs

__all__ = ["delete_design", "insert_design", "read_design", "read_designs_of", "read_shared_design", "update_design"]

_SELECT_DESIGN: Final = select(*columns_of(designs, DesignRow))
_SELECT_LISTING: Final = select(
    designs.c.id, designs.c.game, designs.c.title, (designs.c.text != "").label("usable"), designs.c.changed_at
)


def read_design(connection: Connection, design_id: str) -> DesignRow | None:
    """A design; None if there is none with this id."""
    return fetch_first(connection, _SELECT_DESIGN.where(designs.c.id == design_id), DesignRow)


def read_shared_design(connection: Connection, secret: str) -> DesignRow | None:
    """The design that is shared by a link with this secret; None if there is none."""
    return fetch_first(connection, _SELECT_DESIGN.where(designs.c.shared == secret), DesignRow)


def read_designs_of(connection: Connection, person: str) -> list[DesignListing]:
    """A list of a person's designs, the latest changed first."""
    query = _SELECT_LISTING.where(designs.c.person == person).order_by(designs.c.changed_at.desc(), designs.c.id)
    return fetch_rows(connection, query, DesignListing)


def insert_design(connection: Connection, design: DesignRow, most: int) -> bool:
    """Store a new design, unless its person has `most` already; whether it was stored."""
    if connection.execute(select(func.count()).where(designs.c.person == design.person)).scalar_one() >= most:
        return False
    connection.execute(insert(designs), asdict(design))
    return True


def update_design(connection: Connection, design: DesignRow) -> None:
    """Store a design as it is now, if its owner read the version before it (optimistic concurrency)."""
    unchanged = (designs.c.id == design.id, designs.c.person == design.person, designs.c.version == design.version - 1)
    updated = connection.execute(update(designs).where(*unchanged).values(asdict(design)))
    if updated.rowcount == 0:
        raise SheetChanged


def delete_design(connection: Connection, person: str, design_id: str) -> bool:
    """Delete one of a person's own designs; whether there was one."""
    own = (designs.c.person == person, designs.c.id == design_id)
    return connection.execute(delete(designs).where(*own)).rowcount > 0
