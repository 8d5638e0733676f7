"""A database that is open: transactions that read and that write, and its end."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Self

from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.connection import READ_ONLY, open_engine
from storage.errors import Busy

CLOSE_SECONDS = 5.0
"""So long the end waits for what is still being read or written."""


class Database:
    """The connections to a database. Get one with `open`, give it back with `close`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._reader = engine.execution_options(**{READ_ONLY: True})
        self._used = 0
        self._free = asyncio.Event()
        self._free.set()

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at `url` and bring its schema up to date.

        Raises:
            StorageError: It cannot be used; the message says what to do.
        """
        return cls(await open_engine(url))

    async def close(self) -> None:
        """Close all connections, those in use when they are free; no use of it afterwards."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._free.wait()
        await self._engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads."""
        with self._in_use():
            async with self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes. Raises Busy where another program holds the database."""
        try:
            with self._in_use():
                async with self._engine.begin() as connection:
                    yield connection
        except OperationalError as error:
            if "locked" in str(error.orig):  # at the begin, which takes the lock
                raise Busy("another program holds the database") from error
            raise

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        self._used += 1
        self._free.clear()
        try:
            yield
        finally:
            self._used -= 1
            if not self._used:
                self._free.set()
