"""The stored things as plain values: people, tables, events, reviews, pads, designs, puzzle progress, tokens.

Times are milliseconds since the epoch. The `Event`s of a table are its whole history; a `TableSummary` is what a list
of tables shows, so that a list needs no replay. Fields are named like the columns in `schema.py`.
"""

from typing import Final, Literal

import msgspec

__all__ = [
    "DELETED",
    "AccessTokenRow",
    "DesignListing",
    "DesignRow",
    "DueTable",
    "Event",
    "PadRow",
    "Person",
    "PuzzleProgressRow",
    "ReviewRow",
    "Seating",
    "StoredTable",
    "TableListing",
    "TableRow",
    "TableSummary",
]

#: The cookie number of a person who deleted themselves: none of their cookies counts any more.
DELETED: Final = 2**31 - 1


class Person(msgspec.Struct, frozen=True):
    """A person, known by the cookie of their browser."""

    id: str
    name: str
    settings: dict[str, str]
    made_at: int
    #: When they were last here, give or take a day.
    seen_at: int = 0
    #: A cookie with a lower number was revoked.
    cookie_number: int = 0


class Seating(msgspec.Struct, frozen=True):
    """The occupant of a seat: a person, a bot, or nobody yet (open)."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    person: str | None = None
    bot: str | None = None


class TableRow(msgspec.Struct, frozen=True):
    """The part of a table that never changes. The seed is secret until the game is over."""

    id: str
    game: str
    options: dict[str, object]
    seed: str
    opening: tuple[str, ...]
    settings: dict[str, object]
    maker: str | None
    made_at: int
    public: bool


class TableSummary(msgspec.Struct, frozen=True):
    """The present state of a table, for lists of tables; updated with each event."""

    over: bool
    waiting: tuple[int, ...]
    length: int
    changed_at: int
    #: When a server must attend to the table: a bot is to act, or a clock runs out. None: only after the next event.
    due_at: int | None = None


class DueTable(msgspec.Struct, frozen=True):
    """A table that a server must attend to, and the number of its last event."""

    table_id: str
    due_at: int
    last_event: int


class Event(msgspec.Struct, frozen=True):
    """One entry of a table's event log. Numbers count from 1 without gaps; `key` is the request's idempotency key."""

    number: int
    at: int
    kind: str
    seat: int | None
    text: str
    person: str | None = None
    key: str | None = None


class StoredTable(msgspec.Struct, frozen=True):
    """A whole table with its event log, secrets included: for the server only."""

    row: TableRow
    seats: tuple[Seating, ...]
    events: tuple[Event, ...]
    summary: TableSummary


class TableListing(msgspec.Struct, frozen=True):
    """One entry of a list of tables."""

    row: TableRow
    seats: tuple[Seating, ...]
    summary: TableSummary


class ReviewRow(msgspec.Struct, frozen=True):
    """What the coach says about a finished game, so that it need not be computed again."""

    table_id: str
    #: How long the coach looked at each step.
    effort: str
    #: As the server packs it.
    review: bytes
    made_at: int


class PadRow(msgspec.Struct, frozen=True):
    """A person's score pad for a game; each write raises `version` by one."""

    id: str
    person: str
    game: str
    sheet: bytes
    version: int
    changed_at: int


class DesignRow(msgspec.Struct, frozen=True):
    """A person's design for a game, such as a deck of their own; each write raises `version` by one.

    Version 1 is as it was begun, from what the game offers: nobody has written anything of their own yet.
    """

    id: str
    person: str
    game: str
    #: What its maker calls it now; empty while it has no title.
    title: str
    #: As it is worked on: as the game's editor stores it.
    sheet: bytes
    #: As it was when it was last whole, for all uses; empty if it never was.
    text: str
    version: int
    made_at: int
    changed_at: int
    #: The secret in the link that shows its text to whoever has it; None while it is not shared.
    shared: str | None = None


class DesignListing(msgspec.Struct, frozen=True):
    """One entry of a list of designs."""

    id: str
    game: str
    title: str
    #: Whether it was ever whole, so that it can be used.
    usable: bool
    changed_at: int


class PuzzleProgressRow(msgspec.Struct, frozen=True):
    """What a person has done with puzzles, as the server writes it; each write raises `version` by one."""

    #: The person's id.
    id: str
    progress: bytes
    version: int
    changed_at: int


class AccessTokenRow(msgspec.Struct, frozen=True):
    """An access token: it identifies a person without their cookie, for a program or in a recovery link.

    `digest` is the SHA-256 of the secret, in hex; the secret itself is not stored.
    """

    id: str
    person: str
    kind: Literal["token", "link"]
    name: str
    digest: str
    made_at: int
