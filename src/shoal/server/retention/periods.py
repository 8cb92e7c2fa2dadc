"""How long things are kept, in days: the setting `--keep`."""

from typing import Final

import msgspec

from shoal.core import ShoalError, msg
from shoal.store import Cutoffs

__all__ = ["FOREVER", "KeepPeriods", "parse_keep"]

FOREVER: Final = "forever"
_DAY_MS: Final = 24 * 3600 * 1000
_MOST_DAYS: Final = 36_500


class KeepPeriods(msgspec.Struct, frozen=True, kw_only=True):
    """Days without a change, after which something is deleted; None keeps it for ever."""

    #: Tables at which no person ever did anything, and pads and designs that were never written.
    empty: int | None = 2
    #: Unfinished tables of strangers, and people of whom nothing is known.
    unfinished: int | None = 30
    #: Finished games, pads, designs and progress with puzzles of strangers.
    finished: int | None = 90
    #: People who were not seen, and have no token or link. Cookies live for a year.
    people: int | None = 396

    def cutoffs(self, at: int) -> Cutoffs:
        """The moments since when a thing must have been unchanged, to be out of date at this one."""
        days = (self.empty, self.unfinished, self.finished, self.people)
        return Cutoffs(*(0 if period is None else at - period * _DAY_MS for period in days))

    @property
    def forever(self) -> bool:
        """Whether nothing is ever deleted."""
        return self == KeepPeriods(empty=None, unfinished=None, finished=None, people=None)


def parse_keep(text: str) -> KeepPeriods:
    """The periods that differ from the default, such as `finished=365,people=forever`; `forever` alone is for all."""
    if text.strip() == FOREVER:
        return KeepPeriods(empty=None, unfinished=None, finished=None, people=None)
    periods: dict[str, int | None] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, days = (word.strip() for word in part.partition("="))
        if name not in KeepPeriods.__struct_fields__ or not (days == FOREVER or _is_days(days)):
            raise ShoalError(
                msg(
                    "--keep: expected {names}, each with = and a number of days or {forever}, found {found}",
                    names=", ".join(KeepPeriods.__struct_fields__),
                    forever=FOREVER,
                    found=part[:40],
                )
            )
        periods[name] = None if days == FOREVER else int(days)
    return KeepPeriods(**periods)


def _is_days(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= _MOST_DAYS
