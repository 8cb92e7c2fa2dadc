"""Feeds: the people who listen to a table."""

import asyncio

__all__ = ["Feed"]


class Feed:
    """A person who listens to a table; `changed` is set whenever it has changed, and the listener clears it."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.changed = asyncio.Event()
