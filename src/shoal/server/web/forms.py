"""What a browser sent in a form, as plain words of bounded length."""

from collections.abc import Mapping
from typing import Final

from litestar import Request
from litestar.datastructures import State, UploadFile

from shoal.core import ShoalError, msg

__all__ = ["file_in", "number_in", "words_in"]

_MOST_FIELDS: Final = 200
_LONGEST_WORD: Final = 25_000


async def words_in(request: "Request[object, object, State]") -> dict[str, str]:
    """The fields of a form that hold text; of one that comes twice, the last."""
    form = await request.form()
    words: dict[str, str] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            if len(words) >= _MOST_FIELDS or len(value) > _LONGEST_WORD or len(name) > _LONGEST_WORD:
                raise ShoalError(msg("the form is too large"))
            words[name] = value
    return words


async def file_in(request: "Request[object, object, State]", name: str) -> bytes:
    """An uploaded file."""
    found = (await request.form()).get(name)
    if not isinstance(found, UploadFile):
        raise ShoalError(msg("no file was chosen"))
    return await found.read()


def number_in(words: Mapping[str, str], name: str) -> int | None:
    """A whole number, or None where the field is missing or empty."""
    word = words.get(name, "")
    if not word:
        return None
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise ShoalError(msg("{field}: expected a whole number", field=name[:40]))
    return int(word)
