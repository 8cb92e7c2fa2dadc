"""Feeds: the people who listen to a table, and the page version, by which they know that their page is out of date."""

import asyncio

from shoal.server.tables.access import viewer_for
from shoal.server.tables.snapshot import TableSnapshot

__all__ = ["Feed", "page_version"]


class Feed:
    """A person who listens to a table; `changed` is set whenever their page has changed, and the listener clears it."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.changed = asyncio.Event()
        self._page_version = ""

    def notify(self, page_version: str) -> None:
        """Note the person's page version. Those whose page stays the same hear nothing."""
        if page_version != self._page_version:
            self._page_version = page_version
            self.changed.set()


def page_version(
    snapshot: TableSnapshot, person: str, spectators: int, *, hurried: bool, stood_in: bool, hints: int
) -> str:
    """Return a person's page version. Only a seat that has changed its sealed choice gets a third number.

    `hints` counts the person's own hints about this position that the coach is done with.
    """
    parts = [str(snapshot.version), str(spectators)]
    viewer = viewer_for(snapshot, person).viewer
    if viewer is not None and viewer in snapshot.choices_changed:
        parts.append(str(snapshot.choices_changed[viewer]))
    if hurried and not snapshot.over:
        parts.append("hurried")
    if stood_in and not snapshot.over:
        parts.append("stood-in")
    if hints:
        parts.append(f"hint{hints}")
    return ".".join(parts)
