"""What the modules share that keep the tables beside the games: one transaction for each method."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from storage.connection import READ_ONLY
from storage.store import Store


class Queries:
    """Reads and writes on the database of a store."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine
        self._reader = store.engine.execution_options(**{READ_ONLY: True})

    @asynccontextmanager
    async def _read(self) -> AsyncIterator[AsyncConnection]:
        async with self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        async with self._engine.begin() as connection:
            yield connection
