"""Reads the fields of submitted forms, as text of bounded length."""

from collections.abc import Mapping
from typing import Final

from litestar import Request
from litestar.datastructures import State, UploadFile

from shoal.core import ShoalError, msg

__all__ = ["form_fields", "uploaded_file", "uploaded_text", "whole_number"]

_MOST_FIELDS: Final = 200
_LONGEST_FIELD: Final = 65_000


async def form_fields(request: "Request[object, object, State]") -> dict[str, str]:
    """The text fields of the form. If a name occurs twice, the last one counts."""
    form = await request.form()
    fields: dict[str, str] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            if len(fields) >= _MOST_FIELDS or len(value) > _LONGEST_FIELD or len(name) > _LONGEST_FIELD:
                raise ShoalError(msg("the form is too large"))
            fields[name] = value
    return fields


async def uploaded_file(request: "Request[object, object, State]", name: str) -> bytes:
    """The content of an uploaded file. Raises `ShoalError` if there is none."""
    upload = (await request.form()).get(name)
    if not isinstance(upload, UploadFile):
        raise ShoalError(msg("no file was chosen"))
    return await upload.read()


async def uploaded_text(request: "Request[object, object, State]", name: str) -> str:
    """The text of an uploaded file, with the line ends of Unix; empty if none was chosen."""
    upload = (await request.form()).get(name)
    if not isinstance(upload, UploadFile):
        return ""
    try:
        return (await upload.read()).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise ShoalError(msg("expected a text file in UTF-8")) from None


def whole_number(fields: Mapping[str, str], name: str) -> int | None:
    """The field as a whole number, or None if it is missing or empty."""
    text = fields.get(name, "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise ShoalError(msg("{field}: expected a whole number", field=name[:40]))
    return int(text)
