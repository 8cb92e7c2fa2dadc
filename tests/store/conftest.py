"""A store on each kind of database."""

from collections.abc import AsyncIterator

import pytest

from shoal.store import Store


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store on an empty database, of each kind in turn."""
    opened = await Store.open(url)
    yield opened
    await opened.close()
