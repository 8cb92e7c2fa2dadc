"""The event log: what happened at every table, kept in SQLite or PostgreSQL.

`store.py` is the way in, `rows.py` says what is kept, `schema.py` and `migrations/` how. Nothing here gives
out what one seat may see: whole tables go to the server, which shows views.
"""

from shoal.store.errors import EventsMissing, IdTaken, KeyUsed, NumberTaken, PadChanged, StoreAway, UnknownTable
from shoal.store.models import (
    AccessTokenRow,
    Due,
    Event,
    Listing,
    PadRow,
    Person,
    Seating,
    StoredTable,
    Summary,
    TableRow,
)
from shoal.store.server_processes import ServerProcesses
from shoal.store.store import Store

__all__ = [
    "AccessTokenRow",
    "Due",
    "Event",
    "EventsMissing",
    "IdTaken",
    "KeyUsed",
    "Listing",
    "NumberTaken",
    "PadChanged",
    "PadRow",
    "Person",
    "Seating",
    "ServerProcesses",
    "Store",
    "StoreAway",
    "StoredTable",
    "Summary",
    "TableRow",
    "UnknownTable",
]
