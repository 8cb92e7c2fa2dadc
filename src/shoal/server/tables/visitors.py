"""From which network each person came last: in memory only, so that no database, backup or log has it."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from shoal.server.tables.bot_queue import BotOwner

__all__ = ["Visitors"]

_MOST_REMEMBERED: Final = 20_000


class Visitors:
    """The people who came since the server began. When they are many, those away for longest are forgotten first."""

    def __init__(self, most: int = _MOST_REMEMBERED) -> None:
        self._most = most
        self._owners: OrderedDict[str, BotOwner] = OrderedDict()

    def __len__(self) -> int:
        return len(self._owners)

    def see(self, person: str, network: str, *, returns: bool) -> None:
        """Note that a person is here. One who does not return may be anybody, so they count as their network's."""
        self._owners[person] = BotOwner(network, person if returns else "")
        self._owners.move_to_end(person)
        if len(self._owners) > self._most:
            self._owners.popitem(last=False)

    def owner_among(self, people: Iterable[str | None]) -> BotOwner:
        """Return for whom the bots at a table of these people think: the first of them who is known."""
        known = (self._owners[person] for person in people if person is not None and person in self._owners)
        return next(known, BotOwner())
