"""Compares what somebody was told in two worlds, byte by byte."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final

from bench.attack.people import Told

__all__ = ["differences", "given_away"]

#: One leak shows in many answers: the first few tell enough.
_MOST_SHOWN: Final = 3
_AROUND: Final = 60
_NOTHING: Final = Told("nothing more", "")


def differences(one: Mapping[str, Sequence[Told]], other: Mapping[str, Sequence[Told]]) -> list[str]:
    """How each of them could tell in which world they are."""
    found = []
    for name, told in one.items():
        pairs = zip_longest(told, other[name], fillvalue=_NOTHING)
        wrong = [_difference(first, second) for first, second in pairs if first != second]
        found += [f"{name} can tell: {each}" for each in wrong[:_MOST_SHOWN]]
        if len(wrong) > _MOST_SHOWN:
            found.append(f"{name} can tell from {len(wrong) - _MOST_SHOWN} more answers")
    return found


def given_away(told: Mapping[str, Sequence[Told]], secrets: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The secrets, by whose they are and what they are called, that somebody else was told word for word."""
    return [
        f"{name} was told {what}: {each.request}"
        for name, all_told in told.items()
        for owner, theirs in secrets.items()
        if not name.startswith(owner)
        for what, secret in theirs.items()
        for each in [next((each for each in all_told if secret in each.content), None)]
        if each is not None
    ]


def _difference(one: Told, other: Told) -> str:
    if one.request != other.request:
        return f"{one.request} / {other.request}"
    # The headers of two answers differ wherever their bodies do, so the bodies tell more.
    head, _, body = one.content.partition("\n\n")
    other_head, _, other_body = other.content.partition("\n\n")
    first, second = (body, other_body) if body != other_body else (head, other_head)
    start = next(
        (at for at, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]),
        min(len(first), len(second)),
    )
    begin, end = max(0, start - _AROUND), start + _AROUND
    return f"{one.request}: {_shown(first[begin:end])} / {_shown(second[begin:end])}"


def _shown(text: str) -> str:
    return " ".join(text.split())
