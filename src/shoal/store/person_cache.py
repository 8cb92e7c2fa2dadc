"""Cache of recent people, so that a request need not query the database.

It is used only while this process hears of all changes (`server_processes.py`), and entries expire after a minute, so
that a new name or language shows everywhere soon even if a notice is lost. Unknown people are not cached: to treat a
known person as new would cost them their name.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Final

from shoal.store.models import Person

__all__ = ["PersonCache"]

_LIFETIME_SECONDS: Final = 60.0
_MAX_PEOPLE: Final = 10_000


class PersonCache:
    """People by their ids; the oldest entry is evicted first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        #: Each person, and when the entry expires.
        self._people: dict[str, tuple[Person, float]] = {}
        #: Counts invalidations: a person who was being read meanwhile may be out of date.
        self._invalidations = 0

    def __len__(self) -> int:
        return len(self._people)

    async def get(self, person_id: str, read: Callable[[str], Awaitable[Person | None]]) -> Person | None:
        """A person from the cache, or else from `read`."""
        cached, expires_at = self._people.get(person_id, (None, 0.0))
        if self._clock() < expires_at:
            return cached
        before = self._invalidations
        person = await read(person_id)
        if person is not None and before == self._invalidations:
            self._put(person)
        return person

    def invalidate(self, person_id: str) -> None:
        """Drop a person who has changed."""
        self._people.pop(person_id, None)
        self._invalidations += 1

    def clear(self) -> None:
        """Drop all people, because changes may have been missed."""
        self._people.clear()
        self._invalidations += 1

    def _put(self, person: Person) -> None:
        self._people.pop(person.id, None)
        if len(self._people) >= _MAX_PEOPLE:
            del self._people[next(iter(self._people))]
        self._people[person.id] = (person, self._clock() + _LIFETIME_SECONDS)
