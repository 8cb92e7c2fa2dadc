"""People who were here lately: who somebody is need not be read again at each of their requests.

Only while this process hears of all changes (`peers.py`), and even then for a while only, so that whatever goes
wrong between processes, a new name or language is seen everywhere soon. Whoever is not kept yet is asked for each
time: to take somebody for new who is not would cost them their name.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Final

from shoal.store.models import Person

__all__ = ["PersonCache"]

_SECONDS: Final = 60.0
_MOST: Final = 10_000


class PersonCache:
    """People by their ids."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._people: dict[str, tuple[Person, float]] = {}
        #: How often something was forgotten: what was read before that may be old.
        self._changes = 0

    def __len__(self) -> int:
        return len(self._people)

    async def ask(self, person_id: str, read: Callable[[str], Awaitable[Person | None]]) -> Person | None:
        """Somebody as known, or as read now."""
        known, until = self._people.get(person_id, (None, 0.0))
        if self._clock() < until:
            return known
        changes = self._changes
        person = await read(person_id)
        if person is not None and changes == self._changes:
            self._keep(person)
        return person

    def forget(self, person_id: str) -> None:
        """Somebody changed."""
        self._people.pop(person_id, None)
        self._changes += 1

    def forget_all(self) -> None:
        """Anybody may have changed."""
        self._people.clear()
        self._changes += 1

    def _keep(self, person: Person) -> None:
        self._people.pop(person.id, None)
        if len(self._people) >= _MOST:
            del self._people[next(iter(self._people))]
        self._people[person.id] = (person, self._clock() + _SECONDS)
