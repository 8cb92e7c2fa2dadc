"""The errors of the store. A refused write leaves nothing behind."""

from shoal.core import ShoalError, Text, msg
from shoal.core.errors import shorten

__all__ = [
    "EventNumberTaken",
    "EventsMissing",
    "IdTaken",
    "IdempotencyKeyUsed",
    "SheetChanged",
    "StoreDamaged",
    "StoreUnavailable",
    "TableDamaged",
    "UnknownTable",
]


class StoreUnavailable(ShoalError):
    """The database cannot be reached, is full, or failed in another way; the driver's own error is the cause.

    Nothing was written, but for one case: a connection that breaks during a commit takes the answer with it. So a
    caller retries with the same number and idempotency key; the error that it then gets, `EventNumberTaken` or
    `IdempotencyKeyUsed`, says that the first try arrived.
    """

    def __init__(self, reason: Text | str) -> None:
        super().__init__(msg("the games cannot be saved or read just now: {reason}", reason=reason))


class StoreDamaged(StoreUnavailable):
    """A part of what is stored cannot be read any more; the rest can."""

    def __init__(self, reason: Text | None = None) -> None:
        super().__init__(reason if reason is not None else msg("the database is damaged"))


class TableDamaged(StoreDamaged):
    """The part that cannot be read is this table."""

    def __init__(self, table_id: str) -> None:
        super().__init__(msg("the database is damaged where this table is; the table must be restored from a backup"))
        self.table_id = table_id


class EventNumberTaken(ShoalError):
    """Another event already has this number (optimistic concurrency): another writer was first."""

    def __init__(self, number: int) -> None:
        super().__init__(msg("something else happened at the table first: event {number} is taken", number=number))
        self.number = number


class EventsMissing(ShoalError):
    """The event does not follow the last one in the log: there is a gap between them."""

    def __init__(self, number: int, last: int) -> None:
        super().__init__(
            msg("event {number} cannot be added: the table's log ends with event {last}", number=number, last=last)
        )
        self.number = number
        self.last = last


class IdempotencyKeyUsed(ShoalError):
    """A request with this idempotency key was handled before; `number` is the event that it became."""

    def __init__(self, number: int) -> None:
        super().__init__(msg("this request was already handled: it is event {number}", number=number))
        self.number = number


class UnknownTable(ShoalError):
    """An event for a table that does not exist."""

    def __init__(self, table_id: str) -> None:
        super().__init__(msg("there is no table {table}", table=shorten(table_id)))


class IdTaken(ShoalError):
    """A new table, pad or design with the id of an old one."""

    def __init__(self, taken: str) -> None:
        super().__init__(msg("there is already something named {name}", name=shorten(taken)))


class SheetChanged(ShoalError):
    """The pad or design was written elsewhere in the meantime, or is not this person's."""

    def __init__(self) -> None:
        super().__init__(msg("this sheet was changed elsewhere in the meantime"))
