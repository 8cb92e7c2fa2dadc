"""Rows of the database to and from the structs of `models.py`: a struct's fields are named like its columns."""

from typing import Any, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, Table

__all__ = ["columns_of", "fetch_first", "fetch_rows"]

_Row = TypeVar("_Row", bound=msgspec.Struct)


def columns_of(table: Table, struct: type[msgspec.Struct]) -> list[ColumnElement[Any]]:
    """The columns that fill a struct, in the order of its fields."""
    return [table.c[field] for field in struct.__struct_fields__]


def fetch_rows(connection: Connection, query: Select[*tuple[Any, ...]], struct: type[_Row]) -> list[_Row]:
    """All rows of a query as structs."""
    return [struct(*row) for row in connection.execute(query)]


def fetch_first(connection: Connection, query: Select[*tuple[Any, ...]], struct: type[_Row]) -> _Row | None:
    """The first row of a query as a struct; None if there is none."""
    return next(iter(fetch_rows(connection, query, struct)), None)
