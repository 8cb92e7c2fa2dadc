"""What the store keeps, as plain values: people, tables with their seats and acts, and pads.

Times are milliseconds since the epoch. Everything a table ever was is in its `Event`s; a `Summary` is only
what a list of tables shows, so that a list needs no replay.
"""

from typing import Literal

import msgspec

__all__ = [
    "AccessTokenRow",
    "Due",
    "Event",
    "Listing",
    "PadRow",
    "Person",
    "Seating",
    "StoredTable",
    "Summary",
    "TableRow",
]


class Person(msgspec.Struct, frozen=True):
    """Somebody with a cookie."""

    id: str
    name: str
    settings: dict[str, str]
    made_at: int


class Seating(msgspec.Struct, frozen=True):
    """Who sits on a seat, or that it is open."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    person: str | None = None
    bot: str | None = None


class TableRow(msgspec.Struct, frozen=True):
    """What was settled when the table was made, and never changes. The seed is secret until the game is over."""

    id: str
    game: str
    options: dict[str, object]
    seed: str
    opening: tuple[str, ...]
    settings: dict[str, object]
    maker: str | None
    made_at: int
    public: bool


class Summary(msgspec.Struct, frozen=True):
    """Where a table stands, for lists of tables."""

    over: bool
    waiting: tuple[int, ...]
    length: int
    changed_at: int
    #: When a server has to see to the table: a bot is to act, or a clock runs out. None: when somebody has acted.
    due_at: int | None = None


class Due(msgspec.Struct, frozen=True):
    """A table that a server has to see to, and as of which act."""

    table_id: str
    due_at: int
    last_act: int


class Event(msgspec.Struct, frozen=True):
    """One entry of a table's log. Numbers count from 1 without gaps; `key` is the asker's own mark for the request."""

    number: int
    at: int
    kind: str
    seat: int | None
    text: str
    person: str | None = None
    key: str | None = None


class StoredTable(msgspec.Struct, frozen=True):
    """A whole table, secrets included: for the server's own eyes."""

    row: TableRow
    seats: tuple[Seating, ...]
    acts: tuple[Event, ...]
    summary: Summary


class Listing(msgspec.Struct, frozen=True):
    """One line of a list of tables."""

    row: TableRow
    seats: tuple[Seating, ...]
    summary: Summary


class PadRow(msgspec.Struct, frozen=True):
    """A person's own sheet beside a game; each writing raises `version` by one."""

    id: str
    person: str
    game: str
    sheet: bytes
    version: int
    changed_at: int


class AccessTokenRow(msgspec.Struct, frozen=True):
    """What stands for a person besides their cookie: a program's token, or the link to come back by.

    `digest` is the SHA-256, in hex, of the secret, which itself is kept nowhere.
    """

    id: str
    person: str
    kind: Literal["token", "link"]
    name: str
    digest: str
    made_at: int
