"""Services on databases of each kind, whose rows can be made older."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.service import TableService
from shoal.store import Store


@asynccontextmanager
async def service_on(url: str) -> AsyncIterator[TableService]:
    store, workers = await Store.open(url), BotWorkers(1)
    service = TableService(store, workers, b"secret")
    try:
        await service.open()
        yield service
    finally:
        await service.close()
        await workers.close()
        await store.close()


@pytest.fixture
async def service(url: str) -> AsyncIterator[TableService]:
    async with service_on(url) as opened:
        yield opened


@pytest.fixture
async def services(postgresql_url: str) -> AsyncIterator[tuple[TableService, TableService]]:
    async with service_on(postgresql_url) as here, service_on(postgresql_url) as there:
        yield here, there
