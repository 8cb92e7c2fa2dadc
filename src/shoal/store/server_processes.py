"""Several server processes on one database: they notify each other of events, and share the work.

A process that commits an event announces its table and number (`notify`), no more. The event log is the truth: a
process that may have missed a notice reads the log. `SingleProcess` is for SQLite, where one server has the file to
itself; `pg_listener.py` is for PostgreSQL (LISTEN/NOTIFY, advisory locks).
"""

from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

from sqlalchemy import Connection, bindparam, func, select

from shoal.store.sqlite_file import SqliteFile

__all__ = [
    "EVENT_CHANNEL",
    "PERSON_CHANNEL",
    "TABLE_REWRITTEN",
    "OnEvent",
    "OnMissed",
    "OnPersonChanged",
    "ServerProcesses",
    "SingleProcess",
    "decode_event_notice",
    "encode_event_notice",
    "notify",
]

#: The channels that PostgreSQL sends the notices on.
EVENT_CHANNEL: Final = "shoal_acts"
PERSON_CHANNEL: Final = "shoal_people"
#: Stands for an event's number in the notice that a table was deleted, or that somebody's name was taken out of it.
TABLE_REWRITTEN: Final = 0

_NOTIFY: Final = select(func.pg_notify(bindparam("channel"), bindparam("notice")))

#: Called with a table's id, and the number of a new event in its log, or `TABLE_REWRITTEN`.
OnEvent: TypeAlias = Callable[[str, int], None]
#: Called when notices may have been missed: tables in memory must then be compared with the log.
OnMissed: TypeAlias = Callable[[], None]
#: Called with the id of a person whose name or settings have changed.
OnPersonChanged: TypeAlias = Callable[[str], None]


class ServerProcesses(Protocol):
    """This process among the server processes on one database."""

    @property
    def shared(self) -> bool:
        """Whether there can be other processes."""

    @property
    def listening(self) -> bool:
        """Whether this process has joined, and as far as it knows, gets every notice."""

    @property
    def count(self) -> int:
        """How many processes serve this database, this one included, as far as it knows."""

    async def join(self, on_event: OnEvent, on_missed: OnMissed, on_person_changed: OnPersonChanged) -> None:
        """Become one of the processes that serve this database, and listen to what the others write."""

    async def claim(self, name: str) -> bool:
        """Reserve a piece of work, unless another process has it; a process that dies loses its claims."""

    async def release(self, name: str) -> None:
        """Give up a claim."""

    async def leave(self) -> None:
        """Stop listening, and give up all claims."""


def notify(connection: Connection, channel: str, notice: str) -> None:
    """Notify the other processes when this transaction commits, and only then; SQLite has none."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": channel, "notice": notice})


def encode_event_notice(table_id: str, number: int) -> str:
    """The notice for a new event."""
    return f"{number} {table_id}"


def decode_event_notice(notice: str) -> tuple[str, int]:
    """The table and the event number in a notice."""
    number, _, table_id = notice.partition(" ")
    return table_id, int(number)


class SingleProcess:
    """The only process. A second server on the same file is refused: it would not hear of this one's events."""

    shared = False
    count = 1

    def __init__(self, file: SqliteFile | None) -> None:
        self._file = file
        self.listening = False

    async def join(self, on_event: OnEvent, on_missed: OnMissed, on_person_changed: OnPersonChanged) -> None:
        if self._file is not None:
            self._file.lock()
        self.listening = True

    async def claim(self, name: str) -> bool:
        return True

    async def release(self, name: str) -> None:
        return

    async def leave(self) -> None:
        if self._file is not None and self.listening:
            self._file.unlock()
        self.listening = False
