"""Damages the file of an SQLite database in one place, as a bad block or a program that wrote over it would."""

from pathlib import Path

__all__ = ["zero_page_with"]

_PAGE = 4096


def zero_page_with(file: Path, words: bytes) -> None:
    """Fill the one page that holds these words with zeros; the database must be closed."""
    content = bytearray(file.read_bytes())
    begin = content.index(words) // _PAGE * _PAGE
    assert words not in content[begin + _PAGE :]
    content[begin : begin + _PAGE] = bytes(_PAGE)
    file.write_bytes(content)
