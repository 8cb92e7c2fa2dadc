"""The database: an append-only event log for each table, and people, reviews, pads, designs and tokens.

It is in SQLite or PostgreSQL. `store.py` is the way in and `event_log.py` appends to and reads the log. `models.py`
says what is stored, `schema.py` and `migrations/` in which tables and columns. Stored tables are whole, secrets
included: only the server may read them, and it shows views.
"""

from shoal.store.errors import (
    EventNumberTaken,
    EventsMissing,
    IdempotencyKeyUsed,
    IdTaken,
    SheetChanged,
    StoreDamaged,
    StoreUnavailable,
    TableDamaged,
    UnknownTable,
)
from shoal.store.models import (
    DELETED,
    AccessTokenRow,
    DesignListing,
    DesignRow,
    DueTable,
    Event,
    PadRow,
    Person,
    PuzzleProgressRow,
    ReviewRow,
    Seating,
    StoredTable,
    TableListing,
    TableRow,
    TableSummary,
)
from shoal.store.person_deletion import Trace
from shoal.store.retention_queries import Cutoffs, KeptKind, Position, Scan
from shoal.store.server_processes import TABLE_REWRITTEN, ServerProcesses
from shoal.store.store import Store

__all__ = [
    "DELETED",
    "TABLE_REWRITTEN",
    "AccessTokenRow",
    "Cutoffs",
    "DesignListing",
    "DesignRow",
    "DueTable",
    "Event",
    "EventNumberTaken",
    "EventsMissing",
    "IdTaken",
    "IdempotencyKeyUsed",
    "KeptKind",
    "PadRow",
    "Person",
    "Position",
    "PuzzleProgressRow",
    "ReviewRow",
    "Scan",
    "Seating",
    "ServerProcesses",
    "SheetChanged",
    "Store",
    "StoreDamaged",
    "StoreUnavailable",
    "StoredTable",
    "TableDamaged",
    "TableListing",
    "TableRow",
    "TableSummary",
    "Trace",
    "UnknownTable",
]
