"""The event log: what happened at every table, kept in SQLite or PostgreSQL.

`store.py` is the way in, `rows.py` says what is kept, `schema.py` and `migrations/` how. Nothing here gives
out what one seat may see: whole tables go to the server, which shows views.
"""

from shoal.store.errors import ActsMissing, IdTaken, KeyUsed, NoSuchTable, NumberTaken, PadChanged, StoreAway
from shoal.store.peers import Peers
from shoal.store.rows import Act, Due, Kept, Listing, PadRow, PassRow, Person, Seating, Summary, TableRow
from shoal.store.store import Store

__all__ = [
    "Act",
    "ActsMissing",
    "Due",
    "IdTaken",
    "Kept",
    "KeyUsed",
    "Listing",
    "NoSuchTable",
    "NumberTaken",
    "PadChanged",
    "PadRow",
    "PassRow",
    "Peers",
    "Person",
    "Seating",
    "Store",
    "StoreAway",
    "Summary",
    "TableRow",
]
