"""The tables of one server for assistants: a few, found by names that nobody can guess."""

import threading
from collections.abc import Sequence
from typing import Final

from shoal.assistants.seated_table import SeatedTable
from shoal.core import Refusal, msg
from shoal.core.errors import shorten

__all__ = ["MOST_TABLES", "TableList"]

MOST_TABLES: Final = 16


class TableList:
    """Up to `MOST_TABLES` tables. A new one may push out the oldest game that is over, never one in progress."""

    def __init__(self) -> None:
        self._tables: dict[str, SeatedTable] = {}
        self._lock = threading.Lock()

    def add(self, table: SeatedTable) -> None:
        """Keep a table, if there is room."""
        with self._lock:
            if len(self._tables) >= MOST_TABLES:
                over = next((each for each in self._tables.values() if each.over), None)
                if over is None:
                    raise Refusal(msg("there are {count} games in progress: close one first", count=MOST_TABLES))
                self._tables.pop(over.id).close()
            self._tables[table.id] = table

    def find(self, name: str) -> SeatedTable:
        """The table of this name."""
        table = self._tables.get(name)
        if table is None:
            raise Refusal(msg("there is no table {name}", name=shorten(name)))
        return table

    def all(self) -> Sequence[SeatedTable]:
        """All tables, the oldest first."""
        with self._lock:
            return list(self._tables.values())

    def close(self, name: str) -> None:
        """Give a table up."""
        table = self.find(name)
        with table.lock:
            self._tables.pop(name, None)
            table.close()

    def close_all(self) -> None:
        """Give all tables up, at the end of a server."""
        for table in self.all():
            self.close(table.id)
