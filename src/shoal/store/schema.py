"""The tables of the database as the newest migration leaves them; columns are named like the fields in `models.py`.

Two tables have older names in the database: `acts` holds the event log, `passes` the access tokens. The tests compare
this schema with the outcome of `migrations/`, so neither changes alone.
"""

from typing import Final, Generic, TypeVar

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeDecorator

__all__ = [
    "access_tokens",
    "designs",
    "events",
    "metadata",
    "pads",
    "people",
    "puzzle_progress",
    "reviews",
    "seats",
    "tables",
]

_T = TypeVar("_T")


class _Json(TypeDecorator[_T], Generic[_T]):
    """A value as JSON in a text column, decoded as the type given here."""

    impl = Text
    cache_ok = True

    def __init__(self, shape: type[_T]) -> None:
        super().__init__()
        self.shape = shape

    def process_bind_param(self, value: _T | None, dialect: Dialect) -> str:
        return msgspec.json.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> _T | None:
        return None if value is None else msgspec.json.decode(value, type=self.shape)


metadata: Final = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "fk": "%(table_name)s_%(column_0_name)s_fk",
        "uq": "%(table_name)s_%(column_0_N_name)s_once",
        "ix": "%(table_name)s_%(column_0_N_name)s",
    }
)

people: Final = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("settings", _Json(dict[str, str]), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False, server_default="0"),
    # A cookie with a lower number was revoked.
    Column("cookie_number", Integer, nullable=False, server_default="0"),
    Index(None, "seen_at"),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", _Json(dict[str, object]), nullable=False),
    Column("seed", Text, nullable=False),
    Column("opening", _Json(tuple[str, ...]), nullable=False),
    Column("settings", _Json(dict[str, object]), nullable=False),
    Column("maker", Text),
    Column("made_at", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("waiting", _Json(tuple[int, ...]), nullable=False),
    Column("length", Integer, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("due_at", BigInteger),
    # The number of the table's last event. Raising it decides which of two writers was first (optimistic concurrency).
    Column("last_act", BigInteger, nullable=False),
    Index(None, "maker"),
    Index(None, "public", "over", "changed_at"),
    Index(None, "changed_at"),
    Index(None, "due_at"),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("person", Text),
    Column("bot", Text),
    Index(None, "person"),
    sqlite_with_rowid=False,
)

events: Final = Table(
    "acts",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("person", Text),
    Column("key", Text),
    UniqueConstraint("table_id", "key"),
    sqlite_with_rowid=False,
)

reviews: Final = Table(
    "reviews",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("effort", Text, primary_key=True),
    Column("review", LargeBinary, nullable=False),
    Column("made_at", BigInteger, nullable=False),
)

pads: Final = Table(
    "pads",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("sheet", LargeBinary, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index(None, "person"),
    Index(None, "changed_at"),
)

designs: Final = Table(
    "designs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("sheet", LargeBinary, nullable=False),
    Column("text", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("shared", Text),
    Index(None, "person"),
    Index(None, "changed_at"),
    Index(None, "shared", unique=True),
)

puzzle_progress: Final = Table(
    "puzzle_progress",
    metadata,
    # The person's id.
    Column("id", Text, primary_key=True),
    Column("progress", LargeBinary, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index(None, "changed_at"),
)

access_tokens: Final = Table(
    "passes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    UniqueConstraint("digest"),
    Index(None, "person"),
)
