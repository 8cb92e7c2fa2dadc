"""What can go wrong in the store. Whatever is refused leaves nothing behind."""

from shoal.core import ShoalError, Text, msg
from shoal.core.errors import shorten

__all__ = ["EventsMissing", "IdTaken", "KeyUsed", "NumberTaken", "PadChanged", "StoreAway", "UnknownTable"]


class StoreAway(ShoalError):
    """The database cannot be reached, is full, or failed in another way; the driver's own error is the cause.

    Nothing was written, but for one case: a connection that breaks while a commit is under way takes the
    answer with it. So whoever asks again does it with the same number and key, and `NumberTaken` or
    `KeyUsed` tells that the first try arrived.
    """

    def __init__(self, reason: Text | str) -> None:
        super().__init__(msg("the games cannot be saved or read just now: {reason}", reason=reason))


class NumberTaken(ShoalError):
    """Another act already has this number."""

    def __init__(self, number: int) -> None:
        super().__init__(msg("something else happened at the table first: act {number} is taken", number=number))
        self.number = number


class EventsMissing(ShoalError):
    """The act does not follow the last one in the log: between them, some are not there."""

    def __init__(self, number: int, last: int) -> None:
        super().__init__(
            msg("act {number} cannot be added: the log of the table ends with act {last}", number=number, last=last)
        )
        self.number = number
        self.last = last


class KeyUsed(ShoalError):
    """The same request came before; `number` is the act it became."""

    def __init__(self, number: int) -> None:
        super().__init__(msg("this request came before: it is act {number}", number=number))
        self.number = number


class UnknownTable(ShoalError):
    """An act for a table that was never made."""

    def __init__(self, table_id: str) -> None:
        super().__init__(msg("there is no table {table}", table=shorten(table_id)))


class IdTaken(ShoalError):
    """A new table or sheet with the name of an old one."""

    def __init__(self, taken: str) -> None:
        super().__init__(msg("there is already something named {name}", name=shorten(taken)))


class PadChanged(ShoalError):
    """The sheet was written elsewhere in the meantime, or is not this person's."""

    def __init__(self) -> None:
        super().__init__(msg("this sheet was changed elsewhere in the meantime"))
