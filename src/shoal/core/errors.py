"""Errors that a person can mend; each says what was found and what was expected.

Bad input of any kind, a file, a line, an option, raises one of these and nothing else.
"""

from shoal.core.text import Text, msg

__all__ = [
    "IllegalStep",
    "NotationError",
    "OptionError",
    "RecordError",
    "Refusal",
    "SaveError",
    "ShoalError",
    "shorten",
]

_LONGEST_QUOTE = 60


def shorten(found: object) -> str:
    """What was found, quoted on one line and cut to a readable length."""
    quoted = repr(found) if not isinstance(found, str) else repr(found[: _LONGEST_QUOTE + 1])
    return quoted if len(quoted) <= _LONGEST_QUOTE else quoted[: _LONGEST_QUOTE - 1] + "…"


class ShoalError(Exception):
    """The root of all errors of this package. `text` is for people, in any language; `str()` is English.

    >>> try:
    ...     shoal.new_table("penguins", players=7)
    ... except shoal.ShoalError as error:
    ...     print(error)
    option 'players': found 7, expected a whole number from 2 to 4
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)


class NotationError(ShoalError):
    """A piece of notation that cannot be read."""

    def __init__(self, found: str, expected: Text) -> None:
        super().__init__(msg("found {found}, expected {expected}", found=shorten(found), expected=expected))


class OptionError(ShoalError):
    """An option that a game does not have, or a value it cannot take."""

    def __init__(self, option: str, found: object, expected: Text) -> None:
        super().__init__(
            msg(
                "option {option}: found {found}, expected {expected}",
                option=shorten(option),
                found=shorten(found),
                expected=expected,
            )
        )
        self.option = option


class IllegalStep(ShoalError):
    """A step that reads well but may not be taken here."""

    def __init__(self, step: object, expected: Text) -> None:
        super().__init__(
            msg("{step} is not possible here: expected {expected}", step=shorten(str(step)), expected=expected)
        )


class RecordError(ShoalError):
    """A record that cannot be read or replayed; `step` is the number of the offending step, from 1."""

    def __init__(self, text: Text, step: int | None = None) -> None:
        super().__init__(text if step is None else msg("step {number}: {text}", number=step, text=text))
        self.step = step


class Refusal(ShoalError):
    """Something asked of a table that it will not do now."""


class SaveError(ShoalError):
    """A file that could not be written or read."""
